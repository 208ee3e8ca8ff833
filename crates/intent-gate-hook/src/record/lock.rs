//! The lock of an intent, taken or given back.

use std::time::Duration;

use active_intents::{Claim, FolderError, IntentId, Locks, Released, Taken};
use hook_runtime::Ctx;

use crate::gather::session::Actor;

/// How long the folder of locks is waited for.
pub(crate) const PATIENCE: Duration = Duration::from_secs(1);

/// Takes the lock of an intent for an actor, or renews it.
///
/// # Errors
/// If the lock cannot be read or written.
pub(crate) fn take(
    ctx: &Ctx,
    locks: &Locks,
    id: &IntentId,
    actor: &Actor,
) -> Result<Taken, FolderError> {
    let host = host(ctx);
    let claim = Claim {
        session: &actor.session,
        agent: actor.agent.as_deref(),
        host: &host,
        pid: ctx.env("CLAUDE_PID").and_then(|pid| pid.parse().ok()),
        now: ctx.now(),
    };
    locks.take(id, &claim, ctx.patience(PATIENCE))
}

/// The name of this machine.
fn host(ctx: &Ctx) -> String {
    let of_system = || rustix::system::uname().nodename().to_string_lossy().into_owned();
    ctx.env("HOSTNAME").unwrap_or_else(of_system)
}

/// Frees the lock of an intent, if the session has it. A lock that stays ends by
/// itself.
pub(crate) fn free(ctx: &Ctx, locks: &Locks, session: &str, id: Option<&IntentId>) {
    let Some(id) = id else { return };
    match locks.release(id, session, ctx.patience(PATIENCE)) {
        Ok(Released::Gone | Released::Free | Released::HeldBy(_)) => {}
        Err(err) => ctx.report(err),
    }
}
