//! `cargo xtask weight`: how much there is to read, to build and to wait for, so that it does not grow
//! unnoticed.
//!
//! `tests/weight.txt` has a row for each figure. `tidy` holds what can be counted: lines of the crates,
//! words of the documents, packages of the programs. `package` holds the sizes of the programs that it
//! builds, where the table has their target. `ci` only says which of its steps took much longer, since
//! seconds depend on the machine.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::Finding;
use crate::registration::ENGINE;
use crate::workspace::Workspace;
use crate::{feature_groups, files, output};

const FILE: &str = "tests/weight.txt";

/// Where `ci` leaves the seconds of its steps, below the folder of what is built.
const SECONDS: &str = "ci-seconds.txt";

/// What is counted.
const COUNTED: [&str; 3] = ["lines", "words", "packages"];

/// By how much a row may grow: a fiftieth, and so many lines or words.
const MAX_GROWTH: (u64, u64) = (50, 20);

/// From how many seconds on a step of `ci` may be said to be slower.
const MIN_SECONDS: u64 = 10;

/// What a person may ask of `weight`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Update the table, with this reason for each row that grew
    #[arg(long, value_name = "WHY")]
    reason: Option<String>,
    /// Also measure the programs for a target in DIR
    #[arg(long, value_name = "TARGET=DIR", value_parser = target)]
    programs: Option<(String, PathBuf)>,
}

fn target(text: &str) -> Result<(String, PathBuf), &'static str> {
    let (target, folder) = text.split_once('=').ok_or("expected TARGET=DIR")?;
    Ok((target.to_owned(), folder.into()))
}

/// The figures by their kind and their name, each with the reason for which it may have grown.
type Rows = BTreeMap<(String, String), (u64, String)>;

/// Prints what differs from the table, or renews it.
pub(crate) fn run(workspace: &Workspace, args: &Args) -> anyhow::Result<()> {
    let path = workspace.root().join(FILE);
    let old = recorded(workspace.root());
    let mut new = counted(workspace, &super::files(workspace.root())?)?;
    new.extend(seconds(&workspace.target_dir()?.join(SECONDS)));
    if let Some((target, folder)) = &args.programs {
        let size = |program: &String| anyhow::Ok(fs::metadata(folder.join(program))?.len());
        for program in programs(workspace) {
            new.extend(size(&program).map(|size| bytes(target, &program, size)));
        }
    }
    for (key, (now, _)) in &new {
        let before = old.get(key).map_or(0, |(before, _)| *before);
        if before != *now {
            output::line(format_args!("{:<9} {:<44} {before:>9} -> {now:>9}", key.0, key.1))?;
        }
    }
    for kind in COUNTED {
        let sum = |rows: &Rows| -> u64 {
            rows.iter().filter(|((of, _), _)| of == kind).map(|(_, (value, _))| value).sum()
        };
        let (before, now) = (sum(&old), sum(&new));
        output::line(format_args!("{kind:<9} {:<44} {before:>9} -> {now:>9}", "in all"))?;
    }
    match &args.reason {
        None => Ok(()),
        Some(reason) => files::write(&path, &table(&renewed(&old, new, reason))),
    }
}

/// What has grown, and what was renewed without a reason.
pub(crate) fn check(
    workspace: &Workspace,
    files: &BTreeSet<String>,
) -> anyhow::Result<Vec<Finding>> {
    let recorded = recorded(workspace.root());
    let base = parse(&base(workspace.root()));
    Ok(compare(&recorded, &counted(workspace, files)?, &base))
}

/// Fails if one of the programs for a target has grown, by a table that has it.
pub(crate) fn hold_sizes(
    root: &Path,
    target: &str,
    programs: &[(String, Vec<u8>)],
) -> anyhow::Result<()> {
    let recorded = recorded(root);
    let now = programs.iter().map(|(program, file)| bytes(target, program, file.len() as u64));
    let now: Rows = now.filter(|(key, _)| recorded.contains_key(key)).collect();
    let grown: Vec<String> =
        compare(&recorded, &now, &Rows::new()).iter().map(Finding::to_string).collect();
    anyhow::ensure!(grown.is_empty(), "{}", grown.join("\n"));
    Ok(())
}

