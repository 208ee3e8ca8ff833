//! Newer programs in the place of older ones, and what `list` shows of both.

use std::fs::File;
use std::time::SystemTime;

use hook_installer::{ByHand, Engine, Scope};
use serde_json::Value;

use super::machine::{FOREIGN, Machine, SILENT};
use crate::update;

const GATE: &str = "project/.claude/hooks/bin/intent-gate-hook";

/// A program that says this version, and otherwise does this.
fn of_version(version: &str, otherwise: &str) -> String {
    let mark = SILENT.lines().nth(1).unwrap();
    format!(
        "#!/bin/sh\n{mark}\n[ \"$1\" = --version ] && {{ echo x {version}; exit 0; }}\n{otherwise}\n"
    )
}

fn new_gate(machine: &Machine, text: &str) {
    machine.program("programs/intent-gate-hook", text);
}

#[test]
fn a_newer_program_comes_in_every_scope() {
    let machine = Machine::healthy();
    machine.install(&["intent-gate-hook"], Scope::User, Engine::On);
    assert!(machine.with(crate::Level::Static, |given| update::updates(given).unwrap().is_empty()));
    let [gate, engine] =
        ["project/.claude/hooks/bin/intent-gate-hook", "home/.claude/hooks/bin/tacklebox"];
    let new = of_version("0.2.0", "cat > /dev/null");
    new_gate(&machine, &new);
    machine.program("programs/tacklebox", &format!("{new}# tacklebox\n"));
    let updates = machine.with(crate::Level::Static, |given| update::updates(given).unwrap());
    let found: Vec<_> = updates.iter().map(|it| (it.program.clone(), it.to.as_deref())).collect();
    let others = machine.path("project/.claude/hooks/bin/governance-hook");
    assert!(found.contains(&(machine.path(gate), Some("0.2.0"))), "{found:?}");
    assert!(found.contains(&(machine.path(engine), Some("0.2.0"))), "{found:?}");
    assert!(found.iter().all(|(program, _)| *program != others), "{found:?}");
    let settings = machine.read("project/.claude/settings.json");
    machine.with(crate::Level::Static, |given| update::carry_out(given).map(drop)).unwrap();
    assert_eq!(machine.read(gate), new);
    assert!(machine.read(engine).contains("0.2.0"));
    assert_eq!(machine.read("project/.claude/settings.json"), settings);
    assert!(machine.with(crate::Level::Static, |given| update::updates(given).unwrap().is_empty()));
}

#[test]
fn a_program_that_does_not_start_does_not_come() {
    let machine = Machine::healthy();
    new_gate(&machine, "#!/bin/sh\nexit 3\n");
    let stopped =
        machine.with(crate::Level::Static, |given| update::carry_out(given).map(drop)).unwrap_err();
    assert!(stopped.to_string().ends_with("the new intent-gate-hook does not start"), "{stopped}");
    assert_eq!(machine.read(GATE), SILENT);
}

#[test]
fn what_a_killed_run_left_goes_also_where_nothing_is_replaced() {
    let machine = Machine::healthy();
    let folder = "project/.claude/hooks/bin";
    let [old, new, other] =
        [".tacklebox-aB3dE6", ".tacklebox-fG4hI7", "mine"].map(|name| format!("{folder}/{name}"));
    for name in [&old, &new, &other] {
        machine.write(name, "half");
    }
    for name in [&old, &other] {
        let file = File::options().write(true).open(machine.path(name)).unwrap();
        file.set_modified(SystemTime::UNIX_EPOCH).unwrap();
    }
    machine.with(crate::Level::Static, |given| update::carry_out(given).map(drop)).unwrap();
    let is_there = [&old, &new, &other].map(|name| machine.path(name).exists());
    assert_eq!(is_there, [false, true, true]);
}

