//! Which places are protected: one table for a project, one for the person's home.

use std::ffi::OsString;
use std::fs;
use std::path::{MAIN_SEPARATOR_STR, Path, PathBuf, is_separator};

use hook_runtime::{Ctx, SYSTEM_CONFIG};
use project_paths::{ProjectRoot, RealPaths, normalise};

use super::{Entry, Form, Thing};
use crate::host_files::PLUGIN_DATA;
use crate::keys;
use crate::own_programs::{beside, of_others};

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
    (".gemini", &[("settings.json", Thing::HostSettings, Form::File)]),
    (".qwen", &[("settings.json", Thing::HostSettings, Form::File)]),
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
            ("config/hooks.json", Thing::HostSettings, Form::File),
        ],
    ),
    (".kimi-code", &[("config.toml", Thing::HostSettings, Form::File)]),
    (".qwen", &[("settings.json", Thing::HostSettings, Form::File)]),
    (".copilot", &[("hooks", Thing::HostSettings, Form::Folder)]),
    (".factory", FACTORY),
    (".cursor", &[("hooks.json", Thing::HostSettings, Form::File)]),
];

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
];

const PLUGINS: (&str, Thing, Form) = ("", Thing::HostSettings, Form::FolderBut(PLUGIN_DATA));

const FACTORY: &[(&str, Thing, Form)] = &[
    ("hooks.json", Thing::HostSettings, Form::File),
    ("settings.json", Thing::HostSettings, Form::File),
];

const CODEX: &[(&str, Thing, Form)] = &[
    ("hooks.json", Thing::HostSettings, Form::File),
    ("config.toml", Thing::HostSettings, Form::File),
];

/// All of them.
pub(super) fn all(ctx: &Ctx, project: &ProjectRoot) -> Vec<Entry> {
    let mut entries = Vec::new();
    let paths = ctx.real_paths();
    let mut add_root = |root: &ProjectRoot| {
        let folder = Folder { spelled: root.path(), real: root.resolved(), paths: &paths };
        for row in &OF_PROJECT {
            folder.add_row(&mut entries, row);
        }
    };
    add_root(project);
    for other in project.other_checkouts() {
        add_root(&ProjectRoot::at(other));
    }
    let real = |folder: &Path| real(&paths, folder);
    let own = keys::folders(ctx);
    let own = own.iter().map(|folder| (folder.as_path(), Thing::Own));
    for (folder, thing) in own.chain(ctx.user_state().map(|folder| (folder, Thing::State))) {
        let (spelled, real) = (&plain(folder), &real(folder));
        let folder = Folder { spelled, real, paths: &paths };
        folder.add(&mut entries, ["", ""], thing, Form::Folder, Look::No);
        if thing == Thing::Own {
            add_links(&mut entries, folder.real, thing);
            for name in keys::NAMES {
                folder.add(&mut entries, [name, ""], Thing::Key, Form::File, Look::No);
            }
        }
    }
    for folder in MACHINE {
        push(&mut entries, folder.into(), Thing::Organisation, Form::Folder);
    }
    let program = ctx.program();
    for program in beside(program.as_deref()) {
        push(&mut entries, program, Thing::Program, Form::File);
    }
    for file in of_others(program.as_deref()) {
        let there = real(&file);
        push(&mut entries, plain(&file), Thing::Program, Form::File);
        push(&mut entries, there, Thing::Program, Form::File);
    }
    if let Some(home) = ctx.home() {
        let folder = Folder { spelled: &plain(&home), real: &real(&home), paths: &paths };
        for row in &OF_HOME {
            folder.add_row(&mut entries, row);
        }
    }
    if let Some(own) = ctx.env("CLAUDE_CONFIG_DIR").map(PathBuf::from) {
        let folder = Folder { spelled: &plain(&own), real: &real(&own), paths: &paths };
        for (name, thing, form) in CLAUDE {
            folder.add(&mut entries, [name, ""], *thing, *form, Look::Each);
        }
        folder.add_row(&mut entries, &("plugins", &[PLUGINS]));
    }
    entries
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

/// A folder as it is spelled, and where it really is.
struct Folder<'a> {
    /// Normalised.
    spelled: &'a Path,
    real: &'a Path,
    paths: &'a RealPaths,
}

impl Folder<'_> {
    fn add_row(&self, entries: &mut Vec<Entry>, (top, rows): &Row) {
        let there = below(self.real, [top, ""]);
        let kind = fs::symlink_metadata(&there).map(|found| found.file_type());
        let look = match kind {
            Ok(kind) if kind.is_symlink() => Look::Found,
            Ok(kind) if kind.is_dir() => Look::Each,
            _ => Look::No,
        };
        for (name, thing, form) in *rows {
            // The lines of a skill are judged where it is called, wherever it stands.
            let is_plain = name.is_empty() || *thing == Thing::Instructions;
            let own = if is_plain && look == Look::Each { Look::No } else { look };
            let names = [*top, *name];
            self.add(entries, names, *thing, *form, own);
            if *form == Form::Folder && *thing == Thing::Configuration && look != Look::No {
                add_links(entries, &below(self.real, names), *thing);
            }
        }
    }

    /// Adds what has these names in the folder, one below the other: as it is spelled, where the
    /// folder really is, and where a link leads to, if there is one on the way.
    fn add(
        &self,
        entries: &mut Vec<Entry>,
        names: [&str; 2],
        thing: Thing,
        form: Form,
        look: Look,
    ) {
        if self.spelled.as_os_str() != self.real.as_os_str() {
            push(entries, below(self.spelled, names), thing, form);
        }
        let there = below(self.real, names);
        let leads = look == Look::Found || look == Look::Each && fs::read_link(&there).is_ok();
        let led = || self.paths.places(self.real, names.join("/").trim_end_matches('/'));
        let led = leads.then(led).flatten().unwrap_or_default();
        std::iter::once(there).chain(led).for_each(|path| push(entries, path, thing, form));
    }
}

/// Adds where the links lead to that are directly in a folder.
fn add_links(entries: &mut Vec<Entry>, folder: &Path, thing: Thing) {
    let Ok(found) = fs::read_dir(folder) else { return };
    for entry in found.flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_symlink())
            && let Ok(led) = fs::canonicalize(entry.path())
        {
            let form = if led.is_dir() { Form::Folder } else { Form::File };
            push(entries, led, thing, form);
        }
    }
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
