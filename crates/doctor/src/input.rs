//! What a doctor is told before he looks.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use hook_installer::{Folders, HostVersion, Offer};
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
    /// What is wrong with what a hook has kept, in words. Asked where commands are played.
    pub kept: &'a dyn Fn(&str) -> Option<String>,
    /// The mistakes that the `lint` of a hook finds. Asked where commands are played, since a
    /// configuration may name programs that are asked for a state.
    pub lint: &'a dyn Fn(&str) -> Vec<Mistake>,
    /// How far it goes.
    pub level: Level,
}

/// What is known of a hook beside its files.
#[derive(Debug, Clone)]
pub struct About {
    /// How long it may take at most.
    pub deadline: Duration,
    /// Its mode in this project: `enforce` where nothing is said.
    pub mode: String,
    /// Whether it says `on_failure: closed` in this project.
    pub is_closed: bool,
    /// When it was asked last, to the minute.
    pub asked: Option<SystemTime>,
    /// A call that it denied lately and that has run, in words.
    pub overruled: Option<String>,
    /// When it was asked last, in words; `None` where it never was.
    pub last: Option<String>,
}

/// A mistake in what configures a hook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The file, where it is known.
    pub file: Option<PathBuf>,
    /// The line in it, from 1.
    pub line: Option<usize>,
    /// What is wrong, in words.
    pub message: String,
}

/// How far an examination goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Files are read.
    Static,
    /// Each command is run.
    Played,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Static => "static",
            Self::Played => "played",
        })
    }
}
