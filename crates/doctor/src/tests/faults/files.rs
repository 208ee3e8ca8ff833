//! Files that a host drops or never reads, and what switches hooks off.

use std::fs;

use super::{Row, SETTINGS, check, foreign};
use crate::tests::machine::Machine;

const FILES_THAT_A_HOST_DROPS_OR_NEVER_READS: &[Row] = &[
    ("a comment", |it| it.edit(SETTINGS, "{\n", "{ // mine\n"), "error json -"),
    (
        "no UTF-8",
        |it| {
            let text = [b"\xff\xfe governance-hook".as_slice()].concat();
            let mut file = fs::File::create(it.path(SETTINGS)).unwrap();
            std::io::Write::write_all(&mut file, &text).unwrap();
        },
        "error json -",
    ),
    (
        "an event that there is not",
        |it| {
            foreign(it, "PreToolCall", "{\"hooks\": []}");
        },
        "warning json -",
    ),
    (
        "a malformed entry of Stop",
        |it| {
            foreign(it, "Stop", "{\"hooks\": [{\"type\": \"command\"}]}");
        },
        "warning json -, note foreign -",
    ),
    (
        "hooks in .claude.json",
        |it| {
            it.write("home/.claude.json", "{\"hooks\": {\"Stop\": []}, \"projects\": 1}");
            it.edit(
                "home/.claude.json",
                "\"projects\": 1",
                &format!(
                    "\"projects\": {{{:?}: {{\"hasTrustDialogAccepted\": true}}}}",
                    it.path("project").to_str().unwrap()
                ),
            );
        },
        "error place -",
    ),
    (
        "a file of hooks",
        |it| {
            it.write("project/.claude/hooks.json", "{\"hooks\": {\"Stop\": []}}");
        },
        "error place -",
    ),
];

#[test]
fn files_that_a_host_drops_or_never_reads() {
    check(FILES_THAT_A_HOST_DROPS_OR_NEVER_READS);
}

#[test]
fn hooks_above_the_project() {
    let machine = Machine::healthy();
    let text = machine.read(SETTINGS);
    machine.write(".claude/settings.json", &text);
    assert_eq!(machine.findings(), ["error place -"]);
}

#[test]
fn rules_that_only_the_main_checkout_has() {
    let machine = Machine::healthy();
    let git = machine.path("main/.git/worktrees/project");
    machine.write("project/.git", &format!("gitdir: {}\n", git.display()));
    machine.write("main/.git/HEAD", "ref: refs/heads/main\n");
    machine.write("main/.git/worktrees/project/commondir", "../..\n");
    machine.write("main/.tacklebox/governance.yaml", "version: 1\n");
    assert!(machine.findings().is_empty());
    fs::remove_file(machine.path("project/.tacklebox/governance.yaml")).unwrap();
    assert_eq!(machine.findings(), ["warning configuration governance-hook"]);
    let intents = ".orchestration/active_intents.yaml";
    machine.write(&format!("main/{intents}"), "active_intents: []\n");
    fs::remove_file(machine.path(&format!("project/{intents}"))).unwrap();
    let expected = ["governance-hook", "intent-gate-hook"];
    assert_eq!(machine.findings(), expected.map(|hook| format!("warning configuration {hook}")));
    assert_eq!(machine.examine(crate::Level::Static).exit_status(), 1);
}

#[test]
fn settings_of_a_server_that_replace_the_managed_ones() {
    let machine = Machine::healthy();
    let text = machine.read(SETTINGS);
    machine.write("managed/managed-settings.json", &text);
    fs::remove_file(machine.path(SETTINGS)).unwrap();
    let before = machine.findings();
    let intents = "project/.orchestration/active_intents.yaml";
    fs::remove_file(machine.path(intents)).unwrap();
    assert_eq!(machine.findings(), ["note configuration intent-gate-hook"]);
    machine.write(intents, "active_intents: []\n");
    machine.write("home/.claude/remote-settings.json", "{\"model\": \"opus\"}");
    let found = machine.findings();
    for hook in ["governance-hook", "intent-gate-hook"] {
        assert!(found.contains(&format!("error managed-sources {hook}")), "{found:?}");
    }
    let merge = "{\"managedSourcesBehavior\": \"merge\"}";
    machine.write("home/.claude/remote-settings.json", merge);
    assert_eq!(machine.findings(), before);
}

#[test]
fn policies_that_are_not_what_was_signed() {
    let mut machine = Machine::healthy();
    for (is_error, expected, exit) in [(false, "warning policy -", 0), (true, "error policy -", 1)]
    {
        let message = "the files differ".to_owned();
        machine.policy = vec![crate::PolicyProblem { message, fix: "pull it again", is_error }];
        assert_eq!(machine.findings(), [expected]);
        assert_eq!(machine.examine(crate::Level::Played).exit_status(), exit);
    }
}

const WHAT_SWITCHES_HOOKS_OFF: &[Row] = &[
    (
        "the project's switch",
        |it| it.edit(SETTINGS, "{\n", "{\n\"disableAllHooks\": true,\n"),
        "error switch governance-hook, error switch intent-gate-hook",
    ),
    (
        "the person's switch",
        |it| {
            it.write("home/.claude/settings.json", "{\"disableAllHooks\": true}");
        },
        "error switch governance-hook, error switch intent-gate-hook",
    ),
    (
        "an organisation's switch",
        |it| {
            it.write("managed/managed-settings.json", "{\"disableAllHooks\": true}");
        },
        "error switch governance-hook, error switch intent-gate-hook",
    ),
    (
        "managed hooks alone",
        |it| {
            it.write("managed/managed-settings.json", "{\"allowManagedHooksOnly\": true}");
        },
        "error managed-only governance-hook, error managed-only intent-gate-hook",
    ),
    (
        "hooks of plugins alone",
        |it| {
            let text = "{\"strictPluginOnlyCustomization\": [\"hooks\"]}";
            it.write("managed/managed-settings.json", text);
        },
        "error managed-only governance-hook, error managed-only intent-gate-hook",
    ),
    (
        "trust that is not given",
        |it| {
            it.write("home/.claude.json", "{\"projects\": {}}");
        },
        "warning trust governance-hook, warning trust intent-gate-hook",
    ),
    (
        "a mode that only warns",
        |it| {
            it.modes.insert("governance-hook".to_owned(), "warn".to_owned());
        },
        "warning mode governance-hook",
    ),
    (
        "a pause",
        |it| {
            it.paused = Some("governance-hook".to_owned());
        },
        "warning mode governance-hook",
    ),
];

#[test]
fn what_switches_hooks_off() {
    check(WHAT_SWITCHES_HOOKS_OFF);
}

#[test]
fn a_project_with_an_authority_needs_the_program_of_leases() {
    let machine = Machine::healthy();
    machine.write("project/.tacklebox/intent-gate.yaml", "version: 1\nauthority: git\n");
    assert_eq!(machine.findings(), ["error program intent-gate-hook"]);
    machine.write("project/.claude/hooks/bin/tacklebox-sync", "program");
    assert!(machine.findings().is_empty());
}
