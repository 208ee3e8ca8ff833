//! Plays an agent host: what it starts for an event, with which environment,
//! and what it makes of the answer.

mod call;
mod matcher;
mod outcome;
mod sandbox;
mod settings;

pub(crate) use call::call;
pub(crate) use matcher::subject;
pub(crate) use outcome::{Effect, Outcome, outcome};
pub(crate) use sandbox::{Sandbox, copy_tree};
pub(crate) use settings::{Entry, entries};
