//! Tasks in `[tool.poe.tasks]`, as `poe` runs them.

use std::path::Path;

use serde_json::Value;
use shell_syntax::Word;

use super::call::{Call, Config, Spec, many, placed, shell};
use super::python;
use crate::Told;

/// Tasks lead so far.
const MAX_DEPTH: usize = 10;

const SPEC: Spec = Spec {
    run: &[],
    needs_run: false,
    folder: &["-C", "--directory", "--root"],
    with_value: &["-e", "--executor"],
    plain: &["-q", "--quiet", "-v", "--verbose", "--ansi", "--no-ansi"],
    own: "",
};

/// What `poe x` runs.
pub(super) fn told(args: &[Word], folder: &Path) -> Option<Told> {
    let call = Call::read(&SPEC, args, folder)?;
    let files = [
        ("pyproject.toml", "/tool/poe/tasks"),
        ("poe_tasks.toml", "/tool/poe/tasks"),
        ("poe_tasks.toml", "/tasks"),
    ];
    let config = Config::above(&call.folder, &files)?;
    let pointers = ["/tool/poe", ""];
    let poe = pointers.iter().find_map(|it| config.value.pointer(it))?;
    let tasks = poe.get("tasks")?;
    let text = task(tasks, tasks.get(call.name)?, call.args, true, 0)?;
    let text = placed(text, None, poe.get("env"));
    config.told(text)
}

/// What a task runs. A text alone is a command, and in a list the name of a task.
fn task(
    tasks: &Value,
    value: &Value,
    args: &[Word],
    is_command: bool,
    depth: usize,
) -> Option<String> {
    if depth > MAX_DEPTH {
        return None;
    }
    let named = |line: &str, args: &[Word]| {
        let mut words = shell_syntax::words(line)?;
        let first = words.drain(..1).next()?;
        words.extend_from_slice(args);
        task(tasks, tasks.get(&first.text)?, &words, true, depth + 1)
    };
    let each = |list: &[Value], is_command: bool| {
        list.iter().map(|value| task(tasks, value, &[], is_command, depth + 1)).collect()
    };
    if let Some(line) = value.as_str() {
        return if is_command { Some(shell(&one_line(line), args)) } else { named(line, args) };
    }
    if let Some(list) = value.as_array() {
        return each(list, false);
    }
    let mut text = String::new();
    for name in many(value.get("deps")) {
        text.push_str(&named(name.as_str()?, &[])?);
    }
    // Named arguments stand in the text as variables.
    let args = if value.get("args").is_some() { &[] } else { args };
    let said = |key: &str| value.get(key).and_then(Value::as_str);
    let own: String = if let Some(line) = said("cmd") {
        shell(&one_line(line), args)
    } else if let Some(line) = said("shell") {
        let is_shell = |name: &str| matches!(name, "posix" | "sh" | "bash" | "zsh");
        said("interpreter").is_none_or(is_shell).then(|| shell(line, &[]))?
    } else if let Some(name) = said("ref") {
        named(name, args)?
    } else if let Some(function) = said("script") {
        shell(&python::called(function), args)
    } else if let Some(list) = value.get("sequence").or(value.get("parallel"))?.as_array() {
        each(list, said("default_item_type") == Some("cmd"))?
    } else {
        return None;
    };
    let folder = said("cwd").filter(|folder| !folder.contains('$'));
    if folder.is_none() && said("cwd").is_some() {
        return None;
    }
    Some(text + &placed(own, folder, value.get("env")))
}

/// A command may stand on several lines.
fn one_line(line: &str) -> String {
    let lines = line.lines().map(str::trim).filter(|line| !line.starts_with('#'));
    lines.collect::<Vec<_>>().join(" ")
}
