//! Earlier versions of settings come back, with the programs that they name, and nothing is lost.

use std::fs;

use hook_installer::InstallError;

use crate::machine::{Machine, mode, offers, read, write};

const MINE: &str = "{\n  \"permissions\": { \"deny\": [\"Read(.env)\"] }\n}\n";

fn settings(machine: &Machine) -> Option<String> {
    fs::read_to_string(machine.project(".claude/settings.json")).ok()
}

/// Every program that the settings name is there and can be started.
#[track_caller]
fn check_programs(machine: &Machine) {
    let text = settings(machine).unwrap_or_default();
    let names = offers().into_iter().map(|offer| offer.hook).chain(["tacklebox".to_owned()]);
    for name in names.filter(|name| text.contains(&format!("bin/{name}\""))) {
        let program = machine.project(".claude/hooks/bin").join(&name);
        assert_eq!(mode(&program), 0o755, "{name}");
    }
}

const LINES: [&str; 5] = [
    "install governance-hook @",
    "install file-context-hook post-edit-hook --engine on @",
    "uninstall governance-hook @",
    "install --all --engine off @",
    "uninstall --all @",
];

#[test]
fn each_version_comes_back_with_its_programs() {
    for back in 1..=LINES.len() {
        let machine = Machine::new();
        write(&machine.project(".claude/settings.json"), MINE);
        let mut versions = vec![settings(&machine)];
        for line in LINES {
            machine.done(line);
            versions.push(settings(&machine));
        }
        let last = versions.pop().unwrap();
        assert_eq!(last.as_deref(), Some(MINE));
        machine.done(&format!("rollback {back} @"));
        let version = versions.iter().nth_back(back - 1).unwrap();
        assert_eq!(&settings(&machine), version, "{back}");
        check_programs(&machine);
        if *version == last {
            continue;
        }
        machine.done("rollback @");
        assert_eq!(settings(&machine), last, "what was replaced is a version too: {back}");
        check_programs(&machine);
    }
}

#[test]
fn a_file_that_we_made_goes_and_comes_back() {
    let machine = Machine::new();
    machine.done("install governance-hook @");
    let installed = settings(&machine);
    let shown = machine.done("rollback @");
    assert!(shown.contains("+++ /dev/null"), "{shown}");
    assert_eq!(settings(&machine), None);
    assert!(!machine.project(".claude/hooks/bin/governance-hook").exists());
    machine.done("rollback @");
    assert_eq!(settings(&machine), installed);
    check_programs(&machine);
}

#[test]
fn programs_that_come_back_are_ignored_by_git() {
    let machine = Machine::new();
    write(&machine.project(".claude/settings.json"), MINE);
    machine.done("install governance-hook @");
    machine.done("uninstall governance-hook @");
    let ignore = machine.project(".claude/hooks/bin/.gitignore");
    assert!(!ignore.exists());
    machine.done("rollback @");
    check_programs(&machine);
    assert!(ignore.exists());
}

#[test]
fn what_a_person_wrote_meanwhile_is_kept_as_a_version() {
    let machine = Machine::new();
    let path = machine.project(".claude/settings.json");
    write(&path, MINE);
    machine.done("install governance-hook @");
    let text = read(&path).replace("Read(.env)", "Read(.env*)");
    write(&path, &text);
    let shown = machine.done("rollback --dry-run @");
    assert!(shown.contains("-  \"permissions\": { \"deny\": [\"Read(.env*)\"] },\n"), "{shown}");
    assert_eq!(read(&path), text);
    machine.done("rollback @");
    assert_eq!(read(&path), MINE);
    machine.done("rollback @");
    assert_eq!(read(&path), text);
}

#[test]
fn a_server_comes_and_goes_with_its_hook() {
    let machine = Machine::new();
    let servers = machine.project(".mcp.json");
    write(&servers, "{\n  \"mcpServers\": {\"mine\": {\"command\": \"x\"}}\n}\n");
    let before = read(&servers);
    machine.done("install intent-gate-hook @");
    let with = read(&servers);
    assert_ne!(with, before);
    machine.done("rollback @");
    assert_eq!(read(&servers), before);
    assert!(!machine.project(".claude/hooks/bin/intent-mcp").exists());
    machine.done("rollback @");
    assert_eq!(read(&servers), with);
    assert!(machine.project(".claude/hooks/bin/intent-mcp").exists());
}

#[test]
fn a_program_that_is_nowhere_any_more_is_a_refusal() {
    let machine = Machine::new();
    let path = machine.project(".claude/settings.json");
    write(&path, MINE);
    machine.done("install governance-hook @");
    machine.done("uninstall governance-hook @");
    fs::remove_file(machine.path("programs/governance-hook")).unwrap();
    fs::remove_file(machine.path("programs/tacklebox")).unwrap();
    machine.refused("rollback @", "could not copy");
    assert_eq!(read(&path), MINE);
}

#[test]
fn only_what_is_kept_comes_back() {
    let machine = Machine::new();
    machine.refused("rollback @", "there is no earlier version of ");
    write(&machine.project(".claude/settings.json"), MINE);
    machine.done("install governance-hook @");
    let err = machine.refused("rollback 2 @", "there is only one earlier version of ");
    assert!(matches!(err, InstallError::Refused(_)));
    machine.done("uninstall governance-hook @");
    write(&machine.project(".claude/tacklebox-backups/settings.json.3.bak"), MINE);
    let shown = machine.done("rollback --dry-run @");
    assert!(shown.contains("+    \"PreToolUse\": [\n"), "what is there already counts: {shown}");
}
