//! What no agent may change: the guards' own files, and what switches them off.
//!
//! Hard links are beyond it: a second name of a file cannot be told from a file.

mod places;

pub(crate) use places::names;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hook_runtime::Ctx;
use project_paths::ProjectRoot;
use serde::{Deserialize, Serialize};

use crate::host_files::PLUGIN_DATA;
use crate::keys::Keys;
use crate::target::{Target, lies_in};
use places::{Folders, Inventory};

/// The name of its cache.
const CACHE: &str = "protected";

/// A kind of thing that is protected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Thing {
    /// What a team agreed to do, and the ledger of what was done: `.orchestration`.
    Agreement,
    /// A project's configuration of guards: `.tacklebox`.
    Configuration,
    /// The settings of a host, with its hooks and MCP servers.
    HostSettings,
    /// Skills, slash commands and agents, which tell a host what to run.
    Instructions,
    /// One of our programs.
    Program,
    /// The person's own configuration.
    Own,
    /// The policies and settings that an administrator gave the machine.
    Organisation,
    /// What the guards have saved.
    State,
    /// The proof that a person acts.
    Key,
    /// The refs of a Git remote by which intents are leased.
    Lease,
}

impl Thing {
    /// Whose it is, in words.
    pub(crate) fn owner(self) -> &'static str {
        match self {
            Self::Agreement => "the team's agreed work and its record",
            Self::Configuration => "the configuration of this project's guards",
            Self::HostSettings => "the settings of an agent host",
            Self::Instructions => "what an agent host is told to run",
            Self::Program => "the programs of the guards",
            Self::Own => "the person's own configuration",
            Self::Organisation => "the organisation's policy",
            Self::State => "the saved state of the guards",
            Self::Key => "the proof that a person is acting",
            Self::Lease => "the leases of the team's intents",
        }
    }
}

/// The protected places, as they are spelled and where they really are.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Protected {
    entries: Vec<Entry>,
    /// The records of hooks from elsewhere, and the files of those hooks.
    of_others: Vec<PathBuf>,
    /// Whether there are files that may not even be read.
    pub(crate) has_keys: bool,
}

#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    /// Normalised.
    path: PathBuf,
    thing: Thing,
    form: Form,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Form {
    /// With all that is below.
    Folder,
    /// With all that is below, but what is in the folder [`PLUGIN_DATA`] in it.
    Plugins,
    File,
    /// A folder in which files called `settings*.json` are protected.
    Settings,
}

impl Protected {
    /// Those of the project in all its checkouts that matter here, and of the person.
    ///
    /// Which of the names are links is asked of the disk. The answer is cached for as long as no folder
    /// changes in which they are; where one is a link, each call asks again.
    pub fn of(ctx: &Ctx, project: &ProjectRoot) -> Self {
        let paths = ctx.real_paths();
        let folders = Folders::of(ctx, project);
        let look = || {
            let found = Inventory::of(&folders, &paths);
            let Inventory { entries, of_others, sources, has_links, .. } = found;
            let has_keys = !Keys::of(ctx).is_empty();
            let protected = Self { entries, of_others, has_keys };
            // The times of a folder tell what is in it only on Unix.
            if has_links || !cfg!(unix) { Err(protected) } else { Ok((protected, sources)) }
        };
        let inputs = format!("{folders:?}");
        let found = ctx.remembered(CACHE, project.path(), &inputs, folders.listed(&paths), look);
        let mut protected = found.unwrap_or_else(|uncached| uncached);
        for file in std::mem::take(&mut protected.of_others) {
            places::push_of_others(&mut protected.entries, &paths, &file);
        }
        protected
    }

    /// The same, made once for all guards of a call.
    pub(crate) fn shared(ctx: &Ctx, project: &ProjectRoot) -> Arc<Self> {
        if ctx.project() == Some(project) {
            return ctx.lasting(|| Self::of(ctx, project));
        }
        Arc::new(Self::of(ctx, project))
    }

    /// What `target` itself is, or what it lies in.
    pub(crate) fn is_at(&self, target: &Target) -> Option<Thing> {
        places(target).find_map(|place| self.at(place))
    }

    /// What is moved, removed or shut with `target`; rather one that is there.
    pub(crate) fn goes_with(&self, target: &Target) -> Option<(&Path, Thing)> {
        let goes = |entry: &&Entry| {
            places(target).any(|place| target.reach.takes_along(place, &entry.path))
        };
        let mut gone = self.entries.iter().filter(goes);
        let first = gone.next()?;
        let is_there = |entry: &&Entry| entry.path.symlink_metadata().is_ok();
        let found = std::iter::once(first).chain(gone).find(is_there).unwrap_or(first);
        Some((&found.path, found.thing))
    }

