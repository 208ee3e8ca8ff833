//! What of a report the agent is told, once and within its budget.

pub(crate) mod findings;
pub(crate) mod line_map;
pub(crate) mod lines;
pub(crate) mod removed_lines;

use std::collections::HashSet;

use crate::decide::findings::{Finding, Findings};
use crate::gather::step::{Cause, Failure};
use crate::gather::work::Report;
use crate::policy::OnFailure;
use crate::words;

/// The words for the agent; empty ones are none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Told {
    /// What it has to put right.
    pub(crate) reason: String,
    /// What it is told besides.
    pub(crate) context: String,
}

/// What one step has to say: a line, and its findings below.
struct Section {
    head: String,
    findings: Findings,
}

/// The words for reports, each about the file that is named with it, with `budget` characters in
/// all.
///
/// What blocks comes first where the budget is short, but never takes more than
/// half of it from the rest: an agent that is told of the one hears of the other.
pub(crate) fn tell(reports: &[(String, Report)], budget: usize) -> Told {
    let (mut blocking, mut telling) = (Vec::new(), Vec::new());
    for (file, report) in reports {
        let sections = sections(report, file);
        // The same words at the same place of another file are something else.
        let mut known = HashSet::new();
        blocking.extend(without_duplicates(sections.0, &mut known));
        telling.extend(without_duplicates(sections.1, &mut known));
    }
    let wanted: usize = telling.iter().map(Section::length).sum();
    let reason = within(&blocking, budget - wanted.min(budget / 2));
    let context = within(&telling, budget.saturating_sub(length(&reason)));
    Told { reason, context }
}

/// What a report has to say about a file: what blocks, and what is only told.
fn sections(report: &Report, file: &str) -> (Vec<Section>, Vec<Section>) {
    let mut blocking = Vec::new();
    let notices = words::notices(report, file).into_iter();
    let mut telling: Vec<Section> =
        notices.map(|head| Section { head, findings: Findings::default() }).collect();
    for failure in &report.failures {
        let section = section(failure, file);
        match (failure.wanted, &failure.cause) {
            (OnFailure::Ignore, _) => {}
            (OnFailure::Block, Cause::Status { .. } | Cause::Deleted) => blocking.push(section),
            _ => telling.push(section),
        }
    }
    (blocking, telling)
}

/// What a failed step has to say.
fn section(failure: &Failure, file: &str) -> Section {
    let findings = match &failure.cause {
        Cause::Status { findings, .. } => findings.clone(),
        _ => Findings::default(),
    };
    Section { head: words::head(failure, file), findings }
}

/// The sections without the findings that another step has told, with the same words at the
/// same place. What names no place may be a part of something else, and stays.
fn without_duplicates(sections: Vec<Section>, known: &mut HashSet<Finding>) -> Vec<Section> {
    let mut kept = Vec::new();
    for mut section in sections {
        let all = &mut section.findings.all;
        let is_silent = all.is_empty();
        all.retain(|finding| !known.contains(finding));
        if is_silent || !all.is_empty() {
            known.extend(all.iter().filter(|finding| finding.place.is_some()).cloned());
            kept.push(section);
        }
    }
    kept
}

/// The sections, one below the other, in at most `room` characters where that can
/// be; what does not fit is counted.
fn within(sections: &[Section], room: usize) -> String {
    let total: usize = sections.iter().map(Section::length).sum();
    if total <= room {
        return sections.iter().flat_map(Section::lines).collect::<Vec<_>>().join("\n");
    }
    let all: usize = sections.iter().map(Section::weight).sum();
    let mut text = Vec::new();
    let is_cut = sections.iter().any(|it| it.findings.is_cut);
    let mut left = room.saturating_sub(length(&words::left_out(all, is_cut)) + 1);
    let heads: Vec<bool> = sections.iter().map(|it| take(&it.head, &mut left)).collect();
    let lengths = sections.iter().zip(&heads);
    let lengths = lengths.map(|(it, is_named)| usize::from(*is_named) * it.findings_length());
    let shares = shares(&lengths.collect::<Vec<_>>(), left);
    let mut count = 0;
    left = 0;
    for ((section, is_named), share) in sections.iter().zip(heads).zip(shares) {
        if !is_named {
            count += section.weight();
            continue;
        }
        // What one leaves is for the next.
        left += share;
        text.push(section.head.clone());
        for Finding { text: finding, .. } in &section.findings.all {
            if take(finding, &mut left) {
                text.push(finding.clone());
            } else {
                count += 1;
            }
        }
    }
    if count > 0 {
        text.push(words::left_out(count, is_cut));
    }
    text.join("\n")
}

/// How much of some room each of some lengths gets: those that need less than an equal part all that
/// they need, and the others the rest in equal parts.
fn shares(lengths: &[usize], room: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..lengths.len()).collect();
    order.sort_by_key(|at| lengths.get(*at));
    let (mut left, mut shares) = (room, vec![0; lengths.len()]);
    for (nth, at) in order.iter().enumerate() {
        let part = left / (lengths.len() - nth);
        let share = lengths.get(*at).map_or(0, |length| part.min(*length));
        left -= share;
        if let Some(it) = shares.get_mut(*at) {
            *it = share;
        }
    }
    shares
}

/// Takes the room of a line, if there is so much.
fn take(line: &str, left: &mut usize) -> bool {
    let fits = length(line) < *left;
    *left -= if fits { length(line) + 1 } else { 0 };
    fits
}

impl Section {
    /// As how many findings it counts: a step that only says how it ended is one.
    fn weight(&self) -> usize {
        self.findings.all.len().max(1)
    }

    /// The head, and what was found.
    fn lines(&self) -> impl Iterator<Item = &str> {
        let findings = self.findings.all.iter().map(|finding| finding.text.as_str());
        std::iter::once(self.head.as_str()).chain(findings)
    }

    /// That of what was found, with the line ends.
    fn findings_length(&self) -> usize {
        self.findings.all.iter().map(|it| length(&it.text) + 1).sum()
    }

    /// With the line ends.
    fn length(&self) -> usize {
        self.lines().map(|line| length(line) + 1).sum()
    }
}

/// As hosts count characters: in UTF-16.
fn length(text: &str) -> usize {
    text.encode_utf16().count()
}

#[cfg(test)]
mod tests;
