//! Reading a transcript on from where it was left.
//!
//! A client appends to the file while we read. What has no end yet is left for
//! the next time, and a file that is no longer what was read is begun anew.

use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

use serde::Deserialize;

use crate::entry::is_whole;

/// How much is read in one go; more only for a line that is longer. So little
/// that a part of nothing but paths is done long before a hook has to end: what
/// is not done then would be begun again at each event.
const BATCH: u64 = 2 << 20;

/// What has no line break for so long is no line, and passed over in parts.
const LONGEST_LINE: u64 = 64 << 20;

/// How much before the place of reading tells whether the file is still the same.
const TAIL: u64 = 512;

/// How many lines are looked at for the name of the session.
const FIRST_LINES: usize = 50;

/// The transcript of an agent in a session.
#[derive(Debug, Clone, Copy)]
pub struct Transcript<'a> {
    /// The file (`transcript_path`, `agent_transcript_path`).
    pub path: &'a Path,
    /// The session.
    pub session: &'a str,
    /// The subagent, if it is one's.
    pub agent: Option<&'a str>,
}

/// Whose a transcript is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranscriptOwner {
    /// The session.
    pub session: String,
    /// The subagent, if it is one's.
    pub agent: Option<String>,
}

/// How far a transcript was read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Place {
    /// In bytes.
    pub(crate) offset: u64,
    /// A hash of the bytes before.
    pub(crate) tail: i64,
}

/// A part of a transcript: whole lines.
#[derive(Debug)]
pub(crate) struct Batch {
    pub(crate) bytes: Vec<u8>,
    /// Where it ends.
    pub(crate) end: Place,
    /// Whether the file is another than the one that was read before, so that
    /// this is its beginning.
    pub(crate) anew: bool,
    /// Whether there is more to read now.
    pub(crate) more: bool,
}

impl TranscriptOwner {
    /// Whose transcript the file at `path` is, from its first lines; `None` if
    /// they do not say, so that it is none. Fails if it cannot be read.
    pub fn of(path: &Path) -> io::Result<Option<TranscriptOwner>> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Owner {
            session_id: String,
            #[serde(default)]
            agent_id: Option<String>,
        }
        let file = open(path)?.take(LONGEST_LINE);
        let lines = BufReader::new(file).split(b'\n').take(FIRST_LINES);
        for line in lines {
            if let Ok(owner) = serde_json::from_slice::<Owner>(&line?) {
                let (session, agent) = (owner.session_id, owner.agent_id);
                return Ok(Some(TranscriptOwner { session, agent }));
            }
        }
        Ok(None)
    }
}

/// The lines that were added after `place`, or the first ones of a file that is
/// another now.
pub(crate) fn read_on(path: &Path, place: Place) -> io::Result<Batch> {
    let mut file = open(path)?;
    let length = file.metadata()?.len();
    let is_same = place.offset == 0
        || place.offset <= length && tail_at(&mut file, place.offset)? == place.tail;
    let start = if is_same { place.offset } else { 0 };
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    let mut at_end = false;
    while whole_lines(&bytes) == 0 && !at_end && (bytes.len() as u64) < LONGEST_LINE {
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
    let offset = start + bytes.len() as u64;
    let end = Place { offset, tail: tail_at(&mut file, offset)? };
    Ok(Batch { bytes, end, anew: !is_same, more: !at_end })
}

/// Opens a regular file. To open a pipe would take forever.
fn open(path: &Path) -> io::Result<File> {
    if path.metadata()?.is_file() {
        File::open(path)
    } else {
        Err(io::Error::new(ErrorKind::InvalidInput, "no regular file"))
    }
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
