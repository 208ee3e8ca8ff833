//! Scripts in `[tool.pdm.scripts]`, as `pdm run` runs them.

use std::path::Path;

use serde_json::Value;
use shell_syntax::Word;

use super::call::{Call, Config, Spec, many, placed};
use super::python;
use crate::Told;
use crate::text::{quoted, typed};

/// Scripts lead so far.
const MAX_DEPTH: usize = 10;

const SPEC: Spec = Spec {
    run: &["run"],
    needs_run: false,
    folder: &["-p", "--project"],
    with_value: &["--venv"],
    plain: &["-q", "--quiet", "-v", "--verbose", "-s", "--site-packages", "--recreate"],
    own: "add build cache completion config export fix import info init install list lock outdated plugin \
        publish py python remove search self show sync update use venv new",
};

/// What `pdm run x` and `pdm x` run.
pub(super) fn told(args: &[Word], folder: &Path) -> Option<Told> {
    let call = Call::read(&SPEC, args, folder)?;
    let config = Config::above(&call.folder, &[("pyproject.toml", "/tool/pdm/scripts")])?;
    let scripts = config.value.pointer("/tool/pdm/scripts")?;
    let text = with_hooks(scripts, call.name, typed(call.args).trim(), 0)?;
    let text = placed(text, None, scripts.pointer("/_/env"));
    config.told(text)
}

/// What a script runs, with those before and behind it.
fn with_hooks(scripts: &Value, name: &str, args: &str, depth: usize) -> Option<String> {
    if depth > MAX_DEPTH || name == "_" {
        return None;
    }
    let own = script(scripts, scripts.get(name)?, args, depth)?;
    let hook = |when: &str| match scripts.get(format!("{when}_{name}")) {
        Some(value) => script(scripts, value, "", depth),
        None => Some(String::new()),
    };
    Some(hook("pre")? + &own + &hook("post")?)
}

fn script(scripts: &Value, value: &Value, args: &str, depth: usize) -> Option<String> {
    let said = |key: &str| value.get(key).and_then(Value::as_str);
    let list = |words: &[Value]| {
        let words = words.iter().map(|word| word.as_str().map(quoted));
        Some(words.collect::<Option<Vec<_>>>()?.join(" "))
    };
    let command = value.as_str().map(str::to_owned).or_else(|| {
        let own = value.get("cmd")?;
        own.as_str().map(str::to_owned).or_else(|| list(own.as_array()?))
    });
    let line = if let Some(command) = command {
        command
    } else if let Some(line) = said("shell") {
        line.to_owned()
    } else if let Some(function) = said("call") {
        python::called(function)
    } else {
        let mut text = String::new();
        for value in many(Some(value.get("composite")?)) {
            let line = value.as_str()?;
            let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
            if scripts.get(name).is_some() {
                text.push_str(&with_hooks(scripts, name, rest, depth + 1)?);
            } else {
                text.extend(["(", line, "\n)\n"]);
            }
        }
        return Some(placed(text, said("working_dir"), value.get("env")));
    };
    let (line, has_args) = python::with_args(line.trim(), args)?;
    let line = if has_args || args.is_empty() { line } else { format!("{line} {args}") };
    Some(placed(format!("({line}\n)\n"), said("working_dir"), value.get("env")))
}
