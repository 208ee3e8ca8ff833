//! A chain of the ledger, in `.orchestration/` of the project.
//!
//! Many hooks append at once, and each record depends on the one before: a writer
//! holds a lock from reading the last record to writing its own. It reads the end
//! of the file alone. `agent_trace.head.json` says how far the last writer came,
//! since nothing in a chain tells that its end is gone.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result};
use hook_state::{Access, Links, Lock, StateDir, open_regular};
use serde_json::Value;

use crate::record::files::{Files, could_not_read, open};
use crate::record::line::Line;
use crate::record::link::Link;
use crate::record::succession::{self, Succession};
use crate::record::tail::{self, Rest, Tail};
use crate::record::trace::Record;

/// The lock of all chains.
const LOCK: &str = "agent_trace.jsonl";

/// A chain of the ledger.
#[derive(Debug)]
pub(crate) struct Ledger {
    files: Files,
}

/// The ledger, kept from all others.
#[derive(Debug)]
pub(crate) struct Locked<'a> {
    ledger: &'a Ledger,
    _lock: Lock,
}

impl Ledger {
    /// The chain with these files. Nothing is touched.
    pub(crate) fn of(files: Files) -> Self {
        Self { files }
    }

    /// All chains of the project at `root`, that where nothing is merged first.
    ///
    /// # Errors
    /// If the folder cannot be read, or is a link.
    pub(crate) fn all(root: &Path) -> Result<Vec<Self>> {
        let chains = Files::of_all(root)?;
        Ok(chains.into_iter().map(Self::of).collect())
    }

    /// Keeps all others out for as long as the result lives, to write. What somebody left
    /// unfinished who was killed is finished first.
    ///
    /// # Errors
    /// As of [`Ledger::keep`], and if that cannot be finished.
    pub(crate) fn lock(&self, wait: Duration) -> Result<Locked<'_>> {
        let locked = self.keep(wait)?;
        succession::go_on(&self.files)?;
        Ok(locked)
    }

    /// Keeps all others out for as long as the result lives, to read.
    ///
    /// # Errors
    /// If the folder cannot be made or is a link, or others hold the lock for longer than
    /// `wait`.
    pub(crate) fn keep(&self, wait: Duration) -> Result<Locked<'_>> {
        self.files.check()?;
        let path = self.files.folder();
        let folder = path.display();
        fs::create_dir_all(path).with_context(|| format!("could not create {folder}"))?;
        let lock = StateDir::new(path.to_owned()).lock_with_others(LOCK, wait);
        let lock = lock.with_context(|| format!("could not lock the ledger in {folder}"))?;
        Ok(Locked { ledger: self, _lock: lock })
    }

    /// Its files, each by itself.
    pub(crate) fn files(&self) -> &Files {
        &self.files
    }

    /// Whether nothing was ever written.
    ///
    /// # Errors
    /// If the folder cannot be read, or is a link.
    pub(crate) fn is_empty(&self) -> Result<bool> {
        self.files.check()?;
        let is_there = self.files.current().symlink_metadata().is_ok();
        Ok(!is_there && !succession::is_there(&self.files))
    }

    /// The end of the chain as it is in its file.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub(crate) fn end(&self) -> io::Result<Option<Link>> {
        match open_regular(&self.files.current(), Access::Read, Links::Followed) {
            Err(err) if err.kind() == io::ErrorKind::NotFound => Ok(None),
            file => Ok(tail::read(&file?.into_file())?.last),
        }
    }

    /// All lines, oldest first. One at the end that has no end is no line yet, and an
    /// empty one is none.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub(crate) fn lines(&self) -> Result<Vec<Line>> {
        match Succession::of(&self.files)? {
            Succession::Due { lines, .. } => Ok(lines),
            Succession::None | Succession::Strange => self.files.lines(),
        }
    }
}

impl Locked<'_> {
    /// Appends the record that `make` makes, if it does, given what stands before it, and tells
    /// the end of the chain then. Half a last line, which a writer left that was killed, is cut off.
    ///
    /// # Errors
    /// As `make` fails, and if a file cannot be read or written.
    pub(crate) fn append(
        &self,
        make: impl FnOnce(&Tail) -> Result<Option<Record>>,
    ) -> Result<Option<Link>> {
        let path = self.ledger.files.current();
        let mut file = open(&path).with_context(|| format!("could not open {}", path.display()))?;
        let written = self.append_to(&mut file, make);
        written.with_context(|| could_not_write(&path))
    }

    fn append_to(
        &self,
        file: &mut File,
        make: impl FnOnce(&Tail) -> Result<Option<Record>>,
    ) -> Result<Option<Link>> {
        let tail = self.without_gap(tail::mended(file)?);
        let Some(record) = make(&tail)? else {
            // It may be there from a writer that was killed before it said how far it came.
            let told = self.ledger.files.head();
            let untold = tail.last.as_ref().filter(|last| told.as_ref() != Some(last));
            untold.map_or(Ok(()), |last| self.ledger.files.write_head(last))?;
            return Ok(tail.last);
        };
        let mut line = serde_json::to_vec(&record)?;
        line.push(b'\n');
        let start = file.seek(SeekFrom::End(0))?;
        if let Err(err) = file.write_all(&line) {
            // Half a line of ours would be the next writer's to cut off.
            let _still_there = file.set_len(start);
            return Err(err.into());
        }
        self.ledger.files.write_head(&record.link())?;
        Ok(Some(record.link()))
    }

    /// Appends the checkpoint that `make` makes of the end of the chain, unless
    /// there is one of it.
    ///
    /// # Errors
    /// As `make` fails, and if a file cannot be read or written.
    pub(crate) fn checkpoint(&self, make: impl FnOnce(&Link) -> Result<Value>) -> Result<()> {
        let folder = self.ledger.files.folder();
        let Some(last) = self.ledger.end().with_context(|| could_not_read(folder))? else {
            return Ok(());
        };
        let path = self.ledger.files.checkpoints();
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
    fn without_gap(&self, mut tail: Tail) -> Tail {
        if tail.last.is_none() {
            return Tail::default();
        }
        let is_cut = matches!(tail.rest, Rest::Part(_));
        let head = self.ledger.files.head().filter(|_| !is_cut);
        if head.as_ref().map(|head| head.seq) > tail.last.as_ref().map(|last| last.seq) {
            tail.last = head;
        }
        tail
    }
}

fn could_not_write(path: &Path) -> String {
    format!("could not append to {}", path.display())
}
