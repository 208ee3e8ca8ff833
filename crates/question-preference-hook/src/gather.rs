//! What is known of a call before it is decided: its questions, their answers, and who
//! is there to answer.

pub(crate) mod answers;
pub(crate) mod known_question;
pub(crate) mod labels;
pub(crate) mod recommendation;
pub(crate) mod session_kind;

use hook_protocol::{AskUserQuestionInput, PostToolUse, Tool};
use serde_json::Value;

use crate::gather::answers::Answer;

/// What was answered. The input of a proxy is the agent's own: only the host's
/// tool gets its answers there from a person.
pub(crate) fn answers(input: &AskUserQuestionInput<'_>, event: &PostToolUse) -> Vec<Answer> {
    let own = match event.call.name.tool() {
        Tool::Mcp(_) => &Value::Null,
        _ => &event.call.input,
    };
    answers::answers(&input.questions, own, event.tool_response.as_ref())
}
