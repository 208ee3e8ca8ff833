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

/// The types that say something. All others report what has happened, or another event says it.
const NOTICES: [(&str, Notice); 6] = [
    ("permission_prompt", Waits(Permission)),
    ("worker_permission_prompt", Waits(Permission)),
    ("elicitation_dialog", Waits(Other)),
    ("elicitation_url_dialog", Waits(Other)),
    ("agent_needs_input", Waits(Other)),
    ("idle_prompt", Idle),
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
    use super::*;

    #[test]
    fn the_matcher_has_the_types_that_say_something() {
        let types: Vec<&str> = NOTICES.iter().map(|(known, _)| *known).collect();
        assert_eq!(MATCHER, types.join("|"));
    }
}
