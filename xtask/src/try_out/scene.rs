//! A recorded session: files of a project, events in their order, and what is
//! to come of each.
//!
//! In `tests/scenes/<hook>.txtar`, `project/` is the tree, `events/NN-<name>.json` the
//! payloads of a real client with `[PROJECT]` and `[HOME]` for its folders, and
//! a line of `expect.txt` is `<event> <outcome> [words that must be said]`. If
//! the hook is nothing without others, `with.txt` names them, one a line.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::Value;

use crate::files::{json, listing, stem};
use crate::host::{Effect, Outcome};

/// The session of one hook.
pub(super) struct Scene {
    pub(super) hook: String,
    /// The hooks that it needs.
    pub(super) with: Vec<String>,
    pub(super) project: PathBuf,
    pub(super) steps: Vec<Step>,
}

/// One event and what is to come of it.
pub(super) struct Step {
    pub(super) event: Value,
    pub(super) expected: Expected,
}

/// A line of `expect.txt`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Expected {
    event: String,
    effect: Effect,
    says: String,
}

impl Expected {
    /// What is wrong with an outcome, if anything is.
    pub(super) fn complaint(&self, outcome: &Outcome) -> Option<String> {
        if outcome.effect != self.effect {
            return Some(format!("expected {}", self.effect));
        }
        if !outcome.said.contains(&self.says) {
            return Some(format!("expected the words `{}`", self.says));
        }
        None
    }
}

/// All scenes below a folder, by name.
pub(super) fn scenes(dir: &Path) -> anyhow::Result<Vec<Scene>> {
    listing(dir)?.iter().filter(|path| path.is_dir()).map(|path| scene(path)).collect()
}

fn scene(dir: &Path) -> anyhow::Result<Scene> {
    let expect = dir.join("expect.txt");
    let lines = fs::read_to_string(&expect)
        .with_context(|| format!("could not read {}", expect.display()))?;
    let expected = expectations(&lines)
        .with_context(|| format!("could not understand {}", expect.display()))?;
    let payloads = listing(&dir.join("events"))?;
    let names: Vec<_> = payloads.iter().map(|path| stem(path)).collect();
    let listed: Vec<_> = expected.iter().map(|line| line.event.clone()).collect();
    if names != listed {
        bail!("{} lists {listed:?}, and the events are {names:?}", expect.display());
    }
    let steps = payloads
        .iter()
        .zip(expected)
        .map(|(path, expected)| Ok(Step { event: json(path)?, expected }))
        .collect::<anyhow::Result<_>>()?;
    let with = fs::read_to_string(dir.join("with.txt")).unwrap_or_default();
    let with = with.lines().map(str::to_owned).collect();
    Ok(Scene { hook: stem(dir), with, project: dir.join("project"), steps })
}

/// The lines of an `expect.txt`; empty ones and those that begin with `#` are
/// for people.
fn expectations(text: &str) -> anyhow::Result<Vec<Expected>> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let (event, rest) = line.split_once(' ').context("a line has no outcome")?;
            let (effect, says) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
            Ok(Expected {
                event: event.to_owned(),
                effect: effect.parse()?,
                says: says.trim().to_owned(),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_an_event_an_outcome_and_words() {
        let lines = expectations("# for people\n\n01-a   silent\n02-b deny  not now, please\n");
        let line = |event: &str, effect, says: &str| Expected {
            event: event.into(),
            effect,
            says: says.into(),
        };
        assert_eq!(
            lines.unwrap(),
            [line("01-a", Effect::Silent, ""), line("02-b", Effect::Deny, "not now, please")]
        );
        assert_eq!(expectations("01-a").unwrap_err().to_string(), "a line has no outcome");
        assert_eq!(expectations("01-a no").unwrap_err().to_string(), "`no` is no outcome");
    }

    #[track_caller]
    fn check(effect: Effect, said: &str, expected: Option<&str>) {
        let line = Expected { event: "01-a".into(), effect: Effect::Deny, says: "not now".into() };
        let outcome = Outcome { effect, said: said.into() };
        assert_eq!(line.complaint(&outcome).as_deref(), expected);
    }

    #[test]
    fn effect_and_words_are_compared() {
        check(Effect::Deny, "please not now", None);
        check(Effect::Context, "not now", Some("expected deny"));
        check(Effect::Deny, "later", Some("expected the words `not now`"));
    }
}
