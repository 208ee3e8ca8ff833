//! What an agent is to do when its question never reached the person.

use hook_runtime::one_line;
use serde_json::Value;

use crate::gather::session_kind::SessionKind;

/// In characters; a label may be as long as the agent likes.
const MAX_LABEL: usize = 100;

/// What an agent that was started by another one may go on with, for all questions of its call.
pub(crate) enum GoOn {
    /// What the person has answered ahead.
    Answered(Vec<String>),
    /// The labels that the agent recommends, of questions that the registry calls two-way.
    Recommended(Vec<String>),
    /// Nothing: a person has to choose. Why, of those that they have answered before.
    No(Vec<String>),
}

/// What the agent is told about its questions.
pub(crate) fn words(kind: SessionKind, go_on: &GoOn) -> String {
    let happened = "The question tool failed, and the question has no answer.";
    let now = match kind {
        SessionKind::Interactive => {
            "Unless the person declined to answer, ask in your next message instead: the question, \
             every option with what it means, and which one you recommend and why. Then end your \
             turn and wait. Do not choose yourself."
                .to_owned()
        }
        SessionKind::Headless => format!(
            "This session has no person who could answer. Do not choose yourself: stop, and \
             report what is blocked and which question has to be answered.{}",
            why(go_on)
        ),
        SessionKind::Spawned => spawned(go_on),
    };
    format!("{happened} {now}")
}

fn spawned(go_on: &GoOn) -> String {
    match go_on {
        GoOn::Answered(answers) => {
            // As JSON it cannot look like the end of its quotation.
            let answers = answers.iter().map(|answer| Value::from(answer.as_str()).to_string());
            format!(
                "Nobody can answer now, but the person has answered this before: {}. Continue with \
                 that, and say in your report that it is an earlier answer.",
                answers.collect::<Vec<_>>().join(", ")
            )
        }
        GoOn::Recommended(labels) => {
            let labels = labels.iter().map(|label| format!("\"{}\"", one_line(label, MAX_LABEL)));
            format!(
                "Nobody can answer now. Continue with what you recommended ({}), \
                 and say in your report that you chose it without an answer.",
                labels.collect::<Vec<_>>().join(", ")
            )
        }
        GoOn::No(_) => format!(
            "Nobody can answer now, and the choice is not yours. Stop, and \
             report the question with its options.{}",
            why(go_on)
        ),
    }
}

/// Why an earlier answer does not count, in our words alone: a label may read as an instruction.
fn why(go_on: &GoOn) -> String {
    match go_on {
        GoOn::No(ids) if !ids.is_empty() => format!(
            " The person has a preference for {}, but with other options than these.",
            ids.join(", ")
        ),
        _ => String::new(),
    }
}
