//! The mode of a hook: whether its answers count.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Whether the answers of a hook count, from the strictest mode to the weakest.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Its answers count.
    #[default]
    Enforce,
    /// What it would deny runs, with a warning.
    Warn,
    /// Its answers are logged, and have no effect.
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
