//! The JSON of a reply.
//!
//! An empty option is skipped, never `null`: hosts drop a reply that has one.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::host::Host;

#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Output<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) decision: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) system_message: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) terminal_sequence: Option<&'a str>,
    #[serde(rename = "hookSpecificOutput", skip_serializing_if = "Option::is_none")]
    pub(crate) specific: Option<Specific<'a>>,
}

#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Specific<'a> {
    /// Must equal the event's name, or the host drops the reply.
    pub(crate) hook_event_name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) permission_decision: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) permission_decision_reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) updated_input: Option<&'a Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) additional_context: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) decision: Option<PermissionDecision<'a>>,
}

#[derive(Debug, Serialize)]
pub(crate) struct PermissionDecision<'a> {
    pub(crate) behavior: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) message: Option<&'a str>,
}

/// What goes to the terminal: only Claude Code is known to pass it on, and others
/// may drop a reply with a field that they do not know.
pub(crate) fn for_terminal(sequence: Option<&str>, host: Host) -> Option<&str> {
    sequence.filter(|_| host == Host::ClaudeCode)
}

impl<'a> Specific<'a> {
    /// The event's own part with nothing but context in it, if there is any.
    pub(crate) fn context(event: &'static str, context: Option<&'a str>) -> Option<Self> {
        let additional_context = Some(context?);
        Some(Self { hook_event_name: event, additional_context, ..Self::default() })
    }
}

impl<'a> Output<'a> {
    /// The top level of a reply that blocks, or of one that does not.
    pub(crate) fn blocking(reason: Option<&'a str>) -> Self {
        Self { decision: reason.map(|_| "block"), reason, ..Self::default() }
    }

    /// The document, or `None` if it would say nothing.
    pub(crate) fn document(&self) -> Option<String> {
        // Strings and values that came from JSON always serialise.
        serde_json::to_string(self).ok().filter(|document| document != "{}")
    }
}
