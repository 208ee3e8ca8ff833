//! What an agent host makes of its settings and of an answer: which hooks it starts for
//! an event, and what their answers mean. How it starts them is `host-stand-in`.

mod outcome;
mod settings;

pub(crate) use doctor::subject;
pub(crate) use outcome::{Effect, Outcome, outcome};
pub(crate) use settings::{Entry, entries};
