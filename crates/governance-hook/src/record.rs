//! What is written afterwards: the log, what each agent was told last, and what a person lifts.

pub(crate) mod exceptions;
pub(crate) mod journal;
pub(crate) mod last_announcement;
pub(crate) mod plans;
