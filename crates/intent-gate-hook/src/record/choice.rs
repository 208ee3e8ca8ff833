//! Choosing an intent and giving it back: the lock and the binding.
//!
//! A hook may be killed between the two. So a binding outlives its lock, never the other way:
//! what is bound can be given back once more, and a lock that nothing is bound to is freed
//! with the next choice, release or end of its session.

use active_intents::lease::Lease;
use active_intents::{Holder, Intent, IntentId, Lock, Taken};
use anyhow::{Context as _, Result};
use hook_runtime::Ctx;

use crate::gather::availability::Availability;
use crate::gather::locks::{Lapse, ProjectLocks};
use crate::gather::session::{Actor, Session, read};
use crate::record::lock::{self, PATIENCE, free};
use crate::record::{lock_log, session};

/// What a person has taken away.
#[derive(Debug)]
pub(crate) enum Taking {
    /// The lock of a session.
    From(Box<Lock>),
    /// A lock that cannot be read.
    Unreadable,
    /// This machine has no lock of the intent.
    Nothing,
}

/// Locks an intent for an actor, binds it, and frees what the actor had before. How
/// the intent stands then: one that somebody else was faster to lock binds nothing.
///
/// # Errors
/// If the choice cannot be remembered; nothing is locked then that was not before.
pub(crate) fn make<'a>(
    ctx: &Ctx,
    locks: &ProjectLocks,
    actor: &Actor,
    intent: &'a Intent,
) -> Result<Availability<'a>> {
    let mut taken = lock::take(ctx, locks, &intent.id, actor);
    if let (Ok(Taken::Lapsed(Some(_))), None) = (&taken, locks.authority()) {
        // The project had an authority before, and has none now.
        free(ctx, locks, &actor.session, Some(&intent.id));
        taken = lock::take(ctx, locks, &intent.id, actor);
    }
    let taken = match taken {
        Ok(Taken::HeldBy(holder)) => return Ok(Availability::Locked(intent, holder)),
        Ok(Taken::Lapsed(lease)) => return Ok(Availability::Lapsed(intent, lapse(lease))),
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
    lock_log::note_takeover(ctx, actor, &intent.id, &taken);
    Ok(Availability::Open(intent, None))
}

/// Takes from an actor what it chose. The intent, if it had one.
///
/// # Errors
/// If that cannot be remembered.
pub(crate) fn release(ctx: &Ctx, locks: &ProjectLocks, actor: &Actor) -> Result<Option<IntentId>> {
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
pub(crate) fn end(ctx: &Ctx, locks: &ProjectLocks, name: &str) -> Result<()> {
    for (id, _chosen_by) in held(ctx, locks, name) {
        free(ctx, locks, name, Some(&id));
    }
    session::forget(ctx, name).context("could not remove the choice")
}

/// Takes an intent from the session of this machine that has it, and removes a lock that cannot be read. Whose lock it
/// was, if it was one.
///
/// # Errors
/// If the lock cannot be removed, or the choice of the session cannot be changed.
pub(crate) fn take_away(ctx: &Ctx, locks: &ProjectLocks, id: &IntentId) -> Result<Taking> {
    let holder = locks.holder(id);
    if let Ok(Some(Holder::Session(lock))) = &holder {
        let file = read(ctx, &lock.session).context("could not read the choice")?;
        if file.intents().any(|bound| bound == id) {
            session::update(ctx, &lock.session, |file| file.unbind(id))
                .context("could not change the choice of the session")?;
        }
    }
    let was_there = locks.remove(id, PATIENCE)?;
    Ok(match holder {
        Ok(Some(Holder::Session(lock))) => Taking::From(lock),
        _ if was_there => Taking::Unreadable,
        _ => Taking::Nothing,
    })
}

/// Frees what an actor locked and did not bind, or no longer: a hook was killed in between.
fn free_unbound(ctx: &Ctx, locks: &ProjectLocks, actor: &Actor) {
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
fn held(ctx: &Ctx, locks: &ProjectLocks, session: &str) -> Vec<(IntentId, Option<String>)> {
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
    locks: &ProjectLocks,
    actor: &Actor,
    intent: &'a Intent,
    known: Option<&Holder>,
) -> Availability<'a> {
    if known.is_some_and(|known| locks.is_fresh(known, &actor.session, ctx.now())) {
        return Availability::Open(intent, None);
    }
    match lock::take(ctx, locks, &intent.id, actor) {
        Ok(Taken::HeldBy(holder)) => Availability::Locked(intent, holder),
        Ok(Taken::Lapsed(lease)) => Availability::Lapsed(intent, lapse(lease)),
        Ok(taken) => {
            lock_log::note_takeover(ctx, actor, &intent.id, &taken);
            Availability::Open(intent, None)
        }
        Err(err) => Availability::Unlockable(intent, err.to_string()),
    }
}

fn lapse(lease: Option<Lease>) -> Lapse {
    lease.map_or(Lapse::Missing, |lease| Lapse::Ended(lease.until))
}

/// Notes in whose shell the gate's program is about to run, which it cannot tell.
pub(crate) fn announce(ctx: &Ctx, actor: &Actor, chosen: &Session) {
    let agent = actor.agent.as_deref();
    if chosen.chooser() == agent {
        return;
    }
    let noted = session::update(ctx, &actor.session, |session| session.set_chooser(agent));
    if let Err(err) = noted {
        ctx.report(format_args!("could not record who chooses: {err}"));
    }
}
