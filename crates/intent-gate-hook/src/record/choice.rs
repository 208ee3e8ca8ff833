//! Choosing an intent and giving it back: the lock, the binding, and the log.

use std::time::Duration;

use active_intents::{Holder, IntentId, Locks, Released, Taken};
use anyhow::{Context as _, Result};
use hook_runtime::Ctx;
use hook_state::Journal;
use serde_json::json;

use crate::gather::load::Gate;
use crate::gather::session::{self, Actor};
use crate::gather::standing::{self, Standing};
use crate::words::denial::Denial;
use crate::{decide, words};

const LOG: &str = "intent-gate.jsonl";
const LOG_PATIENCE: Duration = Duration::from_millis(200);

/// What became of a choice.
#[derive(Debug)]
pub(crate) enum Choice {
    /// The actor has the intent.
    Made,
    /// It has not, and what it had before it still has.
    Refused(Denial),
}

/// Locks the intent `id` for an actor, binds it, and frees what it had before.
///
/// # Errors
/// If the choice cannot be remembered; nothing is locked then that was not before.
pub(crate) fn choose(
    ctx: &Ctx,
    gate: &Gate,
    locks: &Locks,
    actor: &Actor,
    id: &str,
) -> Result<Choice> {
    let session = actor.session.as_str();
    let standing = Standing::of(&gate.intents, locks, id, session, ctx.now());
    let Standing::Open(intent) = standing else {
        return Ok(refusal(ctx, gate, standing));
    };
    let taken = match standing::take(ctx, locks, &intent.id, actor) {
        Ok(Taken::HeldBy(holder)) => {
            return Ok(refusal(ctx, gate, Standing::Locked(intent, holder)));
        }
        Ok(taken) => taken,
        Err(err) => {
            return Ok(refusal(ctx, gate, Standing::Unlockable(intent, err.to_string())));
        }
    };
    let agent = actor.agent.as_deref();
    let bound = session::update(ctx, session, |file| {
        file.set_chooser(None);
        file.bind(agent, Some(intent.id.clone()))
    });
    match bound {
        Ok(freed) => free(ctx, locks, session, freed.as_ref()),
        Err(err) => {
            if taken != Taken::Renewed {
                free(ctx, locks, session, Some(&intent.id));
            }
            return Err(err).context("could not remember the choice");
        }
    }
    note_takeover(ctx, actor, &intent.id, &taken);
    Ok(Choice::Made)
}

/// Takes from an actor what it chose. The intent, if it had one.
///
/// # Errors
/// If that cannot be remembered.
pub(crate) fn release(ctx: &Ctx, locks: &Locks, actor: &Actor) -> Result<Option<IntentId>> {
    let agent = actor.agent.as_deref();
    let chosen = session::read(ctx, &actor.session).context("could not read the choice")?;
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
pub(crate) fn end(ctx: &Ctx, locks: &Locks, session: &str) -> Result<()> {
    let chosen = session::read(ctx, session).unwrap_or_default();
    session::forget(ctx, session).context("could not forget the choice")?;
    for id in chosen.intents() {
        free(ctx, locks, session, Some(id));
    }
    Ok(())
}

/// Renews the lock of an actor's intent, or takes it again where it is gone.
/// The denial, if somebody else was faster.
pub(crate) fn renew(
    ctx: &Ctx,
    gate: &Gate,
    locks: &Locks,
    actor: &Actor,
    id: &IntentId,
) -> Option<Denial> {
    let intent = gate.intents.get(id.as_str())?;
    let lost = match standing::take(ctx, locks, id, actor) {
        Ok(Taken::HeldBy(holder)) => Standing::Locked(intent, holder),
        Ok(taken) => {
            note_takeover(ctx, actor, id, &taken);
            return None;
        }
        Err(err) => Standing::Unlockable(intent, err.to_string()),
    };
    match refusal(ctx, gate, lost) {
        Choice::Refused(denial) => Some(denial),
        Choice::Made => None,
    }
}

/// Frees the lock of an intent, if the session has it. A lock that stays ends by
/// itself.
pub(crate) fn free(ctx: &Ctx, locks: &Locks, session: &str, id: Option<&IntentId>) {
    let Some(id) = id else { return };
    match locks.release(id, session, ctx.patience(standing::PATIENCE)) {
        Ok(Released::Gone | Released::Free | Released::HeldBy(_)) => {}
        Err(err) => ctx.report(err),
    }
}

/// The words of the checks for an intent that cannot be had.
fn refusal(ctx: &Ctx, gate: &Gate, standing: Standing<'_>) -> Choice {
    match decide::refuse(&gate.policy, &gate.intents, standing, &words::program(ctx)) {
        Some(denial) => Choice::Refused(denial),
        None => Choice::Made,
    }
}

/// Who takes an intent from somebody whose time was over leaves a line.
fn note_takeover(ctx: &Ctx, actor: &Actor, id: &IntentId, taken: &Taken) {
    let (Taken::Over(holder), Some(state)) = (taken, ctx.state()) else { return };
    let from = match holder {
        Holder::Session(lock) => json!({ "session": lock.session, "agent": lock.agent }),
        Holder::Unknown { .. } => json!(null),
    };
    let line = json!({
        "version": 1,
        "ts": ctx.timestamp(),
        "event": "takeover",
        "intent": id,
        "session": actor.session,
        "agent": actor.agent,
        "from": from,
        "expired": humantime::format_rfc3339_millis(holder.expires()).to_string(),
    });
    let log = Journal::new(state.file(LOG));
    if let Err(err) = log.append(&line, ctx.patience(LOG_PATIENCE)) {
        ctx.report(format_args!("could not log the takeover: {err}"));
    }
}
