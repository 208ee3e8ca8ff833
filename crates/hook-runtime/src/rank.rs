//! When a hook is asked about an event, and what it does there.

use std::fmt;

/// What a handler is for, and by that when it is called: in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// It judges what was sent, and may deny it.
    Guard,
    /// It changes the input of a tool, or answers in a person's place.
    Rewrite,
    /// It tells the agent something.
    Context,
    /// It keeps what happened. It sees the final input and the [`Verdict`](crate::Verdict),
    /// and is called whatever was decided.
    Record,
}

/// How much a hook matters: who comes first within a phase, and whose words are kept
/// where not all fit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// It guards.
    Critical,
    /// It decides or checks in a person's place.
    High,
    /// It works along.
    #[default]
    Normal,
    /// It watches.
    Low,
}

/// What a hook leaves behind beside its answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SideEffects {
    /// Nothing.
    None,
    /// Files in the folder of state, and nowhere else.
    #[default]
    State,
    /// Files of the project, or what other programs do.
    Files,
}

impl Class {
    /// All of them, the first first.
    pub const ALL: [Self; 4] = [Self::Critical, Self::High, Self::Normal, Self::Low];
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Guard => "guard",
            Self::Rewrite => "rewrite",
            Self::Context => "context",
            Self::Record => "record",
        })
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Critical => "critical",
            Self::High => "high",
            Self::Normal => "normal",
            Self::Low => "low",
        })
    }
}

impl fmt::Display for SideEffects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::None => "none",
            Self::State => "state",
            Self::Files => "files",
        })
    }
}
