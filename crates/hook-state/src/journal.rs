//! Append-only files of JSON lines.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use crate::lock::{self, Lock};
use crate::regular_file::{self, Access, Links, RegularFile, open_regular};
use crate::replace::creating_folder;
use crate::tail::LinesFromEnd;

const DEFAULT_BYTES: u64 = 8 << 20;

/// How much of a journal's end is read first to find its last line.
const TAIL: usize = 4 << 10;

const ACCESS: Access = Access::AppendPrivately;

/// A file of JSON lines, `<stem>.jsonl`, that many processes append to.
///
/// Above 8 MiB it becomes `<stem>.1.jsonl`, in place of an earlier one, or, where more are kept,
/// before `<stem>.2.jsonl` and so on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Journal {
    path: PathBuf,
    largest: u64,
    kept: usize,
}

/// A journal that nobody else can hold or rotate until this is dropped: for a line that depends on the
/// one before it, or on other files. All who append to such a journal must hold it.
#[derive(Debug)]
pub struct HeldJournal<'a> {
    journal: &'a Journal,
    _lock: Lock,
}

impl Journal {
    /// The journal at `path`, which is not accessed yet. Its files are private to this user (on Unix), and
    /// only links to a device are followed.
    pub fn new(path: PathBuf) -> Journal {
        Journal { path, largest: DEFAULT_BYTES, kept: 1 }
    }

    /// Sets the size in bytes above which the journal is rotated.
    #[must_use]
    pub fn rotated_above(self, largest: u64) -> Journal {
        Journal { largest, ..self }
    }

    /// Sets how many rotated files are kept, at least one.
    #[must_use]
    pub fn keeping(self, files: usize) -> Journal {
        Journal { kept: files.max(1), ..self }
    }

    /// Appends one line atomically. An incomplete line of a crash is ended first, so that only that one
    /// is lost.
    ///
    /// Fails with `TimedOut` if others lock the file for longer than `wait`, and if the line cannot be
    /// written or serialised.
    pub fn append(&self, line: &impl Serialize, wait: Duration) -> io::Result<()> {
        self.append_all(std::slice::from_ref(line), wait)
    }

    /// Appends several lines like [`Journal::append`], with no other line between them.
    pub fn append_all(&self, lines: &[impl Serialize], wait: Duration) -> io::Result<()> {
        let bytes = serialised(lines)?;
        loop {
            let file = creating_folder(&self.path, || regular_file::open_log(&self.path, ACCESS))?;
            lock::acquire(&file, &self.path, wait)?;
            let opened = regular_file::checked_log(file, ACCESS)?;
            if opened.metadata().len() <= self.largest {
                return append(opened, bytes);
            }
            // Another process may have rotated it before it released the lock.
            let current = self.path.symlink_metadata();
            if current.is_ok_and(|current| identity(&current) == identity(opened.metadata())) {
                self.rotate()?;
            }
        }
    }

