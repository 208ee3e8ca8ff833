//! Findings in the YAML of reports: of linters that print a list of them, and of TAP, where a
//! file that is not ok has its findings below.
//!
//! What stands there is flat: a line with a key and a value each, and lists of objects. It is
//! read as that, without what else YAML has.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::decide::findings::shape::indent;
use crate::decide::findings::{Finding, json};
use crate::gather::target::Target;

/// How a file that is not ok is named: `not ok 1 - a.py`.
const NOT_OK: &str = "not ok ";

/// The findings in a report, or none and all of the output. A report of which something would
/// be left out is none.
pub(super) fn findings<'a>(output: &'a str, target: &Target) -> (Vec<Finding>, Cow<'a, str>) {
    let first = output.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let is_tap = first.starts_with("TAP version");
    let is_list = first == "---" || first.starts_with("- ") && first.contains(':');
    let mut reader = Reader { target, is_tap, ..Reader::of(target) };
    if is_tap || is_list {
        output.lines().for_each(|line| reader.read(line));
        reader.end_item();
        reader.end_file();
    }
    let is_whole = !reader.found.is_empty() && reader.left_out == 0;
    if is_whole { (reader.found, Cow::Borrowed("")) } else { (Vec::new(), output.into()) }
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
