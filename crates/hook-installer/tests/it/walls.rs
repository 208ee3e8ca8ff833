//! The shell that holds what commands may write, beside the hooks that need it.

use std::fs;

use crate::machine::{Machine, SHELL, read, write};

const GATE: &str = "intent-gate-hook";
const GOVERNANCE: &str = "governance-hook";
const OTHER: &str = "agent-trace-hook";
const LOCAL: &str = ".claude/settings.local.json";

fn machine() -> Machine {
    let mut machine = Machine::new();
    machine.walled = [GATE, GOVERNANCE].map(str::to_owned).to_vec();
    machine
}

/// The line by which a client is told of the shell.
fn line(machine: &Machine, bin: &str) -> String {
    format!("\"CLAUDE_CODE_SHELL\": \"{}\"", machine.path(bin).join(SHELL).display())
}

#[test]
fn each_scope_names_it_where_an_absolute_path_may_stand() {
    let bin = "a project/.claude/hooks/bin";
    for (scope, file, bin) in [
        ("project", "a project/.claude/settings.local.json", bin),
        ("local", "a project/.claude/settings.local.json", bin),
        ("user", "home/.claude/settings.json", "home/.claude/hooks/bin"),
    ] {
        for engine in ["on", "off"] {
            let machine = machine();
            let words = format!("{GATE} {OTHER} --scope {scope} @");
            machine.done(&format!("install --engine {engine} {words}"));
            let settings = read(&machine.path(file));
            assert!(settings.contains(&line(&machine, bin)), "{settings}");
            assert!(machine.path(bin).join(SHELL).is_file());
            let shown = machine.done(&format!("install --engine {engine} {words}"));
            assert!(!shown.contains("\n+"), "{shown}");
            machine.done(&format!("uninstall {words}"));
            assert_eq!(machine.tree(), [] as [&str; 0]);
            assert!(!machine.path("home/.claude").exists());
        }
    }
}

#[test]
fn only_hooks_that_need_it_bring_it() {
    let machine = machine();
    machine.done(&format!("install {OTHER} @"));
    assert!(
        !machine.project(LOCAL).exists()
            && !machine.project(".claude/hooks/bin").join(SHELL).exists()
    );
}

#[test]
fn it_goes_with_the_last_hook_that_needs_it() {
    let machine = machine();
    machine.done(&format!("install {GATE} {GOVERNANCE} {OTHER} @"));
    machine.done(&format!("install {GATE} --scope local --also @"));
    for left in [GATE, GOVERNANCE] {
        machine.done(&format!("uninstall {left} @"));
        assert!(read(&machine.project(LOCAL)).contains(SHELL), "{left}");
    }
    machine.done(&format!("uninstall {GATE} --scope local @"));
    assert!(!machine.project(LOCAL).exists());
    assert!(!machine.project(".claude/hooks/bin").join(SHELL).exists());
    assert!(machine.project(".claude/settings.json").exists());
}

#[test]
fn every_byte_of_a_person_comes_back() {
    let machine = machine();
    let file = machine.project(LOCAL);
    let before =
        "{\n\t\"permissions\": { \"allow\": [\"Bash(ls)\"] },\n\t\"env\": { \"A\": \"b\" }\n}";
    for scope in ["project", "local"] {
        write(&file, before);
        machine.done(&format!("install {GATE} --scope {scope} @"));
        let edited = read(&file).replace("Bash(ls)", "Bash(cat:*)").replace("\"b\"", "\"c\"");
        write(&file, &edited);
        machine.done(&format!("uninstall {GATE} --scope {scope} @"));
        let expected = before.replace("Bash(ls)", "Bash(cat:*)").replace("\"b\"", "\"c\"");
        assert_eq!(read(&file), expected, "{scope}");
    }
}

#[test]
fn a_person_can_do_without_it_and_take_it_out() {
    let machine = machine();
    machine.done(&format!("install {GATE} @"));
    machine.done(&format!("install {GATE} --no-confine @"));
    assert!(!machine.project(LOCAL).exists());
    assert!(!machine.project(".claude/hooks/bin").join(SHELL).exists());
    // What needs it no less comes back with the next installation.
    machine.done(&format!("install {OTHER} @"));
    assert!(!machine.project(LOCAL).exists());
    machine.done(&format!("install {GATE} @"));
    assert!(machine.project(LOCAL).exists());
}

