//! The shell that holds plans, as settings name it.

use super::machine::Machine;
use crate::{Examination, Level, Standing, State};

const LOCAL: &str = "project/.claude/settings.local.json";
const SHELL: &str = "project/.claude/hooks/bin/confine-bash";

/// A shell that says it holds plans, and of two commands runs these.
fn shell(machine: &Machine, name: &str, runs: &str) {
    let answers = "[ \"$1\" = --tacklebox-layer ] && { echo landlock; exit; }";
    machine.program(name, &format!("#!/bin/sh\n{answers}\n{runs}\n"));
}

/// It runs the first alone: the second is to fail.
const HOLDS: &str = "eval \"${2%%;*}\"";

fn names(machine: &Machine, file: &str, path: &str) {
    machine.write(file, &format!("{{\"env\": {{\n\"CLAUDE_CODE_SHELL\": {path:?}}}}}"));
}

/// A machine whose settings name a shell that holds plans.
fn walled() -> Machine {
    let machine = Machine::healthy();
    shell(&machine, SHELL, HOLDS);
    names(&machine, LOCAL, machine.path(SHELL).to_str().unwrap());
    machine
}

fn row(examined: &Examination) -> Option<&Standing> {
    examined.hooks.iter().find(|hook| hook.hook.starts_with("confine"))
}

#[test]
fn a_shell_that_holds_plans_has_a_line() {
    let machine = walled();
    assert_eq!(machine.findings(), [""; 0]);
    let examined = machine.examine(Level::Played);
    let row = row(&examined).unwrap();
    assert_eq!((row.state, row.layer, row.is_final), (State::Protecting, Some("landlock"), "yes"));
    let text = examined.to_string();
    let line = text.lines().find(|line| line.starts_with("confine-bash")).unwrap();
    assert!(line.contains("PROTECTING  local, played; a write outside its plan failed"), "{line}");
    let text = machine.examine(Level::Static).to_string();
    assert!(text.contains("PROTECTING  local, static; the client runs commands with it"), "{text}");
}

/// A name, what is done, and what is found then.
type Row = (&'static str, fn(&Machine), &'static str);

const FAULTS: &[Row] = &[
    ("gone", |it| std::fs::remove_file(it.path(SHELL)).unwrap(), "error: does not exist"),
    ("no run bit", |it| it.mode(SHELL, 0o644), "error: is not executable"),
    (
        "a folder",
        |it| {
            std::fs::remove_file(it.path(SHELL)).unwrap();
            std::fs::create_dir(it.path(SHELL)).unwrap();
        },
        "error: is not a file",
    ),
    ("relative", |it| names(it, LOCAL, "bin/confine-bash"), "error: is not an absolute path"),
    (
        "a variable",
        |it| names(it, LOCAL, "${CLAUDE_PROJECT_DIR}/confine-bash"),
        "error: is not an absolute path",
    ),
    ("another name", |it| names(it, LOCAL, "/opt/confine"), "error: is not called"),
    (
        "overruled",
        |it| names(it, "managed/managed-settings.json", "/bin/zsh"),
        "error: the client uses /bin/zsh from the managed settings",
    ),
    (
        "with the client's sandbox",
        |it| it.write("home/.claude/settings.json", "{\"sandbox\": {\"enabled\": true}}"),
        "error: every command fails",
    ),
    (
        "holds nothing",
        |it| shell(it, SHELL, "exec /bin/sh \"$@\""),
        "error: wrote outside its plan",
    ),
    ("opens nothing", |it| shell(it, SHELL, "exit 1"), "error: could not write inside its plan"),
    (
        "without a layer",
        |it| it.program(SHELL, "#!/bin/sh\necho nothing\n"),
        "warning: the kernel enforces no plan",
    ),
    (
        "of another version",
        |it| shell(it, "programs/confine-bash", "exit 0"),
        "warning: is from another version",
    ),
];

#[test]
fn what_is_wrong_with_the_shell_is_wrong_with_no_hook() {
    for (name, break_it, expected) in FAULTS {
        let machine = walled();
        break_it(&machine);
        let examined = machine.examine(Level::Played);
        let (severity, words) = expected.split_once(": ").unwrap();
        let [finding] = &examined.findings[..] else { panic!("{name}: {examined}") };
        assert_eq!(format!("{:?}", finding.severity).to_lowercase(), severity, "{name}");
        assert!(finding.message.contains(words), "{name}: {}", finding.message);
        assert!(!finding.fix.is_empty() && finding.check == "shell", "{name}: {finding:?}");
        let is_not = row(&examined).unwrap().state == State::Not;
        assert_eq!(is_not, !words.contains("version"), "{name}");
        assert_eq!(examined.exit_status(), u8::from(severity == "error"), "{name}");
        let hooks = examined.hooks.iter().filter(|hook| hook.hook.ends_with("-hook"));
        assert!(hooks.clone().count() == 2, "{name}");
        assert!(hooks.into_iter().all(|hook| hook.state == State::Protecting), "{name}");
    }
}

#[test]
fn a_stronger_file_names_the_shell() {
    let machine = walled();
    names(&machine, "home/.claude/settings.json", "/bin/zsh");
    machine.write("managed/managed-settings.json", "{\"sandbox\": {\"enabled\": false}}");
    machine.write("home/.claude/settings.json", "{\"sandbox\": {\"enabled\": true}}");
    assert_eq!(machine.findings(), [""; 0]);
}

#[test]
fn a_gate_without_the_shell_is_a_hint_where_the_machine_could_hold_plans() {
    let machine = Machine::healthy();
    shell(&machine, "programs/confine-bash", HOLDS);
    assert_eq!(machine.findings(), ["note shell intent-gate-hook"]);
    let examined = machine.examine(Level::Played);
    assert!(row(&examined).is_none() && examined.exit_status() == 0, "{examined}");
    machine.write(LOCAL, "{\"sandbox\": {\"enabled\": true}}");
    assert_eq!(machine.findings(), [""; 0]);
    names(&machine, LOCAL, "/bin/zsh");
    assert_eq!(machine.findings(), [""; 0]);
}
