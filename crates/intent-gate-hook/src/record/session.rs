//! What a session chose, as it is kept.

use std::io;
use std::time::Duration;

use hook_runtime::Ctx;
use hook_state::{Format, SessionFiles};
use serde::{Deserialize, Serialize};

use crate::gather::session::{Session, files};

/// The folder, in the state folder, with a file for each session that has started and not ended.
const STARTED: &str = "intent-gate-started";

/// How long a file is waited for that others write.
const PATIENCE: Duration = Duration::from_millis(500);

/// For how long a session that ended without a word is remembered.
const KEPT_FOR: Duration = Duration::from_secs(30 * 24 * 3600);

/// Changes what a session chose.
///
/// # Errors
/// If its file cannot be read or written, or there is no state folder.
pub(crate) fn update<R>(
    ctx: &Ctx,
    session: &str,
    change: impl FnOnce(&mut Session) -> R,
) -> io::Result<R> {
    let files = files(ctx).ok_or_else(|| io::Error::other("there is no state folder"))?;
    files.update(session, ctx.patience(PATIENCE), change)
}

/// Forgets a session that is over.
///
/// # Errors
/// If its file cannot be removed.
pub(crate) fn forget(ctx: &Ctx, session: &str) -> io::Result<()> {
    started(ctx).map_or(Ok(()), |started| started.remove(session))?;
    files(ctx).map_or(Ok(()), |files| files.remove(session))
}

/// Forgets sessions that ended long ago without a word.
///
/// # Errors
/// If their folder cannot be read.
pub(crate) fn sweep(ctx: &Ctx) -> io::Result<()> {
    let Some(before) = ctx.now().checked_sub(KEPT_FOR) else { return Ok(()) };
    started(ctx).map_or(Ok(()), |started| started.sweep(before))?;
    files(ctx).map_or(Ok(()), |files| files.sweep(before))
}

/// Notes that a session has started, so that a person can choose an intent for it.
///
/// # Errors
/// If its file cannot be written.
pub(crate) fn note_start(ctx: &Ctx, session: &str) -> io::Result<()> {
    let Some(started) = started(ctx).filter(|it| !session.is_empty() && !it.has(session)) else {
        return Ok(());
    };
    started.update(session, ctx.patience(PATIENCE), |at| at.at = ctx.timestamp())
}

/// When a session started, as RFC 3339.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Start {
    at: String,
}

/// The sessions that have started and not ended.
fn started(ctx: &Ctx) -> Option<SessionFiles<Start>> {
    Some(SessionFiles::new(ctx.state()?.file(STARTED), Format::V1))
}
