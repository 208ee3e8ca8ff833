//! What is about to be kept: `<state>/agent-events.pending.json`, which is there only while a
//! hook appends to the journal and replaces the file of a session.
//!
//! A hook may be killed between the two, and then the one says what the other never hears of.
//! The journal leads: where it has the first of the lines, whoever keeps something next adds
//! those that are missing and writes the file of the session. Else nothing was told, and
//! nothing has happened.

use std::io::{self, ErrorKind};
use std::path::PathBuf;

use hook_state::{HeldJournal, StateDir};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::decide::session::Session;
use crate::decide::transition::Transition;
use crate::record::sessions::Sessions;

const FILE: &str = "agent-events.pending.json";
const VERSION: u32 = 1;

/// A session as it is to be, and the lines that say so.
#[derive(Debug, Serialize, Deserialize)]
struct Pending {
    v: u32,
    session: Session,
    lines: Vec<Transition>,
}

/// Whether somebody is about to keep something, or was killed.
pub(crate) fn is_there(state: &StateDir) -> bool {
    file(state).symlink_metadata().is_ok()
}

/// Says what is about to be kept, for who holds the journal.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn announce(
    state: &StateDir,
    session: &Session,
    lines: &[Transition],
) -> io::Result<()> {
    let pending = Pending { v: VERSION, session: session.clone(), lines: lines.to_vec() };
    state.write(FILE, &serde_json::to_vec(&pending)?)
}

/// It is kept.
///
/// # Errors
/// If the file stays.
pub(crate) fn done(state: &StateDir) -> io::Result<()> {
    match std::fs::remove_file(file(state)) {
        Err(err) if err.kind() != ErrorKind::NotFound => Err(err),
        _ => Ok(()),
    }
}

/// Finishes what somebody began who was killed, for who holds the journal. What cannot be
/// understood was never finished by any version, and goes.
///
/// # Errors
/// If a file cannot be read, written or removed.
pub(crate) fn mend(state: &StateDir, held: &HeldJournal<'_>) -> io::Result<()> {
    if !is_there(state) {
        return Ok(());
    }
    let found = state.read_json::<Pending>(FILE);
    match found {
        Ok(Some(pending)) if pending.v == VERSION => finish(state, held, &pending)?,
        Err(err) if err.kind() != ErrorKind::InvalidData => return Err(err),
        _ => {}
    }
    done(state)
}

fn finish(state: &StateDir, held: &HeldJournal<'_>, pending: &Pending) -> io::Result<()> {
    let Some(first) = pending.lines.first() else { return Ok(()) };
    let last = held.last()?;
    let last = last.as_ref().and_then(|line| line.get("seq")).and_then(Value::as_u64);
    let Some(last) = last.filter(|last| *last >= first.seq) else { return Ok(()) };
    let missing: Vec<&Transition> = pending.lines.iter().filter(|line| line.seq > last).collect();
    if !missing.is_empty() {
        held.append_all(&missing)?;
    }
    Sessions::of(state).write(&pending.session)
}

fn file(state: &StateDir) -> PathBuf {
    state.file(FILE)
}
