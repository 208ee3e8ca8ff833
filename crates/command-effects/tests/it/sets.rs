//! The sets of commands in `tests/commands`: what is told of them, and what bash makes of them.

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::UNIX_EPOCH;
use std::{fs, os::unix::fs::MetadataExt};

use command_effects::{Anchor, Change, Class, Effects};
use shell_syntax::SimpleCommand;

use crate::effects;

/// A line of a set: what stands before the tab, and the command.
struct Line {
    expected: String,
    command: String,
}

fn set(name: &str) -> Vec<Line> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/commands").join(name);
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let line = |line: &str| {
        let (expected, command) = line.split_once('\t').unwrap();
        Line { expected: expected.to_owned(), command: command.replace('␤', "\n") }
    };
    lines.map(line).collect()
}

/// Whether a change stays in `src`, as a caller who knows nothing of the disk sees it.
fn is_in_scope(change: &Change) -> bool {
    let mut depth = 0;
    let names = change.path.split('/').chain(change.entry.as_deref());
    let stays = names.skip(1).all(|name| {
        depth += if name == ".." { -1 } else { 1 };
        depth >= 0
    });
    change.anchor == Anchor::Start && change.path.split('/').next() == Some("src") && stays
}

fn is_caught(found: &Effects) -> bool {
    !found.unresolved.is_empty() || !found.changes.iter().all(is_in_scope)
}

#[test]
fn a_bypass_is_seen() {
    let lines = set("bypass.txt");
    let missed: Vec<_> = lines.iter().filter(|line| !is_caught(&effects(&line.command))).collect();
    for line in &missed {
        eprintln!("missed: {}", line.command);
    }
    println!("{} of {} bypasses seen", lines.len() - missed.len(), lines.len());
    assert!(lines.len() >= 160 && missed.is_empty());
}

#[test]
fn what_is_benign_passes() {
    let lines = set("benign.txt");
    let mut wrong = 0;
    for line in &lines {
        let found = effects(&line.command);
        let class = match found.class() {
            Class::Changes if !found.unresolved.is_empty() => "unresolved",
            Class::Reads => "reads",
            Class::Changes => "writes",
            Class::Unknown => "unknown",
        };
        let stopped = class == "unresolved";
        if is_caught(&found) != stopped || class != line.expected {
            wrong += 1;
            eprintln!(
                "{}\n  {class} {:?} {:?} {:?}",
                line.command, found.changes, found.unresolved, found.unknown
            );
        }
    }
    let stopped = lines.iter().filter(|line| line.expected == "unresolved").count();
    println!("{} of {} benign commands pass", lines.len() - stopped - wrong, lines.len());
    assert!(lines.len() >= 160 && wrong == 0);
}

