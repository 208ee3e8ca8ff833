//! Choosing an intent and giving it back: the lock and the binding.

use active_intents::{Intent, IntentId, Locks, Taken};
use anyhow::{Context as _, Result};
use hook_runtime::Ctx;

use crate::gather::session::{Actor, Session, read};
use crate::gather::standing::Standing;
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
) -> Result<Standing<'a>> {
    let taken = match lock::take(ctx, locks, &intent.id, actor) {
        Ok(Taken::HeldBy(holder)) => return Ok(Standing::Locked(intent, holder)),
        Ok(taken) => taken,
        Err(err) => return Ok(Standing::Unlockable(intent, err.to_string())),
    };
    let agent = actor.agent.as_deref();
    let bound = session::update(ctx, &actor.session, |file| {
        file.set_chooser(None);
        file.bind(agent, Some(intent.id.clone()))
    });
    match bound {
        Ok(freed) => free(ctx, locks, &actor.session, freed.as_ref()),
        Err(err) => {
            if taken != Taken::Renewed {
                free(ctx, locks, &actor.session, Some(&intent.id));
            }
            return Err(err).context("could not remember the choice");
        }
    }
    takeover::note(ctx, actor, &intent.id, &taken);
    Ok(Standing::Open(intent))
}

/// Takes from an actor what it chose. The intent, if it had one.
///
/// # Errors
/// If that cannot be remembered.
pub(crate) fn release(ctx: &Ctx, locks: &Locks, actor: &Actor) -> Result<Option<IntentId>> {
    let agent = actor.agent.as_deref();
    let chosen = read(ctx, &actor.session).context("could not read the choice")?;
    let Some(id) = chosen.own_intent(agent).cloned() else {
        return Ok(None);
    };
    let freed = session::update(ctx, &actor.session, |file| {
        file.set_chooser(None);
        file.bind(agent, None)
    });
    let freed = freed.context("could not remember the release")?;
    free(ctx, locks, &actor.session, freed.as_ref());
    Ok(Some(id))
}

/// Takes all that a session and its subagents chose: it is over.
///
/// # Errors
/// If that cannot be remembered.
pub(crate) fn end(ctx: &Ctx, locks: &Locks, name: &str) -> Result<()> {
    let chosen = read(ctx, name).unwrap_or_default();
    session::forget(ctx, name).context("could not forget the choice")?;
    for id in chosen.intents() {
        free(ctx, locks, name, Some(id));
    }
    Ok(())
}

/// Renews the lock of an actor's intent, or takes it again where it is gone. How the
/// intent stands then: somebody else may have been faster.
pub(crate) fn renew<'a>(
    ctx: &Ctx,
    locks: &Locks,
    actor: &Actor,
    intent: &'a Intent,
) -> Standing<'a> {
    match lock::take(ctx, locks, &intent.id, actor) {
        Ok(Taken::HeldBy(holder)) => Standing::Locked(intent, holder),
        Ok(taken) => {
            takeover::note(ctx, actor, &intent.id, &taken);
            Standing::Open(intent)
        }
        Err(err) => Standing::Unlockable(intent, err.to_string()),
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
