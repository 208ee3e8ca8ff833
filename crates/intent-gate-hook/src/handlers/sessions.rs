//! Where sessions, subagents and prompts begin and end.

use std::sync::Arc;

use active_intents::Intent;
use anyhow::{Context as _, Result};
use hook_protocol::{
    Common, PreCompact, PreCompactReply, SessionEnd, SessionEndReply, SessionStart,
    SessionStartReply, StopReply, SubagentStart, SubagentStartReply, SubagentStop,
    UserPromptSubmit, UserPromptSubmitReply,
};
use hook_runtime::Ctx;

use crate::gather::availability::Availability;
use crate::gather::load::{self, Gate, Loaded};
use crate::gather::locks::ProjectLocks;
use crate::gather::refusals;
use crate::gather::session::{self, Actor};
use crate::handlers::{origin::is_from_host, plan_notices};
use crate::record::{choice, plans, requests, session as sessions};
use crate::words;

/// Tells a session that goes on which intent it has, and the agent and the person what a linked worktree lacks.
pub(crate) fn session_start(ctx: &Ctx, event: &SessionStart) -> Result<SessionStartReply> {
    let told = begin(ctx, event)?;
    let lacking = load::left_in_main_checkout(ctx);
    let lacking = lacking.map(|(main, files)| words::left_in_main_checkout(&main, &files));
    let context: Vec<String> = lacking.clone().into_iter().chain(told).collect();
    let reply = match context.as_slice() {
        [] => SessionStartReply::default(),
        lines => SessionStartReply::context(lines.join("\n")),
    };
    Ok(match lacking {
        Some(lacking) => reply.with_system_message(lacking),
        None => reply,
    })
}

/// Notes that a session begins, and returns what its agent is told.
fn begin(ctx: &Ctx, event: &SessionStart) -> Result<Vec<String>> {
    let Some((gate, locks)) = gate(ctx) else { return Ok(Vec::new()) };
    let actor = Actor::of(ctx, &event.common);
    if !ctx.is_dry_run() {
        forget(ctx)?;
        sessions::note_start(ctx, &actor.session).context("could not record the session")?;
    }
    let intent = held(ctx, &gate, &locks, &event.common)?;
    let wall = ctx
        .project()
        .and_then(|it| plan_notices::begin(ctx, it, &gate, &actor, intent, &event.source));
    Ok(intent.map(words::again).into_iter().chain(wall).collect())
}

/// Forgets what is known of sessions that are long over.
fn forget(ctx: &Ctx) -> Result<()> {
    sessions::sweep(ctx).context("could not remove old sessions")?;
    if let Some(state) = ctx.user_state() {
        confine::sweep(state, ctx.now()).context("could not remove old plans")?;
    }
    Ok(())
}

/// Says what a compaction must keep.
pub(crate) fn pre_compact(ctx: &Ctx, event: &PreCompact) -> Result<PreCompactReply> {
    let Some((gate, locks)) = gate(ctx) else { return Ok(PreCompactReply::default()) };
    let intent = held(ctx, &gate, &locks, &event.common)?;
    Ok(intent.map(words::to_keep).map(PreCompactReply::instructions).unwrap_or_default())
}

/// Tells a subagent the intent of its session.
pub(crate) fn subagent_start(ctx: &Ctx, event: &SubagentStart) -> Result<SubagentStartReply> {
    let Some((gate, locks)) = gate(ctx) else { return Ok(SubagentStartReply::default()) };
    let Some(intent) = held(ctx, &gate, &locks, &event.common)? else {
        return Ok(SubagentStartReply::default());
    };
    let holder = locks.holder(&intent.id).ok().flatten();
    Ok(SubagentStartReply::context(words::for_subagent(intent, holder.as_ref())))
}

/// Frees what a subagent chose for itself.
pub(crate) fn subagent_stop(ctx: &Ctx, event: &SubagentStop) -> Result<StopReply> {
    let actor = Actor::of(ctx, &event.common);
    if actor.agent.is_some()
        && let Some((_, locks)) = gate(ctx)
        && is_from_host(ctx)
    {
        choice::release(ctx, &locks, &actor)?;
        let known = session::read(ctx, &actor.session).context("could not read the choice")?;
        plans::end(ctx, &actor, &known)?;
    }
    Ok(StopReply::default())
}

/// Frees all that a session chose.
pub(crate) fn session_end(ctx: &Ctx, event: &SessionEnd) -> Result<SessionEndReply> {
    let actor = Actor::of(ctx, &event.common);
    // Whatever has become of the files since, the locks are the session's.
    if ctx.project().is_some() && !actor.session.is_empty() && is_from_host(ctx) {
        let policy = load::policy(ctx).unwrap_or_default();
        let known = session::read(ctx, &actor.session).context("could not read the choice")?;
        plans::end(ctx, &actor, &known)?;
        // Without a state folder there are no locks either.
        if let Ok(locks) = ProjectLocks::of(ctx, &policy) {
            choice::end(ctx, &locks, &actor.session)?;
        }
    }
    Ok(SessionEndReply)
}

/// Tells the agent with the next prompt which of its requests were refused.
pub(crate) fn user_prompt_submit(
    ctx: &Ctx,
    event: &UserPromptSubmit,
) -> Result<UserPromptSubmitReply> {
    let actor = Actor::of(ctx, &event.common);
    if !event.is_from_person() || matches!(load::load(ctx), Loaded::Absent) {
        return Ok(UserPromptSubmitReply::default());
    }
    let mut told = refusals::untold(ctx, &actor)?;
    if !ctx.is_dry_run() {
        told = requests::tell(ctx, &actor, told)?;
    }
    let told: Vec<String> = told.iter().map(words::refused).collect();
    Ok(UserPromptSubmitReply::context(told.join("\n")))
}

/// What the project has; nothing where it cannot be read, which is said when the
/// agent wants to change something.
fn gate(ctx: &Ctx) -> Option<(Arc<Gate>, ProjectLocks)> {
    let Loaded::Ready(gate) = load::load(ctx) else { return None };
    let locks = ProjectLocks::of(ctx, &gate.policy).ok()?;
    Some((gate, locks))
}

/// The intent that the actor of an event still holds.
fn held<'a>(
    ctx: &Ctx,
    gate: &'a Gate,
    locks: &ProjectLocks,
    common: &Common,
) -> Result<Option<&'a Intent>> {
    let actor = Actor::of(ctx, common);
    let chosen = session::read(ctx, &actor.session).context("could not read the choice")?;
    let id = chosen.intent_of(actor.agent.as_deref());
    let availability = id
        .map(|id| Availability::of_chosen(ctx, &gate.intents, locks, id.as_str(), &actor.session));
    Ok(match availability {
        Some(Availability::Open(intent, _)) => Some(intent),
        _ => None,
    })
}
