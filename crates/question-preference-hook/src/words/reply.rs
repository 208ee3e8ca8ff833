//! What the host is told when a call is answered.

use hook_protocol::PreToolUseReply;
use hook_runtime::one_line;
use serde_json::{Map, Value};

use crate::config::preferences::{Entry, Origin};
use crate::config::question_id::QuestionId;
use crate::decide::repeated_answers::Habit;
use crate::decide::{Ask, Choice};
use crate::gather::known_question::Known;

/// In characters; labels and questions may be as long as the agent likes.
const MAX_LABEL: usize = 100;
const MAX_QUESTION: usize = 80;

/// In characters: what the agent is to go on with has to be whole.
const MAX_ANSWER: usize = 500;

/// Whether a denial can name the answers in full.
pub(crate) fn can_be_said(choices: &[Choice]) -> bool {
    choices.iter().all(|choice| one_line(&choice.answer, MAX_ANSWER) == choice.answer)
}

/// Lets the tool return the answers that are in `input`.
pub(crate) fn answer(
    input: Map<String, Value>,
    known: &[Known<'_>],
    choices: &[Choice],
) -> PreToolUseReply {
    PreToolUseReply::bypass_permission_prompt("the person has answered these questions in advance")
        .with_updated_input(input)
        .with_system_message(message(known, choices))
}

/// Denies the call, and gives the answers as the reason, for a card of a host may cut what
/// follows; for answers that [`can_be_said`].
pub(crate) fn deny(known: &[Known<'_>], choices: &[Choice]) -> PreToolUseReply {
    let answers = known.iter().zip(choices).map(|(known, choice)| {
        let question = one_line(known.question.question, MAX_QUESTION);
        // As JSON neither can look like the end of its quotation.
        format!("\n- {} -> {}", Value::from(question), Value::from(choice.answer.as_str()))
    });
    let answers: String = answers.collect();
    let reason = format!("The person has already answered this. Continue with:{answers}");
    PreToolUseReply::deny(reason).with_system_message(message(known, choices))
}

/// What the person sees, a line for each question.
pub(crate) fn message(known: &[Known<'_>], choices: &[Choice]) -> String {
    let lines = known.iter().zip(choices).map(|(known, choice)| {
        let options = labels(known, choice);
        let name = name(known);
        format!("answered for you: {name} -> {options} ({})", saved(choice.origin))
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn saved(origin: Origin) -> &'static str {
    match origin {
        Origin::Project => "saved in this project",
        Origin::User => "saved for all projects",
    }
}

/// Why questions are asked for which the person has a preference, a line for each; `None` where
/// that needs no word.
pub(crate) fn asked(known: &[Known<'_>], decided: &[Result<Choice, Ask>]) -> Option<String> {
    let lines = known.iter().zip(decided).filter_map(|(known, decided)| {
        let ask = decided.as_ref().err().filter(|ask| ask.is_in_spite_of_a_preference())?;
        let next = match ask {
            Ask::Unbound => {
                ". If you answer as it would, it will apply to these options".to_owned()
            }
            Ask::Changed(_) => format!(
                ". To have it answered with these: `tacklebox question-preference set {} --again`",
                known.id
            ),
            _ => String::new(),
        };
        Some(format!("asked: {}: {ask}{next}", name(known)))
    });
    Some(lines.collect::<Vec<_>>().join("\n")).filter(|lines| !lines.is_empty())
}

/// What became of a preference that was bound to no options, when its question was answered.
pub(crate) fn bound(id: &QuestionId, entry: &Entry, options: Option<&str>) -> String {
    match options {
        Some(options) => {
            format!("{id}: {} now applies to the options {options}", entry.preference)
        }
        None => format!(
            "{id}: your answer differed from {}, so this preference still applies to no options",
            entry.preference
        ),
    }
}

/// The command that has a question answered that the person keeps answering the same way.
pub(crate) fn suggestion(habit: &Habit<'_>) -> String {
    let labels = habit.labels.iter().map(|label| {
        // A label that begins with a hyphen is not an option of the command.
        let between = if label.starts_with('-') { "=" } else { " " };
        format!(" --answer{between}'{}'", label.replace('\'', r"'\''"))
    });
    format!(
        "You have answered {} the same way {} times. To have it answered for you: \
         `tacklebox question-preference set {}{}`",
        habit.id,
        habit.times,
        habit.id,
        labels.collect::<String>()
    )
}

/// The id, and what is asked. As JSON it cannot look like the end of its quotation.
fn name(known: &Known<'_>) -> String {
    format!("{} {}", known.id, Value::from(one_line(known.said.trim(), MAX_LABEL)))
}

fn labels(known: &Known<'_>, choice: &Choice) -> String {
    let options = choice.options.iter().filter_map(|at| known.question.options.get(*at));
    let labels = options.map(|option| one_line(option.label, MAX_LABEL));
    labels.collect::<Vec<_>>().join(", ")
}
