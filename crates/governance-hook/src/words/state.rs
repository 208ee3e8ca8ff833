//! Where a state comes from, in words.

use std::fmt;

use crate::gather::state::Origin;
use crate::policy::Source;

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Env { name } => write!(f, "env {name}"),
            Self::Session => write!(f, "session"),
            Self::File { path, pointer: None } => write!(f, "file {}", path.display()),
            Self::File { path, pointer: Some(pointer) } => {
                write!(f, "file {}#{pointer}", path.display())
            }
            Self::Command { words, .. } => write!(f, "command `{}`", words.join(" ")),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Source { source, answer } => write!(f, "{source} says {answer:?}"),
            Self::Unmapped { source, answer } => {
                write!(
                    f,
                    "the default: {source} says {answer:?}, which is not a state and has no mapping"
                )
            }
            Self::NoAnswer => write!(f, "the default: no state is set"),
            Self::Given => write!(f, "as given"),
        }
    }
}
