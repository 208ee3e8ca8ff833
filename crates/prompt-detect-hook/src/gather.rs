//! What an event says of its session, and what files tell beside it.

pub(crate) mod observation;
mod plan;
mod prompt;
pub(crate) mod redaction;

use hook_protocol::Event;
use hook_runtime::Ctx;

use crate::decide::signal::Signal;
use crate::decide::timestamp::Timestamp;
use crate::gather::observation::Observed;
use crate::gather::prompt::{agent_id, agent_type};

/// In bytes: what is longer is no session's id, and would not fit into its file.
const MAX_ID: usize = 64 << 10;

/// What an event says; `None` if it says nothing, or of no session.
pub(crate) fn signal<'a>(ctx: &Ctx, event: &'a Event) -> Option<Signal<'a>> {
    match event {
        Event::PreToolUse(event) => signal_of(ctx, event),
        Event::PostToolUse(event) => signal_of(ctx, event),
        Event::PostToolUseFailure(event) => signal_of(ctx, event),
        Event::PermissionRequest(event) => signal_of(ctx, event),
        Event::Notification(event) => signal_of(ctx, event),
        Event::Elicitation(event) => signal_of(ctx, event),
        Event::ElicitationResult(event) => signal_of(ctx, event),
        Event::UserPromptSubmit(event) => signal_of(ctx, event),
        Event::Stop(event) => signal_of(ctx, event),
        Event::StopFailure(event) => signal_of(ctx, event),
        Event::SubagentStop(event) => signal_of(ctx, event),
        Event::SessionStart(event) => signal_of(ctx, event),
        Event::SessionEnd(event) => signal_of(ctx, event),
        _ => None,
    }
}

/// What an event of this kind says; `None` as of [`signal`].
pub(crate) fn signal_of<'a, E: Observed>(ctx: &Ctx, event: &'a E) -> Option<Signal<'a>> {
    let common = event.common();
    Some(Signal {
        session: common.session_id.as_deref().filter(|id| id.len() <= MAX_ID)?,
        agent_id: agent_id(common),
        agent_type: agent_type(common),
        source: E::NAME,
        at: Timestamp::at(ctx.now()),
        says: event.says(ctx)?,
    })
}
