//! Whether a question never reached the person.

use hook_protocol::{Host, PostToolUse, PostToolUseFailure};
use serde_json::{Map, Value};

/// What the text of a result begins with that is none: the words of desktop
/// hosts that lost it (as reported), of the client and of its MCP library.
const FAILURES: [&str; 5] =
    ["[tool result missing", "tool result missing", "<tool_use_error>", "mcp error ", "error: "];

/// Who refuses, and by what: a host, or a proxy, says it in its own words.
/// Claude Code itself sends no event then (seen in 2.1.112 and 2.1.330).
const PEOPLE: [&str; 3] = ["user", "person", "human"];
const REFUSALS: [&str; 13] = [
    "aborted",
    "cancelled",
    "canceled",
    "closed",
    "didn't",
    "doesn't",
    "esc",
    "escape",
    "interrupted",
    "refused",
    "rejected",
    "skipped",
    "wants",
];
/// What only a person does to a question.
const REFUSALS_BY_NOBODY_ELSE: [&str; 2] = ["declined", "dismissed"];
const PHRASES: [&str; 5] = [
    "user denied",
    "denied by the user",
    "denied by user",
    "did not want to",
    "closed without an answer",
];
/// What is cancelled or closed where nobody refused anything.
const THINGS: [&str; 7] = ["connection", "pipe", "pool", "server", "sock", "socket", "transport"];

/// How many words may stand between the two.
const APART: usize = 4;

/// Whether the result of a question tool says that nobody has seen the
/// question. Narrow: an answer may speak of errors too.
pub(crate) fn has_failed(event: &PostToolUse) -> bool {
    // Other hosts report the result under another name.
    let is_lost =
        event.common.host == Host::ClaudeCode && !event.common.extra.contains_key("tool_result");
    let words = event.tool_response.as_ref().map_or(is_lost.then(String::new), failure);
    words.is_some_and(|words| !is_refusal(&words))
}

/// Whether a failure is one of the tool, and not a person who would not answer.
pub(crate) fn is_of_the_tool(event: &PostToolUseFailure) -> bool {
    !event.is_interrupt && !is_refusal(event.error.as_deref().unwrap_or_default())
}

/// What a response says went wrong, if that is what it says.
fn failure(response: &Value) -> Option<String> {
    match response {
        Value::Null => Some(String::new()),
        Value::String(text) => failed_text(text),
        // The content of an MCP result, an item at a time.
        Value::Array(items) => {
            let words: Option<Vec<String>> =
                items.iter().map(|item| failed_text(item.get("text")?.as_str()?)).collect();
            words.filter(|words| !words.is_empty()).map(|words| words.join("\n"))
        }
        Value::Object(fields) => failed_result(fields),
        Value::Bool(_) | Value::Number(_) => None,
    }
}

fn failed_text(text: &str) -> Option<String> {
    let start: String = text.trim_start().chars().take(40).collect::<String>().to_lowercase();
    let is_failure = start.is_empty() || FAILURES.iter().any(|words| start.starts_with(words));
    is_failure.then(|| text.to_owned())
}

fn failed_result(fields: &Map<String, Value>) -> Option<String> {
    let is_set = |key: &str| match fields.get(key) {
        Some(Value::String(text)) => text == "true",
        flag => flag == Some(&Value::Bool(true)),
    };
    let error = match fields.get("error") {
        Some(Value::String(words)) => Some(words.clone()).filter(|words| !words.trim().is_empty()),
        Some(Value::Object(error)) => {
            error.get("message").and_then(Value::as_str).map(str::to_owned)
        }
        Some(Value::Bool(true)) => Some(String::new()),
        _ => None,
    };
    let content = fields.get("content");
    if is_set("is_error") || is_set("isError") {
        return Some(content.map(ToString::to_string).or(error).unwrap_or_default());
    }
    error.or_else(|| content.filter(|content| !content.is_null()).and_then(failure))
}

/// Whether these words are those of a person who would not answer.
fn is_refusal(text: &str) -> bool {
    let text = text.to_lowercase();
    let is_word = |c: char| c.is_alphanumeric() || c == '\'';
    let words: Vec<&str> = text.split(|c| !is_word(c)).filter(|word| !word.is_empty()).collect();
    if words.iter().any(|word| THINGS.contains(word)) {
        return false;
    }
    let places = |list: &[&str]| {
        let found = words.iter().enumerate().filter(|(_, word)| list.contains(*word));
        found.map(|(at, _)| at).collect::<Vec<_>>()
    };
    let refusals = places(&REFUSALS);
    let is_near = |person: &usize| refusals.iter().any(|at| at.abs_diff(*person) <= APART);
    places(&PEOPLE).iter().any(is_near)
        || words.iter().any(|word| REFUSALS_BY_NOBODY_ELSE.contains(word))
        || PHRASES.iter().any(|phrase| text.contains(phrase))
}