#[test]
fn a_shell_that_a_person_has_chosen_stays() {
    for (file, settings, named) in [
        (LOCAL, r#"{"env": {"CLAUDE_CODE_SHELL": "/opt/bash"}}"#, "CLAUDE_CODE_SHELL"),
        (".claude/settings.json", r#"{"env": {"SHELL": "/bin/zsh"}}"#, "SHELL"),
        ("../home/.claude/settings.json", r#"{"env": {"SHELL": "/bin/zsh"}}"#, "SHELL"),
    ] {
        let machine = machine();
        write(&machine.project(file), settings);
        let shown = machine.done(&format!("install {GATE} --scope local @"));
        assert!(shown.contains(&format!(" already sets {named}\n")), "{shown}");
        assert!(!machine.project(".claude/hooks/bin").join(SHELL).exists());
        machine.done(&format!("uninstall {GATE} --scope local @"));
        assert_eq!(read(&machine.project(file)), settings);
    }
}

#[test]
fn the_clients_own_sandbox_and_the_shell_exclude_each_other() {
    let on = r#"{"sandbox": {"enabled": true}}"#;
    let off = r#"{"sandbox": {"enabled": false}}"#;
    for (files, scope, is_refused) in [
        (&[(LOCAL, on)][..], "project", true),
        (&[(".claude/settings.json", on)], "local", true),
        (&[("../home/.claude/settings.json", on)], "project", true),
        (&[("../home/.claude/settings.json", on), (LOCAL, off)], "project", false),
        (&[("../home/.claude/settings.json", on), (LOCAL, off)], "user", true),
        (&[("../home/.claude/settings.json", off), (LOCAL, on)], "user", true),
        (&[(LOCAL, off)], "local", false),
    ] {
        let machine = machine();
        for (file, text) in files {
            write(&machine.project(file), text);
        }
        let call = format!("install {GATE} --scope {scope} @");
        if is_refused {
            machine.refused(&call, "Use `--no-confine`, or disable");
            assert!(!machine.project(".claude/hooks").exists());
        } else {
            machine.done(&call);
        }
        machine.done(&format!("install {GATE} --no-confine --scope {scope} @"));
        // A hook that needs no shell is none of its business.
        machine.done(&format!("install {OTHER} --scope {scope} @"));
    }
}

#[test]
fn a_project_that_was_moved_names_its_own() {
    let machine = machine();
    machine.done(&format!("install {GATE} @"));
    let elsewhere = read(&machine.project(LOCAL)).replace("a project", "another");
    write(&machine.project(LOCAL), &elsewhere);
    machine.done(&format!("install {GATE} @"));
    assert!(read(&machine.project(LOCAL)).contains(&line(&machine, "a project/.claude/hooks/bin")));
    write(&machine.project(LOCAL), &elsewhere);
    machine.done(&format!("uninstall {GATE} @"));
    assert!(!machine.project(LOCAL).exists());
}

#[test]
fn git_leaves_out_the_file_that_is_made_for_it() {
    let machine = machine();
    fs::create_dir_all(machine.project(".git/info")).unwrap();
    machine.done(&format!("install {GATE} @"));
    let exclude = machine.project(".git/info/exclude");
    assert!(read(&exclude).contains("/.claude/settings.local.json\n"));
    machine.done(&format!("uninstall {GATE} @"));
    assert!(!exclude.exists() && !machine.project(LOCAL).exists());
}

#[test]
fn it_comes_and_goes_with_what_is_rolled_back() {
    for scope in ["project", "local", "user"] {
        let machine = machine();
        let file = match scope {
            "user" => machine.path("home/.claude/settings.json"),
            _ => machine.project(LOCAL),
        };
        let program = match scope {
            "user" => machine.path("home/.claude/hooks/bin").join(SHELL),
            _ => machine.project(".claude/hooks/bin").join(SHELL),
        };
        machine.done(&format!("install {OTHER} --scope {scope} @"));
        machine.done(&format!("install {GATE} --scope {scope} @"));
        let there = read(&file);
        for _ in 0..2 {
            machine.done(&format!("rollback --scope {scope} --yes @"));
            assert!(!program.exists(), "{scope}");
            machine.done(&format!("rollback --scope {scope} --yes @"));
            assert!(program.exists() && read(&file) == there, "{scope}");
        }
    }
}

#[test]
fn a_rollback_does_not_bring_back_what_a_person_has_left_out() {
    for scope in ["project", "local", "user"] {
        let machine = machine();
        machine.done(&format!("install {OTHER} --scope {scope} @"));
        machine.done(&format!("install {GATE} --scope {scope} @"));
        machine.done(&format!("install {GATE} --no-confine --scope {scope} @"));
        machine.done(&format!("uninstall {GATE} --scope {scope} @"));
        machine.done(&format!("rollback --scope {scope} --yes @"));
        let dir = if scope == "user" { "home/.claude" } else { "a project/.claude" };
        assert!(!machine.path(dir).join("hooks/bin").join(SHELL).exists(), "{scope}");
        let file = if scope == "local" { "settings.local.json" } else { "settings.json" };
        assert!(read(&machine.path(dir).join(file)).contains(GATE), "{scope}");
        // Who installs without the flag wants it again.
        machine.done(&format!("install {GATE} --scope {scope} @"));
        machine.done(&format!("uninstall {GATE} --scope {scope} @"));
        machine.done(&format!("rollback --scope {scope} --yes @"));
        assert!(machine.path(dir).join("hooks/bin").join(SHELL).exists(), "{scope}");
        machine.done(&format!("install {GATE} --no-confine --scope {scope} @"));
        machine.done(&format!("uninstall {GATE} {OTHER} --scope {scope} @"));
    }
    let machine = machine();
    machine.done(&format!("install {GATE} --no-confine @"));
    machine.done(&format!("uninstall {GATE} @"));
    assert_eq!(machine.tree(), [] as [&str; 0]);
}

#[test]
fn a_rollback_does_without_a_shell_that_cannot_come() {
    for scope in ["project", "local", "user"] {
        let machine = machine();
        machine.done(&format!("install {OTHER} --scope {scope} @"));
        machine.done(&format!("install {GATE} --scope {scope} @"));
        machine.done(&format!("uninstall {GATE} --scope {scope} @"));
        fs::remove_file(machine.path("programs").join(SHELL)).unwrap();
        let shown = machine.done(&format!("rollback --scope {scope} --yes @"));
        assert!(shown.contains(&format!(" has no {SHELL}")), "{scope}: {shown}");
        let dir = if scope == "user" { "home/.claude" } else { "a project/.claude" };
        let text =
            |name: &str| fs::read_to_string(machine.path(dir).join(name)).unwrap_or_default();
        let both = text("settings.json") + &text("settings.local.json");
        assert!(both.contains(GATE) && !both.contains(SHELL), "{scope}: {both}");
    }
}

#[test]
fn git_leaves_the_file_out_as_long_as_a_scope_needs_it() {
    let excluded = |machine: &Machine| {
        fs::read_to_string(machine.project(".git/info/exclude"))
            .unwrap_or_default()
            .contains("/.claude/settings.local.json\n")
    };
    for (first, second) in [("project", "local"), ("local", "project")] {
        for leaving in ["project", "local"] {
            let machine = machine();
            fs::create_dir_all(machine.project(".git/info")).unwrap();
            machine.done(&format!("install {GATE} --scope {first} @"));
            machine.done(&format!("install {OTHER} --scope {second} @"));
            machine.done(&format!("install {GATE} --also --scope {second} @"));
            machine.done(&format!("uninstall {GATE} {OTHER} --scope {leaving} @"));
            assert!(machine.project(LOCAL).exists() && excluded(&machine), "{first} {leaving}");
            let last = if leaving == "local" { "project" } else { "local" };
            machine.done(&format!("uninstall {GATE} {OTHER} --scope {last} @"));
            assert!(!machine.project(LOCAL).exists() && !excluded(&machine), "{first} {leaving}");
        }
    }
}

#[test]
fn a_dry_run_lists_the_shell() {
    let machine = machine();
    let shown = machine.done(&format!("install {GATE} --dry-run @"));
    assert!(shown.contains(&format!("hooks/bin/{SHELL}\n")) && shown.contains("CLAUDE_CODE_SHELL"));
}
