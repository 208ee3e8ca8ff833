//! What a hook may answer, one type for each event.
//!
//! A type has a constructor or a method for each thing that hosts accept for
//! its event, and for nothing else: sending a field too many makes a host drop
//! the whole reply and go on as if the hook had said nothing. The default value
//! of each type is silence.

mod lifecycle;
mod permission;
mod tool_use;
mod wire;

pub use lifecycle::{
    NotificationReply, PreCompactReply, SessionEndReply, SessionStartReply, StopReply,
    SubagentStartReply, UserPromptSubmitReply,
};
pub use permission::PermissionRequestReply;
pub use tool_use::{PostToolUseFailureReply, PostToolUseReply, PreToolUseReply};
pub(crate) use wire::{Output, Specific, for_terminal};

use crate::host::Host;

/// A reply that a host can be given.
pub trait Reply: Default {
    /// The one JSON document to be written to stdout, on one line and without
    /// the line's end, in the form that `host` accepts; `None` for silence. Of
    /// [`PreCompactReply`] alone it may be plain text.
    fn render(&self, host: Host) -> Option<String>;

    /// The reason, if this reply denies a call.
    fn denial(&self) -> Option<&str> {
        None
    }
}
