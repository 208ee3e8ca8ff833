//! What a doctor is told before he looks.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use hook_installer::{Folders, Offer};
use serde::Serialize;

/// Who is examined, and how far.
pub struct Given<'a> {
    /// The project, an absolute path.
    pub project: &'a Path,
    /// The folders of the person.
    pub folders: Folders<'a>,
    /// All hooks that there are.
    pub offers: &'a [Offer],
    /// Where programs of this version lie.
    pub programs: Option<&'a Path>,
    /// The client that runs the hooks, where it is known.
    pub host: Option<HostVersion>,
    /// The state folder of all projects.
    pub state: Option<&'a Path>,
    /// The folder of the person's own configuration.
    pub config: Option<&'a Path>,
    /// What else is known of a hook.
    pub about: &'a dyn Fn(&str) -> About,
    /// How far it goes.
    pub level: Level,
    /// The client that is looked at where it goes that far.
    pub client: Option<&'a Path>,
    /// What becomes of hooks that are not ours.
    pub foreign: Foreign,
}

/// What is known of a hook beside its files.
#[derive(Debug, Clone)]
pub struct About {
    /// How long it may take at most.
    pub deadline: Duration,
    /// Its mode in this project: `enforce` where nothing is said.
    pub mode: String,
    /// When it was asked last, in words; `None` where it never was.
    pub last: Option<String>,
}

/// How far an examination goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Files are read.
    Static,
    /// Each command is run.
    Played,
    /// A client has run them.
    Witnessed,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Static => "static",
            Self::Played => "played",
            Self::Witnessed => "witnessed",
        })
    }
}

/// What becomes of hooks that are not ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Foreign {
    /// They are named.
    Named,
    /// They are run once, in a folder that is thrown away.
    Played,
}

/// The version of a client, such as 2.1.330.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct HostVersion(pub u32, pub u32, pub u32);

impl FromStr for HostVersion {
    type Err = String;

    /// Reads the first three numbers of what a client says of itself.
    fn from_str(text: &str) -> Result<Self, String> {
        let word = text.split_whitespace().next().unwrap_or_default();
        let numbers: Vec<u32> = word.split('.').map_while(|number| number.parse().ok()).collect();
        match numbers.as_slice() {
            [major, minor, patch] => Ok(Self(*major, *minor, *patch)),
            _ => Err(format!("{word:?} is no version such as 2.1.330")),
        }
    }
}

impl fmt::Display for HostVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.0, self.1, self.2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_and_compared() {
        assert_eq!("2.1.330 (Claude Code)".parse(), Ok(HostVersion(2, 1, 330)));
        assert!(HostVersion(2, 1, 112) < HostVersion(2, 1, 295));
        "claude".parse::<HostVersion>().unwrap_err();
    }
}
