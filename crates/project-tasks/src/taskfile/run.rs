//! What runs for a task.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Map, Value};

use super::file::{Task, Taskfile};
use super::vars::Vars;
use crate::marks::{self, OPEN, UNSETTLED};
use crate::text::below;

/// So many tasks run.
const MAX_TASKS: usize = 300;

/// Tasks lead so far.
const MAX_DEPTH: usize = 30;

/// So long may the text become, in bytes: what [`shell_syntax::commands`] takes.
const MAX_TEXT: usize = 64 * 1024;

/// So much is put together, in bytes.
const MAX_EXPANDED: usize = 512 * 1024;

/// The text for bash of what tasks run. `given` are variables of the call.
pub(super) fn text(
    file: &Taskfile,
    names: &[String],
    given: &[(String, String)],
    started: &Path,
) -> Option<String> {
    let left = Cell::new(MAX_EXPANDED);
    let mut run = Run { file, given, started, seen: BTreeSet::new(), left: &left };
    let mut text = String::new();
    for name in names {
        text.push_str(&run.task(name, vec![], 0)?);
    }
    let mut before = String::new();
    let globals = run.vars(None, "", vec![]);
    let values = file.vars.keys().filter_map(|name| globals.value(name));
    for command in values.flat_map(|it| marks::substitutions(&it).collect::<Vec<_>>()) {
        if !text.contains(&command) && !before.contains(&command) {
            before.extend([": \"", &command, "\"\n"]);
        }
    }
    let text = before + &text;
    (text.len() <= MAX_TEXT).then_some(text)
}

struct Run<'r> {
    file: &'r Taskfile,
    given: &'r [(String, String)],
    started: &'r Path,
    seen: BTreeSet<(String, Vec<(String, String)>)>,
    left: &'r Cell<usize>,
}

impl<'r> Run<'r> {
    /// What a task runs, with those on which it depends.
    fn task(&mut self, name: &str, with: Vec<(String, String)>, depth: usize) -> Option<String> {
        let file = self.file;
        let task = file.task(name)?;
        if !self.seen.insert((task.name.clone(), with.clone())) {
            return Some(String::new());
        }
        if self.seen.len() > MAX_TASKS || depth > MAX_DEPTH {
            return None;
        }
        if !is_here(&task.value) {
            return Some(String::new());
        }
        let vars = self.vars(Some(task), name, with);
        let mut before = String::new();
        for dependency in list(&task.value, "deps") {
            for (vars, value) in rounds(dependency, &vars) {
                before.push_str(&self.called(&value, task, &vars, depth)?);
            }
        }
        let mut lines = String::new();
        for check in ["preconditions", "status"].iter().flat_map(|key| list(&task.value, key)) {
            if let Some(text) = check.as_str().or_else(|| check.get("sh")?.as_str()) {
                line_into(&mut lines, text, &vars)?;
            }
        }
        let (mut inside, mut later) = (vec![], vec![]);
        for command in commands(&task.value) {
            match command.get("defer") {
                Some(deferred) => later.push(deferred),
                None => inside.push(command),
            }
        }
        for command in inside.into_iter().chain(later.into_iter().rev()) {
            if !is_here(command) {
                continue;
            }
            for (vars, value) in rounds(command, &vars) {
                if let Some(text) = value.as_str().or_else(|| value.get("cmd")?.as_str()) {
                    line_into(&mut lines, text, &vars)?;
                } else {
                    // Another task runs in its own folder.
                    let called = self.called(&value, task, &vars, depth)?;
                    before.push_str(&self.placed(&std::mem::take(&mut lines), task, &vars)?);
                    before.push_str(&called);
                }
            }
        }
        Some(before + &self.placed(&lines, task, &vars)?)
    }

    /// What a task runs that another one names.
    fn called(
        &mut self,
        value: &Value,
        by: &Task,
        vars: &Vars<'_>,
        depth: usize,
    ) -> Option<String> {
        let name = value.as_str().or_else(|| value.get("task")?.as_str())?;
        let name = vars.expanded(name).filter(|name| !name.contains(OPEN))?;
        let full = match name.strip_prefix(':') {
            Some(name) => name.to_owned(),
            None => format!("{}{name}", by.space),
        };
        let mut with = vec![];
        for (name, value) in value.get("vars").and_then(Value::as_object).into_iter().flatten() {
            let mut own = vars.clone();
            own.add(&Map::from_iter([(name.clone(), value.clone())]));
            with.push((name.clone(), own.value(name)?));
        }
        self.task(&full, with, depth + 1)
    }

