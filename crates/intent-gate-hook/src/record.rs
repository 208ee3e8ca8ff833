//! What is written afterwards: choices with their locks, the log of takeovers, plans, and requests.

pub(crate) mod choice;
pub(crate) mod lock;
pub(crate) mod requests;
pub(crate) mod session;
pub(crate) mod takeover;
pub(crate) mod wall;