/// A command that does not write is no bypass, and one that does is not benign.
#[test]
fn bash_does_what_the_sets_say() {
    let template = tempfile::tempdir().unwrap();
    furnish(template.path());
    // These, and programs of which nothing is known, may reach the network.
    let remote = ["docker", "gh", "go", "kubectl", "npm", "pip", "pnpm"];
    let is_run = |line: &Line| {
        let found = effects(&line.command);
        let mut programs = found.commands.iter().filter_map(SimpleCommand::program);
        if programs.any(|program| remote.contains(&program)) {
            return false;
        }
        let unknown = found.unknown;
        unknown.iter().all(|program| program.starts_with("git ") || program == "hello.sh")
    };
    let bypass = set("bypass.txt").into_iter().map(|line| (line, true));
    let benign = set("benign.txt").into_iter().filter(is_run).map(|line| (line, false));
    let lines: Vec<_> = bypass.chain(benign).collect();
    let wrong = std::thread::scope(|scope| {
        let parts = lines.chunks(lines.len() / 4 + 1);
        let threads: Vec<_> = parts
            .map(|part| {
                let template = template.path();
                scope.spawn(move || {
                    part.iter().filter(|(line, writes)| is_wrong(template, line, *writes)).count()
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum::<usize>()
    });
    assert_eq!(wrong, 0);
}

fn is_wrong(template: &Path, line: &Line, writes: bool) -> bool {
    let ran = run(template, &line.command);
    let wrong = if writes {
        let missing = ran.misses_a_program;
        let written = ran.changed.iter().any(|path| path.starts_with(&line.expected));
        if !written && missing {
            eprintln!("not run, since a program is missing: {}", line.command);
        }
        !written && !missing
    } else {
        ran.changed.iter().any(|path| !path.starts_with("src"))
    };
    if wrong {
        eprintln!("changes {:?}: {}\n{}", ran.changed, line.command, ran.errors);
    }
    wrong
}

/// Makes the folder in which the commands run.
fn furnish(folder: &Path) {
    let script = r#"
        mkdir -p src/sub outside home
        printf 'a\nb\nc\n' > src/a.txt; echo b > src/b.txt; echo '{"a": 1}' > src/a.json
        echo 'rm outside/x' > src/rm.sh; echo ok > src/sub/deep
        echo 'echo hello' > src/hello.sh; chmod +x src/hello.sh
        echo 'print("hello")' > src/hello.py; echo 'console.log(1)' > src/hello.js
        echo x > outside/x; echo '{"a": 1}' > outside/x.json; echo m > outside/m
        printf -- '--- a.txt\n+++ a.txt\n@@ -1 +1 @@\n-a\n+z\n' > src/a.patch
        printf -- '--- outside/x\n+++ outside/x\n@@ -1 +1 @@\n-x\n+z\n' > src/x.patch
        git init -q -b main; git config user.name a; git config user.email a@b.c
        printf 'home\n' > .git/info/exclude
        git add -A; git commit -qm one; echo more >> outside/m; echo > outside/u
    "#;
    let status = bash(folder, script).status().unwrap();
    assert!(status.success());
}

struct Ran {
    changed: Vec<String>,
    misses_a_program: bool,
    errors: String,
}

fn run(template: &Path, command: &str) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    let mut copy = Command::new("cp");
    let copied = copy.args(["-a", "."]).arg(folder.path()).current_dir(template);
    assert!(copied.status().unwrap().success());
    let before = state(folder.path());
    let output = bash(folder.path(), command).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let after = state(folder.path());
    let mut changed: Vec<String> =
        before.iter().filter(|file| !after.contains(file)).map(|file| file.0.clone()).collect();
    changed.extend(after.iter().filter(|file| !before.contains(file)).map(|file| file.0.clone()));
    let missing = ["not found", "No module named", "No such file or directory: '"];
    let misses_a_program = missing.iter().any(|sign| errors.contains(sign));
    Ran { changed, misses_a_program, errors }
}

fn bash(folder: &Path, script: &str) -> Command {
    let mut bash = Command::new("timeout");
    bash.args(["20", "bash", "-c", script]).current_dir(folder).stdin(Stdio::null());
    bash.env("HOME", folder.join("home"))
        .env("TMPDIR", folder.join("home"))
        .env("USER", "me")
        .env_remove("CDPATH");
    bash.env("GIT_CONFIG_NOSYSTEM", "1").env("LC_ALL", "C");
    bash
}

/// Name, kind, and whatever a change leaves of every file.
fn state(folder: &Path) -> Vec<(String, String)> {
    let mut found = vec![];
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).unwrap().flatten() {
            let path = entry.path();
            let name = path.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
            // The caches of programs, and what git keeps for itself.
            if name == "home" || name == ".git" {
                continue;
            }
            let facts = entry.metadata().unwrap();
            let changed = facts.modified().unwrap().duration_since(UNIX_EPOCH).unwrap();
            let mut state = format!("{:o} {} {}", facts.mode(), facts.ino(), facts.nlink());
            if facts.is_dir() {
                folders.push(path);
                state = format!("{:o}", facts.mode());
            } else {
                let _ = write!(state, " {changed:?} {}", facts.len());
            }
            found.push((name, state));
        }
    }
    found
}
