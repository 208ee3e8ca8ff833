//! When a hook is called for an event, and what it may do.

use std::fmt;

/// The purpose of a handler. Handlers are called in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// It judges the input as it was sent, and may deny it.
    Guard,
    /// It changes the input of a tool, or answers for the person.
    Rewrite,
    /// It tells the agent something.
    Context,
    /// It records what happened. It sees the final input and the [`Verdict`](crate::Verdict), and
    /// is called after any decision.
    Record,
}

/// The importance of a hook: its place within a phase, and its share of the context.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// It guards.
    Critical,
    /// It decides or checks for the person.
    High,
    /// It supports the work.
    #[default]
    Normal,
    /// It watches.
    Low,
}

impl Class {
    /// All classes, the most important first.
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
