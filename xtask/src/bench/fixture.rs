//! A prepared project and a payload: in `tests/bench/<hook>.txtar` the folder `<fixture>`, with
//! `project/`, `stdin.json`, `config/` where the person has configured something, and, where a session has touched files before, the
//! `store.json` of [`super::store`]; an event that came before the measured one, as
//! that by which the session chose something, is `first.json`. Where `calls.json`
//! says `{ "at_once": 32 }`, so many processes run at the same time.
//!
//! A fixture of the engine has `commands.json`: `{ "run": [HOOK...], "against": [HOOK...] }`. The
//! engine answers with the first, and is compared with the programs of the others, started side by
//! side, until the last of them has ended.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use hook_installer::file_name;
use host_stand_in::{Effect, Places, call, outcome};
use serde::Deserialize;
use serde_json::Value;

use super::counts::Tools;
use super::input::Input;
use super::rounds::{Contest, Contestant};
use super::store;
use crate::files::{copy_tree, json, listing, stem};

/// Longer than any deadline of a hook.
const MAX_TIME: Duration = Duration::from_secs(30);

/// What earlier calls left.
const STORE: &str = "store.json";

/// The most mentions that are made in a moment.
const MAX_SMALL: u64 = 10_000;

/// A fixture, put into a throw-away project.
pub(super) struct Fixture {
    pub(super) name: String,
    places: Places,
    event: Value,
    first: Option<Value>,
    candidate: Invocation,
    baseline: Vec<Invocation>,
    input: Input,
    at_once: usize,
}

/// A program and its arguments.
struct Invocation {
    program: PathBuf,
    args: Vec<String>,
}

/// The file that says what the engine runs, and what that is compared with.
const COMMANDS: &str = "commands.json";

/// The hooks whose programs the fixtures below `dir` are compared with.
pub(super) fn opponents(dir: &Path) -> anyhow::Result<BTreeSet<String>> {
    let mut opponents = BTreeSet::new();
    for dir in listing(dir)?.into_iter().filter(|path| path.is_dir()) {
        opponents.extend(named(&dir, "against")?.unwrap_or_default());
    }
    Ok(opponents)
}

/// Puts every fixture below `dir` into a project of its own.
pub(super) fn fixtures(dir: &Path, program: &Path) -> anyhow::Result<Vec<Fixture>> {
    folders(dir)?.iter().map(|dir| Fixture::place(dir, program)).collect()
}

/// The same, save those whose past takes long to make.
pub(super) fn small_fixtures(dir: &Path, program: &Path) -> anyhow::Result<Vec<Fixture>> {
    let mut folders = folders(dir)?;
    folders.retain(|dir| store::mentions(&dir.join(STORE)) <= MAX_SMALL);
    folders.iter().map(|dir| Fixture::place(dir, program)).collect()
}

fn folders(dir: &Path) -> anyhow::Result<Vec<PathBuf>> {
    Ok(listing(dir)?.into_iter().filter(|path| path.is_dir()).collect())
}

impl Fixture {
    fn place(dir: &Path, program: &Path) -> anyhow::Result<Self> {
        let places = Places::new()?;
        for (tree, place) in [("project", places.project()), ("config", places.dir("config"))] {
            let tree = dir.join(tree);
            if tree.exists() {
                copy_tree(&tree, &place)?;
            }
        }
        let event = json(&dir.join("stdin.json"))?;
        let past = dir.join(STORE);
        if past.exists() {
            store::fill(&places, &json(&past)?, &event)
                .with_context(|| format!("could not fill the store of {}", past.display()))?;
        }
        let first = dir.join("first.json");
        let first = if first.exists() { Some(json(&first)?) } else { None };
        let line = String::from_utf8(places.wire(&event))?;
        let input = Input::new(line, places.aside());
        let (name, at_once) = (stem(dir), at_once(dir)?);
        let (candidate, baseline) = contestants(dir, program)?;
        Ok(Self { name, places, event, first, candidate, baseline, input, at_once })
    }

    /// Calls the hook twice, so that its caches are as in the middle of a
    /// session, and returns what it does, in a word.
    ///
    /// Fails when the hook does, since a failure costs something else.
    pub(super) fn warm_up(&self) -> anyhow::Result<String> {
        let lines = [self.input.next(), self.input.next()];
        let answer = |event: &Value, line: &[u8]| {
            let command = self.command(&self.candidate, event);
            let call = call(command, line, MAX_TIME)?;
            anyhow::Ok(outcome(event, &call))
        };
        if let Some(first) = &self.first {
            answer(first, &self.places.wire(first))?;
        }
        let [cold, warm] = lines.map(|line| answer(&self.event, line.as_bytes()));
        cold?;
        let warm = warm?;
        if warm.effect == Effect::Error {
            bail!("{} on {}: {}", self.candidate.program.display(), self.name, warm.said);
        }
        Ok(warm.effect.to_string())
    }

