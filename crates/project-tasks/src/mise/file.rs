//! Finds and reads the tasks of `mise`.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::marks::{CLOSE, OPEN};
use crate::text::read;
use crate::toml;

/// Files with tasks, relative to a folder, in the order in which one goes before another.
const FILES: [&str; 7] = [
    "mise.local.toml",
    ".mise.local.toml",
    "mise.toml",
    ".mise.toml",
    "mise/config.toml",
    ".mise/config.toml",
    ".config/mise.toml",
];

/// More of them, for which it is the same.
const MORE_FILES: [&str; 1] = [".config/mise/config.toml"];

/// Folders with scripts that are tasks.
const FOLDERS: [&str; 6] = [
    "mise-tasks",
    ".mise-tasks",
    "mise/tasks",
    ".mise/tasks",
    ".config/mise/tasks",
    ".config/mise-tasks",
];

/// A task.
#[derive(Debug)]
pub(super) struct Task {
    pub(super) source: Source,
    /// The folder of the project in which it stands.
    pub(super) root: PathBuf,
    /// The file in which it stands.
    pub(super) file: PathBuf,
    /// All of the file with its variables; null for a script.
    pub(super) config: Value,
}

#[derive(Debug)]
pub(super) enum Source {
    /// What its table says.
    Table(Value),
    /// A script, and what it says of itself.
    Script(Value),
}

/// The task of this name that counts in a folder.
pub(super) fn find(name: &str, folder: &Path) -> Option<Task> {
    folder.ancestors().find_map(|root| in_table(name, root).or_else(|| in_folder(name, root)))
}

fn in_table(name: &str, root: &Path) -> Option<Task> {
    FILES.iter().chain(&MORE_FILES).find_map(|relative| {
        let file = root.join(relative);
        let config = toml::parsed(&read(&file).filter(|text| !text.contains([OPEN, CLOSE]))?)?;
        let tasks = config.get("tasks")?.as_object()?;
        let is_alias = |task: &Value| match task.get("alias").or(task.get("aliases")) {
            Some(Value::String(alias)) => alias == name,
            Some(Value::Array(list)) => list.iter().any(|alias| alias == name),
            _ => false,
        };
        let by_alias = || tasks.values().find(|task| is_alias(task));
        let found = tasks.get(name).or_else(by_alias)?.clone();
        Some(Task { source: Source::Table(found), root: root.to_owned(), file, config })
    })
}

fn in_folder(name: &str, root: &Path) -> Option<Task> {
    let file = FOLDERS.iter().find_map(|relative| script(&root.join(relative), name))?;
    let said = own(&read(&file)?)?;
    let root = root.to_owned();
    Some(Task { source: Source::Script(said), root, file, config: Value::Null })
}

/// The script of a name, whose parts are folders. An ending is no part of a name.
fn script(folder: &Path, name: &str) -> Option<PathBuf> {
    let (above, last) = name.rsplit_once(':').unwrap_or(("", name));
    if name.contains("..") || name.contains('/') {
        return None;
    }
    let folder = folder.join(above.replace(':', "/"));
    let exact = [folder.join(last), folder.join(last).join("_default")];
    exact.into_iter().find(|file| file.is_file()).or_else(|| {
        let entries = fs::read_dir(&folder).ok()?.flatten().map(|entry| entry.path());
        let has_name = |file: &PathBuf| file.file_stem().is_some_and(|stem| stem == last);
        entries.filter(|file| file.is_file()).find(has_name)
    })
}

/// What a script says of itself, in comments.
fn own(text: &str) -> Option<Value> {
    const MARKS: [&str; 5] = ["#MISE ", "# MISE ", "#[MISE] ", "# [MISE] ", "//MISE "];
    let said =
        text.lines().filter_map(|line| MARKS.iter().find_map(|mark| line.strip_prefix(mark)));
    toml::parsed(&said.collect::<Vec<_>>().join("\n"))
}
