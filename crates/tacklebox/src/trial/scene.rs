//! A recorded session: the files of a project, the events in order, and the answers expected.
//!
//! In `tests/scenes/<hook>.txtar`, `project/` is the tree, `events/NN-<name>.json` the payloads of a
//! real client with `[PROJECT]` and `[HOME]` for its folders, and a line of `expect.txt` is
//! `<event> <outcome> [words that the answer contains]`. Where the hook needs others, `with.txt` names
//! them, one a line.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use host_stand_in::{Effect, Outcome};
use serde_json::Value;
use text_archive::Archive;

/// The session of one hook.
pub(super) struct Scene {
    pub(super) hook: String,
    /// The hooks that it needs.
    pub(super) with: Vec<String>,
    pub(super) steps: Vec<Step>,
    files: Archive,
}

/// One event and the answer expected.
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
    /// How an outcome differs, if it does.
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

impl Scene {
    /// Reads the archive of a hook.
    pub(super) fn read(hook: &str, text: &str) -> Result<Self> {
        let files = Archive::parse(text).with_context(|| format!("the recording of {hook}"))?;
        let part = |name: &str| files.get(name).map(String::from_utf8_lossy).unwrap_or_default();
        let expected = expectations(&part("expect.txt"))?;
        let mut names = Vec::new();
        let mut events = Vec::new();
        for part in &files.parts {
            let name =
                part.name().strip_prefix("events/").and_then(|name| name.strip_suffix(".json"));
            if let Some(name) = name {
                names.push(name);
                events.push(serde_json::from_slice(&part.content)?);
            }
        }
        let listed: Vec<&str> = expected.iter().map(|line| line.event.as_str()).collect();
        ensure!(names == listed, "expect.txt of {hook} lists {listed:?}; the events are {names:?}");
        let steps = events.into_iter().zip(expected);
        let steps = steps.map(|(event, expected)| Step { event, expected }).collect();
        let with = part("with.txt").lines().map(str::to_owned).collect();
        Ok(Self { hook: hook.to_owned(), with, steps, files })
    }

    /// Writes the files of the project.
    pub(super) fn write_project(&self, folder: &Path) -> Result<()> {
        for part in &self.files.parts {
            let Some(name) = part.name().strip_prefix("project/") else { continue };
            let file = folder.join(name);
            fs::create_dir_all(file.parent().unwrap_or(folder))?;
            File::create(file)?.write_all(&part.content)?;
        }
        Ok(())
    }
}

/// The lines of an `expect.txt`, without empty ones and comments (`#`).
fn expectations(text: &str) -> Result<Vec<Expected>> {
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
        assert_eq!(expectations("01-a no").unwrap_err().to_string(), "`no` is not an outcome");
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

    #[test]
    fn each_recording_has_an_answer_for_each_event() {
        for (hook, text) in crate::offers::recordings() {
            let scene = Scene::read(hook, text).unwrap();
            assert!(!scene.steps.is_empty(), "{hook}");
        }
    }
}
