//! What a program printed, as findings that can be picked, counted and left out.

mod alike;
mod blocks;
mod broken;
mod class;
mod diff;
mod drawn;
mod effect;
mod failure;
mod headline;
mod html;
mod json;
mod links;
mod mention;
mod place;
mod range;
mod row;
mod shape;
mod table;
mod told;
mod unknown;
mod unreadable;
mod whole;
mod xml;
mod yaml;

use std::borrow::Cow;
use std::ops::RangeInclusive;

use anstream::adapter::strip_str;
use hook_protocol::{shortened, tame};

pub(crate) use self::told::{about, with_end};
use crate::gather::target::Target;

/// In characters. A line of a minified file helps nobody.
const MAX_LINE: usize = 500;

/// What a program found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Findings {
    /// In the order in which they were printed.
    pub(crate) all: Vec<Finding>,
    /// Whether there was more than what is read.
    pub(crate) is_cut: bool,
}

/// One of them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct Finding {
    /// As it was printed, on one line or several.
    pub(crate) text: String,
    pub(crate) at: At,
}

/// Where it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) enum At {
    /// It does not say.
    #[default]
    Nowhere,
    /// On no line of the file: it is about all of it.
    Whole,
    /// On these lines of the file: that of the finding, and those that explain it.
    Here(Vec<RangeInclusive<usize>>),
    /// In another file.
    Elsewhere,
}

impl Finding {
    /// Puts the lines of this file that others name to its own.
    fn add_places(&mut self, others: &[Self]) {
        let lines = |it: &Self| match &it.at {
            At::Here(lines) => lines.clone(),
            _ => Vec::new(),
        };
        let all: Vec<_> = std::iter::once(&*self).chain(others).flat_map(lines).collect();
        if !all.is_empty() {
            self.at = At::Here(all);
        }
    }
}

/// The findings in what a program printed, stdout before stderr: what stands together, where
/// places are named, and each line elsewhere.
pub(crate) fn all(stdout: &str, stderr: &str, target: &Target) -> Findings {
    let (mut all, mut lines) = (Vec::new(), Vec::new());
    for output in [stdout, stderr] {
        let output = without_colours(output);
        let (found, rest) = json::findings(&output, target);
        all.extend(found);
        let (found, rest) = xml::findings(&rest, target);
        all.extend(found);
        let (found, rest) = table::findings(&rest, target);
        all.extend(found);
        let (found, rest) = yaml::findings(&rest, target);
        all.extend(found);
        lines.extend(clean(&html::lines(&rest)));
        // What is on another stream is apart, as if by an empty line.
        lines.push(String::new());
    }
    let is_here = |all: &[Finding]| all.iter().any(|it| matches!(it.at, At::Here(_)));
    let by_path = blocks::findings(&lines, target, false);
    let may_be_rows = !is_here(&by_path) && !broken::names_settings(&lines, target);
    let by_row = Some(()).filter(|()| may_be_rows);
    let rows = || blocks::findings(&lines, target, true);
    let by_row =
        by_row.map(|()| row::counted(&lines).unwrap_or_else(rows)).filter(|all| is_here(all));
    let found = by_row.unwrap_or(by_path);
    let found = alike::findings(&lines, target, &found).unwrap_or(found);
    let names_places = found.iter().any(|it| matches!(it.at, At::Here(_) | At::Elsewhere));
    all.extend(if names_places { found } else { each(lines) });
    Findings { all, is_cut: false }
}

/// Each line as a finding that names no place.
fn each(lines: Vec<String>) -> Vec<Finding> {
    let lines = lines.into_iter().filter(|line| !line.trim().is_empty());
    lines.map(|text| Finding { text, at: At::Nowhere }).collect()
}

/// A finding of several lines on one.
fn one_finding(text: &str) -> String {
    shortened(&tame(&text.split_whitespace().collect::<Vec<_>>().join(" ")), MAX_LINE).into_owned()
}

/// What a program printed without colours: no document has any.
fn without_colours(output: &str) -> Cow<'_, str> {
    if output.contains('\u{1b}') { strip_str(output).to_string().into() } else { output.into() }
}

/// The lines of what a program printed, without colours, and without all else that
/// a terminal would obey.
fn clean(output: &str) -> Vec<String> {
    let plain = strip_str(output).to_string();
    // A terminal shows what follows a carriage return alone as a line of its own.
    let plain = plain.replace("\r\n", "\n").replace('\r', "\n");
    let plain = shape::without_boxes(plain);
    // An XML document may be one line.
    let is_xml = plain.trim_start().starts_with('<');
    let plain = if is_xml { plain.replace("><", ">\n<") } else { plain };
    let line = |line: &str| shortened(&tame(line.trim_end()), MAX_LINE).into_owned();
    plain.lines().map(line).collect()
}

#[cfg(test)]
mod tests;
