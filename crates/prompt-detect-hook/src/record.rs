//! What is kept of a signal: the session's file and the lines of the journal, both
//! under one lock, so that hooks that run at once lose nothing, and announced before, so that
//! one that is killed between the two leaves nothing half done.

mod pending_write;
pub(crate) mod sessions;
pub(crate) mod sinks;

use std::io::ErrorKind;
use std::time::Duration;

use anyhow::{Context as _, Result};
use hook_runtime::Ctx;
use hook_state::{HeldJournal, Journal, StateDir};
use serde_json::Value;

use crate::decide::is_forgotten;
use crate::decide::machine::{self, Step};
use crate::decide::session::Session;
use crate::decide::signal::Signal;
use crate::decide::timestamp::Timestamp;
use crate::decide::transition::Transition;
use crate::record::sessions::Sessions;

/// The journal of a project's sessions in its state folder.
pub(crate) const JOURNAL: &str = "agent-events.jsonl";

/// How long the other hooks of a project are waited for.
const PATIENCE: Duration = Duration::from_secs(3);

/// No journal has so many lines: a line with this number was written by nobody here.
const MAX_LINES: u64 = 1 << 53;

/// Whether a signal may change its session: most do not, and that takes one look
/// at a file. Without a window a signal changes the most.
///
/// # Errors
/// If there is no state folder.
pub(crate) fn may_change(ctx: &Ctx, signal: &Signal<'_>) -> Result<bool> {
    let state = state(ctx)?;
    if pending_write::is_there(state) {
        // The session may be another one than its file says.
        return Ok(true);
    }
    // What is wrong with the file is said where it is written.
    let Ok(Some(session)) = Sessions::of(state).read(signal.session) else {
        return Ok(true);
    };
    let step = machine::step(&session, signal, Duration::ZERO);
    Ok(!step.transitions.is_empty() || step.session != session)
}

/// Keeps what a signal says, and returns what is to be told of it.
///
/// # Errors
/// If the state cannot be read or written.
pub(crate) fn record(ctx: &Ctx, signal: &Signal<'_>, window: Duration) -> Result<Vec<Transition>> {
    let step = |session: &Session| Some(machine::step(session, signal, window));
    update(ctx, state(ctx)?, signal.session, signal.at, step)
}

/// Closes what has been open for longer than `longest` in these sessions of a
/// project, and removes those of which nothing will be heard any more. Returns what
/// is to be told.
///
/// # Errors
/// As of [`record`].
pub(crate) fn clear(
    ctx: &Ctx,
    state: &StateDir,
    longest: Duration,
    known: Vec<Session>,
) -> Result<Vec<Transition>> {
    let (sessions, now) = (Sessions::of(state), Timestamp::at(ctx.now()));
    let mut told = Vec::new();
    for session in known {
        if machine::expired(&session, now, longest).is_some() {
            told.extend(update(ctx, state, &session.id, now, |session| {
                machine::expired(session, now, longest)
            })?);
        } else if is_forgotten(&session, now) {
            sessions.remove(&session).context("could not remove a session")?;
        }
    }
    Ok(told)
}

/// The state folder of the project.
///
/// # Errors
/// If not even a home folder is known.
pub(crate) fn state(ctx: &Ctx) -> Result<&StateDir> {
    ctx.state().context("there is no state folder")
}

fn update(
    ctx: &Ctx,
    state: &StateDir,
    id: &str,
    at: Timestamp,
    step: impl FnOnce(&Session) -> Option<Step>,
) -> Result<Vec<Transition>> {
    let (sessions, journal) = (Sessions::of(state), Journal::new(state.file(JOURNAL)));
    let held = journal.hold(ctx.patience(PATIENCE));
    let held = held.with_context(|| format!("could not lock {}", state.file(JOURNAL).display()))?;
    pending_write::mend(state, &held).context("could not complete the write of another hook")?;
    let known = read(ctx, &sessions, id)?;
    let project = ctx.project().map(|project| project.path());
    let before = known.clone().unwrap_or_else(|| Session::new(id, project, at));
    let Some(step) = step(&before) else {
        return Ok(Vec::new());
    };
    let transitions = numbered(&held, step.transitions)?;
    let write = || {
        let written = sessions.write(&step.session);
        written.context("could not write the state of the session")
    };
    if !transitions.is_empty() {
        let announced = pending_write::announce(state, &step.session, &transitions);
        announced.context("could not record the pending write")?;
        held.append_all(&transitions).context("could not append to the journal")?;
        write()?;
        pending_write::done(state).context("could not mark the write as complete")?;
    } else if known.as_ref() != Some(&step.session) {
        write()?;
    }
    Ok(transitions)
}

/// A file that is malformed counts as none: it is written anew.
fn read(ctx: &Ctx, sessions: &Sessions, id: &str) -> Result<Option<Session>> {
    match sessions.read(id) {
        Err(err) if err.kind() == ErrorKind::InvalidData => {
            ctx.report(err);
            Ok(None)
        }
        read => read.context("could not read the state of the session"),
    }
}

/// The transitions with the numbers that follow the last one of the journal.
fn numbered(held: &HeldJournal<'_>, mut transitions: Vec<Transition>) -> Result<Vec<Transition>> {
    if transitions.is_empty() {
        return Ok(transitions);
    }
    let last = held.last().context("could not read the journal")?;
    let last = last.as_ref().and_then(|line| line.get("seq")).and_then(Value::as_u64);
    let last = last.filter(|seq| *seq < MAX_LINES);
    for (transition, seq) in transitions.iter_mut().zip(last.unwrap_or_default() + 1..) {
        transition.seq = seq;
    }
    Ok(transitions)
}
