//! What a call wants of the gate, once it has succeeded.

use active_intents::{Holder, IntentId, NewRequest, Requests, scope_entry};
use anyhow::{Context as _, Result};
use hook_runtime::Ctx;
use project_paths::ProjectRoot;

use crate::decide;
use crate::gather::availability::Availability;
use crate::gather::call_effects::Act;
use crate::gather::load::Gate;
use crate::gather::locks::ProjectLocks;
use crate::gather::order::Order;
use crate::gather::program::Typed;
use crate::gather::session::{self, Actor};
use crate::handlers::plan_notices;
use crate::record::{choice, claim, requests};
use crate::words;
use crate::words::denial::Denial;
use crate::words::denials::{self, Known};

/// Does what a call wants, but for a dry run: what is to be said of it, or why it cannot
/// be done.
pub(super) fn carry_out(
    ctx: &Ctx,
    project: &ProjectRoot,
    gate: &Gate,
    actor: &Actor,
    act: &Act,
) -> Result<Result<Vec<String>, Denial>> {
    let locks = ProjectLocks::of(ctx, &gate.policy)?;
    let mut said = Vec::new();
    for order in act.done() {
        match order {
            Order::Select(id) => {
                if let Some(denial) = choose(ctx, gate, &locks, actor, id)? {
                    return Ok(Err(denial));
                }
                said.extend(unconfirmed(&locks, id));
            }
            Order::Release if ctx.is_dry_run() => {}
            Order::Release => {
                choice::release(ctx, &locks, actor)?;
            }
            Order::Request { paths, reason } => {
                match request(ctx, project, gate, actor, paths, reason)? {
                    Ok(words) => said.push(words),
                    Err(denial) => return Ok(Err(denial)),
                }
            }
            Order::OfAPerson(_) => {}
        }
    }
    if act.chooses() {
        said.extend(plan_notices::follow(ctx, project, gate, actor)?);
    }
    Ok(Ok(said))
}

/// Chooses an intent for an actor. The denial, if it cannot have it: then it still has
/// what it had before.
///
/// # Errors
/// If the choice cannot be remembered.
pub(crate) fn choose(
    ctx: &Ctx,
    gate: &Gate,
    locks: &ProjectLocks,
    actor: &Actor,
    id: &str,
) -> Result<Option<Denial>> {
    let availability = match Availability::of(ctx, &gate.intents, locks, id, &actor.session) {
        Availability::Open(intent, _) if !ctx.is_dry_run() => {
            match claim::claim(ctx, locks, actor, intent) {
                Availability::Open(intent, _) => choice::make(ctx, locks, actor, intent)?,
                other => other,
            }
        }
        other => other,
    };
    Ok(decide::refuse(gate, &availability, &Typed::of(ctx, &actor.session), ctx.now()))
}

/// What is to be said of an intent that was chosen without an answer of the authority.
pub(crate) fn unconfirmed(locks: &ProjectLocks, id: &str) -> Option<String> {
    let id = IntentId::new(id).filter(|_| locks.authority().is_some())?;
    match locks.holder(&id) {
        Ok(Some(Holder::Session(lock))) if lock.unconfirmed => Some(words::unconfirmed(&id)),
        _ => None,
    }
}

/// Writes a request for more scope down, but for a dry run: what the agent is told, or why
/// it cannot be.
fn request(
    ctx: &Ctx,
    project: &ProjectRoot,
    gate: &Gate,
    actor: &Actor,
    paths: &[String],
    reason: &str,
) -> Result<Result<String, Denial>> {
    let chosen = session::read(ctx, &actor.session).context("could not read the choice")?;
    let Some(intent) = chosen.intent_of(actor.agent.as_deref()) else {
        let known = Known { intents: &gate.intents, typed: &Typed::of(ctx, &actor.session) };
        return Ok(Err(denials::nothing_to_grow(known)));
    };
    let entry = |path: &String| {
        scope_entry(project, ctx.cwd(), path).map_err(|why| denials::no_entry(path, &why))
    };
    let entries = match paths.iter().map(entry).collect::<Result<Vec<_>, _>>() {
        Ok(entries) if entries.is_empty() => return Ok(Err(denials::no_paths())),
        Ok(entries) => entries,
        Err(denial) => return Ok(Err(denial)),
    };
    let new = NewRequest {
        intent,
        paths: &entries,
        reason,
        session: &actor.session,
        agent: actor.agent.as_deref(),
        now: ctx.now(),
    };
    let request = if ctx.is_dry_run() {
        Requests::of(&ctx.kept_project(project)).draft(&new)?
    } else {
        requests::record(ctx, project, &new)?
    };
    Ok(Ok(words::requested(&request, intent)))
}
