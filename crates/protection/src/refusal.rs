//! What a call would do to what is protected.

use crate::inventory::Thing;

/// Why a call is refused, for a guard to put into its own words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// What the call would do.
    pub act: Act,
    /// The kind of thing to which.
    pub thing: Thing,
    /// The path or the command, as it was said.
    pub spoken: String,
    /// The protected path that goes with it.
    pub inside: Option<String>,
}

/// What a call would do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// It changes a protected file.
    Change,
    /// It moves, removes or shuts what holds some, and them with it.
    TakeAlong,
    /// It names more files than can be looked at, any of which may lead to one.
    Crowd,
    /// It cannot be told which files it changes, and it names one.
    Name,
    /// It reads a key.
    Read,
    /// It runs what only a person may run.
    Run,
    /// It tells a guard an event by hand.
    Feed,
}

impl Act {
    /// Whether the text alone says so, and no guess is in it.
    pub fn is_certain(self) -> bool {
        self != Self::Name
    }
}

impl Refusal {
    pub(crate) fn new(act: Act, thing: Thing, spoken: impl Into<String>) -> Self {
        Self { act, thing, spoken: spoken.into(), inside: None }
    }
}
