//! Mentions that wait to be taken into the store, in a journal beside it.
//!
//! To record a call is to append one line with all its mentions. A system may end what it writes
//! for a process that is killed anywhere, so a line is there as a whole or not at all, and so is
//! a call. Whoever opens the store for writing takes the lines in and removes them, in this order
//! and under the lock of the journal, so that none is lost; since to take in a mention again
//! changes nothing, a process that is killed in between does no harm.

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

/// The version of the lines. In the first one a line was a mention.
const VERSION: usize = 2;

/// A line: what was recorded at once.
#[derive(Serialize, Deserialize)]
struct Line {
    version: usize,
    mentions: Vec<Waiting>,
}

/// A mention as it stands in the journal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Waiting {
    pub(crate) session: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) agent: Option<String>,
    pub(crate) path: String,
    tool: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    call: Option<String>,
    pub(crate) at: i64,
}

/// Records mentions, all or none of them, beside the store at `path`, which is not opened and
/// need not be there yet: the next writer takes them in, at the latest this one where many wait.
///
/// Fails as `Locked` if others hold the journal for longer than `patience`, if it cannot be
/// written, and where many wait, as [`Store::open`]; then they are recorded all the same.
pub fn record(path: &Path, mentions: &[Mention<'_>], patience: Duration) -> Result<(), StoreError> {
    let line = Line { version: VERSION, mentions: mentions.iter().map(Waiting::of).collect() };
    let journal = journal(path);
    let held = journal.hold(patience).map_err(|err| failed(&err))?;
    let before = length(path);
    if before > MAX_JOURNAL {
        let message = "too much waits to be taken into the store, which cannot be written";
        return Err(StoreError::Failed(message.to_owned()));
    }
    held.append_all(&[line]).map_err(|err| failed(&err))?;
    drop(held);
    if before > MAX_WAITING { Store::open(path, patience).map(drop) } else { Ok(()) }
}

/// Whether mentions wait to be taken into the store at `path`.
pub fn is_waiting(path: &Path) -> bool {
    length(path) > 0
}

/// The mentions that wait beside the store at `path`. Lines that nobody can read, such as one
/// that was cut when the disk was full, are passed over.
pub(crate) fn mentions(path: &Path) -> Result<Vec<Waiting>, StoreError> {
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
        for waiting in read(&journal)? {
            if let Some(path) = RelPath::new(&waiting.path) {
                add_mention(&change, &waiting.mention(&path))?;
            }
        }
        change.commit()?;
        held.remove().map_err(|err| failed(&err))
    }
}

impl Waiting {
    fn of(mention: &Mention<'_>) -> Waiting {
        Waiting {
            session: mention.session.to_owned(),
            agent: mention.agent.map(str::to_owned),
            path: mention.path.to_string(),
            tool: mention.tool.to_owned(),
            call: mention.call.map(str::to_owned),
            at: millis(mention.at),
        }
    }

    fn mention<'a>(&'a self, path: &'a RelPath) -> Mention<'a> {
        let Waiting { session, agent, tool, call, .. } = self;
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

fn read(journal: &Journal) -> Result<Vec<Waiting>, StoreError> {
    let mut mentions = Vec::new();
    for value in journal.read().map_err(|err| failed(&err))? {
        mentions.extend(known(value)?);
    }
    Ok(mentions)
}

/// The mentions in a line, none where it is not understood; an error for one of a later version.
fn known(value: Value) -> Result<Vec<Waiting>, StoreError> {
    let version = value.get("version").and_then(Value::as_u64).unwrap_or_default();
    let found = usize::try_from(version).unwrap_or(usize::MAX);
    let mentions = match found {
        1 => serde_json::from_value(value).map(|mention| vec![mention]),
        VERSION => serde_json::from_value(value).map(|line: Line| line.mentions),
        0 => return Ok(Vec::new()),
        _ => return Err(StoreError::Newer { found, known: VERSION }),
    };
    Ok(mentions.unwrap_or_default())
}

fn failed(err: &io::Error) -> StoreError {
    match err.kind() {
        ErrorKind::TimedOut => StoreError::Locked,
        _ => StoreError::Failed(format!("{JOURNAL_NAME}: {err}")),
    }
}
