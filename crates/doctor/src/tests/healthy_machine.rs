//! Projects in which nothing is wrong.

use hook_installer::{Engine, Scope};

use super::machine::Machine;
use crate::{HostVersion, Level, State};

type Row = (&'static str, fn(&mut Machine));

const ALL: [&str; 3] = ["agent-trace-hook", "file-context-hook", "prompt-detect-hook"];

const IN_ORDER: [Row; 14] = [
    ("as it is", |_| {}),
    ("a hook that needs nothing", |it| {
        it.install(&["agent-trace-hook"], Scope::Project, Engine::Off);
    }),
    ("by the engine", |it| it.install(&ALL, Scope::Project, Engine::On)),
    ("another in the person's project", |it| it.install(&ALL, Scope::Local, Engine::Off)),
    ("the same command twice in a project", |it| {
        it.install(&["governance-hook"], Scope::Local, Engine::Off);
    }),
    ("an older host", |it| it.host = HostVersion(2, 1, 280)),
    ("trust in a folder above", |it| {
        let trusted = it.path("project").parent().unwrap().to_str().unwrap().to_owned();
        let text =
            format!("{{\"projects\": {{{trusted:?}: {{\"hasTrustDialogAccepted\": true}}}}}}");
        it.write("home/.claude.json", &text);
    }),
    ("a byte order mark", |it| {
        let text = it.read("project/.claude/settings.json");
        it.write("project/.claude/settings.json", &format!("\u{feff}{text}"));
    }),
    ("a longer limit", |it| {
        it.edit("project/.claude/settings.json", "\"timeout\": 5", "\"timeout\": 60");
    }),
    ("a failure that blocks", |it| {
        let with = "\"onFailure\": \"block\", \"timeout\": 5";
        it.edit("project/.claude/settings.json", "\"timeout\": 5", with);
    }),
    ("a project that is stronger than a person", |it| {
        it.write("home/.claude/settings.json", "{\"disableAllHooks\": true}");
        it.write("project/.claude/settings.local.json", "{\"disableAllHooks\": false}");
    }),
    ("an organisation that says nothing of hooks", |it| {
        it.write("managed/managed-settings.json", "{\"env\": {\"A\": \"1\"}}");
    }),
    ("a configuration of the person's", |it| {
        it.install(&["post-edit-hook"], Scope::Project, Engine::Off);
        it.write("home/config/post-edit.yaml", "version: 1\n");
    }),
    ("a state that is not there yet", |it| {
        std::fs::remove_dir(it.path("state")).unwrap();
    }),
];

#[test]
fn nothing_is_said_of_what_is_in_order() {
    for (name, make) in IN_ORDER {
        let mut machine = Machine::healthy();
        make(&mut machine);
        assert_eq!(machine.findings(), [""; 0], "{name}");
        let examined = machine.examine(Level::Static);
        assert!(examined.hooks.iter().all(|hook| hook.state == State::Protecting), "{name}");
        assert_eq!(examined.exit_status(), 0);
    }
}

#[test]
fn a_line_for_a_shell_is_played_whatever_is_in_the_path() {
    let machine = Machine::in_folder("it's \"quoted\" $HOME `x` ");
    machine.install(&["governance-hook", "intent-gate-hook"], Scope::Project, Engine::Off);
    machine.write("project/.tacklebox/governance.yaml", "version: 1\n");
    machine.write("project/.orchestration/active_intents.yaml", "active_intents: []\n");
    let text = machine.read("project/.claude/settings.json");
    let shell = text
        .replace("\"${CLAUDE_PROJECT_DIR}/", "\"\\\"${CLAUDE_PROJECT_DIR}/")
        .replace("-hook\",", "-hook\\\"\",")
        .replace("\"args\": [],", "");
    assert!(!shell.contains("args") && shell != text, "{shell}");
    machine.write("project/.claude/settings.json", &shell);
    assert_eq!(machine.findings(), [""; 0]);
}

#[test]
fn a_project_without_hooks_is_told_of_install() {
    let examined = Machine::empty().examine(Level::Played);
    assert!(examined.hooks.is_empty() && examined.findings.is_empty(), "{examined}");
    assert!(examined.to_string().contains("tacklebox install"));
}
