//! The file that was edited, what the edit left in it, and what the programs of the
//! steps made of it and found.

pub(crate) mod edit;
pub(crate) mod fill;
pub(crate) mod snapshot;
pub(crate) mod target;
pub(crate) mod work;
