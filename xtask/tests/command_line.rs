//! `cargo xtask` from its command line: usage, exit codes, and output that nobody reads. Nothing is
//! built here.
#![cfg(test)]
#![cfg(unix)]

use std::fs;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// The verbs that `tacklebox` performs.
const VERBS: [&str; 7] = ["try", "install", "uninstall", "list", "update", "rollback", "doctor"];

/// `cargo xtask` with the words of `line`, and with a folder in which nothing was built.
fn xtask(line: &str, target: &TempDir) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(line.split(' ')).env("CARGO_TARGET_DIR", target.path()).stdin(Stdio::null());
    command
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn help_builds_nothing() {
    let target = TempDir::new().unwrap();
    for verb in VERBS {
        for flag in ["--help", "-h"] {
            let output = xtask(&format!("{verb} {flag}"), &target).output().unwrap();
            assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""), "{verb}");
            let shown = String::from_utf8(output.stdout).unwrap();
            assert!(shown.contains(&format!("Usage: cargo xtask {verb}")), "{shown}");
        }
    }
    assert_eq!(fs::read_dir(target.path()).unwrap().count(), 0);
}

#[test]
fn wrong_usage_shows_the_usage_of_its_own_subcommand() {
    let target = TempDir::new().unwrap();
    for (line, because) in [
        ("bench no-hook", "there is no hook `no-hook`"),
        ("bench --blocks 0", "nothing would be measured"),
        ("bench --rounds 0", "nothing would be measured"),
        ("no-command", "unrecognized subcommand"),
    ] {
        let output = xtask(line, &target).output().unwrap();
        let words = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{line}: {words}");
        assert!(words.starts_with("error: ") && words.contains(because), "{line}: {words}");
    }
}

#[test]
fn nothing_panics_on_a_closed_pipe() {
    let target = TempDir::new().unwrap();
    for line in ["--help", "install --help", "bench --help"] {
        let (_, unread) = std::io::pipe().unwrap();
        let output = xtask(line, &target).stdout(unread).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{line}");
    }
}