    /// Keeps others from holding it.
    ///
    /// Fails as `TimedOut` if others hold the lock for longer than `wait`.
    pub fn hold(&self, wait: Duration) -> io::Result<HeldJournal<'_>> {
        Ok(HeldJournal { journal: self, _lock: Lock::of(&self.path, ACCESS, wait)? })
    }

    /// The lines of all files, the oldest first. Lines that are not JSON are skipped. Empty if there is no
    /// journal yet.
    pub fn read(&self) -> io::Result<impl Iterator<Item = Value> + use<>> {
        let files = self.files()?;
        Ok(files.into_iter().flat_map(|file| {
            BufReader::new(file)
                .split(b'\n')
                .map_while(Result::ok)
                .filter_map(|line| serde_json::from_slice(&line).ok())
        }))
    }

    /// Whether a line that contains `part` also `is_meant`. Searches from the last line backwards.
    pub fn has(&self, part: &str, is_meant: impl Fn(&Value) -> bool) -> io::Result<bool> {
        let has_part = |line: &[u8]| str::from_utf8(line).is_ok_and(|line| line.contains(part));
        for file in self.files()?.iter().rev() {
            let mut lines = LinesFromEnd::of(file, TAIL)?;
            while let Some(line) = lines.next_line()? {
                let is_it = has_part(line.bytes)
                    && serde_json::from_slice(line.bytes).is_ok_and(|line| is_meant(&line));
                if is_it {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The files of the journal, the oldest first. They are opened from the newest to the oldest, so that
    /// a file that is rotated meanwhile is not missed.
    pub fn files(&self) -> io::Result<Vec<File>> {
        let mut files = Vec::new();
        let mut met = Vec::new();
        for path in self.paths() {
            let Some(file) = open_existing(&path)? else { continue };
            let identity = identity(&file.metadata()?);
            if !met.contains(&identity) {
                met.push(identity);
                files.push(file);
            }
        }
        files.reverse();
        Ok(files)
    }

    /// The paths of its files, the newest first.
    fn paths(&self) -> impl Iterator<Item = PathBuf> {
        std::iter::once(self.path.clone()).chain((1..=self.kept).map(|number| self.rotated(number)))
    }

    /// Makes room for a new file. Each moves by one as far as there is something to move, the
    /// oldest first, so that a crash in between loses nothing.
    fn rotate(&self) -> io::Result<()> {
        let paths: Vec<PathBuf> = self.paths().collect();
        let is_free = |path: &PathBuf| path.symlink_metadata().is_err();
        let free = paths.iter().position(is_free).unwrap_or(self.kept);
        let moves: Vec<_> = paths.iter().zip(paths.iter().skip(1)).take(free).collect();
        moves.into_iter().rev().try_for_each(|(from, to)| fs::rename(from, to))
    }

    fn open(&self) -> io::Result<RegularFile> {
        let file = creating_folder(&self.path, || regular_file::open_log(&self.path, ACCESS))?;
        regular_file::checked_log(file, ACCESS)
    }

    fn rotated(&self, number: usize) -> PathBuf {
        let mut name = OsString::from(self.path.file_stem().unwrap_or_default());
        name.push(format!(".{number}"));
        if let Some(extension) = self.path.extension() {
            name.push(".");
            name.push(extension);
        }
        self.path.with_file_name(name)
    }
}

impl HeldJournal<'_> {
    /// Appends lines, as [`Journal::append_all`] does.
    pub fn append_all(&self, lines: &[impl Serialize]) -> io::Result<()> {
        self.write(serialised(lines)?)
    }

    /// The last line that is JSON; `None` if there is none. That of a rotated
    /// file counts as long as no other was appended.
    pub fn last(&self) -> io::Result<Option<Value>> {
        for path in self.journal.paths() {
            let Some(file) = open_existing(&path)? else { continue };
            if let Some(line) = last_line(&file)? {
                return Ok(Some(line));
            }
        }
        Ok(None)
    }

    /// Removes all lines, those of rotated files included: for what was taken elsewhere
    /// meanwhile. The oldest go first. The next line begins a new file.
    pub fn remove(&self) -> io::Result<()> {
        let mut paths: Vec<PathBuf> = self.journal.paths().collect();
        paths.reverse();
        paths.iter().try_for_each(|path| match fs::remove_file(path) {
            Err(err) if err.kind() != ErrorKind::NotFound => Err(err),
            _ => Ok(()),
        })
    }

    /// The newest lines that are JSON, from the last one back, of the last `most` bytes of a
    /// file; those of a rotated file where nothing else was appended since.
    pub fn newest(&self, most: u64) -> io::Result<Vec<Value>> {
        for path in self.journal.paths() {
            let Some(file) = open_existing(&path)? else { continue };
            let mut lines = LinesFromEnd::of(&file, TAIL)?.within(most);
            let mut found = Vec::new();
            while let Some(line) = lines.next_line()? {
                found.extend(serde_json::from_slice(line.bytes).ok());
            }
            if !found.is_empty() {
                return Ok(found);
            }
        }
        Ok(Vec::new())
    }

    fn write(&self, bytes: Vec<u8>) -> io::Result<()> {
        let journal = self.journal;
        let mut opened = journal.open()?;
        if opened.metadata().len() > journal.largest {
            journal.rotate()?;
            opened = journal.open()?;
        }
        append(opened, bytes)
    }
}

/// Appends whole lines.
fn append(opened: RegularFile, mut bytes: Vec<u8>) -> io::Result<()> {
    let length = opened.metadata().len();
    let mut file = opened.into_file();
    if !ends_whole(&mut file, length)? {
        bytes.insert(0, b'\n');
    }
    file.write_all(&bytes)
}

fn serialised(lines: &[impl Serialize]) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    for line in lines {
        let mut line = serde_json::to_vec(line)?;
        // Raw JSON values may be spread over lines.
        line.iter_mut().filter(|byte| **byte == b'\n').for_each(|byte| *byte = b' ');
        bytes.append(&mut line);
        bytes.push(b'\n');
    }
    Ok(bytes)
}

/// The last line that is JSON.
fn last_line(file: &File) -> io::Result<Option<Value>> {
    let mut lines = LinesFromEnd::of(file, TAIL)?;
    while let Some(line) = lines.next_line()? {
        if let Ok(value) = serde_json::from_slice(line.bytes) {
            return Ok(Some(value));
        }
    }
    Ok(None)
}

fn ends_whole(file: &mut File, length: u64) -> io::Result<bool> {
    let Some(last) = length.checked_sub(1) else {
        return Ok(true);
    };
    let mut byte = [0];
    read_at(file, &mut byte, last)?;
    Ok(byte == *b"\n")
}

#[cfg(unix)]
fn read_at(file: &mut File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

#[cfg(not(unix))]
fn read_at(file: &mut File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    use std::io::{Read as _, Seek as _};
    file.seek(io::SeekFrom::Start(at))?;
    file.read_exact(bytes)
}

fn open_existing(path: &Path) -> io::Result<Option<File>> {
    match open_regular(path, Access::Read, Links::Followed) {
        Ok(file) => Ok(Some(file.into_file())),
        Err(err) if err.kind() == ErrorKind::NotFound => Ok(None),
        Err(err) => Err(err),
    }
}

/// What tells a file from others, whatever it is called.
#[cfg(unix)]
fn identity(metadata: &fs::Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}

/// What tells a file from others, whatever it is called.
#[cfg(not(unix))]
fn identity(metadata: &fs::Metadata) -> Option<(u64, std::time::SystemTime)> {
    Some((metadata.len(), metadata.modified().ok()?))
}

#[cfg(all(test, unix))]
mod tests {
    use rustix::fs::{CWD, Mode, mkfifoat};
    use serde_json::json;
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn a_pipe_in_the_place_of_a_lock_or_a_journal_is_not_waited_for() {
        let folder = TempDir::new().unwrap();
        let at = |name: &str| folder.path().join(name);
        for pipe in [".log.jsonl.lock", "other.jsonl", "rotated.1.jsonl"] {
            mkfifoat(CWD, at(pipe), Mode::RWXU).unwrap();
        }
        let append = |name: &str| Journal::new(at(name)).append(&json!(1), Duration::ZERO);
        append("log.jsonl").unwrap();
        assert_eq!(append("other.jsonl").unwrap_err().to_string(), "not a regular file");
        let rotated = Journal::new(at("rotated.jsonl"));
        rotated.hold(Duration::ZERO).unwrap().last().unwrap_err();
        assert!(rotated.read().is_err());
        std::os::unix::fs::symlink("/dev/null", at("nothing.jsonl")).unwrap();
        append("nothing.jsonl").unwrap();
    }

    #[test]
    fn a_link_in_the_place_of_a_journal_is_not_written_through() {
        let folder = TempDir::new().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::File::create(at("there")).unwrap();
        for target in ["there", "nowhere"] {
            let link = at(&format!("{target}.jsonl"));
            std::os::unix::fs::symlink(target, &link).unwrap();
            let err = Journal::new(link).append(&json!(1), Duration::ZERO).unwrap_err();
            assert_eq!(err.to_string(), "a symbolic link, which is not followed here");
        }
        assert_eq!(std::fs::read(at("there")).unwrap(), b"");
        assert!(!at("nowhere").exists());
    }
}
