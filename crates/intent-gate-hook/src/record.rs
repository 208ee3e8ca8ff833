//! What is written afterwards: choices with their locks, the log of takeovers, plans, and requests.

pub(crate) mod choice;
pub(crate) mod claim;
pub(crate) mod lease_release;
pub(crate) mod lock;
pub(crate) mod lock_log;
pub(crate) mod plans;
pub(crate) mod requests;
pub(crate) mod session;
