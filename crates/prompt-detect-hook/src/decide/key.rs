//! What tells a prompt from the others of its session.

use hmac_sha256::Hash;
use hook_protocol::{ToolCall, hex};
use serde_json::{Value, json};

use crate::decide::prompt::PromptType;
use crate::gather::redaction;

/// The key of the prompt that a call opens: its id, and where the host has none
/// (`PermissionRequest` of every host, all events of some) what the call says.
pub(crate) fn of_call(call: &ToolCall, id: Option<&str>, agent: Option<&str>) -> String {
    if let Some(id) = id {
        return id.to_owned();
    }
    let asked = match PromptType::of(call) {
        // The answers are there as well when the call has ended.
        Some(PromptType::Question) => call.input.get("questions").unwrap_or(&Value::Null),
        // So is the plan, of some versions.
        Some(_) => &Value::Null,
        None => &call.input,
    };
    let said = json!([agent, call.name.as_sent(), asked]);
    let digest = Hash::hash(said.to_string().as_bytes());
    let short = hex(digest.get(..8).unwrap_or_default());
    format!("{}-{short}", redaction::name(call.name.as_sent()))
}

/// The key of what a server asks, which the answer does not number.
pub(crate) fn of_server(name: Option<&str>) -> String {
    format!("elicitation-{}", redaction::name(name.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_a_key() {
        let call = ToolCall::new("Bash", json!({"command": "ls"}));
        assert_eq!(of_call(&call, Some("toolu_1"), None), "toolu_1");
    }

    #[test]
    fn what_is_asked_tells_calls_apart() {
        let key = |tool: &str, input: Value, agent: Option<&str>| {
            of_call(&ToolCall::new(tool, input), None, agent)
        };
        let ls = || json!({"command": "ls"});
        assert_eq!(key("Bash", ls(), None), key("Bash", ls(), None));
        assert_ne!(key("Bash", ls(), None), key("Bash", ls(), Some("a1")));
        assert_ne!(key("Bash", ls(), None), key("Bash", json!({"command": "la"}), None));
        assert_ne!(key("Bash", ls(), None), key("Shell", ls(), None));

        let asked = json!({"questions": [{"question": "Which?"}]});
        let answered = json!({"questions": [{"question": "Which?"}], "answers": {"Which?": "A"}});
        let question = "AskUserQuestion";
        assert_eq!(key(question, asked, None), key(question, answered, None));
        let plan = json!({"plan": "p", "planFilePath": "p.md"});
        assert_eq!(key("ExitPlanMode", json!({}), None), key("ExitPlanMode", plan, None));
    }
}
