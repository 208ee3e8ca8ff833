//! The file of intents.

use std::path::Path;

use hook_config::{ConfigError, Source, Step, read_if_there};
use project_paths::{PatternError, Scope};
use serde::{Deserialize, Deserializer, Serialize};

use crate::id::IntentId;
use crate::loose_value::Loose;

/// The file, below the project's root.
pub const FILE: &str = project_paths::INTENTS_FILE;

/// The statuses that are known; what else stands there is closed work.
const KNOWN: [&str; 7] =
    ["PENDING", "IN_PROGRESS", "ACTIVE", "COMPLETED", "BLOCKED", "CANCELLED", "DRAFT"];

/// Of them, those of work that may be done.
const OPEN: [&str; 3] = ["PENDING", "IN_PROGRESS", "ACTIVE"];

/// All intents of a project, in the order of the file. Its serialised form is for
/// a cache and may change with every version.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Intents {
    intents: Vec<Intent>,
}

/// One piece of work that was agreed on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Intent {
    /// Its name in commands and in the names of files.
    pub id: IntentId,
    /// What it is called; empty where it has no name.
    pub name: String,
    /// Whether it may be worked on.
    pub status: Status,
    /// The globs of what it may touch, as they are written; each is valid.
    pub owned_scope: Vec<String>,
    /// What has to hold all the while.
    pub constraints: Vec<String>,
    /// What has to hold in the end.
    pub acceptance_criteria: Vec<String>,
    /// Files that one should know.
    pub related_files: Vec<String>,
    /// What else is known.
    pub notes: Vec<String>,
    /// Whether shell commands have a network, where a wall stands around them.
    pub network: Network,
}

/// Whether the shell commands of an intent have a network.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Network {
    /// That of the machine.
    #[default]
    Open,
    /// A loopback device alone.
    Closed,
}

/// The status of an intent as it is written, if it is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Status(Option<String>);

impl Status {
    /// Whether work may be done: `PENDING`, `IN_PROGRESS`, `ACTIVE`, in any case,
    /// or no status at all.
    pub fn permits_work(&self) -> bool {
        self.is_any_of(&OPEN)
    }

    /// Whether it is a status that this crate knows, or none.
    pub fn is_known(&self) -> bool {
        self.is_any_of(&KNOWN)
    }

    /// The status as it is written.
    pub fn as_str(&self) -> Option<&str> {
        self.0.as_deref()
    }

    fn is_any_of(&self, statuses: &[&str]) -> bool {
        let is_it = |status: &str| statuses.iter().any(|known| known.eq_ignore_ascii_case(status));
        self.as_str().is_none_or(is_it)
    }
}

impl Intent {
    /// What it may touch.
    pub fn scope(&self) -> Scope {
        Scope::trusted(self.owned_scope.iter().map(String::as_str))
    }
}

impl Intents {
    /// Reads the file of `project`; `None` where there is none.
    ///
    /// # Errors
    /// With file, and line and key where there are any, if the file cannot be
    /// read, is no such YAML, has no list `active_intents`, or an intent in it has
    /// no valid id, one that another has (be it in another case: the files of
    /// their locks would be one on some systems), or a scope that is no list of globs, or a `network` that is not known.
    pub fn read(project: &Path) -> Result<Option<Intents>, ConfigError> {
        match read_if_there(&project.join(FILE))? {
            Some(source) => Intents::parse(&source).map(Some),
            None => Ok(None),
        }
    }

    /// The intents of a file that was read already. Fails as [`Intents::read`].
    pub fn parse(source: &Source) -> Result<Intents, ConfigError> {
        let file: File = source.parse()?;
        let mut intents: Vec<Intent> = Vec::new();
        for (at, written) in file.active_intents.iter().enumerate() {
            let intent = written.checked().map_err(|(way, message)| {
                let way = [&[Step::from("active_intents"), at.into()], &way[..]].concat();
                source.error_at(&way, message)
            })?;
            let way = [Step::from("active_intents"), at.into(), "id".into()];
            if let Some(other) = intents.iter().find(|other| same_file(&other.id, &intent.id)) {
                let message = if other.id == intent.id {
                    format!("duplicate id `{}`", intent.id)
                } else {
                    format!("`{}` and `{}` differ only in case", other.id, intent.id)
                };
                return Err(source.error_at(&way, message));
            }
            intents.push(intent);
        }
        Ok(Intents { intents })
    }

