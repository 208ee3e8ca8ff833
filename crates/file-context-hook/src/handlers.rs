//! The events: each is served, recorded or read on from.

use anyhow::Result;
use hook_protocol::{
    PostToolUse, PostToolUseReply, PreCompact, PreCompactReply, PreToolUse, PreToolUseReply,
    SessionEnd, SessionEndReply, SessionSource, SessionStart, SessionStartReply, Stop, StopReply,
    SubagentStop, UserPromptSubmit, UserPromptSubmitReply,
};
use hook_runtime::Ctx;

use crate::record::{self, ingest, served};
use crate::serve;
use crate::words::silence::Silence;

/// Tells the agent what is known of the file that it is about to touch.
pub(crate) fn pre_tool_use(ctx: &Ctx, event: &PreToolUse) -> Result<PreToolUseReply> {
    match serve::tell(ctx, event) {
        Ok(told) => Ok(PreToolUseReply::default().with_context(told.text)),
        Err(Silence::Failed(err)) => Err(err),
        Err(_) => Ok(PreToolUseReply::default()),
    }
}

/// Records the files that a call has touched.
pub(crate) fn post_tool_use(ctx: &Ctx, event: &PostToolUse) -> Result<PostToolUseReply> {
    record::touched(ctx, event)?;
    Ok(PostToolUseReply::default())
}

/// Records the files that the person mentions.
pub(crate) fn user_prompt_submit(
    ctx: &Ctx,
    event: &UserPromptSubmit,
) -> Result<UserPromptSubmitReply> {
    record::mentioned(ctx, event)?;
    Ok(UserPromptSubmitReply::default())
}

/// Sweeps what earlier sessions left. A context that is new knows nothing of
/// what was told before.
pub(crate) fn session_start(ctx: &Ctx, event: &SessionStart) -> Result<SessionStartReply> {
    if let Err(err) = served::sweep(ctx) {
        ctx.report(format_args!("could not remove what old sessions were told: {err}"));
    }
    if let SessionSource::Compact | SessionSource::Clear = event.source
        && let Some(session) = event.common.session_id.as_deref()
    {
        served::forget(ctx, session, None)?;
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
        served::forget(ctx, session, event.common.agent_id.as_deref())?;
    }
    Ok(PreCompactReply::default())
}

/// Takes in what was said last.
pub(crate) fn session_end(ctx: &Ctx, event: &SessionEnd) -> Result<SessionEndReply> {
    ingest::at_end(ctx, event)?;
    Ok(SessionEndReply)
}
