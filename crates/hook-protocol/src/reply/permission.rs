//! The reply to a permission request.

use super::tool_use::or_default;
use super::wire::PermissionDecision;
use super::{Output, Reply, Specific, for_terminal};
use crate::host::Host;
use crate::text::capped;

/// A reply to [`PermissionRequest`](crate::PermissionRequest): leave the question to the person, or
/// answer it in their place.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PermissionRequestReply {
    answer: Option<Answer>,
    terminal_sequence: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Answer {
    Grant,
    Deny(String),
}

impl PermissionRequestReply {
    /// Grants the permission IN THE PLACE of the person, who is not asked.
    pub fn grant_without_asking() -> Self {
        Self { answer: Some(Answer::Grant), ..Self::default() }
    }

    /// Denies it. The agent is given `message`.
    pub fn deny(message: impl Into<String>) -> Self {
        Self { answer: Some(Answer::Deny(capped(message.into()))), ..Self::default() }
    }
}

impl Reply for PermissionRequestReply {
    fn render(&self, event: &'static str, host: Host) -> Option<String> {
        let decision = self.answer.as_ref().map(|answer| match answer {
            Answer::Grant => PermissionDecision { behavior: "allow", message: None },
            Answer::Deny(message) => {
                PermissionDecision { behavior: "deny", message: Some(or_default(message)) }
            }
        });
        let specific = decision.map(|decision| Specific {
            hook_event_name: event,
            decision: Some(decision),
            ..Specific::default()
        });
        let terminal_sequence = for_terminal(self.terminal_sequence.as_deref(), host);
        Output { terminal_sequence, specific, ..Output::default() }.document()
    }

    fn with_terminal_sequence(mut self, sequence: impl Into<String>) -> Self {
        self.terminal_sequence = Some(sequence.into());
        self
    }
}
