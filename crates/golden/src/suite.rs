//! Collects the trials of one hook from the folders of the workspace.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::ensure;
use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::{
    Hook, Mode, Sent, case, check_case, shadow, sweep_payload, sweep_without_payload, table, tree,
};

/// Makes the trials of `hook` from `tests`, the folder that holds `golden`,
/// `payloads` and `sweep`.
///
/// # Errors
///
/// Fails when the hook has no cases, when there are no payloads, or when a folder
/// cannot be read.
pub fn trials(hook: &Hook, tests: &Path, mode: Mode) -> anyhow::Result<Vec<Trial>> {
    let mut trials = cases(hook, tests, mode)?;
    if mode == Mode::Check {
        trials.extend(shadows(hook, tests)?);
    }
    trials.extend(sweeps(hook, tests)?);
    Ok(trials)
}

/// A trial for each case of `hook`.
///
/// # Errors
///
/// Fails when the hook has no cases, or when their folder cannot be read.
pub fn cases(hook: &Hook, tests: &Path, mode: Mode) -> anyhow::Result<Vec<Trial>> {
    let cases = files_of(hook, tests)?;
    ensure!(!cases.is_empty(), "{} has no cases", hook.name);
    let mut trials = Vec::new();
    for path in cases {
        let name = case::name_of(&path)?.to_owned();
        let hook = hook.clone();
        trials.push(trial(format!("golden::{name}"), move || check_case(&hook, &path, mode)));
    }
    Ok(trials)
}

/// A trial for each case of `hook` that has events, which go to it in mode shadow.
fn shadows(hook: &Hook, tests: &Path) -> anyhow::Result<Vec<Trial>> {
    let mut trials = Vec::new();
    for path in files_of(hook, tests)? {
        // Of what is no case its other trial tells.
        if shadow::has_events(&path).unwrap_or(false) {
            let (hook, name) = (hook.clone(), case::name_of(&path)?.to_owned());
            let run = move || shadow::check_shadow(&hook, &path);
            trials.push(trial(format!("shadow::{name}"), run));
        }
    }
    Ok(trials)
}

fn files_of(hook: &Hook, tests: &Path) -> anyhow::Result<Vec<PathBuf>> {
    table::paths(&tests.join("golden").join(&hook.name))
}

/// A trial for each payload, over each setup of `hook`.
///
/// # Errors
///
/// Fails when there are no payloads, or when a folder cannot be read.
pub fn sweeps(hook: &Hook, tests: &Path) -> anyhow::Result<Vec<Trial>> {
    let mut trials = Vec::new();
    let payloads = tests.join("payloads");
    let names = names_below(&payloads)?;
    let telling = telling(&payloads, &names)?;
    for setup in setups(hook, tests)? {
        let suffix = setup.as_deref().map(case::name_of).transpose()?;
        let suffix = suffix.map(|name| format!("@{name}")).unwrap_or_default();
        for name in &names {
            let (hook, setup, payloads) = (hook.clone(), setup.clone(), payloads.clone());
            let payload = name.clone();
            let sent = if telling.contains(name) { Sent::Mutated } else { Sent::AsItStands };
            trials.push(trial(format!("sweep::{name}{suffix}"), move || {
                sweep_payload(&hook, &payloads, &payload, setup.as_deref(), sent)
            }));
        }
        let hook = hook.clone();
        trials.push(trial(format!("sweep::no-payload{suffix}"), move || {
            sweep_without_payload(&hook, setup.as_deref())
        }));
    }
    Ok(trials)
}

fn trial(name: String, run: impl FnOnce() -> anyhow::Result<()> + Send + 'static) -> Trial {
    Trial::test(name, move || run().map_err(|err| Failed::from(format!("{err:#}"))))
}

/// The empty setup, and one for each archive of `tests/sweep/<hook>`.
fn setups(hook: &Hook, tests: &Path) -> anyhow::Result<Vec<Option<PathBuf>>> {
    let dir = tests.join("sweep").join(&hook.name);
    let rich = if dir.exists() { tree::children(&dir)? } else { Vec::new() };
    Ok(std::iter::once(None).chain(rich.into_iter().map(Some)).collect())
}

/// The payloads that are mutated: of each kind of client, one for each event and tool, from its
/// newest version. The mutations of others would tell the same again.
fn telling(payloads: &Path, names: &[String]) -> anyhow::Result<BTreeSet<String>> {
    let mut seen = BTreeSet::new();
    let mut telling = BTreeSet::new();
    // Versions come after what was not captured.
    let is_captured = |name: &&String| !name.starts_with("claude-code-typed/");
    let (captured, typed): (Vec<_>, Vec<_>) = names.iter().rev().partition(is_captured);
    for name in captured.into_iter().chain(typed) {
        let text = fs::read_to_string(payloads.join(format!("{name}.json")))?;
        let fields: Value = serde_json::from_str(&text)?;
        let word = |key: &str| fields.get(key).and_then(Value::as_str).map(str::to_owned);
        let host = name.split('-').next().unwrap_or_default().to_owned();
        let event = word("hook_event_name").unwrap_or_else(|| name.clone());
        if seen.insert((host, event, word("tool_name"))) {
            telling.insert(name.clone());
        }
    }
    Ok(telling)
}

/// The name of every payload below a folder: its path without `.json`.
fn names_below(payloads: &Path) -> anyhow::Result<Vec<String>> {
    let files = tree::read(payloads)?.into_keys();
    let names: Vec<_> =
        files.filter_map(|file| file.strip_suffix(".json").map(str::to_owned)).collect();
    ensure!(!names.is_empty(), "no payloads in {}", payloads.display());
    Ok(names)
}
