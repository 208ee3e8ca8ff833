//! What is written afterwards: choices, with their locks and the log of takeovers.

pub(crate) mod choice;