/// Names the gate by another path in the settings.
fn gate_is_at(machine: &Machine, name: &str) {
    let ours = "${CLAUDE_PROJECT_DIR}/.claude/hooks/bin/intent-gate-hook";
    let settings = machine.read("project/.claude/settings.json");
    let theirs = settings.replace(ours, machine.path(name).to_str().unwrap());
    assert_ne!(settings, theirs);
    let hooks = ["governance-hook", "intent-gate-hook"];
    let theirs = claude_settings::with_notice(Some(&theirs), &hooks, ByHand::Stays).unwrap();
    machine.write("project/.claude/settings.json", &theirs.unwrap());
}

#[test]
fn a_program_of_somebody_else_stays_and_ours_beside_it_are_replaced() {
    for (place, is_refused) in [("opt/intent-gate-hook", false), (GATE, true)] {
        let machine = Machine::healthy();
        machine.program(place, FOREIGN);
        if place != GATE {
            gate_is_at(&machine, place);
        }
        let governance = "project/.claude/hooks/bin/governance-hook";
        let new = of_version("0.2.0", "cat > /dev/null");
        machine.program("programs/governance-hook", &new);
        let settings = machine.read("project/.claude/settings.json");
        let found = machine.with(crate::Level::Static, |given| update::updates(given).unwrap());
        let found: Vec<_> = found.into_iter().map(|it| it.program).collect();
        assert_eq!(found, [machine.path(governance)], "{place}");
        assert_eq!(machine.with(crate::Level::Static, update::left_alone), [machine.path(place)]);
        let done = machine.with(crate::Level::Static, |given| update::carry_out(given).map(drop));
        assert_eq!(machine.read(place), FOREIGN);
        assert_eq!(machine.read(governance), new, "{place}");
        assert_eq!(machine.read("project/.claude/settings.json"), settings);
        match done {
            Ok(()) => assert!(!is_refused, "{place}"),
            Err(stopped) => {
                assert!(is_refused, "{place}: {stopped}");
                let said = stopped.to_string();
                assert!(said.contains("is not a Tacklebox program, or is damaged"), "{said}");
                assert!(said.contains("Move it away, then run `tacklebox install"), "{said}");
                assert!(stopped.done.to_string().contains("put "), "{said}");
            }
        }
    }
}

#[test]
fn a_doctor_mends_no_program_of_somebody_else() {
    for (mode, place) in [0o755, 0o644]
        .into_iter()
        .flat_map(|mode| ["opt/intent-gate-hook", GATE].map(|place| (mode, place)))
    {
        let machine = Machine::healthy();
        machine.program(place, FOREIGN);
        machine.mode(place, mode);
        if place != GATE {
            gate_is_at(&machine, place);
        }
        let settings = machine.read("project/.claude/settings.json");
        let found = machine.findings();
        assert!(found.iter().any(|it| it.ends_with("program intent-gate-hook")), "{found:?}");
        machine.mode("project/.claude/hooks/bin/governance-hook", 0o644);
        machine.mend();
        assert_eq!(machine.read(place), FOREIGN);
        assert_eq!(machine.read("project/.claude/settings.json"), settings);
        assert!(machine.findings().iter().all(|it| !it.ends_with("governance-hook")));
    }
}

#[test]
fn programs_in_two_folders_stay_where_they_are() {
    let machine = Machine::healthy();
    let place = "opt/intent-gate-hook";
    machine.program(place, SILENT);
    gate_is_at(&machine, place);
    let settings = machine.read("project/.claude/settings.json");
    let new = of_version("0.2.0", "cat > /dev/null");
    for hook in ["governance-hook", "intent-gate-hook"] {
        machine.program(&format!("programs/{hook}"), &new);
    }
    machine.with(crate::Level::Static, |given| update::carry_out(given).map(drop)).unwrap();
    assert_eq!(machine.read(place), new);
    assert_eq!(machine.read("project/.claude/hooks/bin/governance-hook"), new);
    assert_eq!(machine.read("project/.claude/settings.json"), settings);
}

#[test]
fn an_older_program_does_not_come() {
    let machine = Machine::healthy();
    let there = of_version("0.10.0", "cat > /dev/null");
    machine.program(GATE, &there);
    new_gate(&machine, &of_version("0.9.9", "cat > /dev/null"));
    let stopped =
        machine.with(crate::Level::Static, |given| update::carry_out(given).map(drop)).unwrap_err();
    assert!(stopped.to_string().contains("has version 0.10.0, and this is 0.9.9"));
    assert_eq!(machine.read(GATE), there);
}

