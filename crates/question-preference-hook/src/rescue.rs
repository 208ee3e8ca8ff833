//! What an agent is to do when its question never reached the person.

use hook_protocol::{Host, PostToolUse, PostToolUseFailure};
use serde_json::Value;

use crate::session_kind::SessionKind;
use crate::wording::one_line;

/// In characters; a label may be as long as the agent likes.
const LONGEST_LABEL: usize = 100;

/// What a host says in place of a result that it lost (as reported of desktop
/// hosts that proxy the question tool).
const LOST: [&str; 2] = ["[tool result missing", "tool result missing"];

/// What a host or a proxy says for a person who did not want to answer. Claude
/// Code itself sends no event then (seen in 2.1.112 and 2.1.330).
const REFUSALS: [&str; 9] = [
    "user doesn't want to proceed",
    "user wants to clarify these questions",
    "user cancelled",
    "user canceled",
    "user closed",
    "user declined",
    "user dismissed",
    "user rejected",
    "user skipped",
];

/// Whether the result of a question tool says that nobody has seen the
/// question. Narrow: an answer may speak of errors too.
pub(crate) fn has_failed(event: &PostToolUse) -> bool {
    match &event.tool_response {
        // Others report the result under another name.
        None => {
            event.common.host == Host::ClaudeCode && !event.common.extra.contains_key("tool_result")
        }
        Some(response) => is_failure(response),
    }
}

/// Whether a failure is one of the tool, and not a person who would not answer.
pub(crate) fn is_of_the_tool(event: &PostToolUseFailure) -> bool {
    let error = event.error.as_deref().unwrap_or_default().to_lowercase();
    !event.is_interrupt && !REFUSALS.iter().any(|refusal| error.contains(refusal))
}

fn is_failure(response: &Value) -> bool {
    match response {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty() || is_lost(text),
        // The content of an MCP result, an item at a time.
        Value::Array(items) => !items.is_empty() && items.iter().all(is_lost_item),
        Value::Object(fields) => {
            let is_set = |key: &str| fields.get(key) == Some(&Value::Bool(true));
            let error = match fields.get("error") {
                None | Some(Value::Null | Value::Bool(false)) => false,
                Some(Value::String(words)) => !words.trim().is_empty(),
                Some(_) => true,
            };
            is_set("is_error")
                || is_set("isError")
                || error
                || fields.get("content").is_some_and(|content| match content {
                    Value::String(text) => is_lost(text),
                    Value::Array(_) => is_failure(content),
                    _ => false,
                })
        }
        Value::Bool(_) | Value::Number(_) => false,
    }
}

fn is_lost_item(item: &Value) -> bool {
    let text = item.get("text").and_then(Value::as_str);
    text.is_some_and(|text| text.trim().is_empty() || is_lost(text))
}

fn is_lost(text: &str) -> bool {
    let start: String = text.trim_start().chars().take(40).collect::<String>().to_lowercase();
    LOST.iter().any(|lost| start.starts_with(lost))
}

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
            let labels = choices.iter().map(|label| one_line(label, LONGEST_LABEL));
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
