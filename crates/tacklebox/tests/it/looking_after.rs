//! `doctor`, `list`, `update` and `rollback` as a person types them, for what is installed on each host.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use golden::Trial;

use crate::elsewhere::{HOSTS, read};
use crate::installing::{Machine, write};

/// What marks a program as ours.
const MARK: &str = "# \u{1d}tacklebox program 7f3c1a52-9d0e-4b86-a1e4-5c2d\u{1d}";

const GOVERNANCE: &str = "version: \"1.0\"\nstates: [DO]\ndefault_state: DO\n\
                          rules:\n  web-fetch: { DO: { action: block, message: stay here } }\n";

/// The tests of this module.
pub(crate) fn trials() -> Vec<Trial> {
    vec![
        golden::test(the_doctor_plays_each_host),
        golden::test(the_doctor_says_what_is_wrong_on_each_host),
        golden::test(the_doctor_finds_a_damaged_store),
        golden::test(newer_programs_come_once_they_start),
        golden::test(earlier_versions_of_each_file_come_back),
        golden::test(nothing_of_somebody_else_is_overwritten),
    ]
}

/// A program of ours that is what this says.
fn program(path: &Path, body: &str) {
    write(path, &format!("#!/bin/sh\n{MARK}\n{body}\n"));
    fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
}

/// The real one, by a name of a few bytes.
fn real() -> String {
    let program = golden::under_test(Path::new(env!("CARGO_BIN_EXE_tacklebox")));
    format!("exec '{}' \"$@\"", program.display())
}

/// A machine with a configured project, and the program of this version.
fn machine() -> Machine {
    let machine = Machine::new();
    program(&machine.path("programs/tacklebox"), &real());
    program(&machine.path("programs/intent-mcp"), "exit 0");
    write(&machine.path("project/.tacklebox/governance.yaml"), GOVERNANCE);
    machine
}

fn installed(bin: &str, machine: &Machine) -> PathBuf {
    machine.path(bin).join("tacklebox")
}

fn name(host: &str) -> &'static str {
    hook_protocol::Host::of_key(host).unwrap().name()
}

fn the_doctor_plays_each_host() {
    for (host, _, _) in HOSTS {
        let machine = machine();
        machine.check(&format!("install governance-hook --host {host} % @"), 0, "installed");
        let said = machine.check("doctor % @", 0, "governance-hook  PROTECTING");
        let (name, scope) = (name(host), if host == "kimi" { "user" } else { "project" });
        let line = said.lines().next().unwrap();
        assert!(line.contains(&format!("{name}: {scope}, played; not called yet, answers in ")));
        assert!(said.ends_with("\nNo problems found.\n"), "{said}");
        assert!(!said.contains("error (") && !said.contains("warning ("), "{said}");
        let said = machine.check("list @", 0, &format!("installed      {name}, {scope}"));
        assert!(said.contains("post-edit-hook            not installed"), "{said}");
        let document = machine.check("doctor --json % @", 0, &format!("\"host\": \"{name}\""));
        assert!(document.contains("\"state\": \"protecting\""), "{document}");
        // What is played is thrown away.
        let mut grep = std::process::Command::new("grep");
        let session = "00000000-0000-4000-8000-000000000000";
        let found = grep.args(["-rl", session]).arg(machine.path("")).output().unwrap();
        assert!(found.stdout.is_empty(), "{}", String::from_utf8_lossy(&found.stdout));
    }
}

fn the_doctor_says_what_is_wrong_on_each_host() {
    for (host, file, bin) in HOSTS {
        let machine = machine();
        machine.check(&format!("install governance-hook --host {host} % @"), 0, "installed");
        let (file, there, name) = (machine.path(file), installed(bin, &machine), name(host));
        let not = format!("governance-hook  NOT         {name}: ");
        let check = |words: &str| {
            let said = machine.check("doctor % @", 1, &not);
            assert!(said.contains(words), "{host}: {words}: {said}");
        };
        fs::remove_file(&there).unwrap();
        check("tacklebox does not exist");
        machine.check("doctor --fix % @", 0, "put ");
        program(&there, "cat > /dev/null; exit 3");
        let then = if host == "copilot" { "denies the call" } else { "continues without it" };
        check(&format!("the program failed (exit status: 3), and {name} {then}"));
        program(&there, "cat > /dev/null; echo no JSON");
        check("is not a JSON object");
        program(&there, "cat > /dev/null; echo '{\"hookSpecificOutput\":{\"updatedInput\":{}}}'");
        check(&format!("{name} does not support changed input on "));
        machine.check("doctor --fix % @", 0, "PROTECTING");
        // An entry that a person took out.
        let text = read(&file);
        let event = if host == "gemini" { "BeforeTool" } else { "PreToolUse" };
        assert!(text.contains(event), "{text}");
        write(&file, &text.replace(event, "Other"));
        check(&format!("governance-hook does not run on {event}"));
        write(&file, &text);
        write(&machine.path("project/.tacklebox/governance.yaml"), "version: 9\n");
        check("the configuration cannot be read");
        write(&machine.path("project/.tacklebox/governance.yaml"), GOVERNANCE);
        write(&file, &text.replacen(['{', '['], "", 1));
        let said =
            machine.check("doctor % @", 1, "cannot read this file and runs none of its hooks");
        assert!(said.contains("error (host-file)"), "{said}");
    }
}

