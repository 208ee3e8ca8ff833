//! What is known of a call before it is decided: its questions, their answers, and who
//! is there to answer.

pub(crate) mod answers;
pub(crate) mod known;
pub(crate) mod recommended;
pub(crate) mod session_kind;
