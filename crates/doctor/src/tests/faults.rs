//! The table of faults: what is done to a healthy project, and what is found then.

mod entries;
mod files;
mod history;
mod programs;

use super::machine::Machine;

const SETTINGS: &str = "project/.claude/settings.json";
const GATE: &str = "project/.claude/hooks/bin/intent-gate-hook";
const GOVERNANCE: &str = "project/.claude/hooks/bin/governance-hook";

/// A name, what is done, and what is found: `severity check hook`, several with a comma.
type Row = (&'static str, fn(&mut Machine), &'static str);

/// Runs the rows, and names all that are not as they should be.
#[track_caller]
fn check(rows: &[Row]) {
    let mut wrong = Vec::new();
    for (name, break_it, expected) in rows {
        let mut machine = Machine::healthy();
        break_it(&mut machine);
        let found = machine.findings();
        if found.join(", ") != *expected {
            wrong.push(format!("{name}: {found:?}, and not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn governance_says(machine: &Machine, script: &str) {
    let text = format!("#!/bin/sh\n{script}\n");
    machine.program(GOVERNANCE, &text);
    machine.program("programs/governance-hook", &text);
}

fn foreign(machine: &Machine, event: &str, group: &str) {
    let hooks = format!("{{\"hooks\": {{\"{event}\": [{group}]}}}}");
    machine.write("project/.claude/settings.local.json", &hooks);
}

fn plugin(machine: &Machine, hooks: &str) {
    let folder = machine.path("home/.claude/plugins/cache/m/p/1");
    machine.write("home/.claude/plugins/cache/m/p/1/hooks/hooks.json", hooks);
    let register = format!(
        "{{\"plugins\": {{\"p@m\": [{{\"scope\": \"user\", \"installPath\": {:?}}}]}}}}",
        folder.to_str().unwrap()
    );
    machine.write("home/.claude/plugins/installed_plugins.json", &register);
    machine.write("home/.claude/settings.json", "{\"enabledPlugins\": {\"p@m\": true}}");
}