    /// The programs of a block on this fixture, and on that of an earlier build.
    pub(super) fn contest<'a>(&'a self, before: Option<&'a Self>) -> Contest<'a> {
        let candidate = |it: &'a Self| it.contestant(std::slice::from_ref(&it.candidate));
        Contest {
            baseline: self.contestant(&self.baseline),
            candidates: std::iter::once(self).chain(before).map(candidate).collect(),
            at_once: self.at_once,
        }
    }

    fn contestant(&self, invocations: &[Invocation]) -> Contestant<'_> {
        let commands = invocations.iter().map(|it| self.command(it, &self.event)).collect();
        Contestant { commands, input: &self.input }
    }

    fn command(&self, invocation: &Invocation, event: &Value) -> Command {
        let mut command = self.places.command(&invocation.program, event);
        command.args(&invocation.args);
        command
    }

    /// What one call asks of the system, without what any program does at its start.
    pub(super) fn own_calls(&mut self) -> Option<u64> {
        self.by_tools(|tools| tools.own_calls())
    }

    pub(super) fn instructions(&mut self) -> Option<u64> {
        self.by_tools(|tools| tools.instructions())
    }

    /// The symbols of the functions that one call runs.
    pub(super) fn functions(&mut self) -> Option<BTreeSet<String>> {
        self.by_tools(|tools| tools.functions())
    }

    fn by_tools<T>(&mut self, count: impl FnOnce(&mut Tools<'_>) -> T) -> T {
        let command = |tool: &str| -> Command { self.places.command(Path::new(tool), &self.event) };
        let scratch = self.places.aside().join("counts");
        let Invocation { program, args } = &self.candidate;
        count(&mut Tools { command: &command, program, args, input: &mut self.input, scratch })
    }
}

/// What is measured, and what that is compared with: a hook with `/bin/true`, the engine with the
/// programs of hooks, which lie beside it.
fn contestants(dir: &Path, program: &Path) -> anyhow::Result<(Invocation, Vec<Invocation>)> {
    let alone = |program: PathBuf| Invocation { program, args: Vec::new() };
    let (Some(run), Some(against)) = (named(dir, "run")?, named(dir, "against")?) else {
        return Ok((alone(program.to_owned()), vec![alone("/bin/true".into())]));
    };
    let args = std::iter::once("run".to_owned()).chain(run).collect();
    let hook = |hook: String| alone(program.with_file_name(file_name(&hook)));
    let against = against.into_iter().map(hook).collect();
    Ok((Invocation { program: program.to_owned(), args }, against))
}

/// The hooks that `commands.json` names under a key. `None` where there is no such file.
fn named(dir: &Path, key: &str) -> anyhow::Result<Option<Vec<String>>> {
    let path = dir.join(COMMANDS);
    if !path.exists() {
        return Ok(None);
    }
    let commands = json(&path)?;
    let hooks = commands.get(key).with_context(|| format!("no `{key}` in {}", path.display()))?;
    let hooks: Vec<String> = Vec::deserialize(hooks)
        .with_context(|| format!("`{key}` in {} is not a list of hooks", path.display()))?;
    ensure!(!hooks.is_empty(), "`{key}` in {} names no hook", path.display());
    Ok(Some(hooks))
}

/// How many processes a fixture wants to run at the same time.
fn at_once(dir: &Path) -> anyhow::Result<usize> {
    let path = dir.join("calls.json");
    if !path.exists() {
        return Ok(1);
    }
    let count = json(&path)?.get("at_once").and_then(Value::as_u64);
    let count = count.with_context(|| format!("no `at_once` in {}", path.display()))?;
    Ok(usize::try_from(count)?)
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::Write;

    use super::*;

    #[track_caller]
    fn check(commands: Option<&str>, expected: Result<&[&str], &str>) {
        let dir = tempfile::tempdir().unwrap();
        if let Some(commands) = commands {
            let mut file = File::create(dir.path().join(COMMANDS)).unwrap();
            file.write_all(commands.as_bytes()).unwrap();
        }
        let line = |it: &Invocation| format!("{} {}", it.program.display(), it.args.join(" "));
        let found = contestants(dir.path(), Path::new("/bin/engine"))
            .map(|(run, against)| std::iter::once(&run).chain(&against).map(line).collect())
            .map_err(|err| err.to_string().replace(&dir.path().display().to_string(), "."));
        let expected: Result<Vec<_>, _> =
            expected.map(|lines| lines.iter().map(|line| (*line).to_owned()).collect());
        assert_eq!(found, expected.map_err(str::to_owned));
    }

    #[test]
    fn a_fixture_of_the_engine_names_what_it_is_compared_with() {
        check(None, Ok(&["/bin/engine ", "/bin/true "]));
        let both = r#"{"run": ["a-hook", "b-hook"], "against": ["b-hook"]}"#;
        check(Some(both), Ok(&["/bin/engine run a-hook b-hook", "/bin/b-hook "]));
        check(Some(r#"{"run": ["a-hook"]}"#), Err("no `against` in ./commands.json"));
        let none = r#"{"run": [], "against": ["b-hook"]}"#;
        check(Some(none), Err("`run` in ./commands.json names no hook"));
    }
}
