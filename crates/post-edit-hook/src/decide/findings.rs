//! What a program printed, as findings that can be picked, counted and left out.

mod alike;
mod blocks;
mod broken;
mod class;
mod diff;
mod headline;
mod html;
mod json;
mod labels;
mod place;
mod range;
mod row;
mod shape;
mod table;
mod whole;
mod xml;
mod yaml;

use std::borrow::Cow;
use std::ops::RangeInclusive;

use anstream::adapter::strip_str;
use hook_protocol::{shortened, tame};

use crate::decide::touched::Touched;
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
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Finding {
    /// As it was printed, on one line or several.
    pub(crate) text: String,
    pub(crate) at: At,
}

/// Where it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum At {
    /// It does not say.
    Nowhere,
    /// On no line of the file: it is about all of it.
    Whole,
    /// On these lines of the file: that of the finding, and those that explain it.
    Here(Vec<RangeInclusive<usize>>),
    /// In another file.
    Elsewhere,
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

/// So many are told of those that are about all of the file, which the edit may have nothing to do with.
const MAX_WHOLE: usize = 3;

/// Those of the findings that are about `touched` lines of the file, which has `count`, and those that
/// say of no line that something is wrong, or of the one behind the last: something is open there, and
/// nobody knows since where. Where no place is named at all, and where the program itself
/// broke, everything is kept; and of what is about nothing touched, that the file cannot be read, and
/// what explains by no source of the project why the program failed.
pub(crate) fn about(found: Findings, touched: &Touched, target: &Target, count: usize) -> Findings {
    let is_here = |finding: &Finding| matches!(finding.at, At::Here(_) | At::Whole);
    let says_crash = |finding: &Finding| shape::is_crash(&finding.text);
    let is_crash = !found.all.iter().any(is_here) && found.all.iter().any(says_crash);
    if is_crash || found.all.iter().all(|it| matches!(it.at, At::Nowhere | At::Whole)) {
        return found;
    }
    let ends = found.all.iter().filter_map(|finding| match &finding.at {
        At::Here(lines) => lines.iter().map(RangeInclusive::end).max().copied(),
        _ => None,
    });
    let last = ends.max().unwrap_or_default();
    let in_cells = |text: &str| touched.cells.as_ref()?.has(text, last);
    let mut whole = 0;
    let is_told = |finding: &&Finding| match &finding.at {
        At::Here(_) if in_cells(&finding.text).is_some() => in_cells(&finding.text) == Some(true),
        At::Here(lines) => lines.iter().any(|lines| {
            let said = finding.text.rsplit(": ").next().unwrap_or_default();
            let is_behind = lines.start().checked_sub(1) == Some(count);
            let is_open = is_behind && !shape::is_sum(said);
            touched.has_any(lines) || is_open || touched.is_about_lost(&finding.text)
        }),
        At::Nowhere => shape::is_complaint(&finding.text),
        At::Whole => {
            whole += 1;
            whole <= MAX_WHOLE
        }
        At::Elsewhere => false,
    };
    let mut all: Vec<_> = found.all.iter().filter(is_told).cloned().collect();
    if all.is_empty() {
        all = broken::told_all_the_same(&found.all, touched, target);
    }
    Findings { all, ..found }
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
