//! What is written: the log of questions, answers until their result comes, and the
//! files of preferences.

pub(crate) mod edit;
pub(crate) mod journal;
pub(crate) mod pairing;
mod wording;
