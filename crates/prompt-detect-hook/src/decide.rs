//! What an event makes of its session, and what is told of that.

pub(crate) mod key;
pub(crate) mod machine;
pub(crate) mod prompt;
pub(crate) mod session;
pub(crate) mod signal;
pub(crate) mod timestamp;
pub(crate) mod transition;
