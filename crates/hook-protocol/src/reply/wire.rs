//! The JSON of a reply.
//!
//! An empty option is skipped, never `null`: hosts drop a reply that has one.

use serde::Serialize;
use serde_json::{Map, Value};

#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output<'a> {
    #[serde(rename = "continue", skip_serializing_if = "Option::is_none")]
    pub(super) goes_on: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stop_reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) decision: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) system_message: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) terminal_sequence: Option<&'a str>,
    #[serde(rename = "hookSpecificOutput", skip_serializing_if = "Option::is_none")]
    pub(super) specific: Option<Specific<'a>>,
}

#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Specific<'a> {
    /// Must equal the event's name, or the host drops the reply.
    pub(super) hook_event_name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) permission_decision: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) permission_decision_reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) updated_input: Option<&'a Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) additional_context: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) updated_tool_output: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) decision: Option<PermissionDecision<'a>>,
}

/// The fields of single hosts, in addition to the others or instead of them.
#[derive(Debug, Default, Serialize)]
pub(super) struct Own<'a> {
    #[serde(rename = "additionalContext", skip_serializing_if = "Option::is_none")]
    pub(super) context_at_top: Option<&'a str>,
    #[serde(rename = "permissionDecision", skip_serializing_if = "Option::is_none")]
    pub(super) permission_decision: Option<&'static str>,
    #[serde(rename = "permissionDecisionReason", skip_serializing_if = "Option::is_none")]
    pub(super) permission_decision_reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) behavior: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) message: Option<&'a str>,
    #[serde(flatten)]
    pub(super) rest: Output<'a>,
}

#[derive(Debug, Serialize)]
pub(super) struct PermissionDecision<'a> {
    pub(super) behavior: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) message: Option<&'a str>,
}

impl Specific<'_> {
    /// Whether it has more than the event's name.
    pub(super) fn says_something(&self) -> bool {
        self.permission_decision.is_some()
            || self.updated_input.is_some()
            || self.additional_context.is_some()
            || self.updated_tool_output.is_some()
            || self.decision.is_some()
    }
}

impl<'a> Output<'a> {
    /// The top level of a reply that ends the turn, blocks, or does neither.
    pub(super) fn stopping(halt: Option<&'a str>, block: Option<&'a str>) -> Self {
        Self {
            goes_on: halt.map(|_| false),
            stop_reason: halt,
            decision: block.map(|_| "block"),
            reason: block,
            ..Self::default()
        }
    }

    /// The document, or `None` if it would say nothing.
    pub(super) fn document(&self) -> Option<String> {
        document(self)
    }
}

impl Own<'_> {
    /// The document, or `None` if it would say nothing.
    pub(super) fn document(&self) -> Option<String> {
        document(self)
    }
}

/// Strings and values that came from JSON always serialise.
fn document(reply: &impl Serialize) -> Option<String> {
    serde_json::to_string(reply).ok().filter(|document| document != "{}")
}
