//! What is wrong in a settings file, and what comes of it.

use std::fmt;

use crate::error::{Position, SettingsError};

/// Something that a host would not take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Where it stands.
    pub position: Position,
    /// What is wrong with it.
    pub problem: String,
    /// What comes of it.
    pub effect: Effect,
}

/// What comes of a [`Finding`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// The host ignores the file.
    FileIgnored,
    /// Hosts up to 2.1.112 or later ignore the file, newer ones only what is wrong.
    FileIgnoredByOlderHosts,
    /// The host takes a later value in its place.
    Shadowed,
    /// The host takes it, and never runs it.
    NeverRuns,
    /// The host takes it, but this crate cannot read it, and so not edit the file.
    NotEditable,
}

impl Finding {
    pub(crate) fn at(
        text: &str,
        offset: usize,
        effect: Effect,
        problem: impl Into<String>,
    ) -> Self {
        Self { position: Position::of(text, offset), problem: problem.into(), effect }
    }
}

impl Effect {
    /// Whether a file in which this is found is not to be edited.
    pub(crate) fn forbids_edits(self) -> bool {
        self != Self::NeverRuns
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::FileIgnored => "the host silently ignores the whole file, permissions included",
            Self::FileIgnoredByOlderHosts => {
                "the host ignores it; older versions ignore the whole file, permissions included"
            }
            Self::Shadowed => "the host uses the last one",
            Self::NeverRuns => "the host never runs it",
            Self::NotEditable => "the host accepts it, but Tacklebox cannot edit the file",
        })
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}; {}", self.position, self.problem, self.effect)
    }
}

impl From<Finding> for SettingsError {
    fn from(finding: Finding) -> Self {
        Self {
            position: finding.position,
            reason: format!("{}; {}", finding.problem, finding.effect),
        }
    }
}
