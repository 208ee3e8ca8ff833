//! Gives each event of a case to the hook in mode `shadow` first, where the steps before it
//! have led: nothing may come of it.
//!
//! A step that is no event has no mode: a tool, bytes that are no payload, and what is more
//! than a hook reads. Nor has one for which the person's configuration is not there. A case is
//! left out that has no other steps, or that brings a `tacklebox.yaml`: it is about modes itself.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};
use serde_json::Value;

use crate::Hook;
use crate::case::{Case, Stdin, Step};
use crate::check::{Sent, restored, start};
use crate::sandbox::Sandbox;
use crate::tree::{self, Tree};

/// The file with the modes of hooks.
const SETTINGS: &str = "tacklebox.yaml";

/// What is larger is no event to a hook.
const MAX_INPUT: usize = 16 << 20;

/// What the programs of cases write, which tell a hook something and are asked in the shadow
/// too: a line for each time.
const ASKED: &str = "project/runs";

/// Whether the case in the file `path` has events for a hook in the shadow.
///
/// # Errors
///
/// Fails when the file is not a case.
pub(crate) fn has_events(path: &Path) -> anyhow::Result<bool> {
    let case = Case::read(path)?;
    let is_settings = |name: &String| name.rsplit('/').next() == Some(SETTINGS);
    Ok(!case.setup.before.keys().any(is_settings) && case.steps.iter().any(is_event))
}

/// Runs the events of the case in the file `path` in the shadow, and all but the last of its
/// steps in earnest.
///
/// # Errors
///
/// Fails when the file is not a case, when the program does not end in time, when it says
/// anything to the host in the shadow, and when a file is another one afterwards.
pub fn check_shadow(hook: &Hook, path: &Path) -> anyhow::Result<()> {
    let case = Case::read(path)?;
    let sandbox = Sandbox::new(&case.setup)?;
    let mut before = sandbox.initial().clone();
    for (at, step) in case.steps.iter().enumerate() {
        let place = || format!("in {}{}", step.prefix, path.display());
        let sent = Sent::of(step, &sandbox).with_context(place)?;
        if is_event(step) {
            let after = in_the_shadow(hook, &sandbox, step, &sent).with_context(place)?;
            compare(before, after).with_context(place)?;
        }
        if !case.steps.iter().skip(at + 1).any(is_event) {
            break;
        }
        let args = step.args.as_deref().unwrap_or_default();
        start(hook, &sandbox, step, args, &sent).with_context(place)?;
        before = sandbox.snapshot()?;
        sandbox.apply_modes()?;
    }
    Ok(())
}

/// Whether a step sends an event: an object with the name of one.
fn is_event(step: &Step) -> bool {
    let is_named = |text: &str| {
        let payload: Value = serde_json::from_str(text).unwrap_or_default();
        payload.get("hook_event_name").is_some_and(Value::is_string)
    };
    let is_sent = match &step.stdin {
        Stdin::Empty => false,
        Stdin::Json(text) => is_named(text) && filled(text) < MAX_INPUT,
        Stdin::Bytes(bytes) => std::str::from_utf8(bytes).is_ok_and(is_named),
    };
    let has_settings = step.env.iter().all(|(name, _)| name != "TACKLEBOX_CONFIG_DIR");
    is_sent && step.args.is_none() && has_settings
}

/// How many characters are filled in where a payload is sent.
fn filled(text: &str) -> usize {
    let lengths = text.split("[FILL:").skip(1).filter_map(|part| part.split_once(']'));
    lengths.filter_map(|(length, _)| length.parse::<usize>().ok()).sum()
}

/// What there is after an event in the shadow.
fn in_the_shadow(hook: &Hook, sandbox: &Sandbox, step: &Step, sent: &Sent) -> anyhow::Result<Tree> {
    let folder = sandbox.places().dir("config");
    let (settings, had_folder) = (folder.join(SETTINGS), folder.exists());
    fs::create_dir_all(&folder).context("could not make the folder of configuration")?;
    let text = format!("hooks: {{ {}: {{ mode: shadow }} }}\n", hook.name);
    tree::write_file(&settings, text.as_bytes())?;
    let outcome = start(hook, sandbox, step, &[], sent)?;
    fs::remove_file(&settings).context("could not remove the settings")?;
    if !had_folder {
        fs::remove_dir(&folder).context("could not remove the folder of configuration")?;
    }
    let said = restored(sandbox, &outcome.stdout);
    ensure!(outcome.status.success(), "in mode shadow: {}", outcome.status);
    ensure!(said.is_empty(), "in mode shadow it said {said}");
    let strays = sandbox.strays()?;
    ensure!(strays.is_empty(), "in mode shadow it wrote {strays:?}");
    let after = sandbox.snapshot()?;
    sandbox.apply_modes()?;
    Ok(after)
}

fn compare(before: Tree, after: Tree) -> anyhow::Result<()> {
    let (before, after) = (kept(before), kept(after));
    let names: BTreeSet<_> = before.keys().chain(after.keys()).collect();
    let is_changed = |name: &&&String| before.get(**name) != after.get(**name);
    let changed: Vec<_> = names.iter().filter(is_changed).collect();
    ensure!(changed.is_empty(), "in mode shadow it changed {changed:?}");
    Ok(())
}

/// The files that count: not the account of calls, nor the log of errors and what it was told once,
/// nor caches, nor what is left of their locks, nor what `SQLite` keeps beside a database that is read.
fn kept(mut tree: Tree) -> Tree {
    let databases: BTreeSet<_> = tree
        .iter()
        .filter(|(_, entry)| tree::is_database(entry))
        .map(|(name, _)| name.clone())
        .collect();
    tree.retain(|name, _entry| {
        let (folder, last) = name.rsplit_once('/').unwrap_or(("", name));
        let locked = last.strip_prefix('.').and_then(|name| name.strip_suffix(".lock"));
        let whose = format!("{folder}/{}", locked.unwrap_or(last));
        let beside =
            ["-wal", "-shm", "-index", "-texts"].iter().find_map(|end| name.strip_suffix(end));
        let is_cache = whose.rsplit_once('.').is_some_and(|(_, end)| end == "cache");
        let is_error =
            whose.ends_with("/hook-errors.jsonl") || folder.contains("/chain-strangers/");
        let is_expected = is_cache || is_error;
        !is_expected
            && name != ASKED
            && !tree::is_account(&whose)
            && !beside.is_some_and(|base| databases.contains(base))
    });
    tree
}
