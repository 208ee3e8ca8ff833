//! The entries of `tacklebox run` match the events that the entries of its hooks match, and no others.

use std::collections::BTreeSet;
use std::path::Path;

use hook_installer::{
    ByHand, Choice, Confine, Engine, Folders, FormWish, Offer, Place, Plan, Scope, Step, Twice,
};
use serde_json::{Value, json};

use super::entries::{Entry, entries};
use crate::offers::offers;

const TOOLS: [&str; 16] = [
    "Edit",
    "Write",
    "MultiEdit",
    "NotebookEdit",
    "Read",
    "Bash",
    "BashOutput",
    "Grep",
    "PowerShell",
    "apply_patch",
    "AskUserQuestion",
    "mcp__a__b",
    "mcp__a__AskUserQuestion",
    "x_mcp__",
    "WebFetch",
    "edit",
];

/// An event for each thing that a matcher of ours may be about.
fn events() -> Vec<Value> {
    let mut events = Vec::new();
    for event in ["PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest"] {
        events.extend(TOOLS.map(|tool| json!({"hook_event_name": event, "tool_name": tool})));
    }
    for source in ["startup", "resume", "clear", "compact", "fork", "other"] {
        events.push(json!({"hook_event_name": "SessionStart", "source": source}));
    }
    for kind in ["permission_prompt", "idle_prompt", "agent_needs_input", "auth_success"] {
        events.push(json!({"hook_event_name": "Notification", "notification_type": kind}));
    }
    for event in ["UserPromptSubmit", "Stop", "SubagentStart", "SubagentStop", "SessionEnd"] {
        events.push(json!({"hook_event_name": event}));
    }
    events
}

/// The settings of a new project with these hooks.
fn settings(dir: &Path, known: &[Offer], hooks: &[Offer], engine: Engine) -> String {
    let place = Place::of(Scope::Local, dir);
    let choice = Choice {
        hooks,
        known,
        engine,
        by_hand: ByHand::Stays,
        twice: Twice::Refused,
        form: FormWish::Exec,
        closed: &[],
        host: None,
        confine: Confine::AsBefore,
        walled: &[],
        exported: None,
    };
    let plan = Plan::install(&place, &choice, Path::new("none"), &Folders::default()).unwrap();
    let after = plan.steps().iter().find_map(|step| match step {
        Step::Edit(edit) if edit.planned().file == place.settings() => edit.planned().after.clone(),
        _ => None,
    });
    after.unwrap()
}

/// The hooks of each entry that an event reaches.
fn reached(settings: &str, event: &Value) -> Vec<BTreeSet<String>> {
    let found = entries(settings, event, Path::new("/p")).unwrap();
    let hooks = |entry: &Entry| match entry.args.split_first() {
        Some((_run, args)) => args.iter().filter(|arg| *arg != "--async").cloned().collect(),
        None => BTreeSet::from([entry.hook().to_owned()]),
    };
    found.iter().map(hooks).collect()
}

#[test]
fn hooks_together_are_reached_by_what_reaches_one_of_them() {
    let known = offers();
    assert!(known.iter().any(|offer| offer.in_engine));
    let dir = tempfile::tempdir().unwrap();
    let events = events();
    let all = (1_u32 << known.len()) - 1;
    for chosen in (1..=all).filter(|chosen| chosen.count_ones() <= 2 || *chosen == all) {
        let is_chosen = |(index, _): &(usize, &Offer)| chosen & (1 << index) != 0;
        let hooks = known.iter().enumerate().filter(is_chosen);
        let hooks: Vec<Offer> = hooks.map(|(_, offer)| offer.clone()).collect();
        let [alone, together] =
            [Engine::Off, Engine::On].map(|engine| settings(dir.path(), &known, &hooks, engine));
        for event in &events {
            let alone: BTreeSet<String> = reached(&alone, event).into_iter().flatten().collect();
            let together = reached(&together, event);
            assert!(together.iter().all(|entry| !entry.is_disjoint(&alone)), "{event}");
            let all: BTreeSet<String> = together.into_iter().flatten().collect();
            assert!(all.is_superset(&alone), "{event}: {alone:?}, {all:?}");
        }
    }
}
