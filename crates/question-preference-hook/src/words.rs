//! What the agent and the person are told.

pub(crate) mod announce;
pub(crate) mod preference_state;
pub(crate) mod reply;
pub(crate) mod rescue;
mod verdict;
