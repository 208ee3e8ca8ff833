//! Mode `warn`: what a hook would deny runs, and the agent gets a warning.

use hook_protocol::{Answer, Decision, Event, capped};

use crate::hook_answer::{Said, without_decision};

/// `said` with denials turned into warnings. Events without context (the end of a turn, a compaction)
/// continue silently.
pub(crate) fn soften(said: Said, event: &Event) -> Said {
    let answer = &said.answer;
    let stops = answer.halt.as_ref().or(answer.block.as_ref());
    let ((Decision::Deny(warning) | Decision::Ask(warning), _) | (_, Some(warning))) =
        (&answer.decision, stops)
    else {
        return said;
    };
    let warning = format!(
        "Warning: {} would have stopped this, and is in mode warn: {warning}",
        said.by.hook
    );
    // First, so that it is kept if not everything fits.
    let context = [warning.as_str()].into_iter().chain(said.answer.context.as_deref());
    let context = takes_context(event).then(|| capped(context.collect::<Vec<_>>().join("\n")));
    let answer = without_decision(Answer { context, ..said.answer });
    Said { answer, is_warning: true, ..said }
}

fn takes_context(event: &Event) -> bool {
    matches!(
        event,
        Event::PreToolUse(_)
            | Event::PostToolUse(_)
            | Event::PostToolUseFailure(_)
            | Event::UserPromptSubmit(_)
            | Event::SessionStart(_)
            | Event::SubagentStart(_)
    )
}
