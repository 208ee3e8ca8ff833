//! The replies of hooks, one type for each event.
//!
//! A type has constructors and methods only for what hosts accept for its event: one field too
//! many, and a host drops the whole reply. The default of each type is silence.

mod answer;
mod form;
mod host_limits;
mod lifecycle;
mod permission;
mod tool_use;
mod wire;

pub use answer::{Answer, Decision};
pub use lifecycle::{
    NotificationReply, PreCompactReply, SessionEndReply, SessionStartReply, StopReply,
    SubagentStartReply, UserPromptSubmitReply,
};
pub use permission::PermissionRequestReply;
pub use tool_use::{PostToolUseFailureReply, PostToolUseReply, PreToolUseReply};

/// A reply to a host.
pub trait Reply: Default {
    /// Its content.
    fn into_answer(self) -> Answer;

    /// Has the host write an escape sequence to the person's terminal, if this event allows it:
    /// OSC 0, 1, 2, 9, 99, 777, or BEL, in at most 4096 bytes. The host drops a sequence with
    /// anything else, with a number at the beginning of an OSC 9, and without a terminal (seen in
    /// Claude Code 2.1.330).
    #[must_use]
    fn with_terminal_sequence(self, _sequence: impl Into<String>) -> Self {
        self
    }
}
