//! Why an agent is told nothing, and why a file is not stored.

use std::fmt;

use project_paths::RelPath;

/// Why an agent is told nothing.
#[derive(Debug)]
pub(crate) enum Silence {
    /// The call is about no file that is served.
    NoFile,
    /// Without a session nobody knows what was told before.
    NoSession,
    /// The event is there: outside of any project.
    NoProject(String),
    /// The path, as it was spoken, is outside, ignored or that of a secret.
    NotRecorded(String),
    /// Nothing was ever said about it.
    NoHistory(RelPath),
    /// What was said is stale or too short.
    NothingWorthTelling(RelPath),
    /// The agent was told all of it before.
    AlreadyTold(RelPath),
    /// The session was told as much as it may be.
    BudgetSpent(RelPath),
    /// It could not be found out.
    Failed(anyhow::Error),
}

impl fmt::Display for Silence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFile => write!(f, "the call touches no file that the hook handles"),
            Self::NoSession => write!(f, "the event has no session"),
            Self::NoProject(place) => write!(f, "the event is {place}"),
            Self::NotRecorded(spoken) => {
                write!(f, "{spoken} is outside the project, ignored, or contains secrets")
            }
            Self::NoHistory(path) => write!(f, "nothing is known about {path}"),
            Self::NothingWorthTelling(path) => {
                write!(f, "all that is known about {path} is stale or too short")
            }
            Self::AlreadyTold(path) => {
                write!(f, "the agent already got everything about {path} in this session")
            }
            Self::BudgetSpent(path) => {
                write!(f, "the budget has no room left for {path}")
            }
            Self::Failed(err) => write!(f, "{err:#}"),
        }
    }
}

/// Why a file is not stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NotStored {
    Outside,
    Root,
    /// By this pattern of `record.ignore`.
    Ignored(String),
    Secret,
}

impl fmt::Display for NotStored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outside => write!(f, "it is outside the project"),
            Self::Root => write!(f, "it is the root of the project"),
            Self::Ignored(glob) => write!(f, "record.ignore has `{glob}`"),
            Self::Secret => write!(f, "files with this name or in this folder contain secrets"),
        }
    }
}

impl std::error::Error for NotStored {}
