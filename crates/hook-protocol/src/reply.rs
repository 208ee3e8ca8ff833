//! What a hook may answer, one type for each event.
//!
//! A type has a constructor or a method for each thing that hosts accept for
//! its event, and for nothing else: sending a field too many makes a host drop
//! the whole reply and go on as if the hook had said nothing. The default value
//! of each type is silence.

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

/// A reply that a host can be given.
pub trait Reply: Default {
    /// What it says.
    fn into_answer(self) -> Answer;

    /// Has the host write an escape sequence to the person's terminal, where that
    /// can be asked for on this event: OSC 0, 1, 2, 9, 99, 777, or BEL, in at most
    /// 4096 bytes. With anything else in it, or a number at the beginning of an
    /// OSC 9, all is dropped, and so it is where there is no terminal (seen in
    /// Claude Code 2.1.330).
    #[must_use]
    fn with_terminal_sequence(self, _sequence: impl Into<String>) -> Self {
        self
    }
}
