//! The reply to a permission request.

use super::tool_use::or_default;
use super::wire::PermissionDecision;
use super::{Output, Reply, Specific};
use crate::event::HookEvent;
use crate::events::PermissionRequest;
use crate::host::Host;
use crate::text::capped;

/// A reply to [`PermissionRequest`]: leave the question to the person, or
/// answer it in their place.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PermissionRequestReply {
    answer: Option<Answer>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Answer {
    Grant,
    Deny(String),
}

impl PermissionRequestReply {
    /// Grants the permission IN THE PLACE of the person, who is not asked.
    pub fn grant_without_asking() -> Self {
        Self { answer: Some(Answer::Grant) }
    }

    /// Denies it. The agent is given `message`.
    pub fn deny(message: impl Into<String>) -> Self {
        Self { answer: Some(Answer::Deny(capped(message.into()))) }
    }
}

impl Reply for PermissionRequestReply {
    fn render(&self, _host: Host) -> Option<String> {
        let decision = match self.answer.as_ref()? {
            Answer::Grant => PermissionDecision { behavior: "allow", message: None },
            Answer::Deny(message) => {
                PermissionDecision { behavior: "deny", message: Some(or_default(message)) }
            }
        };
        let specific = Specific {
            hook_event_name: PermissionRequest::NAME,
            decision: Some(decision),
            ..Specific::default()
        };
        Output { specific: Some(specific), ..Output::default() }.document()
    }
}