    /// The intent called `id`.
    pub fn get(&self, id: &str) -> Option<&Intent> {
        self.intents.iter().find(|intent| intent.id.as_str() == id)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.intents.is_empty()
    }

    /// All of them, in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = &Intent> {
        self.intents.iter()
    }
}

fn same_file(one: &IntentId, other: &IntentId) -> bool {
    one.as_str().eq_ignore_ascii_case(other.as_str())
}

#[derive(Deserialize)]
#[serde(expecting = "a mapping with the list `active_intents`")]
struct File {
    #[serde(deserialize_with = "list_or_nothing")]
    active_intents: Vec<Written>,
}

/// An intent as it is written. What it has beyond these belongs to others.
#[derive(Deserialize)]
#[serde(expecting = "an intent, a mapping")]
struct Written {
    #[serde(default)]
    id: Loose,
    #[serde(default)]
    name: Loose,
    #[serde(default)]
    status: Loose,
    #[serde(default)]
    owned_scope: Loose,
    #[serde(default)]
    constraints: Loose,
    #[serde(default)]
    acceptance_criteria: Loose,
    #[serde(default)]
    related_files: Loose,
    #[serde(default)]
    notes: Loose,
    #[serde(default)]
    network: Loose,
}

/// What is wrong with an intent: the way from it to the value, and why.
type Wrong = (Vec<Step>, String);

impl Written {
    fn checked(&self) -> Result<Intent, Wrong> {
        let status = self.status.words().trim().to_owned();
        Ok(Intent {
            id: self.checked_id()?,
            name: self.name.words(),
            status: Status(Some(status).filter(|status| !status.is_empty())),
            owned_scope: self.checked_scope()?,
            constraints: self.constraints.sentences(),
            acceptance_criteria: self.acceptance_criteria.sentences(),
            related_files: self.related_files.sentences(),
            notes: self.notes.sentences(),
            network: self.checked_network()?,
        })
    }

    fn checked_network(&self) -> Result<Network, Wrong> {
        match &self.network {
            Loose::Nothing => Ok(Network::Open),
            Loose::Text(word) if word == "open" => Ok(Network::Open),
            Loose::Text(word) if word == "closed" => Ok(Network::Closed),
            other => {
                let message = format!("`{}` is neither `open` nor `closed`", other.words());
                Err((vec!["network".into()], message))
            }
        }
    }

    fn checked_id(&self) -> Result<IntentId, Wrong> {
        let id = match &self.id {
            Loose::Text(id) => id,
            Loose::Nothing => return Err((Vec::new(), "missing field `id`".to_owned())),
            _ => return Err((vec!["id".into()], "an id is text, put it into quotes".to_owned())),
        };
        IntentId::new(id).ok_or_else(|| {
            let message = format!(
                "invalid id `{id}`: letters, digits, `.`, `_`, `-`, the first a letter or digit, \
                 200 at most"
            );
            (vec!["id".into()], message)
        })
    }

    fn checked_scope(&self) -> Result<Vec<String>, Wrong> {
        let at = |index: usize| match self.owned_scope {
            Loose::List(_) => vec!["owned_scope".into(), index.into()],
            _ => vec!["owned_scope".into()],
        };
        let mut globs = Vec::new();
        for (index, item) in self.owned_scope.items().iter().enumerate() {
            match item {
                Loose::Text(glob) | Loose::Other(glob) => globs.push(glob.clone()),
                _ => return Err((at(index), "expected a pattern".to_owned())),
            }
        }
        let refused = |(index, err): (usize, PatternError)| (at(index), err.to_string());
        Scope::new(globs.iter().map(String::as_str)).map_err(refused)?;
        Ok(globs)
    }
}

fn list_or_nothing<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Written>, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}
