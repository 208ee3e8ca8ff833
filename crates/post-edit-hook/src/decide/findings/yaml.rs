//! Findings in the YAML of reports: of linters that print a list of them, and of TAP, where a
//! file that is not ok has its findings below.
//!
//! What stands there is flat: a line with a key and a value each, and lists of objects. It is
//! read as that, without what else YAML has.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::decide::findings::shape::{indent, says_error};
use crate::decide::findings::{Finding, failure, json};
use crate::gather::target::Target;

/// How a file that is not ok is named: `not ok 1 - a.py`.
const NOT_OK: &str = "not ok ";

/// The findings in a report, and what stands above, between and below; or none and all of the output. A
/// report of which something would be left out is none.
pub(super) fn findings<'a>(output: &'a str, target: &Target) -> (Vec<Finding>, Cow<'a, str>) {
    let is_version = |line: &str| line.starts_with("TAP version");
    let start = line_starts(output).find(|at| output.get(*at..).is_some_and(is_version));
    let is_tap = start.is_some();
    let (above, report) = output.split_at(start.unwrap_or_default());
    let mut lines = report.lines().filter(|line| !line.trim().is_empty());
    let first = lines.next().unwrap_or_default();
    let is_document = first == "---";
    // Of keys with values, at the margin.
    let has_keys = is_document && lines.next().is_some_and(|line| !line.starts_with("- "));
    let is_list = is_document || first.starts_with("- ") && first.contains(':');
    if !is_tap && !is_list {
        return (Vec::new(), output.into());
    }
    let mut reading = Reader { target, is_tap, ..Reader::of(target) };
    let (mut rest, mut is_outside) = (above.to_owned(), false);
    for line in report.split_inclusive('\n') {
        let text = line.trim_end();
        if !text.is_empty() && indent(text) == 0 {
            let is_part = if is_tap { is_of_tap(text) } else { is_of_list(text, has_keys) };
            // Nothing of a list stands behind it; results of tests may.
            is_outside = !is_part || is_outside && !is_tap;
            if is_outside {
                reading.end_item();
            }
        }
        if is_outside {
            rest.push_str(line);
        } else {
            reading.read(text);
        }
    }
    reading.end_item();
    reading.end_file();
    let is_whole = !reading.found.is_empty() && reading.left_out == 0;
    if is_whole { (reading.found, rest.into()) } else { (Vec::new(), output.into()) }
}

/// Where the lines of a text begin.
fn line_starts(text: &str) -> impl Iterator<Item = usize> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1))
}

/// Whether a line that is not indented is one of TAP.
fn is_of_tap(line: &str) -> bool {
    const BEGINNINGS: [&str; 8] =
        ["TAP version", "ok", NOT_OK, "#", "1..", "Bail out!", "---", "..."];
    BEGINNINGS.iter().any(|it| line.starts_with(it))
}

/// Whether a line that is not indented is one of a list, or of a document of keys with values.
fn is_of_list(line: &str, has_keys: bool) -> bool {
    let is_name = |name: &str| {
        let name = name.trim_matches(['"', '\'']);
        !name.is_empty() && name.chars().all(|it| it.is_alphanumeric() || "_-./".contains(it))
    };
    let is_key = || {
        let (name, value) = line.split_once(':').unwrap_or_default();
        let is_value = value.is_empty() || value.starts_with(' ') && !value.contains(": ");
        is_name(name) && is_value && !says_error(line) && !failure::begins(line)
    };
    line.starts_with("- ") || line.starts_with('#') || line == "---" || has_keys && is_key()
}

struct Reader<'a> {
    target: &'a Target,
    is_tap: bool,
    /// The file that the findings below are about.
    path: Option<String>,
    /// What is known of the finding that is being read.
    object: Map<String, Value>,
    /// How far its item is indented.
    indent: usize,
    /// How far a list is indented that belongs to it, and says nothing of its own.
    inner: Option<usize>,
    found: Vec<Finding>,
    /// How many there were before the file that is being read.
    before: usize,
    /// Files that are not ok for a reason that was not understood.
    left_out: usize,
}

impl<'a> Reader<'a> {
    fn of(target: &'a Target) -> Self {
        Self {
            target,
            is_tap: false,
            path: None,
            object: Map::new(),
            indent: 0,
            inner: None,
            found: Vec::new(),
            before: 0,
            left_out: 0,
        }
    }

    fn read(&mut self, line: &str) {
        if let Some(rest) = line.strip_prefix(NOT_OK) {
            self.end_item();
            self.end_file();
            self.path = rest.split_once(" - ").map(|(_, path)| path.trim().to_owned());
            self.before = self.found.len();
            return;
        }
        let here = indent(line);
        let item = line.trim_start().strip_prefix("- ");
        if self.inner.is_some_and(|inner| here > inner || here == inner && item.is_some()) {
            return;
        }
        self.inner = None;
        let Some((key, value)) = item.unwrap_or(line.trim()).split_once(':') else { return };
        let begins = item.is_some() || self.is_tap && key == "message" && self.has("message");
        if begins && here > self.indent && self.finding().is_some() && !self.is_tap {
            self.inner = Some(here);
            return;
        }
        if begins {
            self.end_item();
            self.indent = here;
        }
        let value = value.trim();
        let is_quoted = value.len() > 1 && value.starts_with('\'') && value.ends_with('\'');
        let bare = value.trim_matches(['"', '\'']);
        let bare = if is_quoted { bare.replace("''", "'") } else { bare.to_owned() };
        if !bare.is_empty() && !self.has(key) {
            self.object.insert(key.to_owned(), Value::String(bare));
        }
    }

    fn has(&self, key: &str) -> bool {
        self.object.contains_key(key)
    }

    fn finding(&self) -> Option<Finding> {
        json::of_item(&Value::Object(self.object.clone()), self.path.as_deref(), self.target)
    }

    /// Ends an item: a finding, or what names the file of those below.
    fn end_item(&mut self) {
        if let Some(finding) = self.finding() {
            self.found.push(finding);
        } else if let Some(path) = json::path_of(&self.object, self.target) {
            self.path = Some(path.to_owned());
        }
        self.object.clear();
    }

    /// Ends a file that is not ok.
    fn end_file(&mut self) {
        let is_explained = self.found.len() > self.before;
        self.left_out += usize::from(self.is_tap && self.path.is_some() && !is_explained);
    }
}
