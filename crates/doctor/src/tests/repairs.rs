//! What `--fix` does, and that a second look finds nothing.

use std::fs;

use hook_installer::{Engine, Scope};

use super::machine::{Machine, SILENT};
use crate::{Level, State};

const SETTINGS: &str = "project/.claude/settings.json";
const GATE: &str = "project/.claude/hooks/bin/intent-gate-hook";

type Row = (&'static str, fn(&mut Machine));

#[test]
fn what_it_says_it_mends_is_mended() {
    let rows: [Row; 9] = [
        ("a failure that passes", |it| it.closed.push("governance-hook".to_owned())),
        ("deleted", |it| fs::remove_file(it.path(GATE)).unwrap()),
        ("without a run bit", |it| it.mode(GATE, 0o644)),
        ("changed", |it| it.program(GATE, &format!("{SILENT}# another\n"))),
        ("empty", |it| it.program(GATE, "")),
        ("all deleted", |it| fs::remove_dir_all(it.path("project/.claude/hooks")).unwrap()),
        ("an event taken out", |it| it.edit(SETTINGS, "\"SubagentStop\"", "\"TaskCreated\"")),
        ("the engine deleted", |it| {
            it.install(&["governance-hook"], Scope::Project, Engine::On);
            fs::remove_file(it.path("project/.claude/hooks/bin/tacklebox")).unwrap();
        }),
        ("of a person", |it| {
            it.install(&["agent-trace-hook"], Scope::User, Engine::Off);
            fs::remove_file(it.path("home/.claude/hooks/bin/agent-trace-hook")).unwrap();
        }),
    ];
    for (name, break_it) in rows {
        let mut machine = Machine::healthy();
        break_it(&mut machine);
        let examined = machine.examine(Level::Played);
        assert!(examined.findings.iter().any(|finding| finding.fixable), "{name}: {examined}");
        machine.mend();
        let after: Vec<String> =
            machine.findings().into_iter().filter(|it| !it.starts_with("note")).collect();
        assert_eq!(after, [""; 0], "{name}");
    }
}

#[test]
fn without_it_nothing_is_changed() {
    let machine = Machine::healthy();
    fs::remove_file(machine.path(GATE)).unwrap();
    let before = machine.read(SETTINGS);
    let examined = machine.examine(Level::Played);
    assert_eq!(examined.exit_status(), 1);
    assert!(!machine.path(GATE).exists() && machine.read(SETTINGS) == before);
    let state = fs::read_dir(machine.path("state")).unwrap().count();
    assert_eq!(state, 0);
    let gate = examined.hooks.iter().find(|hook| hook.hook == "intent-gate-hook").unwrap();
    assert_eq!(gate.state, State::Not);
    let other = examined.hooks.iter().find(|hook| hook.hook == "governance-hook").unwrap();
    assert_eq!(other.state, State::Protecting, "{examined}");
}
