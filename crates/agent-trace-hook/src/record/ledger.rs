//! The files of the ledger, in `.orchestration/` of the project.
//!
//! Many hooks append at once, and each record depends on the one before: a writer
//! holds a lock from reading the last record to writing its own. It reads the end
//! of the file alone. `agent_trace.head.json` says how far the last writer came,
//! since nothing in a chain tells that its end is gone.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};
use hook_state::{Access, Links, Lock, StateDir, open_regular, read_regular, replace_durably};
use serde_json::Value;

use crate::record::chain;
use crate::record::line::{FILE, Line};
use crate::record::link::Link;
use crate::record::tail::{self, Rest, Tail};
use crate::record::trace::Record;

/// The folder in the project.
pub(crate) const FOLDER: &str = ".orchestration";

/// The file of signed checkpoints.
pub(crate) const CHECKPOINTS: &str = "agent_trace.checkpoints.jsonl";

const HEAD: &str = "agent_trace.head.json";

/// The ledger of a project.
#[derive(Debug)]
pub(crate) struct Ledger {
    folder: PathBuf,
    rotate_bytes: u64,
}

/// The ledger, kept from all others.
#[derive(Debug)]
pub(crate) struct Locked<'a> {
    ledger: &'a Ledger,
    _lock: Lock,
}

impl Ledger {
    /// The ledger of the project at `root`. Nothing is touched.
    pub(crate) fn at(root: &Path, rotate_bytes: u64) -> Self {
        Self { folder: root.join(FOLDER), rotate_bytes }
    }

    /// Keeps all others out for as long as the result lives.
    ///
    /// # Errors
    /// If the folder cannot be made, or others hold the lock for longer than `wait`.
    pub(crate) fn lock(&self, wait: Duration) -> Result<Locked<'_>> {
        let folder = self.folder.display();
        fs::create_dir_all(&self.folder).with_context(|| format!("could not create {folder}"))?;
        let lock = StateDir::new(self.folder.clone()).lock(FILE, wait);
        let lock = lock.with_context(|| format!("could not lock the ledger in {folder}"))?;
        Ok(Locked { ledger: self, _lock: lock })
    }

    /// All lines, oldest first. One at the end that has no end is no line yet, and an
    /// empty one is none.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub(crate) fn lines(&self) -> Result<Vec<Line>> {
        let mut lines = Vec::new();
        for path in self.files()? {
            let bytes = read(&path).with_context(|| could_not_read(&path))?;
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            for (at, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
                let record: Option<Value> = serde_json::from_slice(line).ok();
                let is_line = line.ends_with(b"\n") && !line.trim_ascii().is_empty();
                if is_line || chain::is_whole(record.as_ref()) {
                    lines.push(Line { place: format!("{name}:{}", at + 1), record });
                }
            }
        }
        Ok(lines)
    }

    /// Where the last writer has come to, if that is known.
    pub(crate) fn head(&self) -> Option<Link> {
        serde_json::from_slice(&read(&self.folder.join(HEAD)).ok()?).ok()
    }

    /// The file of signed checkpoints.
    pub(crate) fn checkpoints(&self) -> PathBuf {
        self.folder.join(CHECKPOINTS)
    }

    /// The files that there are, oldest first.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub(crate) fn files(&self) -> Result<Vec<PathBuf>> {
        let rotated = self.rotated().with_context(|| could_not_read(&self.folder))?;
        let mut files: Vec<PathBuf> = rotated.into_values().collect();
        let current = self.folder.join(FILE);
        if fs::symlink_metadata(&current).is_ok() {
            files.push(current);
        }
        Ok(files)
    }

    /// The rotated files by their numbers.
    fn rotated(&self) -> io::Result<BTreeMap<u64, PathBuf>> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(err) if err.kind() == ErrorKind::NotFound => return Ok(BTreeMap::new()),
            Err(err) => return Err(err),
        };
        let mut files = BTreeMap::new();
        for entry in entries {
            let entry = entry?;
            let name = entry.file_name();
            let number = name.to_str().and_then(|name| {
                name.strip_prefix("agent_trace.")?.strip_suffix(".jsonl")?.parse().ok()
            });
            files.extend(number.map(|number| (number, entry.path())));
        }
        Ok(files)
    }
}

