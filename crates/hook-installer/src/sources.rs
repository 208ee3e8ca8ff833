//! Every file from which a host takes hooks for a session: settings of all scopes, those that an
//! organisation manages, and plugins that are enabled.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::files;
use crate::place::{Folders, Place, Scope};

/// Whose hooks they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// A project's or a person's settings.
    Settings(Scope),
    /// An organisation's settings.
    Managed,
    /// A plugin, by its name and its marketplace.
    Plugin(String),
}

/// A file that is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// Whose hooks they are.
    pub kind: Kind,
    /// Where it is.
    pub file: PathBuf,
    /// What is in it, or why it could not be read.
    pub text: Result<String, String>,
}

impl Source {
    fn read(kind: Kind, file: PathBuf) -> Option<Self> {
        let text = match files::read(&file) {
            Ok(text) => Ok(text?),
            Err(err) => Err(match std::error::Error::source(&err) {
                Some(source) => format!("{err}: {source}"),
                None => err.to_string(),
            }),
        };
        Some(Self { kind, file, text })
    }

    /// What is in it; nothing where it could not be read.
    pub fn settings(&self) -> &str {
        self.text.as_deref().unwrap_or_default()
    }

    /// Whether it holds in one project alone.
    pub(crate) fn is_of_project(&self) -> bool {
        matches!(self.kind, Kind::Settings(Scope::Project | Scope::Local))
    }

    /// What is in it as JSON, if it is that.
    pub fn json(&self) -> Option<Value> {
        serde_json::from_str(self.settings().trim_start_matches('\u{feff}')).ok()
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Settings(scope) => f.write_str(scope.name()),
            Self::Managed => f.write_str("managed"),
            Self::Plugin(name) => write!(f, "plugin {name}"),
        }
    }
}

/// All of them, the weakest first: a person's, a project's, a person's in the project, an
/// organisation's, then plugins.
pub fn sources(project: Option<&Path>, folders: &Folders<'_>) -> Vec<Source> {
    let mut sources: Vec<Source> = Vec::new();
    let user = folders.of_host().map(|dir| Place::of_person(&dir));
    let own = project
        .into_iter()
        .flat_map(|project| [Scope::Project, Scope::Local].map(|scope| Place::of(scope, project)));
    for place in user.into_iter().chain(own) {
        let file = place.settings();
        if sources.iter().all(|known| known.file != file) {
            sources.extend(Source::read(Kind::Settings(place.scope()), file));
        }
    }
    sources.extend(folders.managed.into_iter().flat_map(managed));
    let plugins = folders.of_host().map(|dir| plugins(&dir, &sources));
    sources.extend(plugins.into_iter().flatten());
    sources
}

/// `managed-settings.json`, then what lies in the folder beside it, by name.
fn managed(dir: &Path) -> Vec<Source> {
    let beside = std::fs::read_dir(dir.join("managed-settings.d")).into_iter().flatten().flatten();
    let mut beside: Vec<PathBuf> = beside.map(|entry| entry.path()).collect();
    beside.retain(|file| file.extension().is_some_and(|it| it == "json"));
    beside.sort();
    let files = [dir.join("managed-settings.json")].into_iter().chain(beside);
    files.filter_map(|file| Source::read(Kind::Managed, file)).collect()
}

/// The hooks of the plugins that are installed for this host and enabled.
fn plugins(host: &Path, settings: &[Source]) -> Vec<Source> {
    let mut enabled: BTreeMap<String, bool> = BTreeMap::new();
    for source in settings {
        let json = source.json();
        let named = json.as_ref().and_then(|json| json.get("enabledPlugins")?.as_object());
        for (name, value) in named.into_iter().flatten() {
            enabled.insert(name.clone(), value != &Value::Bool(false));
        }
    }
    let register = host.join("plugins/installed_plugins.json");
    let register = files::read(&register).ok().flatten().unwrap_or_default();
    let register: Value = serde_json::from_str(&register).unwrap_or_default();
    let Some(installed) = register.get("plugins").and_then(Value::as_object) else {
        return Vec::new();
    };
    let of_plugin = |(name, places): (&String, &Value)| {
        let places = match places {
            Value::Array(places) => places.clone(),
            one => vec![one.clone()],
        };
        let folder = |place: Value| Some(PathBuf::from(place.get("installPath")?.as_str()?));
        let name = name.clone();
        places.into_iter().filter_map(folder).filter_map(move |folder| {
            Source::read(Kind::Plugin(name.clone()), folder.join("hooks/hooks.json"))
        })
    };
    let is_on = |(name, _): &(&String, &Value)| enabled.get(*name).copied().unwrap_or_default();
    installed.iter().filter(is_on).flat_map(of_plugin).collect()
}
