//! What each event says of its session.

use hook_protocol::{
    Elicitation, ElicitationResult, HookEvent, Notification, PermissionRequest, PostToolUse,
    PostToolUseFailure, PreToolUse, SessionEnd, SessionSource, SessionStart, Stop, StopFailure,
    SubagentStop, UserPromptSubmit,
};
use hook_runtime::Ctx;

use crate::decide::key;
use crate::decide::notice::{self, Notice};
use crate::decide::prompt::PromptType;
use crate::decide::signal::Says;
use crate::gather::{prompt, redaction};

/// An event that says something of its session.
pub(crate) trait Observed: HookEvent {
    /// What it says; `None` if this one says nothing.
    fn says(&self, ctx: &Ctx) -> Option<Says<'_>>;
}

impl Observed for PreToolUse {
    /// A call may ask the person, and shows that earlier prompts are over. One that another
    /// hook has denied, or answered in the person's place, asks nobody.
    fn says(&self, ctx: &Ctx) -> Option<Says<'_>> {
        if prompt::is_settled(ctx.verdict(), &self.call) {
            return Some(Says::Called(None));
        }
        let asked = prompt::asked(
            ctx,
            &self.common,
            &self.call,
            self.tool_use_id.as_deref().map(redaction::name),
        );
        Some(Says::Called(asked))
    }
}

impl Observed for PostToolUse {
    fn says(&self, _ctx: &Ctx) -> Option<Says<'_>> {
        Some(Says::Ended {
            call: &self.call,
            tool_use_id: self.tool_use_id.as_deref().map(redaction::name),
        })
    }
}

impl Observed for PostToolUseFailure {
    fn says(&self, _ctx: &Ctx) -> Option<Says<'_>> {
        Some(Says::Ended {
            call: &self.call,
            tool_use_id: self.tool_use_id.as_deref().map(redaction::name),
        })
    }
}

impl Observed for PermissionRequest {
    /// That of a question or a plan is the question itself, and may be handled
    /// after it was answered (seen in Claude Code 2.1.330). One that another hook has
    /// answered says nothing that the call did not say.
    fn says(&self, ctx: &Ctx) -> Option<Says<'_>> {
        let is_question = PromptType::of(&self.call).is_some();
        let is_open = !is_question && !ctx.verdict().is_settled();
        is_open.then(|| Says::Asked(prompt::permission(ctx, self)))
    }
}

impl Observed for Notification {
    fn says(&self, ctx: &Ctx) -> Option<Says<'_>> {
        match notice::of(self.notification_type.as_deref()?) {
            Notice::Waits(kind) => Some(Says::Notified(prompt::notified(ctx, self, kind))),
            Notice::Idle => Some(Says::Idle),
            Notice::Nothing => None,
        }
    }
}

impl Observed for Elicitation {
    fn says(&self, ctx: &Ctx) -> Option<Says<'_>> {
        Some(Says::Asked(prompt::elicited(ctx, self)))
    }
}

impl Observed for ElicitationResult {
    fn says(&self, _ctx: &Ctx) -> Option<Says<'_>> {
        Some(Says::Answered(key::of_server(self.mcp_server_name.as_deref())))
    }
}

impl Observed for UserPromptSubmit {
    fn says(&self, _ctx: &Ctx) -> Option<Says<'_>> {
        let is_machine = self.source.as_deref().is_some_and(Self::is_machine);
        Some(Says::Prompted { by_person: self.is_from_person() && !is_machine })
    }
}

impl Observed for Stop {
    /// That of a subagent ends the subagent. The main agent may pause until what it has left
    /// running wakes it.
    fn says(&self, _ctx: &Ctx) -> Option<Says<'_>> {
        Some(match self.common.agent_id {
            Some(_) => Says::SubagentStopped,
            None if self.is_paused => Says::Paused,
            None => Says::Stopped,
        })
    }
}

impl Observed for StopFailure {
    fn says(&self, _ctx: &Ctx) -> Option<Says<'_>> {
        let reason = self.error.as_deref().or(self.error_details.as_deref());
        Some(Says::Failed(reason.map(redaction::reason)))
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
        Some(Says::Over(self.reason.as_deref().map(redaction::reason)))
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use hook_protocol::Event;
    use hook_runtime::{Environment, Verdict};
    use serde_json::{Value, json};

