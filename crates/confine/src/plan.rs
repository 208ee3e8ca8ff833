//! The plan of a session: what its commands may write.

use std::io;
use std::path::{Path, PathBuf};

use hook_state::{Format, SessionFiles};
use serde::{Deserialize, Deserializer, Serialize};

use crate::outcome::Layer;

/// What the commands of a session, or of one of its subagents, may write.
///
/// All paths are absolute and contain no links. A path through a link is not writable, because an agent could change it. An
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
    /// Whether all can be written but what is read-only: that of a guard which names no scope. Only mounts can hold it.
    pub is_open: bool,
    /// Folders that are made before a command where a layer needs them to be there.
    pub made: Vec<PathBuf>,
    /// Folders for temporary files.
    pub temporary: Vec<PathBuf>,
    /// Folders in which package managers keep what they fetched. One that is missing is made.
    pub caches: Vec<PathBuf>,
    /// The folders of the repository, which are writable for a command in which `git` stands as a word.
    pub git: Vec<PathBuf>,
    /// What is not writable though it lies in what is. A folder that is missing is made, where its parent takes one.
    pub read_only: Vec<String>,
    /// Sockets that cannot be reached, and files and folders that cannot be read, in the layer
    /// [`Mounts`](crate::Layer::Mounts): Landlock alone holds what is written.
    pub hidden: Vec<PathBuf>,
    /// The network.
    pub network: Network,
    /// How the plan is enforced.
    pub layer: LayerChoice,
    /// What happens if it cannot be enforced.
    pub on_failure: OnFailure,
    /// A line for an agent on what may be written; empty where a hook words it itself.
    pub told: String,
}

/// Whether a command has a network.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Network {
    /// The machine's.
    #[default]
    Open,
    /// Only a loopback device of its own.
    Closed,
}

/// The wanted layer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LayerChoice {
    /// The best one of the machine.
    #[default]
    Auto,
    /// Mounts and Landlock.
    Mounts,
    /// Landlock alone.
    Landlock,
    /// None: commands run without a sandbox.
    Off,
}

/// What happens to a command whose plan cannot be enforced.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum OnFailure {
    /// It does not run.
    #[default]
    Closed,
    /// It runs without a sandbox.
    Open,
}

/// An unknown word of a later version counts as the stricter one.
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

impl Network {
    fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Closed => "closed",
        }
    }
}

impl LayerChoice {
    fn as_str(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Mounts => "mounts",
            Self::Landlock => "landlock",
            Self::Off => "off",
        }
    }
}

impl Plan {
    /// What holds where a plan cannot be read: nothing is writable but what is temporary, and the folder of the
    /// command is not.
    pub(crate) fn unreadable(temporary: Vec<PathBuf>, cwd: Option<PathBuf>) -> Plan {
        let project = cwd.filter(|cwd| !temporary.contains(cwd)).unwrap_or_default();
        Plan { project, temporary, ..Plan::default() }
    }

    /// What both allow.
    #[must_use]
    pub fn with(self, other: Plan) -> Plan {
        let (mut plan, other) = if self.is_open { (other, self) } else { (self, other) };
        let is_closed = |path: &Path| {
            let mut folders = other.read_only.iter().filter(|entry| entry.ends_with('/'));
            folders.any(|folder| path.starts_with(folder))
        };
        plan.writable.retain(|entry| !is_closed(Path::new(entry)));
        plan.temporary.retain(|dir| !is_closed(dir));
        plan.caches.retain(|dir| !is_closed(dir));
        plan.read_only.extend(other.read_only);
        plan.hidden.extend(other.hidden);
        if other.on_failure == OnFailure::Closed {
            plan.on_failure = OnFailure::Closed;
        }
        plan
    }

    /// What it says, in a line for a person: paths of the project as they are from its root.
    pub fn summary(&self) -> String {
        let short = |entry: &String| match Path::new(entry).strip_prefix(&self.project) {
            Ok(inside) if inside == Path::new("") => "all of the project".to_owned(),
            Ok(inside) => {
                let end = if entry.ends_with('/') { "/" } else { "" };
                format!("{}{end}", inside.display())
            }
            Err(_) => entry.clone(),
        };
        let list = |entries: &[String]| {
            let mut all: Vec<String> = entries.iter().take(MAX_NAMED).map(short).collect();
            let more = entries.len().saturating_sub(MAX_NAMED);
            all.extend((more > 0).then(|| format!("{more} more")));
            all.join(", ")
        };
        let writes = match (self.is_open, self.writable.is_empty()) {
            (true, _) => "everything".to_owned(),
            (false, true) => "only temporary folders".to_owned(),
            (false, false) => list(&self.writable),
        };
        let git = if self.git.is_empty() { "" } else { "; .git where a command names git" };
        let is_opened = |entry: &&String| {
            self.is_open
                || self
                    .writable
                    .iter()
                    .any(|open| open.ends_with('/') && entry.starts_with(open.as_str()))
        };
        let mut closed: Vec<String> = self.read_only.iter().filter(is_opened).cloned().collect();
        closed.sort_by_key(|entry| !Path::new(entry).starts_with(&self.project));
        let closed =
            if closed.is_empty() { String::new() } else { format!("; not {}", list(&closed)) };
        let network = self.network.as_str();
        format!("{writes}{git}{closed}; network {network}; layer {}", self.layer.as_str())
    }
}

