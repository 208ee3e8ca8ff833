//! Scripts of the environments of `hatch`, as `hatch run` runs them.

use std::path::Path;

use serde_json::Value;
use shell_syntax::Word;

use super::call::{Call, Config, Spec, many, placed};
use super::python;
use crate::Told;
use crate::marks::{self, UNSETTLED};
use crate::text::typed;

/// Scripts lead so far.
const MAX_DEPTH: usize = 10;

const SPEC: Spec = Spec {
    run: &["run"],
    needs_run: true,
    folder: &[],
    with_value: &["-e", "--env"],
    plain: &["-q", "--quiet", "-v", "--verbose", "--no-color", "--color"],
    own: "",
};

/// What `hatch run x` and `hatch run env:x` run.
pub(super) fn told(args: &[Word], folder: &Path) -> Option<Told> {
    let call = Call::read(&SPEC, args, folder)?;
    let files = [("hatch.toml", "/envs"), ("pyproject.toml", "/tool/hatch/envs")];
    let config = Config::above(&call.folder, &files)?;
    let envs = config.value.pointer("/tool/hatch/envs").or(config.value.get("envs"))?;
    let named = call.options.first().map_or("default", |(_, env)| *env);
    let (env, name) = call.name.split_once(':').unwrap_or((named, call.name));
    let env = Env { all: envs, name: env };
    let text = env.script(name, typed(call.args).trim(), &config.folder, 0)?;
    let text = placed(text, None, envs.get(env.name).and_then(|env| env.get("env-vars")));
    config.told(text)
}

struct Env<'e> {
    all: &'e Value,
    name: &'e str,
}

impl<'e> Env<'e> {
    /// A script of this environment, or of the one that it is made from.
    fn find(&self, name: &str) -> Option<&'e Value> {
        let own = self.all.get(self.name);
        let of = |env: &'e Value| {
            env.get("scripts").and_then(|all| all.get(name)).or(env.get("extra-scripts")?.get(name))
        };
        let in_scripts = |env: &'e Value| env.get("scripts")?.get(name);
        if let Some(found) = own.and_then(|env| in_scripts(env).or_else(|| of(env))) {
            return Some(found);
        }
        let is_detached = own.and_then(|env| env.get("detached")).is_some_and(|it| *it == true);
        let template = own.and_then(|env| env.get("template")).and_then(Value::as_str);
        let template = template.unwrap_or("default");
        (!is_detached).then(|| in_scripts(self.all.get(template)?))?
    }

    fn script(&self, name: &str, args: &str, root: &Path, depth: usize) -> Option<String> {
        if depth > MAX_DEPTH {
            return None;
        }
        let mut text = String::new();
        for line in many(Some(self.find(name)?)) {
            let line = line.as_str()?.trim();
            let line = line.strip_prefix("- ").unwrap_or(line);
            let (line, _) = python::with_args(line, args)?;
            let (first, rest) = line.split_once(' ').unwrap_or((&line, ""));
            if first != name && self.find(first).is_some() {
                text.push_str(&self.script(first, rest, root, depth + 1)?);
            } else {
                text.extend(["(", &*marks::rendered(&settled(&line, root))?, "\n)\n"]);
            }
        }
        Some(text)
    }
}

/// A text with `{root}` put in; what else stands in braces is not settled, if it may be one of hatch.
fn settled(text: &str, root: &Path) -> String {
    let mut found = text.replace("{root}", &root.to_string_lossy());
    for field in ["{env:", "{home", "{matrix:", "{verbosity", "{env_name", "{root:"] {
        while let Some((before, behind)) = found.split_once(field) {
            let behind = behind.split_once('}').map_or("", |(_, behind)| behind);
            found = format!("{before}{UNSETTLED}{behind}");
        }
    }
    found
}
