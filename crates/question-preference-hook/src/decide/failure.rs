//! Whether a question never reached the person.

use hook_protocol::{Host, PostToolUse, PostToolUseFailure};
use serde_json::{Map, Value};

/// What the text of a result begins with that is none: the words of desktop
/// hosts that lost it (as reported), of the client and of its MCP library.
const FAILURES: [&str; 5] =
    ["[tool result missing", "tool result missing", "<tool_use_error>", "mcp error ", "error: "];

/// Whether the result of a question tool says that nobody has seen the
/// question. Narrow: an answer may speak of errors too.
pub(crate) fn has_failed(event: &PostToolUse) -> bool {
    // Other hosts report the result under another name.
    let is_lost =
        event.common.host == Host::ClaudeCode && !event.common.extra.contains_key("tool_result");
    event.tool_response.as_ref().map_or(is_lost, is_failure)
}

/// Whether a failure is one of the tool. Claude Code 2.1.112 and 2.1.330 send no event when a
/// person refuses to answer.
pub(crate) fn is_of_the_tool(event: &PostToolUseFailure) -> bool {
    !event.is_interrupt
}

/// Whether a response says that something went wrong.
fn is_failure(response: &Value) -> bool {
    match response {
        Value::Null => true,
        Value::String(text) => is_failed_text(text),
        // The content of an MCP result, an item at a time.
        Value::Array(items) => {
            let is_failed = |item: &Value| item.get("text")?.as_str().map(is_failed_text);
            !items.is_empty() && items.iter().all(|item| is_failed(item) == Some(true))
        }
        Value::Object(fields) => is_failed_result(fields),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

fn is_failed_text(text: &str) -> bool {
    let start: String = text.trim_start().chars().take(40).collect::<String>().to_lowercase();
    start.is_empty() || FAILURES.iter().any(|words| start.starts_with(words))
}

fn is_failed_result(fields: &Map<String, Value>) -> bool {
    let is_set = |key: &str| fields.get(key) == Some(&Value::Bool(true));
    let has_error = match fields.get("error") {
        Some(Value::String(words)) => !words.trim().is_empty(),
        Some(Value::Object(error)) => error.get("message").is_some_and(Value::is_string),
        error => error == Some(&Value::Bool(true)),
    };
    let content = fields.get("content").filter(|content| !content.is_null());
    is_set("is_error") || is_set("isError") || has_error || content.is_some_and(is_failure)
}
