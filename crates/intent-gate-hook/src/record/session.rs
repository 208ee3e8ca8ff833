//! What a session chose, as it is kept.

use std::io;
use std::time::{Duration, SystemTime};

use hook_runtime::Ctx;

use crate::gather::session::{Session, files};

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
    files(ctx).map_or(Ok(()), |files| files.remove(session))
}

/// Forgets sessions that ended long ago without a word.
///
/// # Errors
/// If their folder cannot be read.
pub(crate) fn sweep(ctx: &Ctx) -> io::Result<()> {
    match (files(ctx), long_ago(ctx)) {
        (Some(files), Some(before)) => files.sweep(before),
        _ => Ok(()),
    }
}

/// A time before which nothing is remembered.
pub(crate) fn long_ago(ctx: &Ctx) -> Option<SystemTime> {
    ctx.now().checked_sub(KEPT_FOR)
}
