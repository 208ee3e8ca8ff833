//! What a reply says, whatever its event, before a host is chosen.

use serde_json::{Map, Value};

use crate::text::capped;

/// What a reply says. Hooks make it by way of a reply type, so it holds nothing that a host
/// would not accept for its event; who joins the answers of several hooks keeps to
/// one event.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Answer {
    /// On a tool that is about to run, or a permission that is asked for.
    pub decision: Decision,
    /// Why everything ends here, without another word of the agent (`continue: false`). The
    /// person is told.
    pub halt: Option<String>,
    /// Why the agent may not go on as it is; what that means depends on the event.
    pub block: Option<String>,
    /// What the agent is told besides.
    pub context: Option<String>,
    /// The whole input that a tool gets in place of the one that was sent.
    pub updated_input: Option<Map<String, Value>>,
    /// What the agent gets in place of what a tool has answered, in the same shape.
    pub updated_output: Option<Value>,
    /// What has to survive a compaction, in plain text.
    pub instructions: Option<String>,
    /// A line for the person.
    pub system_message: Option<String>,
    /// An escape sequence for the person's terminal.
    pub terminal_sequence: Option<String>,
}

/// What a hook wants done with a call, with its reason.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Decision {
    /// Nothing: it takes its course.
    #[default]
    NoOpinion,
    /// It goes through WITHOUT the prompt that the person would have seen.
    Grant(String),
    /// The person is asked.
    Ask(String),
    /// It is denied.
    Deny(String),
}

impl Answer {
    /// Whether it says nothing at all.
    pub fn is_silent(&self) -> bool {
        *self == Self::default()
    }

    /// The reason, if it denies a call or ends everything.
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

/// A host replaces an empty reason by words that name no cause.
pub(super) fn or_default(reason: &str) -> &str {
    if reason.trim().is_empty() {
        "a hook of this project says so, without a reason"
    } else {
        reason
    }
}

pub(super) fn some_words(text: impl Into<String>) -> Option<String> {
    Some(capped(text.into())).filter(|text| !text.is_empty())
}
