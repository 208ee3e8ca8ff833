//! Tasks in a `deno.json`, as `deno task` runs them.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;
use shell_syntax::Word;

use super::call::{Call, Config, Spec, many, shell};
use crate::Told;

const SPEC: Spec = Spec {
    run: &["task"],
    needs_run: true,
    folder: &["--cwd"],
    with_value: &[],
    plain: &["-q", "--quiet", "--frozen"],
    own: "",
};

/// What `deno task x` runs.
pub(super) fn told(args: &[Word], folder: &Path) -> Option<Told> {
    let call = Call::read(&SPEC, args, folder)?;
    if let Some(config) =
        Config::above(&call.folder, &[("deno.json", "/tasks"), ("deno.jsonc", "/tasks")])
    {
        let tasks = config.value.get("tasks")?;
        let text = task(tasks, call.name, call.args, &mut BTreeSet::new())?;
        return config.told(text);
    }
    // It runs the scripts of a package too.
    let config = Config::above(&call.folder, &[("package.json", "/scripts")])?;
    let text = shell(config.value.get("scripts")?.get(call.name)?.as_str()?, call.args);
    config.told(text)
}

fn task(tasks: &Value, name: &str, args: &[Word], seen: &mut BTreeSet<String>) -> Option<String> {
    if !seen.insert(name.to_owned()) {
        return Some(String::new());
    }
    let own = tasks.get(name)?;
    let mut text = String::new();
    for dependency in many(own.get("dependencies")) {
        text.push_str(&task(tasks, dependency.as_str()?, &[], seen)?);
    }
    match own.as_str().or_else(|| own.get("command")?.as_str()) {
        Some(line) => text.push_str(&shell(line, args)),
        None if own.get("dependencies").is_none() => return None,
        None => {}
    }
    Some(text)
}
