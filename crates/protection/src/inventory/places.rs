//! Which places are protected: one table for a project, one for the person's home.

use std::ffi::OsString;
use std::fs;
use std::path::{MAIN_SEPARATOR_STR, Path, PathBuf, is_separator};

use hook_config::Sources;
use hook_runtime::{Ctx, SYSTEM_CONFIG};
use project_paths::{ProjectRoot, RealPaths, normalise};

use super::{Entry, Form, Thing};
use crate::keys;
use crate::own_programs::{beside, files_of, records};

/// A name at the top of a folder, and what of it is protected.
type Row = (&'static str, &'static [(&'static str, Thing, Form)]);

/// The names of what is protected in a project or a home, as paths, but for folders in which some files are not.
pub(crate) fn names() -> impl Iterator<Item = (String, Thing)> {
    let rows = OF_PROJECT.iter().chain(&OF_HOME);
    rows.flat_map(|(top, rows)| {
        let whole = rows.iter().filter(|(_, _, form)| matches!(form, Form::Folder | Form::File));
        whole.map(move |(name, thing, _)| {
            (format!("{top}/{name}").trim_end_matches('/').to_owned(), *thing)
        })
    })
}

/// Of a project. The files of other hosts are those of `docs/internals/protocol.md`, "Other hosts".
const OF_PROJECT: [Row; 13] = [
    (
        ".orchestration",
        &[
            ("", Thing::Agreement, Form::Folder),
            ("active_intents.yaml", Thing::Agreement, Form::File),
        ],
    ),
    (".tacklebox", &[("", Thing::Configuration, Form::Folder)]),
    (".mcp.json", &[("", Thing::HostSettings, Form::File)]),
    (".claude", CLAUDE),
    (".codex", CODEX),
    (".gemini", SETTINGS),
    (".qwen", SETTINGS),
    (".github", &[("hooks", Thing::HostSettings, Form::Folder)]),
    (".factory", FACTORY),
    (".cursor", &[("hooks.json", Thing::HostSettings, Form::File)]),
    (".windsurf", &[("hooks.json", Thing::HostSettings, Form::File)]),
    (".agents", &[("hooks.json", Thing::HostSettings, Form::File)]),
    (".clinerules", &[("hooks", Thing::HostSettings, Form::Folder)]),
];

/// Of a home. A module of a plugin may lift what a hook denies; `.claude.json` names servers, and the
/// projects that are trusted.
const OF_HOME: [Row; 10] = [
    (".claude", CLAUDE),
    (".claude/plugins", &[PLUGINS]),
    (".claude.json", &[("", Thing::HostSettings, Form::File)]),
    (".codex", CODEX),
    (
        ".gemini",
        &[
            ("settings.json", Thing::HostSettings, Form::File),
            BACKUPS,
            ("config/hooks.json", Thing::HostSettings, Form::File),
        ],
    ),
    (".kimi-code", &[("config.toml", Thing::HostSettings, Form::File), BACKUPS]),
    (".qwen", SETTINGS),
    (".copilot", &[("hooks", Thing::HostSettings, Form::Folder)]),
    (".factory", FACTORY),
    (".cursor", &[("hooks.json", Thing::HostSettings, Form::File)]),
];

/// Earlier versions of settings, and records of hooks, which `rollback` restores.
const BACKUPS: (&str, Thing, Form) = ("tacklebox-backups", Thing::HostSettings, Form::Folder);

const SETTINGS: &[(&str, Thing, Form)] =
    &[("settings.json", Thing::HostSettings, Form::File), BACKUPS];

/// Of the machine. On macOS `/etc` is a link.
const MACHINE: &[&str] = if cfg!(target_os = "macos") {
    &[SYSTEM_CONFIG, "/private/etc/tacklebox"]
} else {
    &[SYSTEM_CONFIG]
};

/// What skills, commands and agents say the host runs: lines of a shell, and hooks.
const CLAUDE: &[(&str, Thing, Form)] = &[
    ("hooks", Thing::Program, Form::Folder),
    ("skills", Thing::Instructions, Form::Folder),
    ("commands", Thing::Instructions, Form::Folder),
    ("agents", Thing::Instructions, Form::Folder),
    ("", Thing::HostSettings, Form::Settings),
    ("settings.json", Thing::HostSettings, Form::File),
    ("settings.local.json", Thing::HostSettings, Form::File),
    BACKUPS,
];

const PLUGINS: (&str, Thing, Form) = ("", Thing::HostSettings, Form::Plugins);

const FACTORY: &[(&str, Thing, Form)] = &[
    ("hooks.json", Thing::HostSettings, Form::File),
    ("settings.json", Thing::HostSettings, Form::File),
];

const CODEX: &[(&str, Thing, Form)] = &[
    ("hooks.json", Thing::HostSettings, Form::File),
    ("config.toml", Thing::HostSettings, Form::File),
    BACKUPS,
];

/// The folders in or below which places are protected, with their links resolved in this call.
#[derive(Debug)]
pub(super) struct Folders {
    /// The project in all its checkouts.
    projects: Vec<Folder>,
    /// The person's own configuration.
    own: Vec<Folder>,
    state: Option<Folder>,
    home: Option<Folder>,
    /// That of Claude Code, if it is not in the home.
    host: Option<Folder>,
    program: Option<PathBuf>,
}

/// A folder.
#[derive(Debug)]
struct Folder {
    /// As it is spelled, normalised.
    spelled: PathBuf,
    /// Without links.
    real: PathBuf,
}

impl Folders {
    pub(super) fn of(ctx: &Ctx, project: &ProjectRoot) -> Self {
        let paths = ctx.real_paths();
        let folder = |path: &Path| Folder { spelled: plain(path), real: real(&paths, path) };
        let this = Folder { spelled: project.path().into(), real: project.resolved().into() };
        Self {
            projects: std::iter::once(this).chain(project.other_checkouts().map(folder)).collect(),
            own: keys::folders(ctx).iter().map(|path| folder(path)).collect(),
            state: ctx.user_state().map(folder),
            home: ctx.home().as_deref().map(folder),
            host: ctx.env("CLAUDE_CONFIG_DIR").map(|path| folder(Path::new(&path))),
            program: ctx.program(),
        }
    }

    /// Those whose entries decide what is protected; some may be missing.
    pub(super) fn listed(&self, paths: &RealPaths) -> Sources {
        let folders = self.projects.iter().chain(&self.own).chain(&self.home).chain(&self.host);
        let programs = self.program.as_deref().and_then(Path::parent).map(Path::to_owned);
        let listed = folders.map(|folder| folder.real.clone()).chain(programs);
        listed.fold(Sources::default(), |sources, path| match paths.metadata(&path) {
            Some(found) => sources.and_found(path, &found),
            None => sources.and([path]),
        })
    }
}

/// What a look at the disk has found.
#[derive(Debug)]
pub(super) struct Inventory<'a> {
    pub(super) entries: Vec<Entry>,
    /// The records of hooks from elsewhere, and the files of those hooks.
    pub(super) of_others: Vec<PathBuf>,
    /// The folders below those of [`Folders::listed`], and the files, that decide it too.
    pub(super) sources: Vec<PathBuf>,
    /// Whether one of the names is a link, which leads to a place that may change unnoticed.
    pub(super) has_links: bool,
    paths: &'a RealPaths,
}

/// Whether links on the way to a name are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    No,
    /// In the name itself, and not in the folder in which it is.
    Each,
    /// There is one.
    Found,
}

impl<'a> Inventory<'a> {
    /// All that is protected in these folders.
    pub(super) fn of(folders: &Folders, paths: &'a RealPaths) -> Self {
        let mut found = Self {
            entries: Vec::new(),
            of_others: Vec::new(),
            sources: Vec::new(),
            has_links: false,
            paths,
        };
        for folder in &folders.projects {
            for row in &OF_PROJECT {
                found.add_row(folder, row);
            }
        }
        for folder in &folders.own {
            found.add(folder, ["", ""], Thing::Own, Form::Folder, Look::No);
            found.add_links(&folder.real, Thing::Own);
            for name in keys::NAMES {
                found.add(folder, [name, ""], Thing::Key, Form::File, Look::No);
            }
        }
        if let Some(folder) = &folders.state {
            found.add(folder, ["", ""], Thing::State, Form::Folder, Look::No);
        }
        for folder in MACHINE {
            push(&mut found.entries, folder.into(), Thing::Organisation, Form::Folder);
        }
        for program in beside(folders.program.as_deref()) {
            push(&mut found.entries, program, Thing::Program, Form::File);
        }
        for record in records(folders.program.as_deref()) {
            found.of_others.extend(files_of(&record));
            found.of_others.push(record.clone());
            found.sources.push(record);
        }
        if let Some(folder) = &folders.home {
            for row in &OF_HOME {
                found.add_row(folder, row);
            }
        }
        if let Some(folder) = &folders.host {
            for (name, thing, form) in CLAUDE {
                found.add(folder, [name, ""], *thing, *form, Look::Each);
            }
            found.add_row(folder, &("plugins", &[PLUGINS]));
        }
        found
    }

    fn add_row(&mut self, folder: &Folder, (top, rows): &Row) {
        let look = self.look(below(&folder.real, [top, ""]));
        for (name, thing, form) in *rows {
            // The lines of a skill are judged where it is called, wherever it stands.
            let is_plain = name.is_empty() || *thing == Thing::Instructions;
            let own = if is_plain && look == Look::Each { Look::No } else { look };
            let names = [*top, *name];
            self.add(folder, names, *thing, *form, own);
            if *form == Form::Folder && *thing == Thing::Configuration && look != Look::No {
                self.add_links(&below(&folder.real, names), *thing);
            }
        }
    }

    /// How to look at what is in a folder, whose own folder is looked at.
    fn look(&mut self, folder: PathBuf) -> Look {
        let kind = fs::symlink_metadata(&folder).map(|found| found.file_type());
        match kind {
            Ok(kind) if kind.is_symlink() => {
                self.has_links = true;
                Look::Found
            }
            Ok(kind) if kind.is_dir() => {
                self.sources.push(folder);
                Look::Each
            }
            _ => Look::No,
        }
    }

    /// Adds what has these names in the folder, one below the other: as it is spelled, where the
    /// folder really is, and where a link leads to, if there is one on the way.
    fn add(&mut self, folder: &Folder, names: [&str; 2], thing: Thing, form: Form, mut look: Look) {
        if folder.spelled.as_os_str() != folder.real.as_os_str() {
            push(&mut self.entries, below(&folder.spelled, names), thing, form);
        }
        let there = below(&folder.real, names);
        if let (Look::Each, Some((between, _))) = (look, names[1].rsplit_once('/')) {
            look = self.look(below(&folder.real, [names[0], between]));
        }
        let leads = look == Look::Found || look == Look::Each && fs::read_link(&there).is_ok();
        self.has_links |= leads;
        let led = || self.paths.places(&folder.real, names.join("/").trim_end_matches('/'));
        let led = leads.then(led).flatten().unwrap_or_default();
        for path in std::iter::once(there).chain(led) {
            push(&mut self.entries, path, thing, form);
        }
    }

    /// Adds where the links lead to that are directly in a folder.
    fn add_links(&mut self, folder: &Path, thing: Thing) {
        let Ok(found) = fs::read_dir(folder) else { return };
        let links = found.flatten().filter(|it| it.file_type().is_ok_and(|kind| kind.is_symlink()));
        for link in links {
            self.has_links = true;
            if let Ok(led) = fs::canonicalize(link.path()) {
                let form = if led.is_dir() { Form::Folder } else { Form::File };
                push(&mut self.entries, led, thing, form);
            }
        }
    }
}

/// Adds a program of others, or its manifest: as it is spelled, and where it really is.
pub(super) fn push_of_others(entries: &mut Vec<Entry>, paths: &RealPaths, file: &Path) {
    push(entries, plain(file), Thing::Program, Form::File);
    push(entries, real(paths, file), Thing::Program, Form::File);
}

fn push(entries: &mut Vec<Entry>, path: PathBuf, thing: Thing, form: Form) {
    // By their bytes: paths are compared step by step, and there are many.
    let is_same = |known: &Entry| {
        (known.thing, known.form) == (thing, form) && known.path.as_os_str() == path.as_os_str()
    };
    if !entries.iter().any(is_same) {
        entries.push(Entry { path, thing, form });
    }
}

/// What has these names below a folder, but for those that are empty: there are many, and joined
/// they would each be looked through.
fn below(folder: &Path, names: [&str; 2]) -> PathBuf {
    let length = folder.as_os_str().len() + names.iter().map(|name| name.len() + 1).sum::<usize>();
    let mut path = OsString::with_capacity(length);
    path.push(folder);
    for name in names.into_iter().filter(|name| !name.is_empty()) {
        let last = path.as_encoded_bytes().last();
        if last.is_some_and(|last| !is_separator(char::from(*last))) {
            path.push(MAIN_SEPARATOR_STR);
        }
        path.push(name);
    }
    path.into()
}

/// A path without what its bytes may have more than its components.
fn plain(path: &Path) -> PathBuf {
    path.components().collect()
}

/// Where a folder really is; as it is spelled where that cannot be told.
fn real(paths: &RealPaths, folder: &Path) -> PathBuf {
    let real = folder.is_absolute().then(|| paths.real(&normalise(folder))).flatten();
    real.unwrap_or_else(|| plain(folder))
}
