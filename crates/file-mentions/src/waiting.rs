//! Mentions that wait to be taken into the store, in a journal beside it.
//!
//! To record a call is to append its lines. Whoever opens the store for writing takes them in
//! and removes them, in this order and under the lock of the journal, so that none is lost;
//! since to take in a mention again changes nothing, a process that is killed in between does
//! no harm.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::time::Duration;

use hook_state::Journal;
use project_paths::RelPath;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::StoreError;
use crate::store::{Mention, Store, add_mention};
use crate::times::{millis, time};

/// The name of the journal, in the folder of the store.
pub const JOURNAL_NAME: &str = "context-mentions.jsonl";

/// A journal of more bytes is taken in by whoever records. Readers go through all of it.
const MAX_WAITING: u64 = 64 << 10;

/// With so many bytes in the journal nothing more is recorded: for long nobody could take it in.
const MAX_JOURNAL: u64 = 8 << 20;

/// The version of the lines.
const VERSION: usize = 1;

/// A mention as it stands in the journal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Line {
    version: usize,
    pub(crate) session: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) agent: Option<String>,
    pub(crate) path: String,
    tool: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    call: Option<String>,
    pub(crate) at: i64,
}

/// Records mentions beside the store at `path`, which is not opened and need not be there
/// yet: the next writer takes them in, at the latest this one where many wait.
///
/// Fails as `Locked` if others hold the journal for longer than `patience`, if it cannot be
/// written, and where many wait, as [`Store::open`]; then they are recorded all the same.
pub fn record(path: &Path, mentions: &[Mention<'_>], patience: Duration) -> Result<(), StoreError> {
    let lines: Vec<Line> = mentions.iter().map(Line::of).collect();
    let journal = journal(path);
    let held = journal.hold(patience).map_err(|err| failed(&err))?;
    let before = length(path);
    if before > MAX_JOURNAL {
        let message = "too much waits to be taken into the store, which cannot be written";
        return Err(StoreError::Failed(message.to_owned()));
    }
    held.append_all(&lines).map_err(|err| failed(&err))?;
    drop(held);
    if before > MAX_WAITING { Store::open(path, patience).map(drop) } else { Ok(()) }
}

/// Whether mentions wait to be taken into the store at `path`.
pub fn is_waiting(path: &Path) -> bool {
    length(path) > 0
}

/// The mentions that wait beside the store at `path`. Lines that nobody can read, such as one
/// that was cut when the disk was full, are passed over.
pub(crate) fn lines(path: &Path) -> Result<Vec<Line>, StoreError> {
    if !is_waiting(path) {
        return Ok(Vec::new());
    }
    read(&journal(path))
}

impl Store {
    /// Takes in what waits beside the store at `path`.
    pub(crate) fn take_in(&mut self, path: &Path, patience: Duration) -> Result<(), StoreError> {
        if !is_waiting(path) {
            return Ok(());
        }
        // Others append while this one waits for the store.
        let change = self.begin()?;
        let journal = journal(path);
        let held = journal.hold(patience).map_err(|err| failed(&err))?;
        for line in read(&journal)? {
            if let Some(path) = RelPath::new(&line.path) {
                add_mention(&change, &line.mention(&path))?;
            }
        }
        change.commit()?;
        held.remove().map_err(|err| failed(&err))
    }
}

impl Line {
    fn of(mention: &Mention<'_>) -> Line {
        Line {
            version: VERSION,
            session: mention.session.to_owned(),
            agent: mention.agent.map(str::to_owned),
            path: mention.path.to_string(),
            tool: mention.tool.to_owned(),
            call: mention.call.map(str::to_owned),
            at: millis(mention.at),
        }
    }

    fn mention<'a>(&'a self, path: &'a RelPath) -> Mention<'a> {
        let Line { session, agent, tool, call, .. } = self;
        let (agent, call) = (agent.as_deref(), call.as_deref());
        Mention { session, agent, path, tool, call, at: time(self.at) }
    }
}

/// It is not rotated: a line stays until it is taken in.
fn journal(path: &Path) -> Journal {
    Journal::new(path.with_file_name(JOURNAL_NAME)).rotated_above(u64::MAX)
}

fn length(path: &Path) -> u64 {
    fs::metadata(path.with_file_name(JOURNAL_NAME)).map_or(0, |found| found.len())
}

fn read(journal: &Journal) -> Result<Vec<Line>, StoreError> {
    journal.read().map_err(|err| failed(&err))?.filter_map(known).collect()
}

/// The line in a value; `None` for what is none, an error for one of a later version.
fn known(value: Value) -> Option<Result<Line, StoreError>> {
    let found = value.get("version")?.as_u64()?;
    if found > VERSION as u64 {
        let found = usize::try_from(found).unwrap_or(usize::MAX);
        return Some(Err(StoreError::Newer { found, known: VERSION }));
    }
    serde_json::from_value(value).ok().map(Ok)
}

fn failed(err: &io::Error) -> StoreError {
    match err.kind() {
        ErrorKind::TimedOut => StoreError::Locked,
        _ => StoreError::Failed(format!("{JOURNAL_NAME}: {err}")),
    }
}
