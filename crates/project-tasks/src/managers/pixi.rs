//! Tasks in a `pixi.toml`, as `pixi run` runs them.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;
use shell_syntax::Word;

use super::call::{Call, Config, Spec, many, placed};
use crate::Told;
use crate::marks::{self, UNSETTLED};
use crate::text::{quoted, typed};

const SPEC: Spec = Spec {
    run: &["run", "r"],
    needs_run: true,
    folder: &[],
    with_value: &["-e", "--environment"],
    plain: &[
        "-q",
        "--quiet",
        "-v",
        "-vv",
        "--verbose",
        "--frozen",
        "--locked",
        "--no-install",
        "--clean-env",
        "--as-is",
        "-x",
        "--executable",
        "--skip-deps",
    ],
    own: "",
};

/// What `pixi run x` runs.
pub(super) fn told(args: &[Word], folder: &Path) -> Option<Told> {
    let call = Call::read(&SPEC, args, folder)?;
    let files = [("pixi.toml", ""), ("pyproject.toml", "/tool/pixi")];
    let config = Config::above(&call.folder, &files)?;
    let all = config.value.pointer("/tool/pixi").unwrap_or(&config.value);
    let text = task(all, call.name, call.args, &mut BTreeSet::new())?;
    config.told(text)
}

/// The task of a name: of the workspace, or the only one of a feature or a platform.
fn find<'v>(all: &'v Value, name: &str) -> Option<&'v Value> {
    let own = |table: &'v Value| table.get("tasks")?.get(name);
    let tables = |key: &str| all.get(key).and_then(Value::as_object).into_iter().flatten();
    own(all).or_else(|| {
        let mut found = tables("feature").chain(tables("target")).filter_map(|(_, it)| own(it));
        let first = found.next()?;
        found.all(|other| other == first).then_some(first)
    })
}

fn task(all: &Value, name: &str, args: &[Word], seen: &mut BTreeSet<String>) -> Option<String> {
    if !seen.insert(name.to_owned()) {
        return Some(String::new());
    }
    let own = find(all, name)?;
    let before = own.get("depends-on").or_else(|| own.get("depends_on"));
    let before = if own.is_array() { Some(own) } else { before };
    let mut text = String::new();
    for value in many(before) {
        let name = value.as_str().or_else(|| value.get("task")?.as_str())?;
        text.push_str(&task(all, name, &[], seen)?);
    }
    let line = match own.as_str().map(str::to_owned).or_else(|| command(own.get("cmd")?)) {
        Some(line) => line,
        None if before.is_some() => return Some(text),
        None => return None,
    };
    // What its own arguments are called stands in templates.
    let args = if own.get("args").is_some() { String::new() } else { typed(args) };
    let line = format!("({}{args}\n)\n", marks::rendered(&settled(line.trim())?)?);
    let folder = own.get("cwd").and_then(Value::as_str);
    Some(text + &placed(line, folder, own.get("env")))
}

fn command(value: &Value) -> Option<String> {
    let Some(words) = value.as_array() else { return value.as_str().map(str::to_owned) };
    let words = words.iter().map(|word| word.as_str().map(quoted));
    Some(words.collect::<Option<Vec<_>>>()?.join(" "))
}

/// A text whose templates are not settled.
fn settled(text: &str) -> Option<String> {
    if text.contains("{%") {
        return None;
    }
    let mut found = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("{{") {
        found.extend([before, UNSETTLED]);
        rest = behind.split_once("}}")?.1;
    }
    found.push_str(rest);
    Some(found)
}