    /// The kind of thing that is at a place, or in which it lies.
    pub(crate) fn at(&self, place: &Path) -> Option<Thing> {
        let is_settings = |folder: &Path| {
            lies_in(place, folder)
                && place.parent() == Some(folder)
                && place.file_name().is_some_and(is_settings_file)
        };
        let is_it = |entry: &&Entry| match entry.form {
            Form::Folder => lies_in(place, &entry.path),
            Form::Plugins => place.strip_prefix(&entry.path).is_ok_and(|below| {
                !below.starts_with(PLUGIN_DATA) || below == Path::new(PLUGIN_DATA)
            }),
            Form::File => place.as_os_str() == entry.path.as_os_str(),
            Form::Settings => is_settings(&entry.path),
        };
        // A key is in a folder that is protected too.
        let mut found = self.entries.iter().filter(is_it);
        let first = found.next()?;
        Some(found.find(|entry| entry.thing == Thing::Key).unwrap_or(first).thing)
    }

    /// What is protected and there, as entries of [`confine::Plan::read_only`]. A project's own folders of ours are
    /// among them where they are not there: one that is made could take the place of a person's configuration.
    pub(crate) fn closed(&self) -> impl Iterator<Item = String> {
        let is_meant = |entry: &&Entry| {
            matches!(entry.thing, Thing::Agreement | Thing::Configuration)
                || entry.path.symlink_metadata().is_ok()
        };
        self.entries.iter().filter(is_meant).filter_map(|entry| match entry.form {
            Form::Folder | Form::Plugins => Some(format!("{}/", entry.path.to_str()?)),
            Form::File => Some(entry.path.to_str()?.to_owned()),
            // Each file of settings that hosts know has an entry of its own.
            Form::Settings => None,
        })
    }
}

/// Where a target may be; a link that leads nowhere has a place by its spelling alone.
fn places(target: &Target) -> impl Iterator<Item = &Path> {
    let places = target.places.iter().flatten().map(|place| place.path.as_path());
    places.chain([target.spelled.as_path()])
}

fn is_settings_file(name: &std::ffi::OsStr) -> bool {
    let name = name.to_string_lossy().to_lowercase();
    name.strip_suffix(".json").is_some_and(|name| name.starts_with("settings"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::Reach;

    #[track_caller]
    fn check(place: &str, reach: &Reach, expected: bool) {
        let entry = |path: &str, form| Entry { path: path.into(), thing: Thing::Agreement, form };
        let protected = Protected {
            entries: vec![
                entry("/p/.orchestration", Form::Folder),
                entry("/p/.claude/hooks", Form::Folder),
                entry("/p/.mcp.json", Form::File),
                entry("/p/.claude", Form::Settings),
                entry("/p/.claude/plugins", Form::Plugins),
                entry("/p/.claude/settings.json", Form::File),
            ],
            ..Protected::default()
        };
        let target = Target::somewhere(Path::new(place), reach.clone());
        let found = protected.is_at(&target).is_some() || protected.goes_with(&target).is_some();
        assert_eq!(found, expected, "{place} {reach:?}");
    }

    #[test]
    fn a_file_is_protected_by_its_place() {
        for (place, expected) in [
            ("/p/.orchestration", true),
            ("/p/.orchestration/a/b.json", true),
            ("/p/.claude/hooks/bin/x", true),
            ("/p/.claude/settings.json", true),
            ("/p/.claude/settings.local.json", true),
            ("/p/.claude/commands/settings.json", false),
            ("/p/.claude/agents.json", false),
            ("/p/.claude/plugins/cache/a/index.js", true),
            ("/p/.claude/plugins/data", true),
            ("/p/.claude/plugins/database", true),
            ("/p/.claude/plugins/data/a/last.md", false),
            ("/p/.mcp.json", true),
            ("/p/src/.mcp.json", false),
            ("/p/.orchestration-old/a", false),
            ("/p", false),
        ] {
            check(place, &Reach::File, expected);
        }
    }

    #[test]
    fn what_goes_with_a_folder_is_protected_too() {
        for tree in [true, false] {
            let whole = Reach::Whole { tree };
            check("/p", &whole, true);
            check("/", &whole, true);
            check("/p/.claude", &whole, true);
            check("/p/src", &whole, false);
        }
        let matches = |glob: &str| Reach::Matches { glob: glob.to_owned() };
        check("/p", &matches("*.log"), false);
        check("/p", &matches(".*"), true);
        check("/p", &matches(".[!.]*"), true);
        check("/p", &matches(".env*"), false);
        check("/p", &matches("{.,}mcp.json"), true);
        check("/p/.claude", &matches("*"), true);
        check("/p/.claude", &matches("*.md"), false);
        check("/p/src", &matches(".*"), false);
        check("/p", &Reach::Below, false);
        check("/p", &Reach::Files, false);
    }
}
