//! What is known before it is decided.

use hook_protocol::{SessionSource, SessionStart};

/// What an event says that matters here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Facts {
    /// The session goes on with all that the agent was told before.
    pub(crate) is_resumed: bool,
}

/// The facts of an event.
pub(crate) fn facts(event: &SessionStart) -> Facts {
    Facts { is_resumed: event.source == SessionSource::Resume }
}
