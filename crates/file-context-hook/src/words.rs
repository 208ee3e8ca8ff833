//! The sentences to the agent and to the person, and why there are none.

pub(crate) mod context;
mod excerpt;
pub(crate) mod listing;
pub(crate) mod silence;
