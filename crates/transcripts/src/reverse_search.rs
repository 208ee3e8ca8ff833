//! The end of a transcript.

use std::io;
use std::path::Path;

use hook_state::{Access, LinesFromEnd, Links, open_regular};

use crate::entry::Entry;

/// How much is read at first; more only if that does not say enough. It has some lines.
const PIECE: usize = 16 << 10;

/// Calls `look` with the entries of the transcript at `path`, last first, until it returns
/// something. At most `most` bytes at the end of the file are read, and an entry that begins
/// before them is skipped.
///
/// # Errors
/// If the file cannot be read; `InvalidInput` if it is not a regular file.
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
