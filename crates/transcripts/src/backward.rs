//! The end of a transcript.

use std::io;
use std::path::Path;

use hook_state::{Access, LinesFromEnd, Links, open_regular};

use crate::entry::Entry;

/// How much is read at first; more only if that does not say enough. It has some lines.
const PIECE: usize = 16 << 10;

/// What `look` finds in the entries of the transcript at `path`, the last one first. No
/// more than `most` bytes of the end are read; what begins before them is not seen, so
/// that even the last entry may be too long.
///
/// Fails if the file cannot be read, and as `InvalidInput` if it is no regular file.
pub fn find_from_end<R>(
    path: &Path,
    most: u64,
    mut look: impl FnMut(&Entry<'_>) -> Option<R>,
) -> io::Result<Option<R>> {
    let file = open_regular(path, Access::Read, Links::Followed)?.into_file();
    let mut lines = LinesFromEnd::of(&file, PIECE)?.within(most);
    while let Some(line) = lines.next_line()? {
        let line = String::from_utf8_lossy(line.bytes);
        let found = Entry::parse(&line).and_then(|entry| look(&entry));
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}