impl Locked<'_> {
    /// Appends the record that `make` makes, given what stands before it. Half a
    /// last line, which a writer left that was killed, is cut off.
    ///
    /// # Errors
    /// As `make` fails, and if a file cannot be read or written.
    pub(crate) fn append(&self, make: impl FnOnce(&Tail) -> Result<Record>) -> Result<()> {
        let path = self.ledger.folder.join(FILE);
        let mut file = open(&path).with_context(|| format!("could not open {}", path.display()))?;
        let written = self.append_to(&mut file, &path, make);
        written.with_context(|| could_not_write(&path))
    }

    fn append_to(
        &self,
        file: &mut File,
        path: &Path,
        make: impl FnOnce(&Tail) -> Result<Record>,
    ) -> Result<()> {
        let tail = self.without_gap(tail::mended(file)?)?;
        let length = file.metadata()?.len();
        let record = make(&tail)?;
        let mut line = serde_json::to_vec(&record)?;
        line.push(b'\n');
        if length > 0 && length.saturating_add(line.len() as u64) > self.ledger.rotate_bytes {
            let last = self.ledger.rotated()?.into_keys().next_back().unwrap_or(0);
            let number = last.checked_add(1).context("the rotated files have no next number")?;
            fs::rename(path, self.ledger.folder.join(format!("agent_trace.{number}.jsonl")))?;
            *file = open(path)?;
        }
        let start = file.seek(SeekFrom::End(0))?;
        if let Err(err) = file.write_all(&line) {
            // Half a line of ours would be the next writer's to cut off.
            let _still_there = file.set_len(start);
            return Err(err.into());
        }
        self.write_head(&record.link())
    }

    /// Says how far the ledger has come, in one write of always the same length: a
    /// rename in its place would wait for the disk on some file systems.
    fn write_head(&self, head: &Link) -> Result<()> {
        let text = format!("{{\"seq\":{:>20},\"hash\":\"{}\"}}\n", head.seq, head.hash);
        open(&self.ledger.folder.join(HEAD))?.write_all(text.as_bytes())?;
        Ok(())
    }

    /// Appends the checkpoint that `make` makes of the end of the chain, unless
    /// there is one of it.
    ///
    /// # Errors
    /// As `make` fails, and if a file cannot be read or written.
    pub(crate) fn checkpoint(&self, make: impl FnOnce(&Link) -> Result<Value>) -> Result<()> {
        let path = self.ledger.folder.join(FILE);
        let tail = match open_regular(&path, Access::Read, Links::Followed) {
            Ok(file) => tail::read(&file.into_file()).with_context(|| could_not_read(&path))?,
            Err(_) => Tail::default(),
        };
        let tail = if tail.last.is_some() { tail } else { self.earlier()? };
        let Some(last) = tail.last else {
            return Ok(());
        };
        let path = self.ledger.checkpoints();
        let mut file = open(&path).with_context(|| format!("could not open {}", path.display()))?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).with_context(|| could_not_read(&path))?;
        // Half a line is what a writer left that was killed.
        let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        text.truncate(whole);
        file.set_len(whole as u64).with_context(|| could_not_write(&path))?;
        file.seek(SeekFrom::End(0)).with_context(|| could_not_write(&path))?;
        if String::from_utf8_lossy(&text).contains(&last.hash) {
            return Ok(());
        }
        let line = format!("{}\n", make(&last)?);
        file.write_all(line.as_bytes()).with_context(|| could_not_write(&path))
    }

    /// What the next record follows on. Where whole records are gone from the end, it
    /// is the last that was written: one in their place would hide that they are gone.
    fn without_gap(&self, mut tail: Tail) -> io::Result<Tail> {
        if tail.last.is_none() {
            return self.earlier();
        }
        let is_cut = matches!(tail.rest, Rest::Part(_));
        let head = self.ledger.head().filter(|_| !is_cut);
        if head.as_ref().map(|head| head.seq) > tail.last.as_ref().map(|last| last.seq) {
            tail.last = head;
        }
        Ok(tail)
    }

    /// The end of the last rotated file, where the current one has no record yet.
    fn earlier(&self) -> io::Result<Tail> {
        match self.ledger.rotated()?.into_values().next_back() {
            Some(path) => {
                tail::read(&open_regular(&path, Access::Read, Links::Followed)?.into_file())
            }
            None => Ok(Tail::default()),
        }
    }

    /// Puts other records in the place of all.
    ///
    /// # Errors
    /// If a file cannot be written or removed.
    pub(crate) fn rewrite(&self, records: &[Record]) -> Result<()> {
        let mut text = Vec::new();
        for record in records {
            serde_json::to_writer(&mut text, record)?;
            text.push(b'\n');
        }
        let path = self.ledger.folder.join(FILE);
        let rotated = self.ledger.rotated()?;
        // It knows of more records than there will be.
        remove(&self.ledger.folder.join(HEAD))?;
        replace_durably(&path, &text)
            .with_context(|| format!("could not write {}", path.display()))?;
        for file in rotated.values() {
            fs::remove_file(file)
                .with_context(|| format!("could not remove {}", file.display()))?;
        }
        records.last().map_or(Ok(()), |last| self.write_head(&last.link()))
    }
}

/// Removes a file if it is there.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(err) if err.kind() != ErrorKind::NotFound => Err(err),
        _ => Ok(()),
    }
}

/// Opens the file to append to. Nothing but a regular file is taken: what is cut
/// off at the end of a link's target may be somebody's.
fn open(path: &Path) -> io::Result<File> {
    Ok(open_regular(path, Access::Edit, Links::Refused)?.into_file())
}

/// The content of a regular file.
///
/// # Errors
/// If it cannot be read, or is none.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_regular(path, Links::Followed, u64::MAX)
}

fn could_not_write(path: &Path) -> String {
    format!("could not append to {}", path.display())
}

fn could_not_read(path: &Path) -> String {
    format!("could not read {}", path.display())
}
