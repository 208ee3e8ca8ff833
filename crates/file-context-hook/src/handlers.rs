//! The events: each is served, recorded or read on from.

use anyhow::Result;
use hook_protocol::{
    PostToolUse, PostToolUseReply, PreCompact, PreCompactReply, PreToolUse, PreToolUseReply,
    SessionEnd, SessionEndReply, SessionSource, SessionStart, SessionStartReply, Stop, StopReply,
    SubagentStop, UserPromptSubmit, UserPromptSubmitReply,
};
use hook_runtime::Ctx;

use crate::decide::{self, Facts, Told};
use crate::gather::{self, Question, files};
use crate::record::session_memory::{self, Served};
use crate::record::{self, ingest};
use crate::words::context;
use crate::words::silence::Silence;

/// Tells the agent what is known of the file that it is about to touch.
pub(crate) fn pre_tool_use(ctx: &Ctx, event: &PreToolUse) -> Result<PreToolUseReply> {
    let told = if ctx.is_dry_run() { would_tell(ctx, event) } else { tell(ctx, event) };
    match told {
        Ok(told) => Ok(PreToolUseReply::default().with_context(told.text)),
        Err(Silence::Failed(err)) => Err(err),
        Err(_) => Ok(PreToolUseReply::default()),
    }
}

/// What the agent is told on `event`. It counts as told from then on; two calls at
/// once are answered one after the other.
fn tell(ctx: &Ctx, event: &PreToolUse) -> Result<Told, Silence> {
    let question = gather::question(ctx, event)?;
    let facts = gather::facts(ctx, &question)?;
    // Silence needs no lock, and leaves nothing.
    let served = gather::served(ctx, &question)?;
    let mut told = answer(&question, &facts, served)?;
    let held = Served::hold(ctx, question.session).map_err(gather::unknown)?;
    if held.served != *served {
        told = answer(&question, &facts, &held.served)?;
    }
    let characters = context::length(&told.text);
    let kept = held.add(question.agent, &question.path, told.mark, characters);
    kept.map(|()| told).map_err(gather::unknown)
}

/// As [`tell`], but nothing counts as told: for a dry run, and for a person who asks.
///
/// # Errors
/// Why it would be told nothing.
pub(crate) fn would_tell(ctx: &Ctx, event: &PreToolUse) -> Result<Told, Silence> {
    let question = gather::question(ctx, event)?;
    let facts = gather::facts(ctx, &question)?;
    answer(&question, &facts, gather::served(ctx, &question)?)
}

fn answer(question: &Question<'_>, facts: &Facts, served: &Served) -> Result<Told, Silence> {
    let Question { agent, path, place, .. } = question;
    let mark = served.mark(*agent, path);
    decide::decide(&place.config.inject, path, facts, mark, served.characters())
}

/// Records the files that a call has touched.
pub(crate) fn post_tool_use(ctx: &Ctx, event: &PostToolUse) -> Result<PostToolUseReply> {
    if let Some(touched) = files::touched(ctx, event)? {
        record::touched(ctx, &touched)?;
    }
    Ok(PostToolUseReply::default())
}

/// Records the files that the person mentions.
pub(crate) fn user_prompt_submit(
    ctx: &Ctx,
    event: &UserPromptSubmit,
) -> Result<UserPromptSubmitReply> {
    if let Some(mentioned) = files::mentioned(ctx, event)? {
        record::touched(ctx, &mentioned)?;
    }
    Ok(UserPromptSubmitReply::default())
}

/// Sweeps what earlier sessions left. A context that is new knows nothing of
/// what was told before.
pub(crate) fn session_start(ctx: &Ctx, event: &SessionStart) -> Result<SessionStartReply> {
    if let Err(err) = session_memory::sweep(ctx) {
        ctx.report(format_args!("could not remove the records of old sessions: {err}"));
    }
    if let SessionSource::Compact | SessionSource::Clear = event.source
        && let Some(session) = event.common.session_id.as_deref()
    {
        session_memory::forget(ctx, session, None)?;
    }
    Ok(SessionStartReply::default())
}

/// Takes in what was said in a turn.
pub(crate) fn stop(ctx: &Ctx, event: &Stop) -> Result<StopReply> {
    ingest::after_turn(ctx, event)?;
    Ok(StopReply::default())
}

/// Takes in what a subagent said.
pub(crate) fn subagent_stop(ctx: &Ctx, event: &SubagentStop) -> Result<StopReply> {
    ingest::after_subagent(ctx, event)?;
    Ok(StopReply::default())
}

/// Takes in what was said so far, which the agent is about to forget together
/// with what it was told.
pub(crate) fn pre_compact(ctx: &Ctx, event: &PreCompact) -> Result<PreCompactReply> {
    ingest::before_compaction(ctx, event)?;
    if let Some(session) = event.common.session_id.as_deref() {
        session_memory::forget(ctx, session, event.common.agent_id.as_deref())?;
    }
    Ok(PreCompactReply::default())
}

/// Takes in what was said last.
pub(crate) fn session_end(ctx: &Ctx, event: &SessionEnd) -> Result<SessionEndReply> {
    ingest::at_end(ctx, event)?;
    Ok(SessionEndReply)
}
