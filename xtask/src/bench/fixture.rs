//! A prepared project and a payload: `tests/bench/<hook>/<fixture>/`, with
//! `project/`, `stdin.json` and, where a session has touched files before, the
//! `store.json` of [`super::store`]; an event that came before the measured one, as
//! that by which the session chose something, is `first.json`. Where `calls.json`
//! says `{ "at_once": 32 }`, so many processes run at the same time.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, bail};
use host_stand_in::{Places, call};
use serde_json::Value;

use super::counts::{Counts, counts};
use super::input::Input;
use super::rounds::Contest;
use super::store;
use crate::files::{copy_tree, json, listing, stem};
use crate::host::{self, Effect};

/// Longer than any deadline of a hook.
const MAX_TIME: Duration = Duration::from_secs(30);

/// A fixture, put into a throw-away project.
pub(super) struct Fixture {
    pub(super) name: String,
    places: Places,
    event: Value,
    first: Option<Value>,
    program: PathBuf,
    input: Input,
    at_once: usize,
}

/// Puts every fixture below `dir` into a project of its own.
pub(super) fn fixtures(dir: &Path, program: &Path) -> anyhow::Result<Vec<Fixture>> {
    let folders = listing(dir)?.into_iter().filter(|path| path.is_dir());
    folders.map(|dir| Fixture::place(&dir, program)).collect()
}

impl Fixture {
    fn place(dir: &Path, program: &Path) -> anyhow::Result<Self> {
        let places = Places::new()?;
        let tree = dir.join("project");
        if tree.exists() {
            copy_tree(&tree, &places.project())?;
        }
        let event = json(&dir.join("stdin.json"))?;
        let past = dir.join("store.json");
        if past.exists() {
            store::fill(&places, &json(&past)?, &event)
                .with_context(|| format!("could not fill the store of {}", past.display()))?;
        }
        let first = dir.join("first.json");
        let first = if first.exists() { Some(json(&first)?) } else { None };
        let line = String::from_utf8(places.wire(&event))?;
        let input = Input::new(line, places.aside());
        let (name, program, at_once) = (stem(dir), program.to_owned(), at_once(dir)?);
        Ok(Self { name, places, event, first, program, input, at_once })
    }

    /// Calls the hook twice, so that its caches are as in the middle of a
    /// session, and returns what it does, in a word.
    ///
    /// Fails when the hook does, since a failure costs something else.
    pub(super) fn warm_up(&mut self) -> anyhow::Result<String> {
        let answer = |event: &Value, line: &[u8]| {
            let command = self.places.command(&self.program, event);
            let call = call(command, line, MAX_TIME)?;
            anyhow::Ok(host::outcome(event, &call))
        };
        if let Some(first) = &self.first {
            answer(first, &self.places.wire(first))?;
        }
        answer(&self.event, self.input.next().as_bytes())?;
        let warm = answer(&self.event, self.input.next().as_bytes())?;
        if warm.effect == Effect::Error {
            bail!("{} on {}: {}", self.program.display(), self.name, warm.said);
        }
        Ok(warm.effect.to_string())
    }

    /// The programs of a block on this fixture.
    pub(super) fn contest(&mut self, nothing: &Path) -> Contest<'_> {
        let command = |program: &Path| self.places.command(program, &self.event);
        Contest {
            nothing: command(nothing),
            baseline: command(Path::new("/bin/true")),
            candidate: command(&self.program),
            input: &mut self.input,
            at_once: self.at_once,
        }
    }

    /// What one call does that can be counted.
    pub(super) fn counts(&mut self) -> Counts {
        let command = |tool: &str| -> Command { self.places.command(Path::new(tool), &self.event) };
        let scratch = self.places.aside().join("counts");
        counts(command, &self.program, &mut self.input, &scratch)
    }
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
