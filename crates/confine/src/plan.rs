//! What a command may write, as a file says it.

use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use hook_state::{Format, SessionFiles};
use serde::{Deserialize, Deserializer, Serialize};

/// What the commands of a session, or of one subagent in it, may write.
///
/// All paths are absolute and lead through no link: what does is not writable, for an agent could turn it. An
/// entry of [`writable`](Plan::writable) and [`read_only`](Plan::read_only) is a folder, with all below it, if it ends
/// in `/`, and else a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Plan {
    /// The session.
    pub session: String,
    /// The project's root.
    pub project: PathBuf,
    /// What the scope opens: folders (`/p/src/`), files (`/p/README.md`), and all names of a pattern in one folder
    /// (`/p/*.md`, with `*` alone).
    pub writable: Vec<String>,
    /// Names that may be made and changed in the project's root and in each folder between it and the scope. Where
    /// there are any, other new names can be made there too, but nothing that exists is changed. Where there
    /// are none, those folders take no new name.
    pub outputs: Vec<String>,
    /// Folders that are made before a command where a layer needs them to be there.
    pub made: Vec<PathBuf>,
    /// Folders for what is temporary.
    pub temporary: Vec<PathBuf>,
    /// Folders in which package managers keep what they fetched. One that is missing is made.
    pub caches: Vec<PathBuf>,
    /// The folders of the repository, which are writable for a command in which `git` stands as a word.
    pub git: Vec<PathBuf>,
    /// What is not writable though it lies in what is. A folder that is missing is made, where its parent takes one.
    pub read_only: Vec<String>,
    /// Sockets that cannot be reached, in the layer [`Mounts`](crate::Layer::Mounts).
    pub hidden: Vec<PathBuf>,
    /// Whether there is a network.
    pub network: Network,
    /// How the plan is held.
    pub layer: LayerChoice,
    /// What happens where it cannot be held.
    pub on_failure: OnFailure,
    /// A line for an agent on what may be written; empty where a hook words it itself.
    pub told: String,
}

/// Whether a command has a network.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Network {
    /// That of the machine.
    #[default]
    Open,
    /// A loopback device of its own alone.
    Closed,
}

/// Which layer is wanted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LayerChoice {
    /// The best that the machine has.
    #[default]
    Auto,
    /// Mounts with Landlock behind them.
    Mounts,
    /// Landlock alone.
    Landlock,
    /// None: commands run as they are.
    Off,
}

/// What happens to a command whose plan cannot be held.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum OnFailure {
    /// It does not run.
    #[default]
    Closed,
    /// It runs as it is.
    Open,
}

/// A word that a later version knows, and this one does not, is taken for the stricter one.
macro_rules! tolerant {
    ($type:ident, $else:ident, $($word:literal => $variant:ident),+) => {
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                Ok(match &*String::deserialize(from)? {
                    $($word => Self::$variant,)+
                    _ => Self::$else,
                })
            }
        }
    };
}

tolerant!(Network, Closed, "open" => Open);
tolerant!(LayerChoice, Auto, "mounts" => Mounts, "landlock" => Landlock, "off" => Off);
tolerant!(OnFailure, Closed, "open" => Open);

impl Plan {
    /// What holds where a plan cannot be read: nothing is writable but what is temporary, and the folder of the
    /// command is not.
    pub(crate) fn unreadable(temporary: Vec<PathBuf>, cwd: Option<PathBuf>) -> Plan {
        let project = cwd.filter(|cwd| !temporary.contains(cwd)).unwrap_or_default();
        Plan { project, temporary, ..Plan::default() }
    }
}

/// The plans of a person's sessions.
#[derive(Debug)]
pub struct Plans(SessionFiles<Plan>);

impl Plans {
    /// Those below `state`, the folder of a person's state, which is not touched.
    pub fn new(state: &Path) -> Plans {
        Plans(SessionFiles::new(folder(state), Format::V1))
    }

    /// The name under which the plan of a session is kept, or that of a subagent in it.
    pub fn name(session: &str, agent: Option<&str>) -> String {
        agent.map_or_else(|| session.to_owned(), |agent| format!("{session}@{agent}"))
    }

    /// A plan; `None` if there is none. Fails as [`SessionFiles::read`] does.
    pub fn read(&self, name: &str) -> io::Result<Option<Plan>> {
        self.0.read(name)
    }

    /// Replaces a plan in one step.
    pub fn write(&self, name: &str, plan: &Plan) -> io::Result<()> {
        self.0.write(name, plan)
    }

    /// Removes a plan: from then on the commands of that session run as they are.
    pub fn remove(&self, name: &str) -> io::Result<()> {
        self.0.remove(name)
    }

    /// Removes plans that were written before `older_than`.
    pub fn sweep(&self, older_than: SystemTime) -> io::Result<()> {
        self.0.sweep(older_than)
    }
}

/// Where this crate keeps its files.
pub(crate) fn folder(state: &Path) -> PathBuf {
    state.join("confine")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_is_read_as_it_was_written_and_by_other_versions() {
        let state = tempfile::tempdir().unwrap();
        let plans = Plans::new(state.path());
        let plan = Plan {
            session: "s".to_owned(),
            writable: vec!["/p/src/".to_owned()],
            network: Network::Closed,
            ..Plan::default()
        };
        plans.write("s", &plan).unwrap();
        assert_eq!(plans.read("s").unwrap(), Some(plan));
        assert_eq!(plans.read("t").unwrap(), None);
        let later = r#"{"version":1,"project":"/p","network":"limited","layer":"x","more":[1]}"#;
        let files = hook_state::StateDir::new(state.path().join("confine"));
        files.write("u.json", later.as_bytes()).unwrap();
        let read = plans.read("u").unwrap().unwrap();
        assert_eq!((read.network, read.layer), (Network::Closed, LayerChoice::Auto));
        files.write("v.json", b"{").unwrap();
        assert_eq!(plans.read("v").unwrap_err().kind(), io::ErrorKind::InvalidData);
    }
}
