//! The sentences to the agent and to the person, and why there are none.

mod part;
pub(crate) mod said;
pub(crate) mod silence;
pub(crate) mod telling;
