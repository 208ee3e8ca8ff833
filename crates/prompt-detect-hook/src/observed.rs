//! What each event says of its session.

use hook_protocol::{
    Common, HookEvent, Notification, NotificationReply, PermissionRequest, PermissionRequestReply,
    PostToolUse, PostToolUseFailure, PostToolUseFailureReply, PostToolUseReply, PreToolUse,
    PreToolUseReply, SessionEnd, SessionEndReply, SessionSource, SessionStart, SessionStartReply,
    Stop, StopFailure, StopReply, SubagentStop, UserPromptSubmit, UserPromptSubmitReply,
};
use hook_runtime::Ctx;

use crate::cut;
use crate::gather;
use crate::prompt::PromptType;
use crate::signal::Says;

/// An event that says something of its session.
pub(crate) trait Observed: HookEvent {
    /// What every event carries.
    fn common(&self) -> &Common;

    /// What it says; `None` if this one says nothing.
    fn says(&self, ctx: &Ctx) -> Option<Says<'_>>;

    /// The reply that writes a sequence to the person's terminal, if the host can
    /// be told to on this event.
    fn to_terminal(sequence: String) -> Self::Reply;
}

impl Observed for PreToolUse {
    fn common(&self) -> &Common {
        &self.common
    }

    /// A call may ask the person, and shows that earlier prompts are over.
    fn says(&self, ctx: &Ctx) -> Option<Says<'_>> {
        let asked = gather::asked(
            ctx,
            &self.common,
            &self.call,
            self.tool_use_id.as_deref().map(cut::name),
        );
        Some(Says::Called(asked))
    }

    fn to_terminal(sequence: String) -> PreToolUseReply {
        PreToolUseReply::default().with_terminal_sequence(sequence)
    }
}

impl Observed for PostToolUse {
    fn common(&self) -> &Common {
        &self.common
    }

    fn says(&self, _ctx: &Ctx) -> Option<Says<'_>> {
        Some(Says::Ended {
            call: &self.call,
            tool_use_id: self.tool_use_id.as_deref().map(cut::name),
        })
    }

    fn to_terminal(sequence: String) -> PostToolUseReply {
        PostToolUseReply::default().with_terminal_sequence(sequence)
    }
}

impl Observed for PostToolUseFailure {
    fn common(&self) -> &Common {
        &self.common
    }

    fn says(&self, _ctx: &Ctx) -> Option<Says<'_>> {
        Some(Says::Ended {
            call: &self.call,
            tool_use_id: self.tool_use_id.as_deref().map(cut::name),
        })
    }

    fn to_terminal(sequence: String) -> PostToolUseFailureReply {
        PostToolUseFailureReply::default().with_terminal_sequence(sequence)
    }
}

impl Observed for PermissionRequest {
    fn common(&self) -> &Common {
        &self.common
    }

    /// That of a question or a plan is the question itself, and may be handled
    /// after it was answered (seen in Claude Code 2.1.330).
    fn says(&self, ctx: &Ctx) -> Option<Says<'_>> {
        let is_question = PromptType::of(&self.call).is_some();
        (!is_question).then(|| Says::Permission(gather::permission(ctx, self)))
    }

    fn to_terminal(sequence: String) -> PermissionRequestReply {
        PermissionRequestReply::default().with_terminal_sequence(sequence)
    }
}

impl Observed for Notification {
    fn common(&self) -> &Common {
        &self.common
    }

    fn says(&self, ctx: &Ctx) -> Option<Says<'_>> {
        let notified = |kind| Says::Notified(gather::notified(ctx, self, kind));
        match self.notification_type.as_deref()? {
            "permission_prompt" => Some(notified(PromptType::Permission)),
            "agent_needs_input" => Some(notified(PromptType::Other)),
            "idle_prompt" => Some(Says::Idle),
            _ => None,
        }
    }

    fn to_terminal(sequence: String) -> NotificationReply {
        NotificationReply::terminal_sequence(sequence)
    }
}

impl Observed for UserPromptSubmit {
    fn common(&self) -> &Common {
        &self.common
    }

    fn says(&self, _ctx: &Ctx) -> Option<Says<'_>> {
        let is_machine = self.source.as_deref().is_some_and(Self::is_machine);
        Some(Says::Prompted { by_person: self.is_from_person() && !is_machine })
    }

    fn to_terminal(sequence: String) -> UserPromptSubmitReply {
        UserPromptSubmitReply::default().with_terminal_sequence(sequence)
    }
}

impl Observed for Stop {
    fn common(&self) -> &Common {
        &self.common
    }

    fn says(&self, _ctx: &Ctx) -> Option<Says<'_>> {
        Some(Says::Stopped)
    }

    fn to_terminal(sequence: String) -> StopReply {
        StopReply::default().with_terminal_sequence(sequence)
    }
}

impl Observed for StopFailure {
    fn common(&self) -> &Common {
        &self.common
    }

    fn says(&self, _ctx: &Ctx) -> Option<Says<'_>> {
        let reason = self.error.as_deref().or(self.error_details.as_deref());
        Some(Says::Failed(reason.map(cut::name)))
    }

    fn to_terminal(sequence: String) -> NotificationReply {
        NotificationReply::terminal_sequence(sequence)
    }
}

impl Observed for SubagentStop {
    fn common(&self) -> &Common {
        &self.common
    }

    fn says(&self, _ctx: &Ctx) -> Option<Says<'_>> {
        Some(Says::SubagentStopped)
    }

    fn to_terminal(sequence: String) -> StopReply {
        StopReply::default().with_terminal_sequence(sequence)
    }
}

impl Observed for SessionStart {
    fn common(&self) -> &Common {
        &self.common
    }

    /// A compaction happens in the midst of the work and is no beginning.
    fn says(&self, _ctx: &Ctx) -> Option<Says<'_>> {
        (self.source != SessionSource::Compact).then_some(Says::Begins)
    }

    fn to_terminal(_sequence: String) -> SessionStartReply {
        SessionStartReply::default()
    }
}

impl Observed for SessionEnd {
    fn common(&self) -> &Common {
        &self.common
    }

    fn says(&self, _ctx: &Ctx) -> Option<Says<'_>> {
        Some(Says::Over(self.reason.as_deref().map(cut::name)))
    }

    fn to_terminal(_sequence: String) -> SessionEndReply {
        SessionEndReply
    }
}
