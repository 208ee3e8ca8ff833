//! What is written in files: the questions that a project has, and what the person
//! prefers.

pub(crate) mod preferences;
pub(crate) mod question_id;
pub(crate) mod registry;
