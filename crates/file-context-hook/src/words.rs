//! The sentences to the agent and to the person, and why there are none.

pub(crate) mod context;
pub(crate) mod listing;
mod part;
pub(crate) mod silence;
