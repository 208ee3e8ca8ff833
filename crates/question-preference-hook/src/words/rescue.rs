//! What an agent is to do when its question never reached the person.

use serde_json::Value;

use crate::decide::Choice;
use crate::gather::session_kind::SessionKind;

/// What the agent is told about its questions, with what the person has answered ahead, if that
/// is all of them.
pub(crate) fn words(kind: SessionKind, answered: Option<&[Choice]>) -> String {
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
        SessionKind::Spawned => spawned(answered),
    };
    format!("{happened} {now}")
}

/// An agent that was started by another one goes on with what a person has said, and with nothing
/// else: what it recommends is no word of anybody.
fn spawned(answered: Option<&[Choice]>) -> String {
    let Some(choices) = answered.filter(|choices| !choices.is_empty()) else {
        return "Whoever started you cannot be asked now, and this is not yours to choose. Stop, \
                and report the question with its options."
            .to_owned();
    };
    // As JSON it cannot look like the end of its quotation.
    let answers = choices.iter().map(|it| Value::from(it.answer.as_str()).to_string());
    format!(
        "Whoever started you cannot be asked now, but the person has answered this ahead: {}. Go \
         on with that, and say in your report that the answer is an earlier one.",
        answers.collect::<Vec<_>>().join(", ")
    )
}