/// What a step of `ci` took by the table, if it took at least a quarter more now.
pub(crate) fn seconds_before(root: &Path, step: &str, took: u64) -> Option<u64> {
    let (key, _) = seconds_of(step, took);
    let (before, _) = *recorded(root).get(&key)?;
    (took >= MIN_SECONDS && took * 4 > before * 5).then_some(before)
}

fn compare(recorded: &Rows, now: &Rows, base: &Rows) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (key, (value, _)) in now {
        let before = recorded.get(key).map_or(0, |(before, _)| *before);
        if is_grown(&key.0, before, *value) {
            let (kind, name) = key;
            let message = format!(
                "{kind} of {name}: {before} -> {value}; shrink it, or `cargo xtask weight --reason WHY`"
            );
            findings.push(Finding::new(FILE, message));
        }
    }
    let old = base.iter().filter(|((kind, _), _)| COUNTED.contains(&kind.as_str()));
    for (key, (before, why)) in old {
        let Some((value, reason)) = recorded.get(key) else { continue };
        if is_grown(&key.0, *before, *value) && (reason.is_empty() || reason == why) {
            let message = format!("{} of {} was renewed without a reason", key.0, key.1);
            findings.push(Finding::new(FILE, message));
        }
    }
    findings
}

fn is_grown(kind: &str, before: u64, now: u64) -> bool {
    let (fraction, least) = MAX_GROWTH;
    let least = if kind == "packages" { 0 } else { least };
    now > before + (before / fraction).max(least)
}

/// All rows of the table: the new ones, and the old ones that were not measured this time.
fn renewed(old: &Rows, new: Rows, reason: &str) -> Rows {
    let is_kept = |key: &&(String, String)| !COUNTED.contains(&key.0.as_str());
    let mut rows: Rows =
        old.iter().filter(|(key, _)| is_kept(key)).map(|(k, v)| (k.clone(), v.clone())).collect();
    for (key, (now, _)) in new {
        let (before, why) = old.get(&key).cloned().unwrap_or_default();
        let grown = before > 0 && is_grown(&key.0, before, now);
        rows.insert(key, (now, if grown { reason.to_owned() } else { why }));
    }
    rows
}

fn counted(workspace: &Workspace, files: &BTreeSet<String>) -> anyhow::Result<Rows> {
    let mut rows = Rows::new();
    for path in files {
        let Some((kind, name)) = place(path) else { continue };
        let text = fs::read_to_string(workspace.root().join(path))?;
        let count = match kind {
            "lines" => text.lines().count(),
            _ => text.split_whitespace().count(),
        };
        let (value, _) = rows.entry((kind.to_owned(), name.to_owned())).or_default();
        *value += count as u64;
    }
    for program in programs(workspace) {
        let packages = feature_groups::tree(workspace, &program, "normal")?;
        let foreign = packages.keys().filter(|package| !package.contains(" (/")).count();
        rows.extend([row("packages", &program, foreign as u64)]);
    }
    Ok(rows)
}

/// The row that a file counts for: its crate, or itself.
fn place(path: &str) -> Option<(&'static str, &str)> {
    if let Some(stem) = path.strip_suffix(".md") {
        let is_document = path.starts_with("docs/") || !path.contains('/');
        return is_document.then_some(("words", stem));
    }
    let (krate, _) = path.strip_suffix(".rs")?.split_once("/src/")?;
    let name = krate.strip_prefix("crates/").unwrap_or(krate);
    (!name.contains('/')).then_some(("lines", name))
}

fn programs(workspace: &Workspace) -> Vec<String> {
    let beside = [ENGINE, "intent-mcp", "tacklebox-sync", confine::SHELLS[0]].map(str::to_owned);
    workspace.hook_names().into_iter().chain(beside).collect()
}

