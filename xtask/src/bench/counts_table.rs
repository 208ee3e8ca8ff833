//! The counts that a change may not raise unsaid: `tests/bench/counts.txt` has the system calls of
//! each fixture, and of some the instructions, of programs as the tests have them. They do not drift
//! as times do, so a row that grows by more than 3 % fails, until the table is renewed.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;

use anyhow::{Context as _, bail};
use hook_installer::file_name;

use super::SETTLING;
use super::fixture::{Fixture, small_fixtures};
use crate::{files, output};

/// Below the folder of the fixtures.
const TABLE: &str = "counts.txt";

const HEAD: &str = "\
# What a call costs that can be counted, of programs as the tests have them: system calls from the
# first look at stdin on and without those for memory, and of some rows instructions by callgrind.
# Written by `cargo xtask bench --counts --bless`; a row that grows by more than 3 % fails `ci`.
";

/// Before the version of the compiler, without which instructions say nothing.
const COMPILER: &str = "# Instructions with ";

/// In per cent: a row may grow by as much.
const MAX_GROWTH: u64 = 3;

/// Each row is counted so often, and the least counts: the others had to wait for something.
const RUNS: usize = 3;

/// The rows whose instructions are counted where there is `valgrind`, which takes a second for each.
const WITH_INSTRUCTIONS: [&str; 4] = [
    "governance-hook/bash-150-lines",
    "governance-hook/context-150-lines",
    "intent-gate-hook/write-in-scope-40-intents",
    "tacklebox/event-for-no-hook",
];

/// The counts of a fixture.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Row {
    system_calls: u64,
    instructions: Option<u64>,
}

/// The rows by hook and fixture.
type Rows = BTreeMap<String, Row>;

/// The table as it is stored.
#[derive(Debug, Default, PartialEq, Eq)]
struct Table {
    compiler: String,
    rows: Rows,
}

/// Counts all fixtures of the hooks named, with the programs in a folder, and holds that against the
/// table, or writes it.
///
/// # Errors
/// If a row grew by more than 3 %, came or went, and the table is not renewed.
pub(super) fn run(
    folder: &Path,
    fixtures: &Path,
    names: &[String],
    programs: &Path,
    bless: bool,
) -> anyhow::Result<()> {
    if let Some(reason) = not_here() {
        return Ok(output::line(format_args!("{reason}: not counted"))?);
    }
    let path = folder.join(TABLE);
    let stored = Table::read(&fs::read_to_string(&path).unwrap_or_default())?;
    let compiler = compiler()?;
    let mut placed = Vec::new();
    for name in names {
        for fixture in small_fixtures(&fixtures.join(name), &programs.join(file_name(name)))? {
            placed.push((format!("{name}/{}", fixture.name), fixture));
        }
    }
    thread::sleep(SETTLING);
    let mut rows = Rows::new();
    for (name, mut fixture) in placed {
        let known = stored.rows.get(&name).filter(|_| !bless);
        let is_comparable = bless || compiler == stored.compiler;
        let counts_instructions = is_comparable && WITH_INSTRUCTIONS.contains(&name.as_str());
        let row = counted(&name, &mut fixture, known, counts_instructions)?;
        rows.insert(name, row);
    }
    let counted = Table { compiler, rows };
    if bless {
        let text = counted.text();
        files::write(&path, &text)?;
        return Ok(output::line(format_args!("{} rows", counted.rows.len()))?);
    }
    let faults = faults(&stored.rows, &counted.rows);
    for fault in &faults {
        output::line(fault)?;
    }
    if faults.is_empty() {
        return Ok(output::line(format_args!("{} rows, as in the table", counted.rows.len()))?);
    }
    bail!(
        "{} rows differ from {TABLE}; `cargo xtask bench --counts --bless` updates it",
        faults.len()
    );
}

/// Why nothing can be counted here.
fn not_here() -> Option<&'static str> {
    // How many folders are above a project says how many are looked at.
    if std::env::temp_dir() != Path::new("/tmp") {
        return Some("the temporary folder is not /tmp");
    }
    let traced = Command::new("strace").args(["-qq", "-o", "/dev/null", "true"]).output();
    let is_there = traced.is_ok_and(|traced| traced.status.success());
    (!is_there).then_some("strace is missing, or may not trace")
}

