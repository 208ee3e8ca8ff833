//! What each event says of its session.

use hook_protocol::{
    HookEvent, Notification, PermissionRequest, PostToolUse, PostToolUseFailure, PreToolUse,
    SessionEnd, SessionSource, SessionStart, Stop, StopFailure, SubagentStop, UserPromptSubmit,
};
use hook_runtime::Ctx;

use crate::decide::prompt::PromptType;
use crate::decide::signal::Says;
use crate::gather::{cut, prompt};

/// An event that says something of its session.
pub(crate) trait Observed: HookEvent {
    /// What it says; `None` if this one says nothing.
    fn says(&self, ctx: &Ctx) -> Option<Says<'_>>;
}

impl Observed for PreToolUse {
    /// A call may ask the person, and shows that earlier prompts are over.
    fn says(&self, ctx: &Ctx) -> Option<Says<'_>> {
        let asked = prompt::asked(
            ctx,
            &self.common,
            &self.call,
            self.tool_use_id.as_deref().map(cut::name),
        );
        Some(Says::Called(asked))
    }
}

impl Observed for PostToolUse {
    fn says(&self, _ctx: &Ctx) -> Option<Says<'_>> {
        Some(Says::Ended {
            call: &self.call,
            tool_use_id: self.tool_use_id.as_deref().map(cut::name),
        })
    }
}

impl Observed for PostToolUseFailure {
    fn says(&self, _ctx: &Ctx) -> Option<Says<'_>> {
        Some(Says::Ended {
            call: &self.call,
            tool_use_id: self.tool_use_id.as_deref().map(cut::name),
        })
    }
}

impl Observed for PermissionRequest {
    /// That of a question or a plan is the question itself, and may be handled
    /// after it was answered (seen in Claude Code 2.1.330).
    fn says(&self, ctx: &Ctx) -> Option<Says<'_>> {
        let is_question = PromptType::of(&self.call).is_some();
        (!is_question).then(|| Says::Permission(prompt::permission(ctx, self)))
    }
}

impl Observed for Notification {
    fn says(&self, ctx: &Ctx) -> Option<Says<'_>> {
        let notified = |kind| Says::Notified(prompt::notified(ctx, self, kind));
        match self.notification_type.as_deref()? {
            "permission_prompt" => Some(notified(PromptType::Permission)),
            "agent_needs_input" => Some(notified(PromptType::Other)),
            "idle_prompt" => Some(Says::Idle),
            _ => None,
        }
    }
}

impl Observed for UserPromptSubmit {
    fn says(&self, _ctx: &Ctx) -> Option<Says<'_>> {
        let is_machine = self.source.as_deref().is_some_and(Self::is_machine);
        Some(Says::Prompted { by_person: self.is_from_person() && !is_machine })
    }
}

impl Observed for Stop {
    fn says(&self, _ctx: &Ctx) -> Option<Says<'_>> {
        Some(Says::Stopped)
    }
}

impl Observed for StopFailure {
    fn says(&self, _ctx: &Ctx) -> Option<Says<'_>> {
        let reason = self.error.as_deref().or(self.error_details.as_deref());
        Some(Says::Failed(reason.map(cut::reason)))
    }
}

impl Observed for SubagentStop {
    fn says(&self, _ctx: &Ctx) -> Option<Says<'_>> {
        Some(Says::SubagentStopped)
    }
}

impl Observed for SessionStart {
    /// A compaction happens in the midst of the work and is no beginning.
    fn says(&self, _ctx: &Ctx) -> Option<Says<'_>> {
        (self.source != SessionSource::Compact).then_some(Says::Begins)
    }
}

impl Observed for SessionEnd {
    fn says(&self, _ctx: &Ctx) -> Option<Says<'_>> {
        Some(Says::Over(self.reason.as_deref().map(cut::reason)))
    }
}