/// The most entries of a plan in a line.
const MAX_NAMED: usize = 8;

/// What is told of a plan that cannot be read.
const UNREADABLE: &str = "it cannot be read: only temporary folders";

/// The guards that close something beside the one that knows the scope.
const GUARDS: [&str; 1] = [GOVERNANCE];

/// The guard that closes what an activity state blocks.
pub const GOVERNANCE: &str = "governance";

/// The plans of a person's sessions.
#[derive(Debug)]
pub struct Plans(SessionFiles<Plan>);

impl Plans {
    /// The plans below `state`, the folder of a person's state, which is not accessed yet.
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

    /// Whether a plan exists, readable or not.
    pub fn has(&self, name: &str) -> bool {
        self.0.has(name)
    }

    /// The name under which a guard beside the one that knows the scope keeps what it closes in a session.
    pub fn beside(session: &str, guard: &str) -> String {
        format!("{session}.{guard}")
    }

    /// What holds in `session` by the plan `name` and by what the guards beside it close. Where one of them cannot be
    /// read, `unreadable` holds, unless the plan says that commands run as they are then.
    pub fn join(
        &self,
        name: &str,
        session: &str,
        unreadable: impl FnOnce() -> Plan,
    ) -> Option<Plan> {
        let plan = self.read(name);
        let beside =
            GUARDS.iter().filter_map(|guard| self.read(&Plans::beside(session, guard)).transpose());
        let (Ok(mut plan), beside) = (plan, beside.collect::<Vec<_>>()) else {
            return Some(unreadable());
        };
        for other in beside {
            let is_passed_over =
                plan.as_ref().is_some_and(|plan| plan.on_failure == OnFailure::Open);
            plan = match (plan, other) {
                (plan, Err(_)) if is_passed_over => plan,
                (_, Err(_)) => return Some(unreadable()),
                (Some(plan), Ok(other)) => Some(plan.with(other)),
                (None, Ok(other)) => Some(other),
            };
        }
        plan
    }

    /// What holds for the commands of a session, or of a subagent in it, in a line for a person; `None` if nothing does.
    /// `layer` is that of the shell by which the client starts them, if it is known.
    pub fn describe(
        &self,
        session: &str,
        agent: Option<&str>,
        layer: Option<Layer>,
    ) -> Option<String> {
        let own = agent.map(|agent| Plans::name(session, Some(agent)));
        let own = own.filter(|name| !matches!(self.read(name), Ok(None)));
        let name = own.as_deref().unwrap_or(session);
        let plan =
            self.join(name, session, || Plan { told: UNREADABLE.to_owned(), ..Plan::default() })?;
        let here = match layer {
            None => String::new(),
            Some(Layer::Landlock) if plan.is_open => {
                " (only the text of commands is checked here: Landlock alone cannot enforce this \
                 plan)"
                    .to_owned()
            }
            Some(layer) => format!(" ({} here)", layer.as_str()),
        };
        let text = if plan.told == UNREADABLE { plan.told } else { plan.summary() };
        Some(text + &here)
    }

    /// Replaces a plan in one step.
    pub fn write(&self, name: &str, plan: &Plan) -> io::Result<()> {
        self.0.write(name, plan)
    }

    /// Removes a plan, so that the commands of that session run without a sandbox.
    pub fn remove(&self, name: &str) -> io::Result<()> {
        self.0.remove(name)
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
    fn a_plan_is_said_in_a_line() {
        let texts = |all: &[&str]| all.iter().map(|text| (*text).to_owned()).collect();
        let plan = Plan {
            project: "/p".into(),
            writable: texts(&["/p/src/", "/p/*.md", "/o/"]),
            read_only: texts(&["/p/src/gen/", "/p/docs/", "/h/.claude/"]),
            git: vec!["/p/.git".into()],
            ..Plan::default()
        };
        let said = "src/, *.md, /o/; .git where a command names git; not src/gen/; network open; layer auto";
        assert_eq!(plan.summary(), said);
        let none = Plan { network: Network::Closed, ..Plan::default() };
        assert_eq!(none.summary(), "only temporary folders; network closed; layer auto");
        let mut read_only: Vec<String> = (0..9).map(|number| format!("/h/{number}")).collect();
        read_only.push("/p/".to_owned());
        let open = Plan { is_open: true, project: "/p".into(), read_only, ..Plan::default() };
        let said = "everything; not all of the project, /h/0, /h/1, /h/2, /h/3, /h/4, /h/5, /h/6, 2 more; network open; layer auto";
        assert_eq!(open.summary(), said);
    }

    #[test]
    fn what_no_layer_holds_is_not_said_to_be_held() {
        let state = tempfile::tempdir().unwrap();
        let plans = Plans::new(state.path());
        let open = Plan { is_open: true, ..Plan::default() };
        plans.write(&Plans::beside("s", GOVERNANCE), &open).unwrap();
        let said = |layer| plans.describe("s", None, layer).unwrap();
        assert!(said(Some(Layer::Mounts)).ends_with(" (mounts here)"));
        assert!(said(Some(Layer::Landlock)).contains("only the text of commands is checked here"));
        plans.write("s", &Plan::default()).unwrap();
        assert!(said(Some(Layer::Landlock)).ends_with(" (landlock here)"));
    }

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