#[test]
fn the_list_tells_of_each_scope_whether_it_protects_and_by_which_version() {
    let machine = Machine::healthy();
    machine.install(&["agent-trace-hook"], Scope::User, Engine::Off);
    machine.install(&["agent-trace-hook"], Scope::Local, Engine::Off);
    machine.program("home/.claude/hooks/bin/agent-trace-hook", &of_version("0.0.7", "exit 0"));
    std::fs::remove_file(machine.path(GATE)).unwrap();
    let listing = machine.with(crate::Level::Static, crate::list);
    let shown: Vec<String> = listing
        .hooks
        .iter()
        .map(|it| format!("{} {:?} {:?} {:?}", it.hook, it.scope, it.protects, it.program))
        .collect();
    let ours = env!("CARGO_PKG_VERSION");
    for line in [
        r#"agent-trace-hook Some("user") Some(true) Some("0.0.7")"#.to_owned(),
        format!(r#"agent-trace-hook Some("local") Some(false) Some("{ours}")"#),
        format!(r#"governance-hook Some("project") Some(true) Some("{ours}")"#),
        r#"intent-gate-hook Some("project") Some(false) None"#.to_owned(),
        "post-edit-hook None None None".to_owned(),
    ] {
        assert!(shown.contains(&line), "{line}: {shown:#?}");
    }
    let schema: Value =
        serde_json::from_str(include_str!("../../../../docs/schemas/list.schema.json")).unwrap();
    let printed = serde_json::to_value(&listing).unwrap();
    assert!(jsonschema::validator_for(&schema).unwrap().is_valid(&printed), "{printed}");
}

#[test]
fn a_program_that_lies_elsewhere_is_not_asked_for_its_version() {
    let machine = Machine::healthy();
    let elsewhere = machine.path("elsewhere/intent-gate-hook");
    let asked = machine.path("asked");
    machine.program(
        "elsewhere/intent-gate-hook",
        &format!("#!/bin/sh\ntouch '{}'\n", asked.display()),
    );
    let ours = "${CLAUDE_PROJECT_DIR}/.claude/hooks/bin/intent-gate-hook";
    let settings = machine.read("project/.claude/settings.json");
    let theirs = settings.replace(ours, elsewhere.to_str().unwrap());
    assert_ne!(settings, theirs);
    machine.write("project/.claude/settings.json", &theirs);
    let listing = machine.with(crate::Level::Static, crate::list);
    let gate = listing.hooks.iter().find(|it| it.hook == "intent-gate-hook").unwrap();
    assert_eq!((gate.scope.as_deref(), gate.program.as_deref()), (Some("project"), None));
    assert!(!asked.exists());
}

#[test]
fn a_shell_is_updated_with_the_hooks_and_without_them() {
    let machine = Machine::healthy();
    let shell = "project/.claude/hooks/bin/confine-bash";
    let path = machine.path(shell);
    let text = format!("{{\"env\": {{\"CLAUDE_CODE_SHELL\": {path:?}}}}}");
    machine.write("project/.claude/settings.local.json", &text);
    for is_alone in [true, false] {
        machine.program(shell, SILENT);
        let new = format!("{SILENT}# {is_alone}\n");
        machine.program("programs/confine-bash", &new);
        if !is_alone {
            new_gate(&machine, &of_version("0.2.0", "cat > /dev/null"));
        }
        let updates = machine.with(crate::Level::Static, |given| update::updates(given).unwrap());
        assert!(updates.iter().any(|it| it.program == path), "{updates:?}");
        machine.with(crate::Level::Static, |given| update::carry_out(given).map(drop)).unwrap();
        assert_eq!(machine.read(shell), new);
        let left = machine.with(crate::Level::Static, |given| update::updates(given).unwrap());
        assert_eq!(left, []);
    }
}
