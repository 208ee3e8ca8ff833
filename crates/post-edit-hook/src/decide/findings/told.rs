//! Which findings are told where only those count that are about the lines which the edit touched.

use std::ops::RangeInclusive;

use crate::decide::findings::effect::Effects;
use crate::decide::findings::place::pair;
use crate::decide::findings::{At, Finding, Findings};
use crate::decide::findings::{broken, drawn, failure, links, mention, shape, unknown};
use crate::decide::touched::Touched;
use crate::gather::target::Target;

/// So many are told of those that are about all of the file, which the edit may have nothing to do with.
const MAX_WHOLE: usize = 3;

/// So many of the last findings are told of a program that broke.
const MAX_END: usize = 3;

/// Those of the findings that are about `touched` lines of the file, which has this `text`, and those that
/// say of no line that something is wrong, or of the one behind the last: something is open there, and
/// nobody knows since where. Where no place is named at all, and where the program itself
/// broke, everything is kept; and of what is about nothing touched, that the file cannot be read, and
/// what explains by no source of the project why the program failed.
pub(crate) fn about(
    found: Findings,
    touched: &Touched,
    target: &Target,
    text: Option<&str>,
) -> Findings {
    let is_here = |finding: &Finding| matches!(finding.at, At::Here(_) | At::Whole);
    let is_own = |it: &Finding| !broken::has_fault(it, target) && !failure::is_wrapper(&it.text);
    let says_crash = |it: &Finding| shape::is_crash(&it.text) && is_own(it);
    let is_crash = !found.all.iter().any(is_here) && found.all.iter().any(says_crash);
    if is_crash || found.all.iter().all(|it| matches!(it.at, At::Nowhere | At::Whole)) {
        return found;
    }
    let found = Findings { all: links::joined(found.all), ..found };
    let ends = found.all.iter().filter_map(|finding| match &finding.at {
        At::Here(lines) => lines.iter().map(RangeInclusive::end).max().copied(),
        _ => None,
    });
    let last = ends.max().unwrap_or_default();
    let in_cells = |text: &str| touched.cells.as_ref()?.has(text, last);
    let count = text.map_or(usize::MAX, |text| text.lines().count().max(1));
    let effects = Effects::of(text.unwrap_or_default(), touched);
    let mut whole = 0;
    let is_told = |finding: &Finding| match &finding.at {
        At::Here(_) if in_cells(&finding.text).is_some() => in_cells(&finding.text) == Some(true),
        At::Here(lines) => {
            is_about(finding, lines, touched, target, count)
                || effects.are_seen(&finding.text, lines)
        }
        At::Nowhere => {
            let is_broken = shape::is_complaint(&finding.text) || failure::is_in(&finding.text);
            is_broken
                || unknown::is_touched(&finding.text, touched, target)
                || finding.text.lines().any(|it| unknown::is_touched_row(it, touched, target))
        }
        At::Whole => {
            whole += 1;
            whole <= MAX_WHOLE
        }
        At::Elsewhere => {
            let is_crash = shape::is_crash(&finding.text) && !failure::is_wrapper(&finding.text);
            is_crash && !broken::has_fault(finding, target)
        }
    };
    let mut all = picked(&found.all, touched, target, is_told);
    if all.is_empty() {
        all = broken::told_all_the_same(&found.all, touched, target);
    }
    Findings { all, ..found }
}

/// The findings that are told, and of the others the lines that name the file in no known form.
fn picked(
    found: &[Finding],
    touched: &Touched,
    target: &Target,
    mut is_told: impl FnMut(&Finding) -> bool,
) -> Vec<Finding> {
    let mut all: Vec<Finding> = Vec::new();
    let mut is_open = false;
    for finding in found {
        let is_apart = finding.at == At::Nowhere;
        if is_told(finding) {
            is_open = is_apart && unknown::lacks_message(&finding.text);
            all.push(finding.clone());
        } else if is_open && is_apart && !shape::is_sum(&finding.text) {
            is_open = false;
            all.push(finding.clone());
        } else {
            is_open = false;
            let below = finding.text.lines().skip(1);
            let margin = shape::indent(&finding.text);
            // What stands further right goes on with what is said above, but for `3:7  error  x`.
            let is_paired = |line: &str| line.split_whitespace().next().and_then(pair).is_some();
            let is_apart = |line: &str| shape::indent(line) <= margin || is_paired(line);
            let is_here = matches!(finding.at, At::Here(_));
            let is_row = |line: &str| {
                is_here && is_apart(line) && unknown::is_touched_row(line, touched, target)
            };
            let is_told = |line: &&str| unknown::is_touched(line, touched, target) || is_row(line);
            let unknown = below.filter(is_told);
            all.extend(unknown.map(|it| Finding { text: it.to_owned(), at: At::Nowhere }));
        }
    }
    all
}

/// Whether a finding about these lines of the file may be the doing of the edit.
fn is_about(
    finding: &Finding,
    lines: &[RangeInclusive<usize>],
    touched: &Touched,
    target: &Target,
    count: usize,
) -> bool {
    let text = &finding.text;
    let said = text.rsplit(": ").next().unwrap_or_default();
    let is_behind = lines.iter().any(|it| it.start().checked_sub(1) == Some(count));
    let is_open = is_behind && !shape::is_sum(said);
    let is_touched = |lines: &[RangeInclusive<usize>]| lines.iter().any(|it| touched.has_any(it));
    is_touched(lines)
        || is_open
        || touched.is_about_lost(text)
        || is_touched(&drawn::lines(text, target))
        || is_touched(&mention::lines(text, target))
}

/// What is told of a program that broke: `told`, and what stands at the end and has no place in a
/// source of the project; where there is no such thing, the end.
pub(crate) fn with_end(mut told: Findings, found: &[Finding]) -> Findings {
    let is_new = |it: &&Finding| !matches!(it.at, At::Here(_)) && !told.all.contains(it);
    let apart: Vec<Finding> = found.iter().filter(is_new).cloned().collect();
    let end =
        |all: &[Finding]| all.get(all.len().saturating_sub(MAX_END)..).unwrap_or(all).to_vec();
    let more = if apart.is_empty() && told.all.is_empty() { end(found) } else { end(&apart) };
    told.all.extend(more);
    told
}