    use crate::decide::machine;
    use crate::decide::session::{MonitorState, Session};
    use crate::decide::timestamp::Timestamp;
    use crate::gather::signal;

    use super::*;

    /// How many prompts a session at work has open after an event with this verdict. Whatever
    /// it is, the agent is at work then, or waits.
    #[track_caller]
    fn check(event: &str, tool: &str, input: &Value, verdict: Verdict, expected: usize) {
        let event = json!({
            "hook_event_name": event, "session_id": "s", "tool_use_id": "t",
            "tool_name": tool, "tool_input": input,
        });
        let event = Event::parse(event.to_string().as_bytes()).unwrap();
        let environment = Environment::Fixed([].into());
        let ctx = Ctx::new("prompt-detect-hook", environment, SystemTime::UNIX_EPOCH, None);
        let ctx = ctx.after(verdict);
        let before = Session::new("s", None, Timestamp::at(ctx.now()));
        let session = signal(&ctx, &event).map_or(before.clone(), |signal| {
            machine::step(&before, &signal, Duration::ZERO).session
        });
        assert_eq!(session.prompts.len(), expected, "{tool} {input} {verdict}");
        let is_open = session.state == MonitorState::Prompting;
        assert_eq!(is_open, expected > 0, "{tool} {input} {verdict}");
    }

    #[test]
    fn a_call_that_others_have_settled_asks_nobody() {
        use Verdict::{Answer, Ask, Context, Deny, None, Warn};
        let question = json!({ "questions": [{ "question": "Which?" }] });
        let answered = json!({ "questions": [], "answers": { "Which?": "A" } });
        let unanswered = json!({ "questions": [], "answers": {} });
        for (verdict, is_answered, is_granted) in [
            (None, false, false),
            (Context, false, false),
            (Warn, false, false),
            (Ask, false, false),
            (Answer, true, true),
            (Deny, true, true),
        ] {
            let prompts = |is_settled: bool| usize::from(!is_settled);
            let is_denied = verdict == Deny;
            for tool in ["AskUserQuestion", "mcp__proxy__AskUserQuestion"] {
                check("PreToolUse", tool, &answered, verdict, prompts(is_answered));
                check("PreToolUse", tool, &question, verdict, prompts(is_denied));
                check("PreToolUse", tool, &unanswered, verdict, prompts(is_denied));
            }
            let plan = json!({ "plan": "1. Do it." });
            check("PreToolUse", "ExitPlanMode", &plan, verdict, prompts(is_denied));
            check("PreToolUse", "EnterPlanMode", &json!({}), verdict, prompts(is_denied));
            let bash = json!({ "command": "ls" });
            check("PreToolUse", "Bash", &bash, verdict, 0);
            check("PermissionRequest", "Bash", &bash, verdict, prompts(is_granted));
        }
    }

    #[test]
    fn a_call_that_is_settled_closes_what_was_open() {
        let environment = Environment::Fixed([].into());
        let ctx = Ctx::new("prompt-detect-hook", environment, SystemTime::UNIX_EPOCH, None);
        let session = Session::new("s", None, Timestamp::at(ctx.now()));
        let ask = |id: &str| {
            let event = json!({
                "hook_event_name": "PreToolUse", "session_id": "s", "tool_use_id": id,
                "tool_name": "AskUserQuestion", "tool_input": {},
            });
            Event::parse(event.to_string().as_bytes()).unwrap()
        };
        let (first, second) = (ask("1"), ask("2"));
        let opened = signal(&ctx, &first).unwrap();
        let open = machine::step(&session, &opened, Duration::ZERO).session;
        assert_eq!(open.prompts.len(), 1);

        let later = SystemTime::UNIX_EPOCH + Duration::from_secs(60);
        let environment = Environment::Fixed([].into());
        let later = Ctx::new("prompt-detect-hook", environment, later, None).after(Verdict::Deny);
        let settled = signal(&later, &second).unwrap();
        let closed = machine::step(&open, &settled, Duration::ZERO).session;
        assert_eq!((closed.prompts.len(), closed.state), (0, MonitorState::Working));
    }
}
