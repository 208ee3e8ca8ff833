//! What the agent is told about the confinement of shell commands: at the start of a session, after a choice, and when
//! the kernel refused a write.

use active_intents::Intent;
use anyhow::{Context as _, Result};
use hook_protocol::{
    PostToolUse, PostToolUseFailure, PostToolUseFailureReply, SessionSource, ToolCall,
};
use hook_runtime::Ctx;
use project_paths::ProjectRoot;
use serde_json::Value;

use crate::config::Confine;
use crate::gather::confinement::stands;
use crate::gather::load::{self, Gate, Loaded};
use crate::gather::session::{self, Actor};
use crate::record::plans::{self, Stands};
use crate::words;

/// What EACCES, EPERM and EROFS are called by the C library, in English.
const REFUSALS: [&str; 3] =
    ["Permission denied", "Operation not permitted", "Read-only file system"];

/// Writes the plan of a session that begins: what it is told of it. A plan that cannot be written is reported.
pub(super) fn begin(
    ctx: &Ctx,
    project: &ProjectRoot,
    gate: &Gate,
    actor: &Actor,
    intent: Option<&Intent>,
    source: &SessionSource,
) -> Option<String> {
    if ctx.is_dry_run() || actor.session.is_empty() {
        return None;
    }
    let begun =
        plans::begin(ctx, project, &gate.policy, actor, intent, source).unwrap_or_else(|err| {
            ctx.report(format_args!("{err:#}"));
            Stands::Missing
        });
    match begun {
        Stands::Held => may_write(gate, intent),
        Stands::Missing => Some(words::NO_WALL.to_owned()),
        Stands::Nothing if matches!(gate.policy.confine, Confine::Mounts | Confine::Landlock) => {
            Some(words::NO_WALL.to_owned())
        }
        Stands::Nothing => None,
    }
}

/// Brings the plan of an actor in step with what it just chose or gave back: what it is told of it.
pub(super) fn follow(
    ctx: &Ctx,
    project: &ProjectRoot,
    gate: &Gate,
    actor: &Actor,
) -> Result<Option<String>> {
    let known = session::read(ctx, &actor.session).context("could not read the choice")?;
    if ctx.is_dry_run() || known.wall.is_none() {
        return Ok(None);
    }
    let id = known.intent_of(actor.agent.as_deref());
    let intent = id.and_then(|id| gate.intents.get(id.as_str()));
    plans::keep(ctx, project, &gate.policy, actor, &known, intent)?;
    Ok(may_write(gate, intent))
}

/// What commands may write; `None` where the project binds nobody who chose nothing.
fn may_write(gate: &Gate, intent: Option<&Intent>) -> Option<String> {
    (intent.is_some() || gate.policy.require_intent).then(|| words::may_write(intent))
}

/// A command that failed may have failed at the wall.
pub(crate) fn post_tool_use_failure(
    ctx: &Ctx,
    event: &PostToolUseFailure,
) -> Result<PostToolUseFailureReply> {
    let Loaded::Ready(gate) = load::load(ctx) else {
        return Ok(PostToolUseFailureReply::default());
    };
    let actor = Actor::of(ctx, &event.common);
    let said = event.error.as_deref().unwrap_or_default();
    let told = explained(ctx, &gate, &actor, &event.call, said)?;
    Ok(told.map(PostToolUseFailureReply::context).unwrap_or_default())
}

/// The same of one that ended well all in all.
pub(super) fn explained_in(
    ctx: &Ctx,
    gate: &Gate,
    actor: &Actor,
    event: &PostToolUse,
) -> Result<Option<String>> {
    let Some(response) = &event.tool_response else { return Ok(None) };
    let text = |key: &str| response.get(key).and_then(Value::as_str);
    let said = response.as_str().or_else(|| text("stderr").filter(|text| !text.is_empty()));
    let said = said.or_else(|| text("stdout")).unwrap_or_default();
    explained(ctx, gate, actor, &event.call, said)
}

fn explained(
    ctx: &Ctx,
    gate: &Gate,
    actor: &Actor,
    call: &ToolCall,
    said: &str,
) -> Result<Option<String>> {
    if !REFUSALS.iter().any(|refusal| said.contains(refusal)) {
        return Ok(None);
    }
    let known = session::read(ctx, &actor.session).context("could not read the choice")?;
    if !stands(ctx, &gate.policy, &known, call.name.tool()) {
        return Ok(None);
    }
    let id = known.intent_of(actor.agent.as_deref());
    Ok(may_write(gate, id.and_then(|id| gate.intents.get(id.as_str()))))
}
