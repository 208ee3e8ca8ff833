//! How much what a hook says counts.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How much what a hook says counts, from the strictest to the weakest.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// It counts.
    #[default]
    Enforce,
    /// What it would deny runs, with a warning.
    Warn,
    /// It is judged and written down, and nothing comes of it.
    Shadow,
    /// It is not asked.
    Off,
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Enforce => "enforce",
            Self::Warn => "warn",
            Self::Shadow => "shadow",
            Self::Off => "off",
        })
    }
}
