//! Hooks in the files of other hosts: what is wrong there, and what no hook can do.

use super::machine::Machine;
use crate::{Level, Severity};

const CODEX: &str = "project/.codex/hooks.json";
const ENGINE: &str = "project/.tacklebox/bin/tacklebox";

/// A project in which Codex CLI starts two hooks.
fn machine() -> Machine {
    let machine = Machine::healthy();
    let line = "'/p/.tacklebox/bin/tacklebox' run --host codex agent-trace-hook governance-hook";
    let entry = format!("{{\"hooks\": [{{\"type\": \"command\", \"command\": \"{line}\"}}]}}");
    machine.write(CODEX, &format!("{{\"hooks\": {{\n\"PreToolUse\": [{entry}]}}}}"));
    machine.program("programs/tacklebox", "#!/bin/sh\n");
    machine.program(ENGINE, "#!/bin/sh\n");
    machine
}

/// The findings about other hosts, and whether the file is said to start hooks.
fn look(machine: &Machine) -> (Vec<(Severity, String)>, bool) {
    let examined = machine.examine(Level::Static);
    let of_hosts = examined.findings.iter().filter(|finding| finding.check == "other-host");
    let found = of_hosts.map(|finding| (finding.severity, finding.message.clone())).collect();
    (found, examined.elsewhere[0].starts)
}

#[test]
fn what_no_hook_can_do_there_is_a_note() {
    let machine = machine();
    let (found, starts) = look(&machine);
    let [(Severity::Note, words)] = &found[..] else { panic!("{found:?}") };
    assert!(words.starts_with("on Codex CLI a hook cannot see a read or a search"), "{words}");
    assert!(words.contains("once you have trusted it"), "{words}");
    let examined = machine.examine(Level::Static);
    assert!(starts && examined.exit_status() == 0);
    let shown = examined.to_string();
    let line = "Codex CLI  STARTS  agent-trace-hook, governance-hook; project, static";
    assert!(shown.contains(line), "{shown}");
}

#[test]
fn what_keeps_a_host_from_starting_them_is_named() {
    let check = |break_it: fn(&Machine), severity: Severity, words: &str| {
        let machine = machine();
        break_it(&machine);
        let (found, starts) = look(&machine);
        let (worst, message) = &found[0];
        assert_eq!(*worst, severity, "{found:?}");
        assert!(message.contains(words), "{message}");
        assert_eq!(starts, severity != Severity::Error);
        assert_eq!(machine.examine(Level::Static).exit_status(), u8::from(!starts));
    };
    check(|it| it.mode(ENGINE, 0o644), Severity::Error, "is not there, or has no run bit");
    check(|it| it.edit(CODEX, "{\n", "{ // mine\n"), Severity::Error, "line 1, column 13");
    check(|it| it.write(ENGINE, "#!/bin/sh\n#"), Severity::Warning, "not of this version");
    check(|it| it.edit(CODEX, "agent-trace", "weather"), Severity::Warning, "weather-hook");
}

#[test]
fn each_hook_is_listed_with_the_host_that_starts_it() {
    let machine = machine();
    machine.with(Level::Static, |given| {
        let listing = crate::list(given);
        let scopes = |hook: &str| -> Vec<_> {
            let its = listing.hooks.iter().filter(|listed| listed.hook == hook);
            its.map(|listed| listed.scope.clone().unwrap_or_default()).collect()
        };
        assert_eq!(scopes("agent-trace-hook"), ["Codex CLI, project"]);
        assert_eq!(scopes("governance-hook"), ["project", "Codex CLI, project"]);
    });
}
