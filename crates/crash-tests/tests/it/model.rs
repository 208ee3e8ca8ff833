//! What must be there in the end.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};
use serde_json::Value;

use crate::Ended;
use crate::ground::{Ground, copy_around};
use crate::scenarios::{Check, Scenario, Step};

/// How many lines of a file may be a part of one, where a write was cut.
const CUT_LINES: usize = 1;

/// Holds what is there against what must be.
pub(crate) fn check(
    ground: &Ground,
    scenario: &Scenario,
    Ended { is_cut, again }: Ended,
) -> anyhow::Result<()> {
    for file in ground.files()? {
        whole(&file, if is_cut { CUT_LINES } else { 0 })?;
    }
    // Where the system does not list its mounts, none is made.
    let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    ensure!(!mounts.contains(&*ground.path("now").to_string_lossy()), "a mount stays");
    let mut checks = scenario.always.iter().chain(scenario.checks);
    checks.try_for_each(|it| one(ground, it, again))
}

/// No file is half of one, and but for so many lines no line is.
fn whole(path: &Path, cut_lines: usize) -> anyhow::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    ensure!(!name.ends_with(".tmp"), "{} stays", path.display());
    ensure!(!name.starts_with(".tacklebox-"), "{} stays", path.display());
    ensure!(copy_around(path).is_none(), "{} stays", path.display());
    let is = |extension: &str| path.extension().is_some_and(|found| found == extension);
    if is("json") {
        let text = fs::read(path)?;
        let parsed = serde_json::from_slice::<Value>(&text);
        parsed.with_context(|| format!("{} is not whole", path.display()))?;
    }
    if is("jsonl") {
        let text = fs::read_to_string(path)?;
        let parts = text.lines().count() - whole_lines(&text).count();
        ensure!(parts <= cut_lines, "{parts} lines of {} are not whole", path.display());
    }
    Ok(())
}

fn whole_lines(text: &str) -> impl Iterator<Item = (&str, Value)> {
    text.lines().filter_map(|line| Some((line, serde_json::from_str(line).ok()?)))
}

fn one(ground: &Ground, check: &Check, again: bool) -> anyhow::Result<()> {
    match check {
        Check::Prints(arguments, words) => {
            let printed = ground.play(&Step::Tool(arguments))?;
            ensure!(printed.contains(words), "{}: {printed}", arguments.join(" "));
        }
        Check::Once(file, words) => {
            let times = count(ground, file, words)?;
            let least = usize::from(again);
            ensure!((least..=1).contains(&times), "{words} is in {file} {times} times");
        }
        Check::Times(file, words, expected) => {
            let times = count(ground, file, words)?;
            ensure!(times == *expected, "{words} is in {file} {times} times, not {expected}");
        }
        Check::AsOften(file, one, other) => {
            let (ones, others) = (count(ground, file, one)?, count(ground, file, other)?);
            ensure!(ones == others, "{one} is in {file} {ones} times, {other} {others} times");
        }
        Check::Numbered(file) => numbered(ground, file)?,
        Check::Gone(name) => {
            if let Some(there) = named(ground, name)?.first() {
                bail!("{} is still there", there.display());
            }
        }
    }
    Ok(())
}

/// How many lines of the files of this name have some words; a part of a line is none.
fn count(ground: &Ground, name: &str, words: &str) -> anyhow::Result<usize> {
    let mut times = 0;
    for file in named(ground, name)? {
        let text = fs::read_to_string(&file)?;
        times += if file.extension().is_some_and(|extension| extension == "jsonl") {
            whole_lines(&text).filter(|(line, _)| line.contains(words)).count()
        } else {
            text.lines().filter(|line| line.contains(words)).count()
        };
    }
    Ok(times)
}

/// The lines are numbered from 1, without a gap.
fn numbered(ground: &Ground, name: &str) -> anyhow::Result<()> {
    for file in named(ground, name)? {
        let text = fs::read_to_string(file)?;
        let numbers: Vec<_> =
            whole_lines(&text).map(|(_, line)| line.get("seq")?.as_u64()).collect();
        let expected: Vec<_> = (1..=numbers.len() as u64).map(Some).collect();
        ensure!(numbers == expected, "the lines of {name} have the numbers {numbers:?}");
    }
    Ok(())
}

/// The files whose last parts are these.
fn named(ground: &Ground, name: &str) -> anyhow::Result<Vec<PathBuf>> {
    let is_named = |path: &PathBuf| match name.split_once('*') {
        None => path.ends_with(name),
        Some((start, end)) => {
            let found = path.file_name().unwrap_or_default().to_string_lossy();
            found.starts_with(start) && found.ends_with(end)
        }
    };
    Ok(ground.files()?.into_iter().filter(is_named).collect())
}