fn the_doctor_finds_a_damaged_store() {
    let machine = machine();
    machine.check("install file-context-hook % @", 0, "installed");
    machine.check("doctor % @", 0, "No problems found.");
    let status = machine.check("file-context status @", 0, "store ");
    let store = status.lines().find_map(|line| line.strip_prefix("store ")).unwrap().trim();
    write(Path::new(store), &"This is not a database. ".repeat(10));
    machine.check("doctor % @", 1, "the data of file-context-hook is damaged: ");
}

fn newer_programs_come_once_they_start() {
    for (host, _, bin) in HOSTS {
        let machine = machine();
        let hooks = "governance-hook intent-gate-hook";
        machine.check(&format!("install {hooks} --host {host} % @"), 0, "installed");
        machine.check("update % @", 0, "All programs are up to date.");
        let there = installed(bin, &machine);
        let server = there.with_file_name("intent-mcp");
        let old = "[ \"$1\" = --version ] && { echo x 0.0.1; exit 0; }\ncat > /dev/null";
        program(&there, old);
        program(&server, old);
        // The gate has no configuration.
        machine.check("doctor --static % @", 1, "is from another version");
        let new = machine.path("programs/tacklebox");
        program(&new, "cat > /dev/null; exit 3");
        machine.check("update % @", 1, "the new tacklebox does not start");
        assert!(read(&there).contains("0.0.1"), "{host}");
        program(&new, &real());
        machine.check("update --dry-run % @", 0, "tacklebox: 0.0.1, now ");
        assert!(read(&there).contains("0.0.1"), "{host}");
        let said = machine.check("update % @", 0, "put ");
        assert_eq!(read(&there), read(&new), "{said}");
        assert_eq!(read(&server), read(&machine.path("programs/intent-mcp")), "{said}");
        machine.check("update % @", 0, "All programs are up to date.");
    }
}

fn earlier_versions_of_each_file_come_back() {
    for (host, file, bin) in HOSTS {
        let machine = machine();
        let (file, there) = (machine.path(file), installed(bin, &machine));
        let before = match host {
            "kimi" => "# mine\n[[hooks]]\nevent = \"Stop\" # theirs\ncommand = 'x'",
            "copilot" => "",
            _ => "{\r\n\t\"b\":  1, \"a\": [ ] }",
        };
        if !before.is_empty() {
            write(&file, before);
        }
        machine.check(&format!("install governance-hook --host {host} % @"), 0, "installed");
        let first = read(&file);
        machine.check(&format!("install prompt-detect-hook --host {host} % @"), 0, "installed");
        let second = read(&file);
        let back = format!("rollback --host {host} % @");
        let said =
            machine.check(&format!("{back} --dry-run"), 0, "This undoes our last change to ");
        assert!(said.contains("prompt-detect-hook") && read(&file) == second, "{said}");
        machine.check(&back, 1, "there is no terminal to ask on; use `--yes`");
        let said = machine.check(&format!("{back} --yes"), 0, "undone ");
        assert!(said.contains(&format!("`tacklebox rollback --host {host}` undoes")), "{said}");
        assert_eq!(read(&file), first);
        // And what was there before any of ours, from the change before.
        let wide = format!("rollback 3 --host {host} --yes % @");
        machine.check(&wide, 0, "removed ");
        match before {
            "" => assert!(!file.exists(), "{host}"),
            before => assert_eq!(read(&file), before, "{host}"),
        }
        assert!(!there.exists(), "{host}");
        machine.check(&format!("{back} --yes"), 0, "programs ");
        assert_eq!((read(&file), there.is_file()), (first, true), "{host}");
        machine.check(&format!("rollback 10 --host {host} --yes % @"), 1, "earlier version");
    }
    let machine = machine();
    machine.check("rollback --host codex --yes % @", 1, "there is no earlier version of ");
    machine.check("rollback --host codex --scope local --yes % @", 1, "no personal settings");
}

fn nothing_of_somebody_else_is_overwritten() {
    let machine = machine();
    // A hook works without a server that is not beside the programs.
    fs::remove_file(machine.path("programs/intent-mcp")).unwrap();
    let gate = "install intent-gate-hook --host codex % @";
    machine.check(gate, 0, "the MCP server intent-mcp was not added");
    machine.check("uninstall intent-gate-hook --host codex @", 0, "removed");
    let there = machine.path("project/.tacklebox/bin/tacklebox");
    let mine = "#!/bin/sh\n# mine\ncat > /dev/null\n";
    write(&there, mine);
    fs::set_permissions(&there, Permissions::from_mode(0o755)).unwrap();
    let said =
        machine.check("install governance-hook --host codex % @", 1, "is not a Tacklebox program");
    assert!(!machine.path("project/.codex").exists(), "{said}");
    fs::remove_file(&there).unwrap();
    machine.check("install governance-hook --host codex % @", 0, "installed");
    write(&there, mine);
    fs::set_permissions(&there, Permissions::from_mode(0o755)).unwrap();
    machine.check("update --dry-run % @", 0, "is not a Tacklebox program and was not changed");
    machine.check("update % @", 1, "Move it away, then run `tacklebox install HOOK --host HOST`");
    machine.check("doctor --fix % @", 0, "is not a Tacklebox program, or is damaged");
    assert_eq!(read(&there), mine);
}
