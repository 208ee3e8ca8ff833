//! The index beside the store: up to which turn and note there is something to tell of a file, so
//! that most calls need not open the store.
//!
//! It is removed before anything is committed and written when a store is closed, both under one
//! lock: while it is there, it says what the store says. It names the files of the store as they
//! were, and where they are others, or where it is cut or damaged, it says nothing. What it says
//! is never too little: where there is more than an agent was told, the store is asked.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use hook_state::{Access, Links, Lock, open_regular, replace_privately};
use project_paths::RelPath;

use crate::checksum::{WORD, add, checked, hash, part};
use crate::place::{Place, Prepared};
use crate::stamp::{STAMP, Stamp, folder, with_ending};

/// What stands behind the name of the store in that of its index.
const ENDING: &str = "-index";

/// How an index begins: a name, and the version of the format.
const MAGIC: u64 = u64::from_le_bytes(*b"tklbidx4");

/// The name, how many entries there are, the stamp.
const HEADER: usize = (2 + STAMP + 1) * WORD;
const ENTRY: usize = 10 * WORD;

/// What the index says about a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Glance {
    /// There is no turn for the session, and no note.
    Nothing,
    /// There is nothing after this turn and this note.
    UpTo {
        /// No turn for the session has a larger id.
        turn: i64,
        /// No note has a larger id; 0 without notes.
        note: i64,
        /// Where the prepared text is.
        prepared: Prepared,
    },
}

/// What the index of the store at `store` says about a file for a session; `None` if only the
/// store can answer.
pub fn glance(store: &Path, path: &RelPath, session: &str) -> Option<Glance> {
    match Stamp::of(store) {
        Err(err) if err.kind() == ErrorKind::NotFound => Some(Glance::Nothing),
        Err(_) => None,
        Ok(stamp) => {
            let (mut file, count) = opened(store, stamp)?;
            let Some(entry) = among(&mut file, hash(path.as_str()), count)? else {
                return Some(Glance::Nothing);
            };
            let asks = among(&mut file, Entry::of_session(session, None).path, count)?;
            Some(entry.glance(hash(session), asks.map_or(0, |session| session.own)))
        }
    }
}

/// What the index knows of a file. Paths and sessions are hashes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) path: u64,
    /// The largest id of a turn, and whose that is.
    pub(crate) turn: i64,
    pub(crate) session: u64,
    /// The largest one of the other sessions.
    pub(crate) others: i64,
    /// The largest one that this session is told of its own.
    pub(crate) own: i64,
    pub(crate) note: i64,
    /// Where that is which is told of it.
    pub(crate) prepared: Place,
}

/// Removes the index, if there is one.
pub(crate) fn remove(store: &Path) -> io::Result<()> {
    match fs::remove_file(file(store)) {
        Err(err) if err.kind() != ErrorKind::NotFound => Err(err),
        _ => Ok(()),
    }
}

/// Writes the index of a store that is as it will stay.
pub(crate) fn write(store: &Path, entries: Vec<Entry>) -> io::Result<()> {
    replace_privately(&file(store), &bytes(Stamp::of(store)?, entries))
}

/// Whether nobody wrote into a store since its index was written, and all of it is in one file.
pub(crate) fn is_current(store: &Path) -> bool {
    let stamp = Stamp::of(store).ok().filter(|stamp| stamp.is_without_log());
    stamp.is_some_and(|stamp| opened(store, stamp).is_some())
}

/// Keeps all others from removing and from writing the index.
pub(crate) fn lock(store: &Path, patience: Duration) -> io::Result<Lock> {
    let index = file(store);
    folder(store).lock(&index.file_name().unwrap_or_default().to_string_lossy(), patience)
}

impl Entry {
    /// What shows that the store knows a session, and when it was compacted: no path begins so.
    pub(crate) fn of_session(name: &str, compacted: Option<i64>) -> Entry {
        let own = compacted.map_or(0, |at| at.max(1));
        Entry { path: hash(&format!("\0{name}")), own, ..Entry::default() }
    }

    fn glance(self, session: u64, compacted: i64) -> Glance {
        let turn = if self.session == session { self.others.max(self.own) } else { self.turn };
        match (turn, self.note) {
            (0, 0) => Glance::Nothing,
            (turn, note) => {
                let prepared = Prepared { place: self.prepared, compacted };
                Glance::UpTo { turn, note, prepared }
            }
        }
    }

