//! What people have written down: their preferences, and what a project says of its questions.

pub(crate) mod binding;
pub(crate) mod preferences;
pub(crate) mod question_id;
pub(crate) mod registry;
