//! Collects the trials of one hook from the folders of the workspace.

use std::path::{Path, PathBuf};

use anyhow::ensure;
use libtest_mimic::{Failed, Trial};

use crate::{
    Hook, Mode, break_case, case, check_case, shadow, sweep_payload, sweep_without_payload, table,
    tree,
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
        trials.push(trial(format!("golden::{name}"), move || match mode {
            Mode::Break => break_case(&hook, &path),
            mode => check_case(&hook, &path, mode),
        }));
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
    for setup in setups(hook, tests)? {
        let suffix = setup.as_deref().map(case::name_of).transpose()?;
        let suffix = suffix.map(|name| format!("@{name}")).unwrap_or_default();
        for name in &names {
            let (hook, setup, payloads) = (hook.clone(), setup.clone(), payloads.clone());
            let payload = name.clone();
            trials.push(trial(format!("sweep::{name}{suffix}"), move || {
                sweep_payload(&hook, &payloads, &payload, setup.as_deref())
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

/// The name of every payload below a folder: its path without `.json`.
fn names_below(payloads: &Path) -> anyhow::Result<Vec<String>> {
    let files = tree::read(payloads)?.into_keys();
    let names: Vec<_> =
        files.filter_map(|file| file.strip_suffix(".json").map(str::to_owned)).collect();
    ensure!(!names.is_empty(), "no payloads in {}", payloads.display());
    Ok(names)
}
