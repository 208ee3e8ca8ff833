//! What an agent is to do when its question never reached the person.

use hook_runtime::one_line;

use crate::gather::session_kind::SessionKind;

/// In characters; a label may be as long as the agent likes.
const MAX_LABEL: usize = 100;

/// What the agent is told about questions that may each be chosen, or not, by an
/// agent that was started by another one; none where they cannot be read.
pub(crate) fn words(kind: SessionKind, may_choose: &[Option<&str>]) -> String {
    let happened = "The question tool failed: nobody has seen the question, and nobody has \
                    answered it.";
    let now = match kind {
        SessionKind::Interactive => {
            "Put it to the person in your next message instead, in plain words: the question, \
             every option with what it means, and which one you recommend and why. Then end your \
             turn and wait; choose nothing yourself."
                .to_owned()
        }
        SessionKind::Headless => {
            "This session has no person who could answer. Choose nothing yourself: stop, and \
             report what is blocked and which question it waits for."
                .to_owned()
        }
        SessionKind::Spawned => spawned(may_choose),
    };
    format!("{happened} {now}")
}

/// An agent that was started by another one goes on where there is a way back.
fn spawned(may_choose: &[Option<&str>]) -> String {
    let choices: Option<Vec<&str>> = may_choose.iter().copied().collect();
    match choices {
        Some(choices) if !choices.is_empty() => {
            let labels = choices.iter().map(|label| one_line(label, MAX_LABEL));
            let choices: Vec<_> = labels.map(|label| format!("\"{label}\"")).collect();
            format!(
                "Whoever started you cannot be asked now. Go on with what you recommended ({}), \
                 and say in your report that you chose it without an answer.",
                choices.join(", ")
            )
        }
        _ => "Whoever started you cannot be asked now, and this is not yours to choose. Stop, and \
              report the question with its options."
            .to_owned(),
    }
}
