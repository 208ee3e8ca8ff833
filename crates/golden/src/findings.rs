//! What was found wrong with a case, in words that show the difference.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::bail;
use serde_json::Value;
use similar::TextDiff;

use crate::environment::holds_secret;
use crate::tree::{Entry, Tree};

/// Everything that is wrong with one case.
#[derive(Default)]
pub(crate) struct Findings {
    /// What no expectation could make right, and blessing refuses.
    pub(crate) faults: Vec<String>,
    /// Where the case expects something else, each as a readable diff.
    pub(crate) differences: Vec<String>,
    /// The files of the steps that would have to change.
    pub(crate) changes: Vec<Change>,
}

/// What a file of a case would have to hold; `None` means that it must go.
pub(crate) struct Change {
    pub(crate) path: PathBuf,
    pub(crate) content: Option<String>,
}

impl Findings {
    /// Compares an expected file of a step with what the run gave.
    pub(crate) fn compare(
        &mut self,
        path: PathBuf,
        expected: Option<&str>,
        actual: Option<String>,
    ) {
        if expected != actual.as_deref() {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            self.differences.push(difference(&name, expected, actual.as_deref()));
            self.changes.push(Change { path, content: actual });
        }
    }

    /// Looks for the host's secret in the files after the last run.
    pub(crate) fn find_secrets(&mut self, actual: &Tree) {
        for (name, entry) in actual {
            if matches!(entry, Entry::File(bytes) if holds_secret(bytes)) {
                self.faults.push(format!("{name} holds the host's secret"));
            }
        }
    }

    /// Compares the files after the last run.
    pub(crate) fn compare_trees(&mut self, expected: &Tree, actual: &Tree) {
        let names: BTreeSet<_> = expected.keys().chain(actual.keys()).collect();
        for name in names {
            let (wanted, found) = (expected.get(name), actual.get(name));
            let comparable = |entry| comparable(name, entry);
            if wanted.map(comparable) != found.map(comparable) {
                let (wanted, found) = (wanted.map(readable), found.map(readable));
                let name = format!("after/{name}");
                self.differences.push(difference(&name, wanted.as_deref(), found.as_deref()));
            }
        }
    }

    /// Fails with the whole report if anything was found.
    pub(crate) fn into_result(self) -> anyhow::Result<()> {
        let report = [self.faults, self.differences].concat();
        if report.is_empty() { Ok(()) } else { bail!("{}", report.join("\n")) }
    }
}

/// The form in which two entries are compared: JSON lines as values.
fn comparable(name: &str, entry: &Entry) -> Entry {
    let normal_line = |line: &str| match serde_json::from_str::<Value>(line) {
        Ok(value) => format!("{value}\n"),
        Err(_) => format!("{line}\n"),
    };
    if Path::new(name).extension().is_some_and(|extension| extension == "jsonl") {
        return entry.clone().map_text(|text| text.split('\n').map(normal_line).collect());
    }
    entry.clone()
}

fn readable(entry: &Entry) -> String {
    match entry {
        Entry::File(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        Entry::Link(target) => format!("-> {target}\n"),
    }
}

fn difference(name: &str, expected: Option<&str>, actual: Option<&str>) -> String {
    let note = match (expected, actual) {
        (Some(_), None) => "was expected, but no run produced it",
        (None, Some(_)) => "was not expected",
        _ => "differs",
    };
    let diff = TextDiff::from_lines(expected.unwrap_or_default(), actual.unwrap_or_default());
    let mut lines = diff.unified_diff();
    lines.context_radius(3).header("expected", "actual");
    format!("{name} {note}\n{lines}")
}
