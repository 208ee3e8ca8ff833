//! What a teammate sees whose clone has the settings of the team and no programs.

use std::fs;
use std::process::Command;

use claude_settings::handlers;

use crate::machine::{Machine, read};

/// What the entries without a program of ours print at the start of a session.
fn said(machine: &Machine, shell: &str) -> String {
    let handlers = handlers(&read(&machine.project(".claude/settings.json")));
    let is_notice = |handler: &&claude_settings::Handler| handler.args.is_none();
    let notices: Vec<_> = handlers.iter().filter(is_notice).collect();
    let [notice] = notices[..] else { panic!("{notices:?}") };
    assert_eq!((&*notice.event, notice.matcher.as_deref()), ("SessionStart", Some("startup")));
    let mut command = Command::new(shell);
    command.arg("-c").arg(notice.command.as_ref().unwrap());
    let output = command.env("CLAUDE_PROJECT_DIR", machine.project("")).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_clone_without_programs_says_how_to_install_them() {
    let machine = Machine::new();
    for engine in ["on", "off"] {
        machine.done(&format!("install governance-hook agent-trace-hook --engine {engine} @"));
        assert_eq!(said(&machine, "sh"), "");
    }
    machine.done("uninstall agent-trace-hook @");
    fs::remove_dir_all(machine.project(".claude/hooks/bin")).unwrap();
    for shell in ["sh", "bash"] {
        let reply: serde_json::Value = serde_json::from_str(&said(&machine, shell)).unwrap();
        let message = reply["systemMessage"].as_str().unwrap();
        assert!(message.ends_with("tacklebox doctor --fix"), "{message}");
    }
    machine.done("uninstall governance-hook @");
    assert!(!machine.project(".claude/settings.json").exists());
}

#[test]
fn a_clone_that_has_lost_its_program_or_has_a_script_there_says_so_too() {
    let machine = Machine::new();
    machine.done("install governance-hook agent-trace-hook --engine on @");
    fs::remove_file(machine.project(".claude/hooks/bin/tacklebox")).unwrap();
    crate::machine::write(&machine.project(".claude/hooks/bin/mine"), "echo mine");
    assert!(said(&machine, "sh").contains("tacklebox doctor --fix"));
}

#[test]
fn what_a_person_changes_in_it_stays_until_a_reset() {
    let machine = Machine::new();
    let file = machine.project(".claude/settings.json");
    machine.done("install governance-hook --engine on @");
    let edited = read(&file).replace("no hook runs", "ask Ann").replace(": 5\n", ": 9\n");
    crate::machine::write(&file, &edited);
    machine.done("install governance-hook --engine on @");
    assert_eq!(read(&file), edited);
    machine.done("install agent-trace-hook --engine off @");
    assert!(read(&file).contains("ask Ann") && read(&file).contains("bin/agent-trace-hook"));
    machine.done("install governance-hook --engine off --reset @");
    assert!(!read(&file).contains("ask Ann"));
}

#[test]
fn programs_in_a_folder_of_their_own_are_found_again() {
    let machine = Machine::new();
    let (file, bin) = (machine.project(".claude/settings.json"), machine.path("my bins"));
    for first in ["install governance-hook @ #", "install governance-hook --scope local @ #"] {
        machine.done(first);
        let line = first.replace(" #", "").replace("governance", "agent-trace");
        machine.done(&format!("{line} --engine on"));
        if !first.contains("local") {
            assert_eq!(said(&machine, "sh"), "");
            fs::remove_file(bin.join("tacklebox")).unwrap();
            assert!(said(&machine, "sh").contains("tacklebox doctor --fix"));
        }
        assert!(!machine.project(".claude/hooks/bin").exists(), "{first}");
        let elsewhere = format!("{line} --bin-dir elsewhere");
        let refusal = machine.call(&elsewhere).unwrap_err().to_string();
        assert!(refusal.contains("my bins; run `tacklebox uninstall --all`"), "{refusal}");
        machine.done(&line.replace("install agent-trace-hook", "uninstall --all"));
        assert!(!file.exists() && !machine.project(".claude/settings.local.json").exists());
        fs::remove_dir_all(&bin).unwrap();
    }
}

#[test]
fn settings_of_one_person_have_no_notice() {
    let machine = Machine::new();
    machine.done("install governance-hook --scope local @");
    assert!(!read(&machine.project(".claude/settings.local.json")).contains("systemMessage"));
}
