//! Sentences for people. What holds words of the agent is one line, and tame.

use hook_runtime::one_line;

use crate::decide::prompt::{Prompt, PromptType, Question};
use crate::decide::spelling;
use crate::decide::transition::{Transition, TransitionType};

/// An answer that no question names.
pub(crate) const OTHER: &str = "Other: your own answer";

/// Of a question that takes more than one answer.
pub(crate) const SEVERAL: &str = "(several may be chosen)";

/// What happened, in at most `longest` characters: "asks: Which database?".
pub(crate) fn headline(transition: &Transition, longest: usize) -> String {
    let reason = transition.reason.as_deref();
    let line = match transition.kind {
        TransitionType::Prompt => return one_line(&asked(transition), longest),
        TransitionType::PromptResolved => {
            let what = transition.prompt_type.map_or_else(|| "prompt".to_owned(), spelling);
            with("resolved", Some(&what))
        }
        TransitionType::Idle => "waits for input".to_owned(),
        TransitionType::Stop => "has finished its turn".to_owned(),
        TransitionType::Failed => with("failed", reason),
        TransitionType::Exited => with("ended", reason),
    };
    one_line(&line, longest)
}

/// What an agent waits for, in a line.
pub(crate) fn waits_for(prompt: &Prompt, longest: usize) -> String {
    let (plan, reason) = (prompt.plan.as_deref(), prompt.reason.as_deref());
    let said = subject(prompt.kind, &prompt.questions, plan, reason);
    let kind = spelling(prompt.kind);
    let line = said.map_or_else(|| kind.clone(), |said| format!("{kind}: {said}"));
    one_line(&line, longest)
}

/// Whose agent it is, before what happened to it.
pub(crate) fn agent_in(project: &str) -> String {
    format!("Agent in {project}")
}

/// Where no session is known.
pub(crate) const NO_SESSION: &str = "No sessions yet.";

/// Where the journal has no line.
pub(crate) const NO_LINE: &str = "Nothing logged yet.";

/// What a prompt is about: its first question, the heading of its plan, or else its
/// reason. Not tame.
pub(crate) fn subject(
    kind: PromptType,
    questions: &[Question],
    plan: Option<&str>,
    reason: Option<&str>,
) -> Option<String> {
    match kind {
        PromptType::Question => {
            let first = questions.first()?.text.clone();
            match questions.len() - 1 {
                0 => Some(first),
                more => Some(format!("{first} (and {more} more)")),
            }
        }
        PromptType::PlanApproval => {
            let mut lines = plan?.lines().map(|line| line.trim_start_matches('#').trim());
            lines.find(|line| !line.is_empty()).map(str::to_owned)
        }
        PromptType::Permission | PromptType::Idle | PromptType::Other => reason.map(str::to_owned),
    }
}

fn asked(transition: &Transition) -> String {
    let kind = transition.prompt_type.unwrap_or(PromptType::Other);
    let words = match kind {
        PromptType::Question => "asks",
        PromptType::PlanApproval => "wants a plan approved",
        PromptType::Permission => "asks for permission",
        PromptType::Idle => "waits for input",
        PromptType::Other => "needs a person",
    };
    let (plan, reason) = (transition.plan.as_deref(), transition.reason.as_deref());
    with(words, subject(kind, &transition.questions, plan, reason).as_deref())
}

fn with(words: &str, what: Option<&str>) -> String {
    match what.map(str::trim).filter(|what| !what.is_empty()) {
        Some(what) => format!("{words}: {what}"),
        None => words.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn transition(fields: &Value) -> Transition {
        let mut transition = json!({
            "v": 1, "seq": 1, "ts": "2026-11-20T14:03:00Z", "session_id": "s",
            "source": "PreToolUse", "state": "prompting",
        });
        let own = fields.as_object().unwrap().clone();
        transition.as_object_mut().unwrap().extend(own);
        serde_json::from_value(transition).unwrap()
    }

    #[track_caller]
    fn check(fields: &Value, expected: &str) {
        assert_eq!(headline(&transition(fields), 60), expected);
    }

    fn prompt(kind: &str, mut fields: Value) -> Value {
        fields["type"] = json!("agent:prompt");
        fields["prompt_type"] = json!(kind);
        fields
    }

    #[test]
    fn every_transition_in_words() {
        let question = |text: &str| json!({ "question": text });
        check(&prompt("question", json!({ "questions": [question("Which?")] })), "asks: Which?");
        let two = json!({ "questions": [question("Which?"), question("When?")] });
        check(&prompt("question", two), "asks: Which? (and 1 more)");
        check(&prompt("question", json!({})), "asks");
        check(&prompt("plan_approval", json!({})), "wants a plan approved");
        let plan = json!({ "plan": "\n# \n## Move\tthe \u{1b}[1mbox\nThen" });
        check(&prompt("plan_approval", plan), "wants a plan approved: Move the [1mbox");
        let reason = json!({ "reason": "Bash: ls" });
        check(&prompt("permission", reason.clone()), "asks for permission: Bash: ls");
        check(&prompt("other", reason.clone()), "needs a person: Bash: ls");
        check(&prompt("other", json!({ "reason": " " })), "needs a person");
        check(&prompt("idle", json!({})), "waits for input");
        check(&json!({ "type": "agent:idle" }), "waits for input");
        check(&json!({ "type": "agent:stop" }), "has finished its turn");
        check(&json!({ "type": "agent:failed", "reason": "overloaded" }), "failed: overloaded");
        check(&json!({ "type": "agent:exited" }), "ended");
        let resolved = json!({ "type": "agent:prompt_resolved", "prompt_type": "plan_approval" });
        check(&resolved, "resolved: plan_approval");
    }
}
