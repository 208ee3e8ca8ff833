//! What is written afterwards: choices, with their locks and the log of takeovers,
//! requests, and what was read and told.

pub(crate) mod choice;
pub(crate) mod lock;
pub(crate) mod reads;
pub(crate) mod requests;
pub(crate) mod session;
pub(crate) mod takeover;
pub(crate) mod wall;
