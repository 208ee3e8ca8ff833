//! What is known before it is decided: the project, its store, the files of a call.

pub(crate) mod command;
pub(crate) mod commits;
pub(crate) mod place;
