//! What the agent and the person are told.

pub(crate) mod announce;
pub(crate) mod reply;
pub(crate) mod rescue;
pub(crate) mod standing;
mod verdict;
