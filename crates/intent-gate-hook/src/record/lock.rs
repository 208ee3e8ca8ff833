//! The lock of an intent, taken or released.

use std::time::Duration;

use active_intents::{Claim, FolderError, IntentId, Released, Taken};
use hook_runtime::Ctx;

use crate::gather::locks::ProjectLocks;
use crate::gather::machine::{host, pid};
use crate::gather::session::Actor;
use crate::record::lease_release::give_back;

/// How long the folder of locks is waited for.
pub(crate) const PATIENCE: Duration = Duration::from_secs(1);

/// Takes the lock of an intent for an actor, or renews it. One that an authority has to grant is only renewed.
///
/// # Errors
/// If the lock cannot be read or written.
pub(crate) fn take(
    ctx: &Ctx,
    locks: &ProjectLocks,
    id: &IntentId,
    actor: &Actor,
) -> Result<Taken, FolderError> {
    let host = host(ctx);
    let (claim, wait) = (claim_of(ctx, &host, actor), ctx.patience(PATIENCE));
    match locks.authority() {
        Some(_) => locks.renew(id, &claim, wait),
        None => locks.take(id, &claim, wait),
    }
}

/// Takes the lock of an intent for an actor without an answer of the authority.
///
/// # Errors
/// As [`take`].
pub(crate) fn take_unconfirmed(
    ctx: &Ctx,
    locks: &ProjectLocks,
    id: &IntentId,
    actor: &Actor,
) -> Result<Taken, FolderError> {
    let host = host(ctx);
    locks.take_unconfirmed(id, &claim_of(ctx, &host, actor), ctx.patience(PATIENCE))
}

fn claim_of<'a>(ctx: &Ctx, host: &'a str, actor: &'a Actor) -> Claim<'a> {
    let (session, agent) = (actor.session.as_str(), actor.agent.as_deref());
    Claim { session, agent, host, pid: pid(ctx), now: ctx.now() }
}

/// Frees the lock of an intent, if the session has it. A lock that stays ends by
/// itself.
pub(crate) fn free(ctx: &Ctx, locks: &ProjectLocks, session: &str, id: Option<&IntentId>) {
    let Some(id) = id else { return };
    match locks.release(id, session, ctx.patience(PATIENCE)) {
        Ok(Released::Gone(lock)) if lock.lease.is_some() || lock.unconfirmed => {
            give_back(ctx, locks, session, id);
        }
        Ok(_) => {}
        Err(err) => ctx.report(err),
    }
}
