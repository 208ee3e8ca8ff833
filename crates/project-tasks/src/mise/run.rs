//! What runs for a task of `mise`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;
use shell_syntax::Word;

use super::file::{Source, Task, find};
use crate::files;
use crate::marks::{self, UNSETTLED};
use crate::text::{below, quoted, typed};

/// So many tasks run.
const MAX_TASKS: usize = 100;

/// So long may the text become, in bytes: what [`shell_syntax::commands`] takes.
const MAX_TEXT: usize = 64 * 1024;

/// The text for bash of what a task runs, with those on which it depends. `base` is where the text runs.
pub(super) fn text(task: &Task, args: &[Word], base: &Path) -> Option<String> {
    let mut run = Run { base, seen: BTreeSet::new() };
    let text = run.task(task, args)?;
    (text.len() <= MAX_TEXT).then_some(text)
}

struct Run<'r> {
    base: &'r Path,
    seen: BTreeSet<(PathBuf, String)>,
}

impl Run<'_> {
    fn named(&mut self, value: &Value, by: &Task) -> Option<String> {
        let (name, args) = match value {
            Value::String(line) => {
                let mut words = line.split_whitespace();
                (words.next()?, words.map(Word::plain).collect())
            }
            Value::Array(list) => {
                let mut words = list.iter().map(Value::as_str);
                (words.next()??, words.map(|word| Some(Word::plain(word?))).collect::<Option<_>>()?)
            }
            _ => (value.get("task")?.as_str()?, vec![]),
        };
        if name.contains(['*', '{', '/']) {
            return None;
        }
        let task = find(name, &by.root)?;
        self.task(&task, &args)
    }

    fn task(&mut self, task: &Task, args: &[Word]) -> Option<String> {
        let key = match &task.source {
            Source::Table(table) => (task.file.clone(), table.to_string() + &typed(args)),
            Source::Script(_) => (task.file.clone(), typed(args)),
        };
        if !self.seen.insert(key) {
            return Some(String::new());
        }
        if self.seen.len() > MAX_TASKS {
            return None;
        }
        let (Source::Table(table) | Source::Script(table)) = &task.source;
        let mut text = String::new();
        for value in many(table.get("depends")) {
            text.push_str(&self.named(value, task)?);
        }
        let lines = match &task.source {
            Source::Script(_) => script(&task.file, args, &task.root)?,
            Source::Table(table) => self.lines(table, task, args)?,
        };
        text.push_str(&self.placed(&lines, table, task)?);
        for value in many(table.get("depends_post")) {
            text.push_str(&self.named(value, task)?);
        }
        Some(text)
    }

    /// What the lines of a task run.
    fn lines(&mut self, table: &Value, task: &Task, args: &[Word]) -> Option<String> {
        let shell = table.get("shell").and_then(Value::as_str).unwrap_or("sh");
        let program = shell.split_whitespace().next().unwrap_or("");
        if !matches!(program.rsplit('/').next(), Some("sh" | "bash" | "zsh" | "dash")) {
            return None;
        }
        if let Some(file) = table.get("file").and_then(Value::as_str) {
            return script(&task.root.join(expanded(file, task)?), args, &task.root);
        }
        let all = if table.is_object() { many(table.get("run")) } else { many(Some(table)) };
        let last = all.len().saturating_sub(1);
        let mut text = String::new();
        for (place, value) in all.into_iter().enumerate() {
            let Some(line) = value.as_str() else {
                for value in many(value.get("tasks")).into_iter().chain(value.get("task")) {
                    text.push_str(&self.named(value, task)?);
                }
                continue;
            };
            let line = expanded(line.trim(), task)?;
            // What the call gives stands behind the last line.
            let args = if place == last { typed(args) } else { String::new() };
            if line.starts_with("#!") {
                text.extend([&*marks::script(&line, "mise", &args)?, "\n"]);
            } else {
                text.extend(["(", &*marks::rendered(&line)?, &*args, "\n)\n"]);
            }
        }
        Some(text)
    }

    /// Lines with the environment of a task, in its folder.
    fn placed(&self, lines: &str, table: &Value, task: &Task) -> Option<String> {
        if lines.is_empty() {
            return Some(String::new());
        }
        let env = |value: &Value| value.get("env").and_then(Value::as_object).cloned();
        let all = [env(&task.config), env(table)].into_iter().flatten().flatten();
        let mut exports = String::new();
        for (name, value) in all.filter(|(name, _)| *name != "_" && marks::is_name(name)) {
            let value = match value.get("value").unwrap_or(&value) {
                Value::String(text) => expanded(text, task).unwrap_or_else(|| UNSETTLED.to_owned()),
                Value::Number(number) => number.to_string(),
                Value::Bool(true) => "true".to_owned(),
                _ => UNSETTLED.to_owned(),
            };
            exports.extend(["export ", &*name, "=", &*marks::word(&value), "\n"]);
        }
        let mut folder = task.root.clone();
        if let Some(dir) = table.get("dir").and_then(Value::as_str) {
            let dir = expanded(dir, task)?;
            if dir.starts_with('~') || dir.contains(marks::OPEN) {
                return None;
            }
            folder = below(&folder, dir);
        }
        Some(if folder != self.base {
            let folder = quoted(&folder.to_string_lossy());
            format!("(cd {folder} && {{\n{exports}{lines}}}\n)\n")
        } else if exports.is_empty() {
            lines.to_owned()
        } else {
            format!("({exports}{lines})\n")
        })
    }
}

fn script(file: &Path, args: &[Word], folder: &Path) -> Option<String> {
    let program = Word::plain(&file.to_string_lossy());
    Some(files::told("", &program, args, folder, &[])?.text + "\n")
}

fn many(value: Option<&Value>) -> Vec<&Value> {
    match value {
        Some(Value::Array(list)) => list.iter().collect(),
        Some(value) if !value.is_null() => vec![value],
        _ => vec![],
    }
}

/// A text with what stands in `{{ }}` put in. `None` if there is more than that.
fn expanded(text: &str, task: &Task) -> Option<String> {
    if text.contains("{%") || text.contains("{#") && text.contains("#}") {
        return None;
    }
    let mut found = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("{{") {
        found.push_str(before);
        let (inside, behind) = behind.split_once("}}")?;
        rest = behind;
        let inside = inside.trim();
        let vars = |name: &str| task.config.get("vars")?.get(name)?.as_str();
        let text = match inside.split_once('.') {
            None if matches!(inside, "config_root" | "cwd") => {
                task.root.to_string_lossy().into_owned()
            }
            Some(("env", name)) if marks::is_name(name) => marks::unsettled(name),
            Some(("vars", name)) => match vars(name).filter(|text| !text.contains("{{")) {
                Some(text) => text.to_owned(),
                None => UNSETTLED.to_owned(),
            },
            _ => UNSETTLED.to_owned(),
        };
        found.push_str(&text);
    }
    found.push_str(rest);
    Some(found)
}
