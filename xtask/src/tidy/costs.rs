//! `tests/bench/costs.txt`: what a call of each fixture cost when that was last measured. Three of its rows are in
//! the README.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::Context as _;

use super::Finding;
use crate::files;

const FILE: &str = "tests/bench/costs.txt";
const README: &str = "README.md";

const HEAD: &str = "\
# What a call costs: the median time in ms, and the ratio to `/bin/true`, of the engine to hooks.
# Written by `cargo xtask bench --bless`, which also writes the rows of the README.
";

/// The rows of the README: what a call is called there, and its fixture.
const ROWS: [(&str, &str); 3] = [
    ("an event that the hook does not handle", "governance-hook/not-handled-event"),
    ("a command that `governance-hook` judges", "governance-hook/bash-150-lines"),
    ("a write that `intent-gate-hook` checks", "intent-gate-hook/write-in-scope-40-intents"),
];

/// What calls cost, by hook and fixture.
pub(crate) type Costs = BTreeMap<String, Cost>;

/// What a call costs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Cost {
    /// The median time of a call, in milliseconds.
    pub(crate) ms: f64,
    /// The ratio to `/bin/true`.
    pub(crate) ratio: f64,
}

/// Writes the table and the rows of the README.
pub(crate) fn write(root: &Path, costs: &Costs) -> anyhow::Result<()> {
    files::write(&root.join(FILE), &table(costs))?;
    let path = root.join(README);
    let text = fs::read_to_string(&path).context("could not read the README")?;
    files::write(&path, &renewed(&text, costs))
}

/// The rows that the README does not have as the table has them.
pub(super) fn check(root: &Path) -> Vec<Finding> {
    let read = |file: &str| fs::read_to_string(root.join(file)).unwrap_or_default();
    let (readme, costs) = (read(README), parse(&read(FILE)));
    let lacks = |row: &String| !readme.lines().any(|line| line == row);
    let missing = ROWS.iter().map(|(call, name)| row(call, costs.get(*name)));
    missing
        .filter(lacks)
        .map(|row| Finding::new(README, format!("lacks `{row}` of {FILE}")))
        .collect()
}

fn row(call: &str, cost: Option<&Cost>) -> String {
    match cost {
        Some(Cost { ms, ratio }) => format!("| {call} | {ms:.1} ms | {ratio:.1} |"),
        None => format!("| {call} | not measured | |"),
    }
}

/// The README with the rows of these costs.
fn renewed(readme: &str, costs: &Costs) -> String {
    let mut text = String::new();
    for line in readme.lines() {
        let known = ROWS.iter().find(|(call, _)| line.starts_with(&format!("| {call} |")));
        text.push_str(&known.map_or(line.to_owned(), |(call, name)| row(call, costs.get(*name))));
        text.push('\n');
    }
    text
}

fn table(costs: &Costs) -> String {
    let mut text = HEAD.to_owned();
    for (name, Cost { ms, ratio }) in costs {
        let _infallible = writeln!(text, "{name:<58} {ms:>6.2} {ratio:>6.2}");
    }
    text
}

fn parse(text: &str) -> Costs {
    let cost = |line: &str| {
        let mut words = line.split_whitespace();
        let name = words.next()?.to_owned();
        let mut number = || words.next()?.parse().ok();
        Some((name, Cost { ms: number()?, ratio: number()? }))
    };
    text.lines().filter_map(cost).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readme_has_rows_of_the_table() {
        let cost = |ms| Cost { ms, ratio: 0.5 };
        let costs: Costs = ROWS.iter().map(|(_, name)| ((*name).to_owned(), cost(0.25))).collect();
        assert_eq!(parse(&table(&costs)), costs);
        let [(first, name), ..] = ROWS;
        let readme = format!("# A\n| {first} | 7 ms | 9 |\n| else | 7 ms | 9 |\n");
        let new = renewed(&readme, &Costs::from([(name.to_owned(), cost(1.26))]));
        assert_eq!(new, format!("# A\n| {first} | 1.3 ms | 0.5 |\n| else | 7 ms | 9 |\n"));
    }
}
