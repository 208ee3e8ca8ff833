//! Writes plans and tickets for the confining shell.

use active_intents::Intent;
use anyhow::{Context as _, Result};
use confine::{Clients, Layer, Tickets};
use hook_protocol::SessionSource;
use hook_runtime::Ctx;
use project_paths::ProjectRoot;
use protection::wall as shells;

use crate::config::Confine;
use crate::gather::confinement::{Basis, name, plans};
use crate::gather::session::{Actor, Session, Wall, read};
use crate::policy::Policy;
use crate::record::session;

/// What stands around the shell commands of a session that begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stands {
    /// Nothing, and nothing was asked for.
    Nothing,
    /// Nothing, though the client was told to start a shell that would hold a plan.
    Missing,
    /// A plan that the kernel holds.
    Held,
}

/// Notes whether the commands of a session that begins run under a plan, and writes that plan.
///
/// # Errors
/// If that cannot be written; no command is held to a plan then.
pub(crate) fn begin(
    ctx: &Ctx,
    project: &ProjectRoot,
    policy: &Policy,
    actor: &Actor,
    intent: Option<&Intent>,
    source: &SessionSource,
) -> Result<Stands> {
    let known = read(ctx, &actor.session).context("could not read the choice")?;
    let shell = shells::shell(ctx);
    let stands = match shell.as_deref() {
        _ if policy.confine == Confine::Off => Stands::Nothing,
        None if shells::is_misnamed(ctx) => Stands::Missing,
        None => Stands::Nothing,
        Some(_) if is_older(ctx, &known, source) => Stands::Missing,
        Some(shell) if shells::layer(shell) == Layer::Nothing => Stands::Missing,
        Some(_) => Stands::Held,
    };
    if stands != Stands::Held {
        // A session that goes on may have had one.
        if known.wall.is_some() {
            end(ctx, actor, &known)?;
            let forget = |session: &mut Session| session.wall = None;
            session::update(ctx, &actor.session, forget).context("could not remove a plan")?;
        }
        return Ok(stands);
    }
    if let Some(state) = ctx.user_state() {
        Clients::new(state).note(&actor.session).context("could not record the client")?;
    }
    keep(ctx, project, policy, actor, &Session::default(), intent)?;
    Ok(Stands::Held)
}

/// Whether the client began before it was told of the shell: it reads that once, and hooks hear of each change. A session
/// that goes on in the same client had a plan before, or the client was noted for the one before it.
fn is_older(ctx: &Ctx, known: &Session, source: &SessionSource) -> bool {
    let goes_on = matches!(source, SessionSource::Clear | SessionSource::Compact);
    // Only Linux tells which client it is.
    let is_noted = || {
        !cfg!(target_os = "linux")
            || ctx.user_state().is_some_and(|state| Clients::new(state).session().is_some())
    };
    goes_on && known.wall.is_none() && !is_noted()
}

/// Writes the plan of an actor who works on `intent`, where what it is made of is not what it was.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn keep(
    ctx: &Ctx,
    project: &ProjectRoot,
    policy: &Policy,
    actor: &Actor,
    known: &Session,
    intent: Option<&Intent>,
) -> Result<()> {
    let Some(plans) = plans(ctx) else { return Ok(()) };
    let name = name(actor);
    let basis = Basis::of(ctx, project, policy, intent);
    let number = basis.as_ref().map(Basis::number);
    let written = known.wall.as_ref().and_then(|wall| wall.plans.get(&name).copied());
    // One that is missing all the same is written again: without a plan a command would run as it is.
    if number == written && number.is_some() && plans.has(&name) {
        return Ok(());
    }
    match &basis {
        Some(basis) => plans
            .write(&name, &basis.plan(ctx, project, &actor.session))
            .context("could not write the plan of what commands may write")?,
        None => plans.remove(&name).context("could not remove a plan")?,
    }
    let note = |session: &mut Session| {
        let wall = session.wall.get_or_insert_default();
        match number {
            Some(number) => wall.plans.insert(name, number),
            None => wall.plans.remove(&name),
        };
    };
    session::update(ctx, &actor.session, note).context("could not record a plan")
}

/// Says whose plan holds for a command that is about to run. Where no subagent has one, it is the session's.
///
/// # Errors
/// If that cannot be written: then the session's plan holds.
pub(crate) fn leave_ticket(ctx: &Ctx, actor: &Actor, known: &Session, command: &str) -> Result<()> {
    let has_others = |wall: &Wall| wall.plans.keys().any(|name| *name != actor.session);
    let is_needed = actor.agent.is_some() || known.wall.as_ref().is_some_and(has_others);
    let Some(state) = ctx.user_state().filter(|_| is_needed) else { return Ok(()) };
    Tickets::new(state, &actor.session)
        .leave(command, &name(actor))
        .context("could not record whose plan applies to a command")
}

/// Removes the plan of an actor; of a session, with those of its subagents.
///
/// # Errors
/// If one cannot be removed.
pub(crate) fn end(ctx: &Ctx, actor: &Actor, known: &Session) -> Result<()> {
    let (Some(wall), Some(plans)) = (&known.wall, plans(ctx)) else { return Ok(()) };
    let own = name(actor);
    let is_over = |name: &&String| actor.agent.is_none() || **name == own;
    for name in wall.plans.keys().filter(is_over) {
        plans.remove(name).context("could not remove a plan")?;
    }
    if actor.agent.is_some() {
        let forget = |session: &mut Session| {
            session.wall.as_mut().map(|wall| wall.plans.remove(&own));
        };
        return session::update(ctx, &actor.session, forget).context("could not remove a plan");
    }
    let Some(state) = ctx.user_state() else { return Ok(()) };
    Tickets::new(state, &actor.session).remove().context("could not remove tickets")
}
