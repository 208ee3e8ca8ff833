//! How one chain takes the place of another, so that nobody ever finds half of it.
//!
//! The new chain is written beside the old one, in one step. From that moment on it is the
//! ledger; what is left to do (the old files go, the new one gets its name) whoever writes next
//! does, if the first was killed. It counts only if it says of itself that it follows on what
//! is there: anything else in its place was put in.

use std::fs;
use std::io::{self, ErrorKind};

use anyhow::{Context as _, Result, bail};
use hook_state::replace_durably;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::record::chain;
use crate::record::files::{Files, could_not_read, name, read, remove};
use crate::record::line::{Finding, Line};
use crate::record::link::Link;
use crate::record::trace::{KEY, Record, Squashed};

/// What stands in the file where no record is left.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {
    squashed: Squashed,
}

/// What stands where the new chain does until it has its name.
#[derive(Debug)]
pub(crate) enum Succession {
    /// Nothing.
    None,
    /// The new chain: its lines, and its end if it has any.
    Due { lines: Vec<Line>, end: Option<Link> },
    /// Something that does not follow on this ledger.
    Strange,
}

impl Succession {
    /// What is among the files of a ledger.
    ///
    /// # Errors
    /// If one of them cannot be read.
    pub(crate) fn of(files: &Files) -> Result<Self> {
        let path = files.squashed();
        let bytes = match read(&path) {
            Ok(bytes) => bytes,
            Err(err) if err.kind() == ErrorKind::NotFound => return Ok(Self::None),
            Err(err) if err.kind() == ErrorKind::InvalidInput => return Ok(Self::Strange),
            Err(err) => return Err(err).with_context(|| could_not_read(&path)),
        };
        let old = files.lines()?;
        let before = old.iter().rev().find_map(|line| chain::link(line.record.as_ref()?));
        if let Ok(Nothing { squashed }) = serde_json::from_slice(&bytes) {
            let follows = before.is_none_or(|before| before.hash == squashed.head);
            let due = Self::Due { lines: Vec::new(), end: None };
            return Ok(if follows { due } else { Self::Strange });
        }
        let lines = chain::lines(&name(&path), &bytes);
        let end = lines.last().and_then(|line| chain::link(line.record.as_ref()?));
        let is_whole = bytes.ends_with(b"\n") && chain::check(&lines, "", None).is_empty();
        let (true, Some(end)) = (is_whole, end) else { return Ok(Self::Strange) };
        // Once the head is the new one, the old files go.
        let follows = files.head().is_some_and(|head| head == end)
            || before.is_some_and(|before| replaced(&lines) == Some(&before.hash));
        Ok(if follows { Self::Due { lines, end: Some(end) } } else { Self::Strange })
    }

    /// What is wrong with it among these files.
    pub(crate) fn finding(&self, files: &Files) -> Option<Finding> {
        let what = "was inserted: it does not follow this ledger";
        let place = || name(&files.squashed());
        let finding = || Finding { place: place(), id: None, what: what.to_owned() };
        matches!(self, Self::Strange).then(finding)
    }
}

/// Whether something stands where the new chain does until it has its name.
pub(crate) fn is_there(files: &Files) -> bool {
    files.squashed().symlink_metadata().is_ok()
}

/// Puts a chain in the place of that which ends with `before`, for who keeps the others out.
///
/// # Errors
/// If a file cannot be written or removed. What was not done the next writer does.
pub(crate) fn replace(files: &Files, records: &[Record], before: &Link) -> Result<()> {
    let path = files.squashed();
    if is_there(files) {
        bail!("{} is in the way", path.display());
    }
    let mut text = Vec::new();
    for record in records {
        serde_json::to_writer(&mut text, record)?;
        text.push(b'\n');
    }
    if records.is_empty() {
        let squashed = Squashed { records: before.seq, head: before.hash.clone() };
        text = serde_json::to_vec(&Nothing { squashed })?;
    }
    let written = replace_durably(&path, &text);
    written.with_context(|| format!("could not write {}", path.display()))?;
    finish_all(files, records.last().map(Record::link).as_ref())
}

/// Finishes what somebody began who was killed, if anything; for who keeps the others out.
///
/// # Errors
/// As of [`replace`], and if the ledger cannot be read.
pub(crate) fn go_on(files: &Files) -> Result<()> {
    if !is_there(files) {
        return Ok(());
    }
    match Succession::of(files)? {
        Succession::Due { end, .. } => finish_all(files, end.as_ref()),
        Succession::None | Succession::Strange => Ok(()),
    }
}

fn finish_all(files: &Files, end: Option<&Link>) -> Result<()> {
    let could_not = || format!("could not finish {}", files.squashed().display());
    finish(files, end).with_context(could_not)
}

/// Each step may be done twice. The last one gives the new chain its name.
fn finish(files: &Files, end: Option<&Link>) -> io::Result<()> {
    // They sign places of a chain that is no more.
    remove(&files.checkpoints())?;
    match end {
        Some(end) => files.write_head(end)?,
        None => files.remove_head()?,
    }
    if end.is_some() {
        return fs::rename(files.squashed(), files.current());
    }
    remove(&files.current())?;
    remove(&files.squashed())
}

/// The end of the chain in whose place this one says it is.
fn replaced(lines: &[Line]) -> Option<&str> {
    let ours = lines.first()?.record.as_ref()?.get("metadata")?.get(KEY)?;
    ours.get("squashed")?.get("head").and_then(Value::as_str)
}
