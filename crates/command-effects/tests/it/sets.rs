//! The sets of commands in `tests/commands`: what is told of them, and what bash makes of them.

use std::fs;
use std::path::Path;

use command_effects::{Anchor, Change, Class, Judgement, Tier};
use shell_syntax::SimpleCommand;

use crate::effects;
use crate::ground::{self, Ground};

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

fn is_caught(found: &Judgement) -> bool {
    !found.unresolved.is_empty() || !found.writes.iter().all(is_in_scope)
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
                line.command, found.writes, found.unresolved, found.unknown
            );
        }
    }
    let stopped = lines.iter().filter(|line| line.expected == "unresolved").count();
    println!("{} of {} benign commands pass", lines.len() - stopped - wrong, lines.len());
    assert!(lines.len() >= 160 && wrong == 0);
}

/// What is installed differs, and what it does reaches the network: these are not run.
#[test]
fn programs_are_known_as_their_manuals_say() {
    let lines = set("asked.txt");
    let mut wrong = Vec::new();
    for line in &lines {
        let found = effects(&line.command);
        let class = match found.class() {
            _ if found.risk(&[]).tier == Tier::Critical => "critical",
            Class::Reads => "reads",
            Class::Unknown => "unknown",
            Class::Changes => "changes",
        };
        if class != line.expected {
            wrong.push(format!("{class}, not {}: {}", line.expected, line.command));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(lines.len() >= 80);
}

/// A command that does not write is no bypass, and one that does is not benign.
#[test]
fn bash_does_what_the_sets_say() {
    let template = ground::template();
    // These, and programs of which nothing is known, may reach the network.
    let remote = ["cargo", "docker", "gh", "go", "kubectl", "npm", "npx", "pip", "pnpm"];
    let is_run = |line: &Line| {
        let found = effects(&line.command);
        let mut programs = found.runs.iter().filter_map(SimpleCommand::program);
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
        let parts = lines.chunks(lines.len() / 2 + 1);
        let threads: Vec<_> = parts
            .map(|part| {
                let template = template.path();
                scope.spawn(move || {
                    let mut ground = Ground::new(template);
                    part.iter()
                        .filter(|(line, writes)| is_wrong(&mut ground, line, *writes))
                        .count()
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum::<usize>()
    });
    assert_eq!(wrong, 0);
}

fn is_wrong(ground: &mut Ground<'_>, line: &Line, writes: bool) -> bool {
    let ran = ground.run(&line.command);
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
