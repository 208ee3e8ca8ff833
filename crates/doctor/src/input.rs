//! The input of an examination.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use hook_installer::{Folders, HostVersion, Offer};
use serde::Serialize;

/// What to examine, and how.
pub struct Given<'a> {
    /// The project, an absolute path.
    pub project: &'a Path,
    /// The folders of the person.
    pub folders: Folders<'a>,
    /// All known hooks.
    pub offers: &'a [Offer],
    /// The folder with the programs of this version.
    pub programs: Option<&'a Path>,
    /// The version of the client, if known.
    pub host: Option<HostVersion>,
    /// The state folder for all projects.
    pub state: Option<&'a Path>,
    /// The folder of the person's own configuration.
    pub config: Option<&'a Path>,
    /// What is wrong with the policies of the organisation.
    pub policy: &'a [PolicyProblem],
    /// What else is known about a hook.
    pub about: &'a dyn Fn(&str) -> About,
    /// What is wrong with the data of a hook. Only called if commands are run.
    pub kept: &'a dyn Fn(&str) -> Option<String>,
    /// The mistakes that the `lint` of a hook finds. Only called if commands are run, because a
    /// configuration may name programs that `lint` runs.
    pub lint: &'a dyn Fn(&str) -> Vec<Mistake>,
    /// How far it goes.
    pub level: Level,
}

/// What is known about a hook apart from its files.
#[derive(Debug, Clone)]
pub struct About {
    /// Its time limit.
    pub deadline: Duration,
    /// Its mode in this project; `enforce` is the default.
    pub mode: String,
    /// Until when a person has paused it, if it is paused, as text.
    pub paused_until: Option<String>,
    /// Whether it has `on_failure: closed` in this project.
    pub is_closed: bool,
    /// When it was last called, to the minute.
    pub asked: Option<SystemTime>,
    /// A recent call that it denied and that ran anyway, as text.
    pub overruled: Option<String>,
    /// When it was last called, as text; `None` if never.
    pub last: Option<String>,
}

/// A problem with the policies of the organisation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyProblem {
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub fix: &'static str,
    /// Whether what was signed is not what counts.
    pub is_error: bool,
}

/// A mistake in the configuration of a hook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The file, if known.
    pub file: Option<PathBuf>,
    /// The line in it, from 1.
    pub line: Option<usize>,
    /// What is wrong.
    pub message: String,
}

/// How thorough an examination is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Only files are read.
    Static,
    /// Each command is also run.
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
