//! What came of a case, what is wrong with it, and words that show the difference.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::bail;
use host_stand_in::holds_secret;
use serde_json::Value;
use similar::TextDiff;
use text_archive::Archive;

use crate::parts::{AFTER, is_expectation, is_explanation};
use crate::tree::{self, Entry, Tree};

/// What stands for the bytes of a database, which differ from run to run.
const DATABASE: &[u8] = b"[SQLite]\n";

/// Everything that came of one case.
#[derive(Default)]
pub(crate) struct Findings {
    /// What no expectation could make right, and blessing refuses.
    pub(crate) faults: Vec<String>,
    /// The parts that a case would have to hold to expect what happened.
    pub(crate) parts: BTreeMap<String, Vec<u8>>,
}

/// Where a case expects something else.
pub(crate) struct Difference {
    pub(crate) part: String,
    /// A readable diff.
    pub(crate) words: String,
}

impl Findings {
    /// Looks for the host's secret in the files after the last run.
    pub(crate) fn find_secrets(&mut self, actual: &Tree) {
        for (name, entry) in actual {
            if matches!(entry, Entry::File(bytes) if holds_secret(bytes)) {
                self.faults.push(format!("{name} holds the host's secret"));
            }
        }
    }

    /// Adds what the runs did to the files.
    pub(crate) fn add_changes(&mut self, initial: &Tree, actual: Tree) {
        let removed = initial.keys().filter(|name| !actual.contains_key(*name));
        let mut removed: Vec<String> = removed.cloned().collect();
        let mut linked = Vec::new();
        for (name, entry) in actual {
            match entry {
                entry if initial.get(&name) == Some(&entry) => {}
                entry if tree::is_database(&entry) => {
                    self.parts.insert(format!("{AFTER}{name}"), DATABASE.to_vec());
                }
                Entry::File(content) => drop(self.parts.insert(format!("{AFTER}{name}"), content)),
                Entry::Link(target) => linked.push(format!("{name} -> {target}")),
            }
        }
        for (name, lines) in [("removed", &mut removed), ("linked", &mut linked)] {
            if !lines.is_empty() {
                lines.push(String::new());
                self.parts.insert(name.to_owned(), lines.join("\n").into_bytes());
            }
        }
    }

    /// Forgets why a case was silent that was not, save where it expects to know.
    pub(crate) fn keep_reasons_of_silence(&mut self, case: &Archive) {
        if self.parts.keys().any(|name| !is_explanation(name)) {
            self.parts.retain(|name, _| !is_explanation(name) || case.get(name).is_some());
        }
    }

    /// Where the case expects something else.
    pub(crate) fn differences(&self, case: &Archive) -> Vec<Difference> {
        let expected = case.parts.iter().filter(|part| is_expectation(part.name()));
        let names: BTreeSet<&str> =
            expected.map(|part| part.name()).chain(self.parts.keys().map(String::as_str)).collect();
        let differ = |name: &&str| {
            let (wanted, found) = (case.get(name), self.parts.get(*name).map(Vec::as_slice));
            let comparable = |content| comparable(name, content);
            wanted.map(comparable) != found.map(comparable)
        };
        let difference = |name: &str| Difference {
            part: name.to_owned(),
            words: difference(name, case.get(name), self.parts.get(name).map(Vec::as_slice)),
        };
        names.into_iter().filter(differ).map(difference).collect()
    }

    /// Fails with the whole report if anything is wrong.
    pub(crate) fn into_result(self, case: &Archive) -> anyhow::Result<()> {
        let differences = self.differences(case).into_iter().map(|difference| difference.words);
        let report: Vec<_> = self.faults.iter().cloned().chain(differences).collect();
        if report.is_empty() { Ok(()) } else { bail!("{}", report.join("\n")) }
    }
}

/// The form in which the contents of a part are compared: JSON as values.
fn comparable(name: &str, content: &[u8]) -> Vec<u8> {
    let is = |wanted: &str| Path::new(name).extension().is_some_and(|found| found == wanted);
    let Ok(text) = std::str::from_utf8(content) else {
        return content.to_owned();
    };
    let value = |text: &str| serde_json::from_str::<Value>(text).map(|value| value.to_string());
    let normal = |text: &str| value(text).unwrap_or_else(|_| text.to_owned());
    let text = if !name.starts_with(AFTER) && is("json") {
        normal(text)
    } else if name.starts_with(AFTER) && is("jsonl") {
        text.split('\n').map(|line| normal(line) + "\n").collect()
    } else {
        text.to_owned()
    };
    text.into_bytes()
}

fn difference(name: &str, expected: Option<&[u8]>, actual: Option<&[u8]>) -> String {
    let note = match (expected, actual) {
        (Some(_), None) if name.starts_with(AFTER) => {
            "was expected, but no run changed it so, or made it"
        }
        (Some(_), None) => "was expected, but no run produced it",
        (None, Some(_)) => "was not expected",
        _ => "differs",
    };
    let readable =
        |content: Option<&[u8]>| String::from_utf8_lossy(content.unwrap_or_default()).into_owned();
    let (expected, actual) = (readable(expected), readable(actual));
    let diff = TextDiff::from_lines(&expected, &actual);
    let mut lines = diff.unified_diff();
    lines.context_radius(3).header("expected", "actual");
    format!("{name} {note}\n{lines}")
}