    /// What holds of both, for a file that has turns and notes. Of two files with one hash
    /// either may be meant.
    fn and(self, other: Entry) -> Entry {
        let (turn, note) = (self.turn.max(other.turn), self.note.max(other.note));
        // The text says of which file it is.
        let prepared = if self.prepared.length > 0 { self.prepared } else { other.prepared };
        if self.turn > 0 && other.turn > 0 {
            return Entry { turn, others: turn, own: turn, note, prepared, ..self };
        }
        Entry { note, prepared, ..if self.turn > 0 { self } else { other } }
    }

    fn words(self) -> [u64; ENTRY / WORD - 1] {
        let Entry { path, turn, session, others, own, note, prepared } = self;
        let Place { at, length, sum } = prepared;
        let number = |number: i64| number.cast_unsigned();
        [path, number(turn), session, number(others), number(own), number(note), at, length, sum]
    }

    /// `None` for what nobody has written so.
    fn of(bytes: &[u8]) -> Option<Entry> {
        let [path, turn, session, others, own, note, at, length, sum] = checked(bytes)?;
        let number = |word: u64| word.cast_signed();
        let (turn, others, own) = (number(turn), number(others), number(own));
        let prepared = Place { at, length, sum };
        Some(Entry { path, turn, session, others, own, note: number(note), prepared })
    }
}

/// The entry of a path among so many; `None` where they do not tell.
#[expect(clippy::option_option, reason = "there is no entry, or nobody knows")]
fn among(file: &mut File, path: u64, count: usize) -> Option<Option<Entry>> {
    let (from, to) = window(path, count);
    within(file, path, from, to, count).or_else(|| within(file, path, 0, count, count))
}

/// The index of a store with this stamp, and how many entries it has; `None` for any other.
fn opened(store: &Path, stamp: Stamp) -> Option<(File, usize)> {
    let opened = open_regular(&file(store), Access::Read, Links::Refused).ok()?;
    let length = opened.metadata().len();
    let mut file = opened.into_file();
    let [magic, count, written @ ..]: [u64; 2 + STAMP] = checked(&part(&mut file, 0, HEADER)?)?;
    let count = usize::try_from(count).ok()?;
    let expected = u64::try_from(count.checked_mul(ENTRY)?.checked_add(HEADER)?).ok()?;
    let is_of_store = magic == MAGIC && written == stamp.0 && length == expected;
    is_of_store.then_some((file, count))
}

/// Where in so many entries that of a path is most likely to be: hashes are spread evenly.
fn window(path: u64, count: usize) -> (usize, usize) {
    let place = (u128::from(path) * count as u128) >> u64::BITS;
    let place = usize::try_from(place).unwrap_or_default();
    let around = 2 * count.isqrt() + 16;
    (place.saturating_sub(around), count.min(place + around))
}

/// The entry of a path among those from `from` to `to`; `None` if it may be elsewhere.
#[expect(clippy::option_option, reason = "as above")]
fn within(
    file: &mut File,
    path: u64,
    from: usize,
    to: usize,
    count: usize,
) -> Option<Option<Entry>> {
    let offset = u64::try_from(HEADER + from * ENTRY).ok()?;
    let bytes = part(file, offset, (to - from) * ENTRY)?;
    let entries: Vec<&[u8]> = bytes.chunks_exact(ENTRY).collect();
    let place = entries.partition_point(|entry| key(entry) < path);
    let before = place.checked_sub(1).and_then(|before| entries.get(before));
    match (before, entries.get(place)) {
        (_, Some(found)) if key(found) == path => Entry::of(found).map(Some),
        (before, after) => {
            let is_before = before.map_or(from == 0, |entry| Entry::of(entry).is_some());
            let is_after = after.map_or(to == count, |entry| Entry::of(entry).is_some());
            (is_before && is_after).then_some(None)
        }
    }
}

/// The hash by which entries are sorted.
fn key(entry: &[u8]) -> u64 {
    entry.first_chunk().map_or(0, |word| u64::from_le_bytes(*word))
}

fn bytes(stamp: Stamp, mut entries: Vec<Entry>) -> Vec<u8> {
    entries.sort_by_key(|entry| entry.path);
    let mut unique: Vec<Entry> = Vec::with_capacity(entries.len());
    for entry in entries {
        match unique.last_mut().filter(|last| last.path == entry.path) {
            Some(last) => *last = last.and(entry),
            None => unique.push(entry),
        }
    }
    let mut bytes = Vec::with_capacity(HEADER + unique.len() * ENTRY);
    let mut header = vec![MAGIC, unique.len() as u64];
    header.extend(stamp.0);
    add(&mut bytes, &header);
    for entry in unique {
        add(&mut bytes, &entry.words());
    }
    bytes
}

fn file(store: &Path) -> PathBuf {
    with_ending(store, ENDING)
}
