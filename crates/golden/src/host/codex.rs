//! What Codex honours in a reply to each of its events, and the combinations it
//! refuses, after the output schemas that it generates from its own types.

use reply_rules::table::{CONTEXT, Event, Field, Shape, field};
use serde_json::{Map, Value};

const DECISION: &[Field] =
    &[field("decision", Shape::Word(&["block"])), field("reason", Shape::Text)];

const OUTPUT: &[Field] = &[field("hookSpecificOutput", Shape::Object)];
const MESSAGE: &[Field] = &[field("systemMessage", Shape::Text)];
const CONTROL: &[Field] = &[
    field("continue", Shape::Flag),
    field("stopReason", Shape::Text),
    field("suppressOutput", Shape::Flag),
];

pub(super) const EVENTS: &[Event] = &[
    Event {
        name: "PreToolUse",
        top: &[OUTPUT, MESSAGE],
        output: Some(&[
            field("permissionDecision", Shape::Word(&["allow", "deny"])),
            field("permissionDecisionReason", Shape::Text),
            field("updatedInput", Shape::Object),
            field("additionalContext", Shape::Context),
        ]),
    },
    Event {
        name: "PostToolUse",
        top: &[OUTPUT, MESSAGE, CONTROL, DECISION],
        output: Some(&[
            field("additionalContext", Shape::Context),
            field("updatedMCPToolOutput", Shape::Any),
        ]),
    },
    Event {
        name: "PermissionRequest",
        top: &[OUTPUT, MESSAGE],
        output: Some(&[field(
            "decision",
            Shape::Permission { allow: &[], deny: &[field("message", Shape::Text)] },
        )]),
    },
    Event {
        name: "UserPromptSubmit",
        top: &[OUTPUT, MESSAGE, CONTROL, DECISION],
        output: Some(CONTEXT),
    },
    Event { name: "SessionStart", top: &[OUTPUT, MESSAGE, CONTROL], output: Some(CONTEXT) },
    Event { name: "SubagentStart", top: &[OUTPUT, MESSAGE, CONTROL], output: Some(CONTEXT) },
    Event { name: "SubagentStop", top: &[MESSAGE, CONTROL, DECISION], output: None },
    Event { name: "Stop", top: &[MESSAGE, CONTROL, DECISION], output: None },
    Event { name: "PreCompact", top: &[MESSAGE, CONTROL], output: None },
    Event { name: "PostCompact", top: &[MESSAGE, CONTROL], output: None },
];

/// Refuses fields that are valid each but not together.
pub(super) fn check_combination(reply: &Map<String, Value>) -> Result<(), String> {
    check_reason(reply, "decision", "reason")?;
    let Some(output) = reply.get("hookSpecificOutput").and_then(Value::as_object) else {
        return Ok(());
    };
    let decision = output.get("permissionDecision").and_then(Value::as_str);
    match (decision, output.contains_key("updatedInput")) {
        (Some("allow"), false) => return Err("Codex takes no allow without a rewrite".into()),
        (None | Some("deny"), true) => return Err("Codex takes no rewrite without allow".into()),
        _ => {}
    }
    if decision == Some("allow") {
        return Ok(());
    }
    check_reason(output, "permissionDecision", "permissionDecisionReason")
}

/// A decision needs a reason that says something, and a reason needs a decision.
fn check_reason(object: &Map<String, Value>, decision: &str, reason: &str) -> Result<(), String> {
    let said = object.get(reason).and_then(Value::as_str);
    let says_something = said.is_some_and(|text| !text.trim().is_empty());
    match (object.contains_key(decision), said.is_some()) {
        (true, _) if !says_something => Err(format!("Codex takes no {decision} without {reason}")),
        (false, true) => Err(format!("Codex takes no {reason} without {decision}")),
        _ => Ok(()),
    }
}
