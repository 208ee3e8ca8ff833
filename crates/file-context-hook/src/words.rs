//! The sentences to the agent, and why there are none.

pub(crate) mod silence;
pub(crate) mod telling;
