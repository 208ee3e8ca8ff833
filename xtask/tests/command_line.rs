//! `cargo xtask` from its command line: status, usage, and output that nobody reads.
#![cfg(test)]
#![cfg(unix)]

use std::fs::{self, File, Permissions};
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

const HOOK: &str = "governance-hook";

/// With the mark of our programs: what has none is not removed.
const PROGRAM: &str = "#!/bin/sh\n# \u{1d}tacklebox program 7f3c1a52-9d0e-4b86-a1e4-5c2d\u{1d}\n";

/// A home, a project, and a folder of programs that need no building.
struct Machine {
    dir: TempDir,
}

impl Machine {
    fn new() -> Self {
        let machine = Self { dir: TempDir::with_prefix("a machine ").unwrap() };
        for dir in ["home", "a project", "programs"] {
            fs::create_dir(machine.path(dir)).unwrap();
        }
        for program in [HOOK, "intent-gate-hook", "intent-mcp"] {
            let path = machine.path("programs").join(program);
            File::create(&path).unwrap().write_all(PROGRAM.as_bytes()).unwrap();
            fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
        }
        machine
    }

    fn path(&self, path: &str) -> PathBuf {
        self.dir.path().join(path)
    }

    fn settings(&self) -> PathBuf {
        self.path("a project/.claude/settings.json")
    }

    /// `cargo xtask` with the words of `line`; `@` stands for the project.
    fn xtask(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        command.env("HOME", self.path("home")).stdin(Stdio::null());
        for word in line.split(' ') {
            match word {
                "@" if line.starts_with("list") || line.starts_with("doctor") => {
                    command.arg("--project").arg(self.path("a project"))
                }
                "@" => {
                    command.args(["--scope", "project", "--project"]).arg(self.path("a project"))
                }
                word => command.arg(word),
            };
        }
        if line.starts_with("install") {
            command.arg("--programs").arg(self.path("programs"));
        }
        command
    }

    #[track_caller]
    fn done(&self, line: &str) -> String {
        let output = self.xtask(line).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{line}: {}", stderr(&output));
        String::from_utf8(output.stdout).unwrap()
    }

