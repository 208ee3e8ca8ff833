//! The decision about an event so far.

use std::fmt;

use hook_protocol::{Answer, Decision};

/// A decision, from the weakest to the strongest.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// No decision.
    #[default]
    None,
    /// The agent is told something.
    Context,
    /// It would have been denied, but runs with a warning because its guard is in mode `warn`.
    Warn,
    /// It is answered or granted for the person.
    Answer,
    /// The person is asked.
    Ask,
    /// It is denied, or its result is rejected.
    Deny,
}

impl Verdict {
    /// The decision of an answer.
    pub fn of(answer: &Answer) -> Self {
        match &answer.decision {
            Decision::Deny(_) => Self::Deny,
            _ if answer.block.is_some() || answer.halt.is_some() => Self::Deny,
            Decision::Ask(_) => Self::Ask,
            Decision::Grant(_) => Self::Answer,
            Decision::NoOpinion if answer.updated_input.is_some() => Self::Answer,
            Decision::NoOpinion if answer.is_silent() => Self::None,
            Decision::NoOpinion => Self::Context,
        }
    }

    /// Whether the person is not asked because the call was denied or answered.
    pub fn is_settled(self) -> bool {
        matches!(self, Self::Answer | Self::Deny)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::None => "none",
            Self::Context => "context",
            Self::Warn => "warn",
            Self::Answer => "answer",
            Self::Ask => "ask",
            Self::Deny => "deny",
        })
    }
}
