//! What the host's notifications say of a session, by their type.

use crate::decide::prompt::PromptType;
use crate::decide::prompt::PromptType::{Other, Permission};

/// What a notification says of its session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Notice {
    /// Somebody waits for the person.
    Waits(PromptType),
    /// The agent waits for the next prompt.
    Idle,
    /// Nothing: it tells what has happened, or another event says it.
    Nothing,
}

use Notice::{Idle, Nothing, Waits};

/// Every type that is known ([`hook_protocol::Notification::TYPES`]).
const NOTICES: [(&str, Notice); 19] = [
    ("permission_prompt", Waits(Permission)),
    ("worker_permission_prompt", Waits(Permission)),
    ("elicitation_dialog", Waits(Other)),
    ("elicitation_url_dialog", Waits(Other)),
    ("agent_needs_input", Waits(Other)),
    ("idle_prompt", Idle),
    // ElicitationResult says it.
    ("elicitation_response", Nothing),
    ("elicitation_complete", Nothing),
    ("agent_completed", Nothing),
    ("auth_success", Nothing),
    ("auth_storage_failure", Nothing),
    ("computer_use_enter", Nothing),
    ("computer_use_exit", Nothing),
    ("model_refusal_fallback", Nothing),
    ("plugin_notification", Nothing),
    ("push_notification", Nothing),
    ("quota_auto_resume_fired", Nothing),
    ("quota_auto_resume_stale", Nothing),
    ("quota_auto_resume_disabled", Nothing),
];

/// The types that say something, as a matcher of settings.
pub(crate) const MATCHER: &str = "permission_prompt|worker_permission_prompt|elicitation_dialog|\
                                  elicitation_url_dialog|agent_needs_input|idle_prompt";

/// What a notification of this type says.
pub(crate) fn of(notification_type: &str) -> Notice {
    let found = NOTICES.iter().find(|(known, _)| *known == notification_type);
    found.map_or(Nothing, |(_, notice)| *notice)
}

#[cfg(test)]
mod tests {
    use hook_protocol::Notification;

    use super::*;

    #[test]
    fn every_type_has_a_row_and_those_that_say_something_are_let_through() {
        let sorted = |mut types: Vec<&'static str>| {
            types.sort_unstable();
            types
        };
        let rows = NOTICES.iter().map(|(known, _)| *known).collect();
        assert_eq!(sorted(rows), sorted(Notification::TYPES.to_vec()));
        let spoken = NOTICES.iter().filter(|(_, notice)| *notice != Nothing);
        let spoken: Vec<&str> = spoken.map(|(known, _)| *known).collect();
        assert_eq!(MATCHER, spoken.join("|"));
    }
}
