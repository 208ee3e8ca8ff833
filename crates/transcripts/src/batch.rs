//! Continues to read a transcript.
//!
//! A client appends to the file while it is read. An incomplete line is left for the next time,
//! and a file that was replaced is read from its beginning.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;

use hook_state::{Access, Links, open_regular};
use serde::de::IgnoredAny;

use crate::entry::Entry;

/// How much is read at once, unless a line is longer. A caller with little time can finish this
/// much.
const BATCH: u64 = 2 << 20;

/// A longer line is skipped, in parts.
const MAX_LINE: u64 = 64 << 20;

/// How many bytes before a place are compared to see whether the file is still the same.
const TAIL: u64 = 512;

/// How far a transcript was read. The default is its beginning.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Place {
    /// In bytes.
    pub offset: u64,
    /// A hash of the bytes before it, to notice that the file was replaced.
    pub tail: i64,
}

/// A part of a transcript: whole lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    text: String,
    /// How many bytes it has in the file.
    pub bytes: u64,
    /// Where it ends.
    pub end: Place,
    /// Whether the file was replaced since it was read before, so that this is its beginning.
    pub anew: bool,
    /// Whether there is more to read now.
    pub more: bool,
}

/// The lines that were added after `place`, or the first ones if the file was replaced. A batch has
/// about two megabytes, or one line.
///
/// # Errors
/// If the file cannot be read; `InvalidInput` if it is not a regular file.
pub fn read_on(path: &Path, place: Place) -> io::Result<Batch> {
    let file = open_regular(path, Access::Read, Links::Followed)?;
    let length = file.metadata().len();
    let mut file = file.into_file();
    let is_same = place.offset == 0
        || place.offset <= length && tail_at(&mut file, place.offset)? == place.tail;
    let start = if is_same { place.offset } else { 0 };
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    let mut at_end = false;
    while whole_lines(&bytes) == 0 && !at_end && (bytes.len() as u64) < MAX_LINE {
        let size = BATCH.max(bytes.len() as u64);
        at_end = ((&mut file).take(size).read_to_end(&mut bytes)? as u64) < size;
    }
    // A last line without its end is taken as well if it can be no part of a line.
    let whole = whole_lines(&bytes);
    let is_endless = whole == 0 && !at_end;
    let is_ended = at_end && bytes.get(whole..).is_some_and(is_whole);
    if !is_endless && !is_ended {
        bytes.truncate(whole);
    }
    let (offset, length) = (start + bytes.len() as u64, bytes.len() as u64);
    let end = Place { offset, tail: tail_at(&mut file, offset)? };
    let text = String::from_utf8(bytes);
    let text = text.unwrap_or_else(|err| String::from_utf8_lossy(err.as_bytes()).into_owned());
    Ok(Batch { text, bytes: length, end, anew: !is_same, more: !at_end })
}

impl Batch {
    /// The entries. Lines that are not entries are skipped.
    pub fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        self.lines().filter_map(Entry::parse)
    }

    /// The lines that are not blank.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.text.split('\n').filter(|line| !line.trim().is_empty())
    }
}

/// Whether `line` is a whole JSON object. What a client has half written is none.
fn is_whole(line: &[u8]) -> bool {
    serde_json::from_slice::<IgnoredAny>(line).is_ok()
}

/// The length of the whole lines at the beginning.
fn whole_lines(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1)
}

/// FNV-1a, 64 bits, of the bytes before `offset`.
fn tail_at(file: &mut File, offset: u64) -> io::Result<i64> {
    let start = offset.saturating_sub(TAIL);
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    file.take(offset - start).read_to_end(&mut bytes)?;
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    Ok(hash.cast_signed())
}
