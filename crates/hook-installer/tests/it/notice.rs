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
fn settings_of_one_person_have_no_notice() {
    let machine = Machine::new();
    machine.done("install governance-hook --scope local @");
    assert!(!read(&machine.project(".claude/settings.local.json")).contains("systemMessage"));
}
