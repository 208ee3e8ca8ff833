//! Choosing an intent and giving it back: the lock and the binding.
//!
//! A hook may be killed between the two. So a binding outlives its lock, never the other way:
//! what is bound can be given back once more, and a lock that nothing is bound to is freed
//! with the next choice, release or end of its session.

use active_intents::{Holder, Intent, IntentId, Locks, Taken};
use anyhow::{Context as _, Result};
use hook_runtime::Ctx;

use crate::gather::availability::Availability;
use crate::gather::session::{Actor, Session, read};
use crate::record::lock::{self, free};
use crate::record::{session, takeover};

/// Locks an intent for an actor, binds it, and frees what the actor had before. How
/// the intent stands then: one that somebody else was faster to lock binds nothing.
///
/// # Errors
/// If the choice cannot be remembered; nothing is locked then that was not before.
pub(crate) fn make<'a>(
    ctx: &Ctx,
    locks: &Locks,
    actor: &Actor,
    intent: &'a Intent,
) -> Result<Availability<'a>> {
    let taken = match lock::take(ctx, locks, &intent.id, actor) {
        Ok(Taken::HeldBy(holder)) => return Ok(Availability::Locked(intent, holder)),
        Ok(taken) => taken,
        Err(err) => return Ok(Availability::Unlockable(intent, err.to_string())),
    };
    let agent = actor.agent.as_deref();
    let bound = session::update(ctx, &actor.session, |file| {
        file.set_chooser(None);
        file.bind(agent, Some(intent.id.clone()))
    });
    match bound {
        Ok(freed) => {
            free(ctx, locks, &actor.session, freed.as_ref());
            free_unbound(ctx, locks, actor);
        }
        Err(err) => {
            if taken != Taken::Renewed {
                free(ctx, locks, &actor.session, Some(&intent.id));
            }
            return Err(err).context("could not save the choice");
        }
    }
    takeover::note(ctx, actor, &intent.id, &taken);
    Ok(Availability::Open(intent, None))
}

/// Takes from an actor what it chose. The intent, if it had one.
///
/// # Errors
/// If that cannot be remembered.
pub(crate) fn release(ctx: &Ctx, locks: &Locks, actor: &Actor) -> Result<Option<IntentId>> {
    let agent = actor.agent.as_deref();
    let chosen = read(ctx, &actor.session).context("could not read the choice")?;
    let Some(id) = chosen.own_intent(agent).cloned() else {
        free_unbound(ctx, locks, actor);
        return Ok(None);
    };
    let released = session::update(ctx, &actor.session, |file| {
        file.set_chooser(None);
        let freed = file.bind(agent, None);
        // The file is written when this returns.
        free(ctx, locks, &actor.session, freed.as_ref());
    });
    released.context("could not save the release")?;
    free_unbound(ctx, locks, actor);
    Ok(Some(id))
}

/// Takes all that a session and its subagents chose: it is over.
///
/// # Errors
/// If that cannot be remembered.
pub(crate) fn end(ctx: &Ctx, locks: &Locks, name: &str) -> Result<()> {
    for (id, _chosen_by) in held(ctx, locks, name) {
        free(ctx, locks, name, Some(&id));
    }
    session::forget(ctx, name).context("could not forget the choice")
}

/// Frees what an actor locked and did not bind, or no longer: a hook was killed in between.
fn free_unbound(ctx: &Ctx, locks: &Locks, actor: &Actor) {
    let held = held(ctx, locks, &actor.session);
    let of_actor = held.into_iter().filter(|(_, chosen_by)| *chosen_by == actor.agent);
    let mut unbound = of_actor.map(|(id, _)| id).peekable();
    if unbound.peek().is_none() {
        return;
    }
    let Ok(file) = read(ctx, &actor.session) else { return };
    for id in unbound.filter(|id| !file.intents().any(|bound| bound == id)) {
        free(ctx, locks, &actor.session, Some(&id));
    }
}

/// The locks of a session, each with the subagent that chose it.
fn held(ctx: &Ctx, locks: &Locks, session: &str) -> Vec<(IntentId, Option<String>)> {
    locks.of_session(session).unwrap_or_else(|err| {
        ctx.report(err);
        Vec::new()
    })
}

/// Renews the lock of an actor's intent, or takes it again where it is gone. How the
/// intent stands then: somebody else may have been faster. What was `known` of its lock before
/// may say that it is fresh.
pub(crate) fn renew<'a>(
    ctx: &Ctx,
    locks: &Locks,
    actor: &Actor,
    intent: &'a Intent,
    known: Option<&Holder>,
) -> Availability<'a> {
    if known.is_some_and(|known| locks.is_fresh(known, &actor.session, ctx.now())) {
        return Availability::Open(intent, None);
    }
    match lock::take(ctx, locks, &intent.id, actor) {
        Ok(Taken::HeldBy(holder)) => Availability::Locked(intent, holder),
        Ok(taken) => {
            takeover::note(ctx, actor, &intent.id, &taken);
            Availability::Open(intent, None)
        }
        Err(err) => Availability::Unlockable(intent, err.to_string()),
    }
}

/// Notes in whose shell the gate's program is about to run, which it cannot tell.
pub(crate) fn announce(ctx: &Ctx, actor: &Actor, chosen: &Session) {
    let agent = actor.agent.as_deref();
    if chosen.chooser() == agent {
        return;
    }
    let noted = session::update(ctx, &actor.session, |session| session.set_chooser(agent));
    if let Err(err) = noted {
        ctx.report(format_args!("could not note who chooses: {err}"));
    }
}
