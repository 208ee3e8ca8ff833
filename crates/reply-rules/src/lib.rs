//! What Claude Code makes of the reply of a hook, for those who judge replies.
//!
//! [`table`] has the fields that each event takes, and [`Reply::read`] reads one reply by it: what
//! takes effect, and what is wrong. Nothing here is shared with the crate that builds our own replies,
//! so that tests can find that one wrong.

mod event;
mod reply;
pub mod table;

pub use event::{Event, Fit, MAX_CONTEXT, StatusTwo, Text, event};
pub use reply::{Effect, End, Fault, Reply, Run, Terms, shown};

/// How a rule is known.
pub const SEEN: &str = "seen in 2.1.330";

/// The same, for two versions.
pub const SEEN_BOTH: &str = "seen in 2.1.330 and 2.1.112";