    /// The variables of a task.
    fn vars(&self, task: Option<&Task>, name: &str, with: Vec<(String, String)>) -> Vars<'r> {
        let mut vars = Vars::new(self.left);
        let path = |path: &Path| path.to_string_lossy().into_owned();
        let of_file = task.map_or(&self.file.folder, |task| &task.of_file);
        vars.add_texts([
            ("ROOT_DIR".to_owned(), path(&self.file.folder)),
            ("TASKFILE_DIR".to_owned(), path(of_file)),
            ("USER_WORKING_DIR".to_owned(), path(self.started)),
            ("TASK".to_owned(), name.to_owned()),
            ("CLI_ARGS".to_owned(), String::new()),
        ]);
        vars.add(&self.file.env);
        vars.add(&self.file.vars);
        let is_included = task.is_some_and(|task| task.is_included);
        let is_known = |name: &str| self.file.vars.contains_key(name);
        // Which of them goes before the others in an included file depends on the version.
        let given = self.given.iter().cloned();
        vars.replace(given.map(|(name, text)| {
            let is_unsure = is_included && is_known(&name);
            (name, if is_unsure { UNSETTLED.to_owned() } else { text })
        }));
        if let Some(task) = task {
            let unsure = task.given.keys().filter(|name| is_known(name));
            vars.replace(unsure.map(|name| (name.clone(), UNSETTLED.to_owned())));
            let sure = task.given.iter().filter(|(name, _)| !is_known(name));
            vars.add(&sure.map(|(name, value)| (name.clone(), value.clone())).collect());
        }
        vars.add_texts(with);
        if let Some(own) = task.and_then(|task| task.value.get("vars")?.as_object()) {
            vars.add(own);
        }
        vars
    }

    /// Lines of a task with its environment, in its folder.
    fn placed(&self, lines: &str, task: &Task, vars: &Vars<'_>) -> Option<String> {
        if lines.is_empty() {
            return Some(String::new());
        }
        let own = task.value.get("env").and_then(Value::as_object);
        let mut exports = String::new();
        let mut vars = vars.clone();
        if let Some(own) = own {
            vars.add(own);
        }
        for name in self.file.env.keys().chain(own.into_iter().flat_map(|own| own.keys())) {
            if marks::is_name(name) {
                exports.extend(["export ", name, "=", &marks::word(&vars.value(name)?), "\n"]);
            }
        }
        let mut folder = task.folder.to_string_lossy().into_owned();
        if let Some(dir) = task.value.get("dir").and_then(Value::as_str) {
            let dir = vars.expanded(dir)?;
            // One that is not settled may be absolute.
            folder = match dir.contains(OPEN) {
                true if dir.starts_with(['/', OPEN]) => dir,
                true => format!("{folder}/{dir}"),
                false => below(&task.folder, dir).to_string_lossy().into_owned(),
            };
        }
        Some(if Path::new(&folder) != self.file.folder {
            format!("(cd {} && {{\n{exports}{lines}}}\n)\n", marks::word(&folder))
        } else if exports.is_empty() {
            lines.to_owned()
        } else {
            format!("({exports}{lines})\n")
        })
    }
}

/// The commands of a task.
fn commands(task: &Value) -> Vec<&Value> {
    match task {
        Value::String(_) => vec![task],
        Value::Array(list) => list.iter().collect(),
        _ => task.get("cmd").into_iter().chain(list(task, "cmds")).collect(),
    }
}

fn list<'v>(value: &'v Value, key: &str) -> Vec<&'v Value> {
    value.get(key).and_then(Value::as_array).into_iter().flatten().collect()
}

/// Whether a task or a command is one for this machine.
fn is_here(value: &Value) -> bool {
    let system = if cfg!(target_os = "macos") { "darwin" } else { std::env::consts::OS };
    let platforms = list(value, "platforms");
    let mut names = platforms.iter().filter_map(|name| name.as_str()?.split('/').next());
    platforms.is_empty() || names.any(|name| name == system || !name.contains(char::is_alphabetic))
}

/// A command for each round of its loop, with the variables of that.
fn rounds<'v>(command: &Value, vars: &Vars<'v>) -> Vec<(Vars<'v>, Value)> {
    let Some(of) = command.get("for") else { return vec![(vars.clone(), command.clone())] };
    let items: Vec<String> = match of.as_array() {
        Some(list) => list
            .iter()
            .map(|item| match item {
                Value::String(text) if !text.contains("{{") => text.clone(),
                Value::Number(number) => number.to_string(),
                _ => UNSETTLED.to_owned(),
            })
            .collect(),
        None => vec![UNSETTLED.to_owned()],
    };
    let name = of.get("as").and_then(Value::as_str).unwrap_or("ITEM");
    let round = |item: String| {
        let mut own = vars.clone();
        own.add_texts([(name.to_owned(), item), ("KEY".to_owned(), UNSETTLED.to_owned())]);
        (own, command.clone())
    };
    items.into_iter().map(round).collect()
}

/// A line runs in a shell of its own.
fn line_into(lines: &mut String, text: &str, vars: &Vars<'_>) -> Option<()> {
    let line = marks::rendered(&vars.expanded(text)?)?;
    let line = line.trim();
    if !line.is_empty() {
        lines.extend(["(", line, "\n)\n"]);
    }
    Some(())
}
