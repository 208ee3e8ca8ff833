//! What must be there in the end.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};
use serde_json::Value;

use super::ground::Ground;
use super::scenarios::{Check, Scenario, Step};

/// Holds what is there against what must be. `again` says whether the killed call was made once
/// more.
pub(crate) fn check(ground: &Ground, scenario: &Scenario, again: bool) -> anyhow::Result<()> {
    for file in ground.files()? {
        whole(&file)?;
    }
    let mut checks = scenario.always.iter().chain(scenario.checks);
    checks.try_for_each(|it| one(ground, it, again))
}

/// No file is half of one.
fn whole(path: &Path) -> anyhow::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    ensure!(!name.ends_with(".tmp"), "{} stays", path.display());
    ensure!(!name.starts_with(".tacklebox-"), "{} stays", path.display());
    let is = |extension: &str| path.extension().is_some_and(|found| found == extension);
    if is("json") {
        let text = fs::read(path)?;
        let parsed = serde_json::from_slice::<Value>(&text);
        parsed.with_context(|| format!("{} is not whole", path.display()))?;
    }
    if is("jsonl") {
        lines(path)?;
    }
    Ok(())
}

fn lines(path: &Path) -> anyhow::Result<Vec<Value>> {
    let text = fs::read_to_string(path)?;
    let parsed = text.lines().map(serde_json::from_str).collect::<Result<_, _>>();
    parsed.with_context(|| format!("a line of {} is not whole", path.display()))
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

/// How many lines of the files of this name have some words.
fn count(ground: &Ground, name: &str, words: &str) -> anyhow::Result<usize> {
    let mut times = 0;
    for file in named(ground, name)? {
        let text = fs::read_to_string(file)?;
        times += text.lines().filter(|line| line.contains(words)).count();
    }
    Ok(times)
}

/// The lines are numbered from 1, without a gap.
fn numbered(ground: &Ground, name: &str) -> anyhow::Result<()> {
    for file in named(ground, name)? {
        let numbers: Vec<_> = lines(&file)?.iter().map(|line| line["seq"].as_u64()).collect();
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
