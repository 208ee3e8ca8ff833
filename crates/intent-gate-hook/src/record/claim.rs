//! Choosing an intent, and taking it away, with the authority of the project, where it has one.

use active_intents::{Holder, Intent, IntentId, Lock, Taken};
use hook_runtime::Ctx;

use crate::gather::availability::Availability;
use crate::gather::locks::ProjectLocks;
use crate::gather::session::Actor;
use crate::gather::sync_program::{
    Answer, LIMIT, LIMIT_OF_A_PERSON, RemoteHolder, UNFIT_ANSWER, ask, request,
};
use crate::record::lock;

/// Claims an intent for an actor, unless its session has it already. Another session of this machine is found without
/// a question. Nothing is written without an answer, unless `offline: local` allows it.
pub(crate) fn claim<'a>(
    ctx: &Ctx,
    locks: &ProjectLocks,
    actor: &Actor,
    intent: &'a Intent,
) -> Availability<'a> {
    let id = &intent.id;
    let found = match locks.holder(id) {
        Ok(Some(holder)) if holder.shuts_out(&actor.session, ctx.now()) => {
            return Availability::Locked(intent, holder);
        }
        Ok(found) => found,
        Err(err) => return Availability::Unlockable(intent, err.to_string()),
    };
    let is_confirmed = matches!(&found, Some(Holder::Session(lock)) if lock.lease.is_some())
        && locks.lapse(ctx, &actor.session, found.as_ref()).is_none();
    let Some(request) = request(ctx, locks, Some((id, &actor.session, actor.agent.as_deref())))
        .filter(|_| !is_confirmed)
    else {
        return Availability::Open(intent, found);
    };
    let why = match ask(ctx, "claim", &request, LIMIT) {
        Ok(Answer::Granted { token }) if has_lease(ctx, locks, actor, id, token) => {
            return Availability::Open(intent, None);
        }
        Ok(Answer::HeldBy(holder)) => return Availability::HeldElsewhere(intent, holder),
        Ok(Answer::Error { message }) | Err(message) => message,
        Ok(_) => UNFIT_ANSWER.to_owned(),
    };
    if !locks.is_local_allowed() {
        return Availability::Unanswered(intent, why);
    }
    ctx.report(format_args!("could not claim {id}: {why}"));
    unconfirmed(ctx, locks, actor, intent)
}

/// Whether the lock file has the lease that was granted.
fn has_lease(ctx: &Ctx, locks: &ProjectLocks, actor: &Actor, id: &IntentId, token: u64) -> bool {
    let found = locks.holder(id).ok().flatten();
    let is_it = |lock: &Lock| lock.lease.as_ref().is_some_and(|lease| lease.token == token);
    matches!(&found, Some(Holder::Session(lock)) if is_it(lock))
        && locks.lapse(ctx, &actor.session, found.as_ref()).is_none()
}

/// Takes the lock of this machine alone; the keeper claims it later.
fn unconfirmed<'a>(
    ctx: &Ctx,
    locks: &ProjectLocks,
    actor: &Actor,
    intent: &'a Intent,
) -> Availability<'a> {
    match lock::take_unconfirmed(ctx, locks, &intent.id, actor) {
        Ok(Taken::HeldBy(holder)) => Availability::Locked(intent, holder),
        Ok(_) => Availability::Open(intent, None),
        Err(err) => Availability::Unlockable(intent, err.to_string()),
    }
}

/// Takes an intent from whoever has it by the authority, on any machine; a person asked for that. Whose it was.
///
/// # Errors
/// Why it may not be free.
pub(crate) fn take_away(
    ctx: &Ctx,
    locks: &ProjectLocks,
    id: &IntentId,
) -> Result<Option<RemoteHolder>, String> {
    let Some(mut request) = request(ctx, locks, Some((id, "", None))) else { return Ok(None) };
    if let Some(fields) = request.as_object_mut() {
        fields.insert("force".to_owned(), true.into());
    }
    match ask(ctx, "release", &request, LIMIT_OF_A_PERSON)? {
        Answer::TakenFrom(holder) => Ok(Some(holder)),
        Answer::Released(false) => Ok(None),
        Answer::Error { message } => Err(message),
        _ => Err(UNFIT_ANSWER.to_owned()),
    }
}
