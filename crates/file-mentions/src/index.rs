//! The index beside the store: up to which turn and note there is something to tell of a file,
//! so that most calls need not open the store.
//!
//! It is removed before anything is committed and written when a store is closed, both under one
//! lock: while it is there, it says what the store says. It names the files of the store as they
//! were, and where they are others, or where it is cut or damaged, it says nothing. What it says
//! is never too little: where there is more than an agent was told, the store is asked.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use hook_state::{Access, Links, Lock, RegularFile, StateDir, open_regular, replace};
use project_paths::RelPath;

/// What stands behind the name of the store in that of its index.
const ENDING: &str = "-index";

/// How an index begins: a name, and the version of the format.
const MAGIC: u64 = u64::from_le_bytes(*b"tklbidx1");

const WORD: usize = 8;
const HEADER: usize = 11 * WORD;
const ENTRY: usize = 7 * WORD;

/// A stamp in words.
const STAMP: usize = 8;

/// What there is to tell of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Glance {
    /// Nothing: no turn that the session would be told, and no note.
    Nothing,
    /// Nothing behind this turn and this note.
    UpTo {
        /// No turn that the session would be told has a larger id.
        turn: i64,
        /// No note has a larger id.
        note: i64,
    },
}

/// What the store at `path` has to tell a session of a file, where that is known without
/// opening it; else the store has to be asked.
pub fn glance(store: &Path, path: &RelPath, session: &str) -> Option<Glance> {
    match Stamp::of(store) {
        Err(err) if err.kind() == ErrorKind::NotFound => Some(Glance::Nothing),
        Err(_) => None,
        Ok(stamp) => Some(match look_up(store, stamp, hash(path.as_str()))? {
            Some(entry) => entry.glance(hash(session)),
            None => Glance::Nothing,
        }),
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
}

/// The files of a store as they were.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp([u64; STAMP]);

/// Removes the index, if there is one.
pub(crate) fn remove(store: &Path) -> io::Result<()> {
    match fs::remove_file(file(store)) {
        Err(err) if err.kind() != ErrorKind::NotFound => Err(err),
        _ => Ok(()),
    }
}

/// Writes the index of a store that is as it will stay.
pub(crate) fn write(store: &Path, entries: Vec<Entry>) -> io::Result<()> {
    replace(&file(store), &bytes(Stamp::of(store)?, entries))
}

/// That nobody has written into a store since its index was written, and that all of it is in
/// one file.
pub(crate) struct Rest<'a> {
    store: &'a Path,
    stamp: Stamp,
    index: [u64; 5],
    /// It stays open, so that no other file is taken for it.
    _file: File,
}

impl Rest<'_> {
    /// `None` where that is not so.
    pub(crate) fn of(store: &Path) -> Option<Rest<'_>> {
        let stamp = Stamp::of(store).ok().filter(|stamp| stamp.is_without_log())?;
        let index = open(store)?;
        let (length, index_is) = (index.metadata().len(), identity(index.metadata()));
        let mut file = index.into_file();
        count(&mut file, length, stamp)?;
        Some(Rest { store, stamp, index: index_is, _file: file })
    }

    /// Whether that is so still: before anybody commits, the index goes.
    pub(crate) fn lasts(&self) -> bool {
        let index = fs::symlink_metadata(file(self.store));
        index.is_ok_and(|index| identity(&index) == self.index)
            && Stamp::of(self.store).is_ok_and(|stamp| stamp == self.stamp)
    }
}

/// Keeps all others from removing and from writing the index.
pub(crate) fn lock(store: &Path, patience: Duration) -> io::Result<Lock> {
    let index = file(store);
    let folder = StateDir::new(index.parent().unwrap_or(Path::new("")).to_path_buf());
    folder.lock(&index.file_name().unwrap_or_default().to_string_lossy(), patience)
}

impl Entry {
    fn glance(self, session: u64) -> Glance {
        let turn = if self.session == session { self.others.max(self.own) } else { self.turn };
        match (turn, self.note) {
            (0, 0) => Glance::Nothing,
            (turn, note) => Glance::UpTo { turn, note },
        }
    }

    /// What holds of both, for a file that has turns and notes. Of two files with one hash
    /// either may be meant.
    fn and(self, other: Entry) -> Entry {
        let (turn, note) = (self.turn.max(other.turn), self.note.max(other.note));
        if self.turn > 0 && other.turn > 0 {
            return Entry { turn, others: turn, own: turn, note, ..self };
        }
        Entry { note, ..if self.turn > 0 { self } else { other } }
    }