/// Leaves the seconds of the steps of `ci` for the next table.
pub(crate) fn keep_seconds(target: &Path, steps: &[(String, u64)]) -> anyhow::Result<()> {
    let rows = steps.iter().map(|(name, took)| seconds_of(name, *took));
    files::write(&target.join(SECONDS), &table(&rows.collect()))
}

fn seconds(file: &Path) -> Rows {
    parse(&fs::read_to_string(file).unwrap_or_default())
}

fn seconds_of(step: &str, took: u64) -> ((String, String), (u64, String)) {
    row("seconds", &step.replace(' ', "-"), took)
}

fn bytes(target: &str, program: &str, size: u64) -> ((String, String), (u64, String)) {
    row("bytes", &format!("{target}/{program}"), size)
}

fn recorded(root: &Path) -> Rows {
    parse(&fs::read_to_string(root.join(FILE)).unwrap_or_default())
}

fn row(kind: &str, name: &str, value: u64) -> ((String, String), (u64, String)) {
    ((kind.to_owned(), name.to_owned()), (value, String::new()))
}

/// The table before it was last renewed: that of the last commit, or of the one before.
fn base(root: &Path) -> String {
    let git = |args: &[&str]| {
        let output = Command::new("git").args(args).current_dir(root).output();
        let output = output.ok().filter(|output| output.status.success());
        output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let is_committed = git(&["diff", "--quiet", "HEAD", "--", FILE]).is_some();
    let last = git(&["log", "-1", "--format=%H", "--", FILE]).unwrap_or_default();
    let commit = if is_committed { format!("{}^", last.trim()) } else { "HEAD".to_owned() };
    git(&["show", &format!("{commit}:{FILE}")]).unwrap_or_default()
}

/// Lines such as `lines doctor 5012 because it reads plans`.
fn parse(text: &str) -> Rows {
    let mut rows = Rows::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let (Some(kind), Some(name), Some(value)) = (words.next(), words.next(), words.next())
        else {
            continue;
        };
        let reason = words.collect::<Vec<_>>().join(" ");
        if let Ok(value) = value.parse() {
            rows.insert((kind.to_owned(), name.to_owned()), (value, reason));
        }
    }
    rows
}

fn table(rows: &Rows) -> String {
    let mut text = "# Written by `cargo xtask weight --reason WHY`.\n".to_owned();
    for ((kind, name), (value, reason)) in rows {
        let line = format!("{kind:<9} {name:<44} {value:>9}  {reason}");
        let _infallible = writeln!(text, "{}", line.trim_end());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_grown_needs_a_reason() {
        let old = parse("lines a 1000\nlines b 10 it is new\nbytes a 7\npackages a 60\n");
        let now = parse("lines a 1020\nlines b 31\npackages a 61\npackages b 1\n");
        assert_eq!(compare(&old, &old, &old), []);
        let found = compare(&old, &now, &old);
        assert_eq!(found.len(), 2, "{found:?}");
        let new = renewed(&old, now.clone(), "it reads plans");
        assert_eq!(compare(&new, &now, &old), []);
        assert_eq!(parse(&table(&new)), new);
        let silent = parse("lines a 1000\nlines b 31 it is new\npackages a 60\n");
        assert_eq!(compare(&silent, &silent, &old).len(), 1);
    }

    #[test]
    fn a_file_counts_for_its_crate_or_for_itself() {
        let crates = [("crates/a/src/b/c.rs", "a"), ("xtask/src/b.rs", "xtask")];
        for (path, name) in crates {
            assert_eq!(place(path), Some(("lines", name)));
        }
        assert_eq!(place("docs/a.md"), Some(("words", "docs/a")));
        for path in ["tests/golden/README.md", "crates/a/tests/it/b.rs"] {
            assert_eq!(place(path), None, "{path}");
        }
    }
}
