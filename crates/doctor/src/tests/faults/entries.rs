//! Entries that do not fire.

use std::fs;

use hook_installer::{Engine, Scope};

use super::{Row, SETTINGS, check, plugin};
use crate::HostVersion;
use crate::tests::machine::Machine;

/// Gives the entry of governance for PreToolUse an `if`.
fn with_condition(machine: &Machine, rule: &str) {
    let with = format!("\"if\": \"{rule}\", \"timeout\": 5");
    machine.edit(SETTINGS, "\"timeout\": 5", &with);
}

const ENTRIES_THAT_DO_NOT_FIRE: &[Row] = &[
    (
        "an event taken out",
        |it| {
            it.edit(SETTINGS, "\"SubagentStart\"", "\"TeammateIdle\"");
        },
        "error entry governance-hook, error entry intent-gate-hook",
    ),
    (
        "other capitals",
        |it| it.edit(SETTINGS, "\"matcher\": \"*\"", "\"matcher\": \"bash\""),
        "error matcher governance-hook",
    ),
    (
        "a server alone",
        |it| it.edit(SETTINGS, "\"matcher\": \"*\"", "\"matcher\": \"mcp__x\""),
        "error matcher governance-hook",
    ),
    (
        "narrower than the hook",
        |it| it.edit(SETTINGS, "\"matcher\": \"*\"", "\"matcher\": \"Bash\""),
        "warning matcher governance-hook",
    ),
    (
        "a condition without tools",
        |it| {
            let text = it.read(SETTINGS);
            let at = text.find("SessionStart").unwrap();
            let (head, tail) = text.split_at(at);
            it.write(
                SETTINGS,
                &format!(
                    "{head}{}",
                    tail.replacen("\"timeout\"", "\"if\": \"Bash\", \"timeout\"", 1)
                ),
            );
        },
        "warning json -",
    ),
    (
        "a condition of a guard",
        |it| with_condition(it, "Bash(git *)"),
        "warning condition governance-hook",
    ),
    (
        "a condition of a hook that only acts",
        |it| {
            it.install(&["post-edit-hook"], Scope::Project, Engine::Off);
            it.write("project/.tacklebox/post-edit.yaml", "version: 1\n");
            let with = "\"if\": \"Edit(*.ts)\", \"timeout\": 120";
            it.edit(SETTINGS, "\"timeout\": 120", with);
        },
        "",
    ),
    (
        "not waited for",
        |it| it.edit(SETTINGS, "\"timeout\": 5", "\"async\": true, \"timeout\": 5"),
        "error field governance-hook",
    ),
    (
        "a limit too short",
        |it| it.edit(SETTINGS, "\"timeout\": 5", "\"timeout\": 1"),
        "error timeout governance-hook",
    ),
    (
        "a failure that a host is not told of",
        |it| it.closed.push("governance-hook".to_owned()),
        "warning on-failure governance-hook",
    ),
    (
        "a failure that an old host lets pass",
        |it| {
            it.host = HostVersion(2, 1, 294);
            it.edit(SETTINGS, "\"timeout\": 5", "\"onFailure\": \"block\", \"timeout\": 5");
        },
        "warning on-failure governance-hook",
    ),
];

#[test]
fn entries_that_do_not_fire() {
    check(ENTRIES_THAT_DO_NOT_FIRE);
}

const NEIGHBOURS_AND_STATE: &[Row] = &[
    (
        "by the person too",
        |it| it.install(&["governance-hook"], Scope::User, Engine::Off),
        "error twice governance-hook",
    ),
    (
        "by the engine too",
        |it| it.install(&["governance-hook"], Scope::Local, Engine::On),
        "error twice governance-hook",
    ),
    (
        "by an organisation too",
        |it| {
            let text = it
                .read(SETTINGS)
                .replace("${CLAUDE_PROJECT_DIR}", it.path("project").to_str().unwrap());
            it.write("managed/managed-settings.json", &text);
        },
        "error twice governance-hook, error twice intent-gate-hook",
    ),
    (
        "modules of a plugin",
        |it| plugin(it, "{\"modules\": [\"./x.js\"], \"hooks\": {}}"),
        "warning module -",
    ),
    (
        "Copilot beside",
        |it| fs::create_dir_all(it.path("project/.github/hooks")).unwrap(),
        "note other-host -",
    ),
    (
        "a state that is a file",
        |it| {
            fs::remove_dir(it.path("state")).unwrap();
            it.write("state", "");
        },
        "error state -",
    ),
    ("a state that is open", |it| it.mode("state", 0o777), "error state -"),
    ("a state that is read-only", |it| it.mode("state", 0o555), "error state -"),
];

#[test]
fn neighbours_and_state() {
    check(NEIGHBOURS_AND_STATE);
}
