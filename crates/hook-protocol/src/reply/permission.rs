//! The reply to a permission request.

use super::Reply;
use super::answer::{Answer, Decision};
use crate::text::capped;

/// A reply to [`PermissionRequest`](crate::PermissionRequest), which may answer for the person.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PermissionRequestReply(Answer);

impl PermissionRequestReply {
    /// Grants the permission WITHOUT asking the person.
    pub fn grant_without_asking() -> Self {
        Self(Answer::decided(Decision::Grant(String::new())))
    }

    /// Denies it. The agent sees `message`.
    pub fn deny(message: impl Into<String>) -> Self {
        Self(Answer::decided(Decision::Deny(capped(message.into()))))
    }
}

impl Reply for PermissionRequestReply {
    fn into_answer(self) -> Answer {
        self.0
    }

    fn with_terminal_sequence(self, sequence: impl Into<String>) -> Self {
        Self(self.0.with_terminal_sequence(sequence))
    }
}
