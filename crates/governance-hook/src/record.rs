//! What is written of a call: the log, and what each agent was told last.

pub(crate) mod journal;
pub(crate) mod told;
