//! What a chain remembers between events.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hook_protocol::{Answer, Event};
use hook_runtime::Ctx;
use hook_state::{Format, SessionFiles, StateDir};
use serde::{Deserialize, Serialize};

use crate::unknown_input::STRANGERS;
use crate::word_hash::WordHash;

/// The folder of markers, one for each denied call that has not run.
const DENIED: &str = "chain-denied";

/// The folder of markers, one for each message to the person in a session.
const TOLD: &str = "chain-told";

/// The folder of the reasons that kept agents from stopping.
const STOPS: &str = "chain-stops";

/// How often an agent is kept from stopping for the same reason.
const MAX_EQUAL_BLOCKS: u32 = 2;

/// How long a lock is waited for.
const MAX_WAIT: Duration = Duration::from_millis(50);

/// How long a marker is kept.
const MAX_AGE: Duration = Duration::from_secs(7 * 24 * 3600);

/// How long the marker of a report outside a session is kept.
const MAX_MARKER_AGE: Duration = Duration::from_secs(90 * 24 * 3600);

/// Why a session was kept from stopping, as a hash, and how often in a row.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Stops {
    /// Its hash; without a key, the reason itself.
    reason: String,
    times: u32,
}

/// The calls that were denied and have not run, in a sandbox, which needs no markers: it ends with
/// this process.
#[derive(Debug, Default)]
struct InSandbox(Mutex<HashSet<String>>);

impl InSandbox {
    fn denied(&self) -> MutexGuard<'_, HashSet<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Remembers that a call was denied.
pub(crate) fn denied(here: &Ctx, event: &Event) {
    let is_call = matches!(event, Event::PreToolUse(_));
    let Some((folder, name)) = marker(here, event).filter(|_| is_call) else { return };
    if here.sandbox().is_some() {
        here.lasting(InSandbox::default).denied().insert(name);
        return;
    }
    if let Err(err) = folder.touch(&name, here.now()) {
        here.report(format_args!("could not save that a call was denied: {err}"));
    }
}

/// Whether a denied call has run because something else overruled the hooks. The person is told once
/// per session.
pub(crate) fn has_run_denied(here: &Ctx, event: &Event, answer: &mut Answer) -> bool {
    if !matches!(event, Event::PostToolUse(_) | Event::PostToolUseFailure(_)) {
        return false;
    }
    let Some((folder, name)) = marker(here, event) else { return false };
    // The next call has another id: this one counts once.
    if here.sandbox().is_some() {
        if !here.lasting(InSandbox::default).denied().remove(&name) {
            return false;
        }
    } else {
        let file: PathBuf = folder.file(&name);
        if file.symlink_metadata().is_err() {
            return false;
        }
        if here.is_dry_run() {
            return true;
        }
        let _gone = std::fs::remove_file(file);
    }
    if is_first(here, event, "overruled") {
        let message = "a call that a hook denied ran anyway: something else in this host \
                       overrides hooks (see docs/internals/protocol.md)";
        let before = answer.system_message.take();
        let lines = before.iter().map(String::as_str).chain([message]);
        answer.system_message = Some(lines.collect::<Vec<_>>().join("\n"));
    }
    true
}

/// Whether this is the first conflict of a hook in a session.
pub(crate) fn is_first_conflict(here: &Ctx, event: &Event, hook: &str) -> bool {
    is_first(here, event, &format!("conflict-{hook}"))
}

/// Whether the agent may stop because it was kept from it twice for the same reason. Counts.
pub(crate) fn gives_way(here: &Ctx, event: &Event, answer: &Answer) -> bool {
    let is_repeated = match event {
        Event::Stop(event) => event.stop_hook_active,
        Event::SubagentStop(event) => event.stop_hook_active,
        _ => return false,
    };
    let common = event.common();
    let (Some(reason), Some(state), Some(session)) =
        (&answer.block, here.state(), common.session_id.as_deref())
    else {
        return false;
    };
    if here.is_dry_run() {
        return false;
    }
    // Each subagent of a session stops by itself.
    let who = agent_of(common.agent_id.as_deref(), session);
    let reason = WordHash::of(here).hash(reason).unwrap_or_else(|| reason.clone());
    let files = SessionFiles::<Stops>::new(state.file(STOPS), Format::V1);
    let times = files.update(&who, MAX_WAIT, |stops| {
        let is_same = is_repeated && stops.reason == reason;
        stops.times = if is_same { stops.times + 1 } else { 1 };
        stops.reason.clone_from(&reason);
        stops.times
    });
    match times {
        Ok(times) => times > MAX_EQUAL_BLOCKS,
        Err(err) => {
            here.report(format_args!("could not count how often a stop was blocked: {err}"));
            false
        }
    }
}

/// Removes what old sessions and killed writers left.
pub(crate) fn sweep(here: &Ctx) {
    let state = here.state().map(|state| [state.path().to_owned(), state.file("intent-locks")]);
    for folder in state.into_iter().flatten().chain(here.user_config().map(Path::to_owned)) {
        let _later = hook_state::sweep_leftovers(&folder, here.now());
    }
    let project = here.project().map(|project| project.path());
    for folder in [".tacklebox", ".orchestration"] {
        let Some(folder) = project.map(|project| project.join(folder)) else { break };
        // They come with the repository, and may lead elsewhere.
        if folder.ancestors().take(2).all(|it| !it.is_symlink()) {
            let _later = hook_state::sweep_leftovers(&folder, here.now());
        }
    }
    let Some(state) = here.state() else { return };
    let Some(before) = here.now().checked_sub(MAX_AGE) else { return };
    for folder in [DENIED, TOLD, STOPS] {
        // What cannot be swept now is swept when the next session begins.
        let folder = StateDir::new(state.file(folder));
        let _later = hook_state::sweep_leftovers(folder.path(), here.now());
        let _later = folder.sweep(before);
    }
    let Some(before) = here.now().checked_sub(MAX_MARKER_AGE) else { return };
    let _later = StateDir::new(state.file(STRANGERS)).sweep(before);
    let _later = state.sweep_markers(before);
}

fn agent_of(agent: Option<&str>, session: &str) -> String {
    agent.map_or_else(|| session.to_owned(), |agent| format!("{session}.{agent}"))
}

fn marker(here: &Ctx, event: &Event) -> Option<(StateDir, String)> {
    let name = event.tool_use_id()?.to_owned();
    Some((StateDir::new(here.state()?.file(DENIED)), name))
}

fn is_first(here: &Ctx, event: &Event, what: &str) -> bool {
    if here.is_dry_run() {
        return false;
    }
    let Some(state) = here.state() else { return true };
    let session = event.common().session_id.as_deref().unwrap_or_default();
    StateDir::new(state.file(TOLD)).once(&format!("{session}.{what}")).unwrap_or(true)
}