    #[track_caller]
    fn refused(&self, line: &str, status: i32, because: &str) -> String {
        let output = self.xtask(line).output().unwrap();
        let words = stderr(&output);
        assert_eq!(output.status.code(), Some(status), "{line}: {words}");
        assert!(words.starts_with("error: ") && words.contains(because), "{line}: {words}");
        words
    }
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A pipe that nobody reads.
fn closed_pipe() -> Stdio {
    let (_, writer) = std::io::pipe().unwrap();
    writer.into()
}

/// A device that takes nothing.
fn full_device() -> Stdio {
    File::options().write(true).open("/dev/full").unwrap().into()
}

#[test]
fn hooks_go_in_and_out() {
    let machine = Machine::new();
    let dry = machine.done("install governance-hook --dry-run @");
    assert!(dry.contains("+    \"PreToolUse\": [\n") && dry.contains("would put "), "{dry}");
    let shown = machine.done("install governance-hook --diff @");
    assert!(shown.contains("\ninstalled governance-hook (scope project)\n"), "{shown}");
    assert!(shown.contains("+    \"PreToolUse\": [\n"), "{shown}");
    assert!(
        shown.ends_with(
            "next      governance-hook: `governance-hook init`; nothing happens until then\n"
        ),
        "{shown}"
    );
    assert!(
        shown.contains("\n\nnote: everyone who uses this repository gets these hooks"),
        "{shown}"
    );
    let listed = machine.done("list @");
    let line = listed.lines().find(|line| line.starts_with(HOOK)).unwrap();
    assert!(line.contains("  project  "), "{line}");
    let removed = machine.done("uninstall governance-hook @");
    assert!(removed.starts_with("removed   governance-hook (scope project)\n"), "{removed}");
    assert_eq!(fs::read_dir(machine.path("a project")).unwrap().count(), 0);
}

#[test]
fn a_hook_that_is_to_fail_closed_blocks_where_the_client_knows_that() {
    let open = Machine::new();
    open.done("install governance-hook --host-version 2.1.330 @");
    assert!(!fs::read_to_string(open.settings()).unwrap().contains("onFailure"));
    for (version, blocks) in [("2.1.330", true), ("2.1.290", false)] {
        let machine = Machine::new();
        let file = machine.path("a project/.tacklebox/governance.yaml");
        fs::create_dir(file.parent().unwrap()).unwrap();
        let text = b"version: 1\non_failure: closed\n";
        File::create(&file).unwrap().write_all(text).unwrap();
        let told = machine.done(&format!("install governance-hook --host-version {version} @"));
        let settings = fs::read_to_string(machine.settings()).unwrap();
        assert_eq!(settings.contains("\"onFailure\": \"block\""), blocks, "{settings}");
        assert_eq!(told.contains("does not know"), !blocks, "{told}");
    }
}

#[test]
fn the_list_has_hooks_and_no_servers() {
    let shown = Machine::new().done("list");
    let names: Vec<_> = shown.lines().filter_map(|line| line.split(' ').next()).collect();
    assert!(names.contains(&HOOK) && names.iter().all(|name| name.ends_with("-hook")), "{names:?}");
}

#[test]
fn a_wrong_call_shows_the_usage_of_its_own_subcommand() {
    let machine = Machine::new();
    for (line, because) in [
        ("install @", "name a hook, or --all: "),
        ("install no-hook @", "there is no hook `no-hook`, only "),
        ("install governance-hook", "name the project with --project"),
        ("install governance-hook --all @", "cannot be used with"),
        ("uninstall --scope nobody @", "invalid value 'nobody'"),
        ("uninstall no-hook @", "there is no hook `no-hook`"),
        ("try no-hook", "there is no hook `no-hook`"),
        ("bench no-hook", "there is no hook `no-hook`"),
        ("bench --blocks 0", "nothing would be measured"),
        ("bench --rounds 0", "nothing would be measured"),
    ] {
        let words = machine.refused(line, 2, because);
        let subcommand = line.split(' ').next().unwrap();
        // clap leaves the usage out where a value alone is wrong.
        if !words.contains("invalid value '") {
            assert!(words.contains(&format!("Usage: cargo xtask {subcommand} ")), "{words}");
        }
    }
    let words = machine.refused("no-command", 2, "unrecognized subcommand");
    assert!(words.contains("Usage: cargo xtask <COMMAND>"), "{words}");
}

#[test]
fn what_cannot_be_done_has_status_1() {
    let machine = Machine::new();
    machine.refused("install --all --project /no/such/folder", 1, "there is no folder");
    fs::create_dir(machine.path("a project/.claude")).unwrap();
    File::create(machine.settings()).unwrap();
    fs::remove_file(machine.path("programs/governance-hook")).unwrap();
    machine.refused("install governance-hook @", 1, "programs has no governance-hook");
    assert_eq!(fs::read(machine.settings()).unwrap(), b"");
    assert!(!machine.path("a project/.claude/hooks").exists());
}

#[test]
fn nobody_has_to_read_what_was_done() {
    let machine = Machine::new();
    for (line, stays) in
        [("install governance-hook @", true), ("uninstall governance-hook @", false)]
    {
        let output = machine.xtask(line).stdout(closed_pipe()).output().unwrap();
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""), "{line}");
        assert_eq!(machine.settings().exists(), stays);
        assert_eq!(machine.path("a project/.claude/hooks/bin").exists(), stays);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_ends_nothing_half_way() {
    let machine = Machine::new();
    for (line, stays) in
        [("install governance-hook @", true), ("uninstall governance-hook @", false)]
    {
        let output = machine.xtask(line).stdout(full_device()).output().unwrap();
        let words = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{line}: {words}");
        assert!(words.starts_with("error: could not write to standard output: "), "{words}");
        assert_eq!(machine.settings().exists(), stays);
        assert_eq!(machine.path("a project/.claude/hooks/bin").exists(), stays);
    }
}

#[test]
fn nothing_panics_on_a_closed_pipe() {
    let machine = Machine::new();
    for line in ["list", "list @", "install --all --dry-run @", "uninstall --all --dry-run @"] {
        let output = machine.xtask(line).stdout(closed_pipe()).output().unwrap();
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""), "{line}");
    }
    for line in ["--help", "install --help"] {
        let output = machine.xtask(line).stdout(closed_pipe()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{line}");
    }
    let output = machine.xtask("install @").stderr(closed_pipe()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}
