//! The result of enforcing a plan.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// How a plan is enforced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    /// By read-only mounts and Landlock.
    Mounts,
    /// By Landlock alone.
    Landlock,
    /// By a profile of macOS.
    Seatbelt,
    /// Not at all.
    Nothing,
}

/// One command.
#[derive(Debug, Clone, Default)]
pub struct Call {
    /// Whether it may write the repository.
    pub names_git: bool,
    /// What else it may write.
    pub also_writable: Vec<PathBuf>,
    /// What else it cannot reach.
    pub also_hidden: Vec<PathBuf>,
}

/// What is enforced for this process and everything that it starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Held {
    /// How the plan is enforced.
    pub layer: Layer,
    /// Whether the network is closed, if it should be. Landlock only closes TCP.
    pub network: bool,
}

/// Why a plan cannot be enforced: which step failed, and how.
#[derive(Debug)]
pub struct Failure {
    pub(crate) step: &'static str,
    pub(crate) cause: io::Error,
}

impl Layer {
    /// Its word in the answer to `confine-bash --tacklebox-layer`, and for people.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Mounts => "mounts",
            Self::Landlock => "landlock",
            Self::Seatbelt => "seatbelt",
            Self::Nothing => "nothing",
        }
    }

    /// The layer that `confine-bash --tacklebox-layer` says of this machine.
    pub fn answered(answer: &str) -> Option<Layer> {
        [Self::Mounts, Self::Landlock, Self::Seatbelt, Self::Nothing]
            .into_iter()
            .find(|layer| layer.as_str() == answer.trim())
    }
}

impl Failure {
    pub(crate) fn at(step: &'static str) -> impl Fn(io::Error) -> Failure {
        move |cause| Failure { step, cause }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "could not {}: {}", self.step, self.cause)
    }
}

impl std::error::Error for Failure {}
