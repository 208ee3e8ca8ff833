//! What changes nothing, tried on a thousand chains that a seed picks.

use std::collections::BTreeMap;

use fastrand::Rng;
use hook_chain::{Chain, serve};
use hook_runtime::{Ctx, Environment};
use serde_json::json;

use crate::script::Line;
use crate::stage::told_by;

const SEED: u64 = 0x7ac4_1eb0;
const CHAINS: usize = 1_000;

/// What a hook may do, by its phase.
const ACTIONS: [(&str, &[&str]); 4] = [
    ("guard", &["", "deny no", "ask really", "grant fine", "halt enough", "message hi", "fail x"]),
    ("rewrite", &["", "set command=pwd", "set timeout=9", "set command=rm; grant fine", "deny no"]),
    ("context", &["", "context one", "context two", "fail y", "message hi", "message ho"]),
    ("record", &["", "fail x", "message hi", "deny no"]),
];

const CLASSES: [&str; 4] = ["critical", "high", "normal", "low"];
const FLAGS: [&str; 4] = ["", " !closed", " !writes-command", " !writes-command !writes-timeout"];
const NAMES: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];

/// Some hooks, each with another name.
fn lines(rng: &mut Rng) -> Vec<String> {
    let mut names = NAMES;
    rng.shuffle(&mut names);
    let number = rng.usize(1..=6);
    names.iter().take(number).map(|name| line(rng, name)).collect()
}

fn line(rng: &mut Rng, name: &str) -> String {
    let (phase, actions) = ACTIONS[rng.usize(..ACTIONS.len())];
    let action = actions[rng.usize(..actions.len())];
    let (class, flags) = (CLASSES[rng.usize(..4)], FLAGS[rng.usize(..4)]);
    format!("{phase}/{class} {name}{flags}: {action}")
}

/// What a host is told, and what went wrong.
type Said = (String, Vec<(&'static str, String)>);

/// Nothing is kept, so that a thousand chains touch no disk.
fn said(lines: &[String]) -> Said {
    // The names of hooks live as long as the program.
    let lines: Vec<&'static str> = lines.iter().map(|line| &*line.clone().leak()).collect();
    let parsed: Vec<Line> = lines.iter().map(|line| Line::of(line)).collect();
    let variables = parsed.iter().map(|line| (line.name.to_owned(), line.actions.to_owned()));
    let mut variables: BTreeMap<String, String> = variables.collect();
    variables.insert("TACKLEBOX_NOW".to_owned(), "2026-11-20T14:03:00Z".to_owned());
    let environment = Environment::Fixed(variables);
    let now = environment.now();
    let ctx = Ctx::new("tacklebox", environment, now, None);
    let event = json!({
        "hook_event_name": "PreToolUse",
        "session_id": "s",
        "tool_name": "Bash",
        "tool_input": {"command": "ls", "description": "d"},
    });
    let chain = Chain::new(parsed.iter().map(|line| line.hook("PreToolUse")));
    let concluded = serve(&chain, &ctx, event.to_string().as_bytes());
    (concluded.outcome.document().unwrap_or_default(), concluded.errors)
}

/// Compares each of a thousand chains with what `change` makes of it.
#[track_caller]
fn check(change: impl Fn(&mut Rng, &[String]) -> Vec<String>) {
    let mut rng = Rng::with_seed(SEED);
    let mut has_spoken = 0;
    for _ in 0..CHAINS {
        let lines = lines(&mut rng);
        let expected = said(&lines);
        has_spoken += usize::from(!expected.0.is_empty());
        let changed = change(&mut rng, &lines);
        assert_eq!(said(&changed), expected, "{lines:#?} {changed:#?}");
    }
    assert!(has_spoken > CHAINS / 2, "{has_spoken} of them say something");
}

#[test]
fn the_order_in_which_hooks_are_named_changes_no_byte() {
    check(|rng, lines| {
        let mut lines = lines.to_vec();
        rng.shuffle(&mut lines);
        lines
    });
}

#[test]
fn a_hook_that_is_named_twice_changes_no_byte() {
    check(|rng, lines| {
        let again = lines[rng.usize(..lines.len())].clone();
        [lines, &[again]].concat()
    });
}

#[test]
fn a_hook_that_says_nothing_changes_no_byte() {
    check(|rng, lines| {
        let (phase, class) = (ACTIONS[rng.usize(..4)].0, CLASSES[rng.usize(..4)]);
        // Before all others, among them or behind them.
        let name = ["0", "cc", "z"][rng.usize(..3)];
        [lines, &[format!("{phase}/{class} {name}:")]].concat()
    });
}

#[test]
fn the_same_event_gives_the_same_bytes() {
    check(|_, lines| lines.to_vec());
}

/// Hooks of one class that guard or tell something, and the same under each other's names.
#[test]
fn who_is_called_what_within_a_class_changes_the_order_of_reasons_alone() {
    let mut rng = Rng::with_seed(SEED);
    for _ in 0..CHAINS {
        let number = rng.usize(2..=5);
        let mut actions: Vec<(&str, &str)> = (0..number)
            .map(|_| {
                let (phase, actions) = ACTIONS[if rng.bool() { 0 } else { 2 }];
                (phase, actions[rng.usize(..actions.len())])
            })
            .collect();
        let lines = |actions: &[(&str, &str)]| -> Vec<String> {
            let named = actions.iter().zip(NAMES);
            named.map(|((phase, action), name)| format!("{phase} {name}: {action}")).collect()
        };
        let before = lines(&actions);
        rng.shuffle(&mut actions);
        let after = lines(&actions);
        assert_eq!(unordered(&before), unordered(&after), "{before:#?} {after:#?}");
    }
}

/// The parts of what is told, without the names and the order.
fn unordered(lines: &[String]) -> Vec<String> {
    let told = told_by(&said(lines).0);
    let words = told.split(" | ").flat_map(|part| {
        let (kind, rest) = part.split_once(' ').unwrap_or((part, ""));
        rest.split(" / ").map(move |words| format!("{kind} {}", unnamed(words)))
    });
    let mut words: Vec<String> = words.collect();
    words.sort();
    words
}

fn unnamed(words: &str) -> &str {
    match words.split_once("] ") {
        Some((name, rest)) if name.starts_with('[') => rest,
        _ => words,
    }
}
