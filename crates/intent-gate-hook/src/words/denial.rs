//! The form of a denial: a reason that a machine can read, and what to do instead.

use hook_protocol::{one_line, tame_json};
use serde::Serialize;

use crate::words::quote::{MAX_QUOTE, quote};

/// In characters, of a message.
const MAX_MESSAGE: usize = MAX_QUOTE * 3;

/// Why a call may not be, in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum Code {
    NoIntent,
    UnknownIntent,
    IntentClosed,
    IntentLocked,
    ScopeViolation,
    Risk,
}

impl Code {
    /// The code as it is written.
    fn word(self) -> String {
        // Always a string.
        let code = serde_json::to_value(self).unwrap_or_default();
        code.as_str().unwrap_or_default().to_owned()
    }
}

/// A denial.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Denial {
    #[serde(rename = "type")]
    kind: &'static str,
    pub(crate) code: Code,
    pub(crate) message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) intent: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) path: Option<String>,
    pub(crate) recovery: Vec<String>,
}

impl Denial {
    pub(crate) fn new<const N: usize>(code: Code, message: &str, recovery: [String; N]) -> Self {
        Self {
            kind: "tool_error",
            code,
            message: one_line(message, MAX_MESSAGE),
            intent: None,
            path: None,
            recovery: recovery.into(),
        }
    }

    /// About an intent.
    pub(crate) fn on(self, intent: &str) -> Self {
        Self { intent: Some(quote(intent)), ..self }
    }

    /// About a file.
    pub(crate) fn at(self, path: &str) -> Self {
        Self { path: Some(quote(path)), ..self }
    }

    /// By which rule of the project it is one: the scope of an intent, else its code.
    pub(crate) fn rule(&self) -> String {
        match (self.code, &self.intent) {
            (Code::ScopeViolation, Some(intent)) => format!("scope of {intent}"),
            (code, _) => code.word(),
        }
    }

    /// The denial as JSON on one line.
    pub(crate) fn json(&self) -> String {
        // Strings always serialise.
        tame_json(&serde_json::to_string(self).unwrap_or_default())
    }
}
