//! The content of a reply, independent of event and host.

use serde_json::{Map, Value};

use crate::text::capped;

/// The content of a reply. Hooks create it through a reply type, so it contains only what a host
/// accepts for the event.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Answer {
    /// The decision about a tool call or a permission request.
    pub decision: Decision,
    /// Why the turn ends here (`continue: false`). The person is told.
    pub halt: Option<String>,
    /// Why the agent may not continue as it is; what follows depends on the event.
    pub block: Option<String>,
    /// Context for the agent.
    pub context: Option<String>,
    /// The whole input that replaces the tool's.
    pub updated_input: Option<Map<String, Value>>,
    /// What replaces the tool's result, in the same form.
    pub updated_output: Option<Value>,
    /// What a compaction must keep, in plain text.
    pub instructions: Option<String>,
    /// A line for the person.
    pub system_message: Option<String>,
    /// An escape sequence for the person's terminal.
    pub terminal_sequence: Option<String>,
}

/// The decision of a hook about a call, with its reason.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Decision {
    /// No opinion.
    #[default]
    NoOpinion,
    /// It runs WITHOUT the prompt that the person would have seen.
    Grant(String),
    /// The person is asked.
    Ask(String),
    /// It is denied.
    Deny(String),
}

impl Answer {
    /// Whether it is empty.
    pub fn is_silent(&self) -> bool {
        *self == Self::default()
    }

    /// The reason, if it denies a call or ends the turn.
    pub fn denial(&self) -> Option<&str> {
        match &self.decision {
            Decision::Deny(reason) => Some(or_default(reason)),
            _ => self.halt.as_deref(),
        }
    }

    pub(super) fn decided(decision: Decision) -> Self {
        Self { decision, ..Self::default() }
    }

    pub(super) fn blocking(reason: impl Into<String>) -> Self {
        let block = Some(or_default(&capped(reason.into())).to_owned());
        Self { block, ..Self::default() }
    }

    pub(super) fn halting(reason: impl Into<String>) -> Self {
        Self { halt: Some(or_default(&capped(reason.into())).to_owned()), ..Self::default() }
    }

    pub(super) fn telling(context: impl Into<String>) -> Self {
        Self { context: some_words(context), ..Self::default() }
    }

    pub(super) fn with_terminal_sequence(self, sequence: impl Into<String>) -> Self {
        Self { terminal_sequence: Some(sequence.into()), ..self }
    }
}

/// The reason, or one of ours if it is empty: hosts would show a useless one.
pub(super) fn or_default(reason: &str) -> &str {
    if reason.trim().is_empty() {
        "a hook of this project decided this, and gave no reason"
    } else {
        reason
    }
}

pub(super) fn some_words(text: impl Into<String>) -> Option<String> {
    Some(capped(text.into())).filter(|text| !text.is_empty())
}
