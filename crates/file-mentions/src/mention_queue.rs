//! Mentions on their way into the store, in the journal of `recent-files`.
//!
//! A writer adds the lines to the store, updates the lists and removes the lines, in this order and
//! with the journal locked, so none is lost. Adding a mention again changes nothing, so a process
//! that is killed in between does no harm.

use std::io::{self, ErrorKind};
use std::path::Path;
use std::time::Duration;

use project_paths::RelPath;
use recent_files::{JOURNAL_NAME, Touch, journal, line, millis, time, touches, waiting_bytes};

use crate::error::StoreError;
use crate::stamp::folder;
use crate::store::{Mention, Store, add_mention};

/// A journal of more bytes is taken in by whoever records. Readers go through all of it.
const MAX_WAITING: u64 = 64 << 10;

/// With so many bytes in the journal nothing more is recorded: for long nobody could take it in.
const MAX_JOURNAL: u64 = 8 << 20;

/// Records mentions, all or none, in the journal beside the store at `path`, which need not exist
/// yet. The next writer moves them into the store, or this one if many are waiting.
///
/// # Errors
/// `Locked` if others lock the journal for longer than `patience`; if it cannot be written; or as
/// [`Store::open`] if many are waiting, but then they are recorded.
pub fn record(path: &Path, mentions: &[Mention<'_>], patience: Duration) -> Result<(), StoreError> {
    let state = folder(path);
    let journal = journal(&state);
    let held = journal.hold(patience).map_err(|err| failed(&err))?;
    let before = waiting_bytes(&state);
    if before > MAX_JOURNAL {
        let message = "the store cannot be written, and too many mentions are waiting";
        return Err(StoreError::Failed(message.to_owned()));
    }
    let line = line(mentions.iter().map(touch).collect());
    held.append_all(&[line]).map_err(|err| failed(&err))?;
    drop(held);
    if before > MAX_WAITING { Store::open(path, patience).map(drop) } else { Ok(()) }
}

/// Whether mentions are waiting to be moved into the store at `path`.
pub fn is_waiting(path: &Path) -> bool {
    waiting_bytes(&folder(path)) > 0
}

impl Store {
    /// Takes in what waits beside the store at `path`.
    pub(crate) fn take_in(&mut self, path: &Path, patience: Duration) -> Result<(), StoreError> {
        if !is_waiting(path) {
            return Ok(());
        }
        let state = folder(path);
        // Others append while this one waits for the store.
        let change = self.begin()?;
        let journal = journal(&state);
        let held = journal.hold(patience).map_err(|err| failed(&err))?;
        for touch in touches(&state)? {
            if let Some(path) = RelPath::new(&touch.path) {
                add_mention(&change, &mention(&touch, &path))?;
            }
        }
        change.commit()?;
        self.index.write_lists(&self.connection)?;
        held.remove().map_err(|err| failed(&err))
    }
}

fn touch(mention: &Mention<'_>) -> Touch {
    Touch {
        session: mention.session.to_owned(),
        agent: mention.agent.map(str::to_owned),
        path: mention.path.to_string(),
        tool: mention.tool.to_owned(),
        call: mention.call.map(str::to_owned),
        at: millis(mention.at),
    }
}

fn mention<'a>(touch: &'a Touch, path: &'a RelPath) -> Mention<'a> {
    let Touch { session, agent, tool, call, .. } = touch;
    let (agent, call) = (agent.as_deref(), call.as_deref());
    Mention { session, agent, path, tool, call, at: time(touch.at) }
}

fn failed(err: &io::Error) -> StoreError {
    match err.kind() {
        ErrorKind::TimedOut => StoreError::Locked,
        _ => StoreError::Failed(format!("{JOURNAL_NAME}: {err}")),
    }
}
