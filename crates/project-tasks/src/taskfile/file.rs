//! Reads a Taskfile with those that it includes.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::text::below;

/// So many files are read.
const MAX_FILES: usize = 60;

/// Names of a Taskfile, in the order in which they are looked for.
const NAMES: [&str; 8] = [
    "Taskfile.yml",
    "taskfile.yml",
    "Taskfile.yaml",
    "taskfile.yaml",
    "Taskfile.dist.yml",
    "taskfile.dist.yml",
    "Taskfile.dist.yaml",
    "taskfile.dist.yaml",
];

/// A task, and where it stands.
#[derive(Debug)]
pub(super) struct Task {
    /// Its name, with those of the files before it.
    pub(super) name: String,
    pub(super) value: Value,
    /// What stands before the names of the tasks of its file: empty, or with a colon at the end.
    pub(super) space: String,
    /// The folder of its file.
    pub(super) of_file: PathBuf,
    /// The folder in which the including file has it run.
    pub(super) folder: PathBuf,
    pub(super) is_included: bool,
    /// Variables that the including file sets.
    pub(super) given: Map<String, Value>,
}

/// What a Taskfile says.
#[derive(Debug, Default)]
pub(super) struct Taskfile {
    pub(super) folder: PathBuf,
    pub(super) tasks: Vec<Task>,
    pub(super) vars: Map<String, Value>,
    pub(super) env: Map<String, Value>,
    files: usize,
}

/// The Taskfile of a folder.
pub(super) fn in_folder(folder: &Path) -> Option<PathBuf> {
    NAMES.iter().map(|name| folder.join(name)).find(|file| file.is_file())
}

impl Taskfile {
    pub(super) fn read(file: &Path, folder: &Path) -> Option<Self> {
        let mut found = Self { folder: folder.to_owned(), ..Self::default() };
        found.include(file, "", folder, &Map::new(), false)?;
        Some(found)
    }

    /// The task of this name; one with a `*` in its name if there is no other.
    pub(super) fn task(&self, name: &str) -> Option<&Task> {
        let default = format!("{name}:default");
        let exact = |task: &&Task| task.name == name || task.name == default || task.is_also(name);
        self.tasks.iter().find(exact).or_else(|| {
            let matches = |task: &&Task| {
                let (before, behind) = task.name.split_once('*').unwrap_or(("", ""));
                let inside = name.strip_prefix(before).and_then(|name| name.strip_suffix(behind));
                task.name.contains('*') && inside.is_some()
            };
            let mut found = self.tasks.iter().filter(matches);
            found.next().filter(|_| found.next().is_none())
        })
    }

    fn include(
        &mut self,
        file: &Path,
        space: &str,
        folder: &Path,
        given: &Map<String, Value>,
        is_flat: bool,
    ) -> Option<()> {
        self.files += 1;
        if self.files > MAX_FILES {
            return None;
        }
        let value: Value = hook_config::read(file).ok()?.parse().ok()?;
        let of_file = file.parent()?;
        let object = |name: &str| value.get(name).and_then(Value::as_object);
        for (name, value) in object("tasks").into_iter().flatten() {
            self.tasks.push(Task {
                name: format!("{space}{name}"),
                value: value.clone(),
                space: if is_flat { String::new() } else { space.to_owned() },
                of_file: of_file.to_owned(),
                folder: folder.to_owned(),
                is_included: self.files > 1,
                given: given.clone(),
            });
        }
        for (own, all) in [("vars", &mut self.vars), ("env", &mut self.env)] {
            for (name, value) in object(own).into_iter().flatten() {
                // What two files set differently is not settled.
                let value = match all.get(name) {
                    Some(other) if other != value => Value::Null,
                    _ => value.clone(),
                };
                all.insert(name.clone(), value);
            }
        }
        for (name, included) in object("includes").into_iter().flatten() {
            let text = |key: &str| included.get(key).and_then(Value::as_str);
            let Some(path) = included.as_str().or_else(|| text("taskfile")) else { continue };
            let place = below(of_file, path);
            let file = if place.is_dir() { in_folder(&place) } else { Some(place) };
            // One that is elsewhere, or has a template in its name, is not read, and its tasks are not there.
            let Some(file) = file.filter(|file| file.is_file()) else { continue };
            let folder = text("dir").map_or_else(|| folder.to_owned(), |dir| below(of_file, dir));
            let flat = included.get("flatten").and_then(Value::as_bool) == Some(true);
            let space = if flat { space.to_owned() } else { format!("{space}{name}:") };
            let mut given = given.clone();
            let own = included.get("vars").and_then(Value::as_object);
            given.extend(
                own.into_iter().flatten().map(|(name, value)| (name.clone(), value.clone())),
            );
            self.include(&file, &space, &folder, &given, flat)?;
        }
        Some(())
    }
}

impl Task {
    /// Whether it has this other name.
    fn is_also(&self, name: &str) -> bool {
        let aliases = self.value.get("aliases").and_then(Value::as_array);
        let mut aliases = aliases.into_iter().flatten().filter_map(Value::as_str);
        name.strip_prefix(&*self.space).is_some_and(|name| aliases.any(|alias| alias == name))
    }
}