fn compiler() -> anyhow::Result<String> {
    let output = Command::new("rustc").arg("--version").output();
    let output = output.context("could not start rustc")?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Counts a fixture, and says where a count varies.
fn counted(
    name: &str,
    fixture: &mut Fixture,
    known: Option<&Row>,
    with_instructions: bool,
) -> anyhow::Result<Row> {
    fixture.warm_up()?;
    let calls: Option<Vec<u64>> = (0..RUNS).map(|_| fixture.own_calls()).collect();
    let calls = calls.with_context(|| format!("could not trace {name}"))?;
    let (least, most) = (calls.iter().min(), calls.iter().max());
    let (least, most) = least.zip(most).context("nothing was counted")?;
    if least != most {
        output::line(format_args!("{name}: {least} to {most} system calls"))?;
    }
    let mut instructions = with_instructions.then(|| fixture.instructions()).flatten();
    let known = known.and_then(|known| known.instructions);
    // One that is as it was need not be counted again.
    for _ in 1..RUNS {
        let is_more = |count: u64| known.is_some_and(|known| grew(known, count));
        if instructions.is_some_and(is_more) {
            instructions = instructions.min(fixture.instructions());
        }
    }
    Ok(Row { system_calls: *least, instructions })
}

fn grew(before: u64, now: u64) -> bool {
    now * 100 > before * (100 + MAX_GROWTH)
}

/// What is wrong with what was counted, a sentence for each row.
fn faults(stored: &Rows, counted: &Rows) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, now) in counted {
        let Some(before) = stored.get(name) else {
            faults.push(format!("{name} is not in the table"));
            continue;
        };
        let instructions = before.instructions.zip(now.instructions);
        let pairs = [("system calls", Some((before.system_calls, now.system_calls)))];
        for (what, pair) in pairs.into_iter().chain([("instructions", instructions)]) {
            if let Some((before, now)) = pair
                && grew(before, now)
            {
                faults.push(format!("{name}: {now} {what}, {before} before"));
            }
        }
    }
    let gone = stored.keys().filter(|name| !counted.contains_key(*name));
    faults.extend(gone.map(|name| format!("{name} is in the table but has no fixture")));
    faults
}

impl Table {
    fn read(text: &str) -> anyhow::Result<Self> {
        let mut table = Self::default();
        for line in text.lines() {
            if let Some(compiler) = line.strip_prefix(COMPILER) {
                compiler.clone_into(&mut table.compiler);
            } else if !line.starts_with('#') {
                let mut words = line.split_whitespace();
                let name = words.next().context("an empty line")?;
                let numbers: Result<Vec<u64>, _> = words.map(str::parse).collect();
                let numbers = numbers.with_context(|| format!("no number in `{line}`"))?;
                let system_calls =
                    *numbers.first().with_context(|| format!("no number in `{line}`"))?;
                let row = Row { system_calls, instructions: numbers.get(1).copied() };
                table.rows.insert(name.to_owned(), row);
            }
        }
        Ok(table)
    }

    fn text(&self) -> String {
        let mut text = format!("{HEAD}{COMPILER}{}\n", self.compiler);
        for (name, Row { system_calls, instructions }) in &self.rows {
            let instructions = instructions.map(|count| format!(" {count:>9}")).unwrap_or_default();
            let _infallible = writeln!(text, "{name:<58} {system_calls:>5}{instructions}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(rows: &[(&str, u64, Option<u64>)]) -> Rows {
        let row = |system_calls, instructions| Row { system_calls, instructions };
        rows.iter().map(|(name, calls, more)| ((*name).to_owned(), row(*calls, *more))).collect()
    }

    #[test]
    fn a_table_is_read_as_it_is_written() {
        let rows = rows(&[("a-hook/b", 12, None), ("a-hook/c", 100, Some(1_000_000))]);
        let table = Table { compiler: "rustc 1.2.3".to_owned(), rows };
        assert_eq!(Table::read(&table.text()).unwrap(), table);
        assert!(Table::read("a-hook/b twelve\n").is_err());
        assert!(Table::read("a-hook/b\n").is_err());
    }

    #[test]
    fn a_row_may_grow_by_three_per_cent() {
        let stored = rows(&[("a", 100, Some(1000)), ("b", 100, None)]);
        let check = |counted: &[(&str, u64, Option<u64>)], expected: &[&str]| {
            assert_eq!(faults(&stored, &rows(counted)), expected);
        };
        check(&[("a", 103, Some(1030)), ("b", 1, Some(7))], &[]);
        check(&[("a", 103, None), ("b", 100, None)], &[]);
        check(&[("a", 104, None), ("b", 100, None)], &["a: 104 system calls, 100 before"]);
        let more = "a: 1031 instructions, 1000 before";
        check(&[("a", 1, Some(1031)), ("b", 100, None)], &[more]);
        let gone = "b is in the table but has no fixture";
        check(&[("a", 1, None), ("new", 1, None)], &["new is not in the table", gone]);
    }
}