    fn words(self) -> [u64; ENTRY / WORD - 1] {
        let Entry { path, turn, session, others, own, note } = self;
        let number = |number: i64| number.cast_unsigned();
        [path, number(turn), session, number(others), number(own), number(note)]
    }

    /// `None` for what nobody has written so.
    fn of(bytes: &[u8]) -> Option<Entry> {
        let [path, turn, session, others, own, note] = checked(bytes)?;
        let number = |word: u64| word.cast_signed();
        let (turn, others) = (number(turn), number(others));
        Some(Entry { path, turn, session, others, own: number(own), note: number(note) })
    }
}

impl Stamp {
    fn of(store: &Path) -> io::Result<Stamp> {
        let [device, inode, size, seconds, nanos] = identity(&fs::metadata(store)?);
        let log = match fs::metadata(with_ending(store, "-wal")) {
            Ok(log) if log.len() > 0 => identity(&log),
            // A reader leaves an empty one.
            Ok(_) => [0; 5],
            Err(err) if err.kind() == ErrorKind::NotFound => [0; 5],
            Err(err) => return Err(err),
        };
        let [_, _, log_size, log_seconds, log_nanos] = log;
        Ok(Stamp([device, inode, size, seconds, nanos, log_size, log_seconds, log_nanos]))
    }

    fn is_without_log(self) -> bool {
        let [.., size, _, _] = self.0;
        size == 0
    }
}

/// The same in every version of this program. Similar texts are far from each other.
pub(crate) fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| mixed(hash ^ u64::from(byte)))
}

/// The finalizer of `MurmurHash3`.
fn mixed(word: u64) -> u64 {
    let word = (word ^ (word >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let word = (word ^ (word >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    word ^ (word >> 33)
}

/// The entry of a path; `None` where the index does not tell.
#[expect(clippy::option_option, reason = "there is no entry, or nobody knows")]
fn look_up(store: &Path, stamp: Stamp, path: u64) -> Option<Option<Entry>> {
    let file = open(store)?;
    let length = file.metadata().len();
    let mut file = file.into_file();
    let count = count(&mut file, length, stamp)?;
    let (from, to) = window(path, count);
    within(&mut file, path, from, to, count).or_else(|| within(&mut file, path, 0, count, count))
}

fn open(store: &Path) -> Option<RegularFile> {
    open_regular(&file(store), Access::Read, Links::Refused).ok()
}

/// How many entries there are in an index of the store with this stamp; `None` for any other.
fn count(file: &mut File, length: u64, stamp: Stamp) -> Option<usize> {
    let [magic, count, written @ ..]: [u64; HEADER / WORD - 1] = checked(&part(file, 0, HEADER)?)?;
    let expected = count.checked_mul(ENTRY as u64)?.checked_add(HEADER as u64)?;
    let is_of_store = magic == MAGIC && written == stamp.0 && length == expected;
    usize::try_from(count).ok().filter(|_| is_of_store)
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

/// Adds words and their checksum.
fn add(bytes: &mut Vec<u8>, words: &[u64]) {
    for word in words.iter().chain([&checksum(words)]) {
        bytes.extend(word.to_le_bytes());
    }
}

/// Words that have their checksum behind them.
fn checked<const N: usize>(bytes: &[u8]) -> Option<[u64; N]> {
    let mut words = bytes.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word));
    let mut found = [0; N];
    for word in &mut found {
        *word = words.next()?;
    }
    (words.next()? == checksum(&found)).then_some(found)
}

fn checksum(words: &[u64]) -> u64 {
    words.iter().fold(MAGIC, |sum, word| mixed(sum ^ word))
}

fn part(file: &mut File, offset: u64, length: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0; length];
    if offset > 0 {
        file.seek(SeekFrom::Start(offset)).ok()?;
    }
    file.read_exact(&mut bytes).ok()?;
    Some(bytes)
}

fn file(store: &Path) -> PathBuf {
    with_ending(store, ENDING)
}

fn with_ending(store: &Path, ending: &str) -> PathBuf {
    let mut name = store.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// What tells a file from others, its size, and when it was written.
fn identity(found: &Metadata) -> [u64; 5] {
    let written = found.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
    let written = written.unwrap_or_default();
    let [device, inode] = place(found);
    [device, inode, found.len(), written.as_secs(), u64::from(written.subsec_nanos())]
}

#[cfg(unix)]
fn place(found: &Metadata) -> [u64; 2] {
    use std::os::unix::fs::MetadataExt as _;
    [found.dev(), found.ino()]
}

#[cfg(not(unix))]
fn place(_: &Metadata) -> [u64; 2] {
    [0; 2]
}
