//! What a hook in mode `warn` says: what it would deny runs, and the agent is told.

use hook_protocol::{Answer, Decision, Event, capped};

use crate::hook_answer::{Said, without_decision};

/// `said` without what would stop anybody. Where an event takes no context (the end of a
/// turn, a compaction), what would have been stopped goes on without a word.
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
    // First, so that it is told even where not everything fits.
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
