//! What of a report the agent is told, once and within its budget.

pub(crate) mod findings;
pub(crate) mod lines;

use std::collections::HashSet;

use crate::decide::findings::{At, Finding, Findings};
use crate::gather::work::{Cause, Failure, Report};
use crate::policy::OnFailure;
use crate::words;

/// In characters: what is shorter is told whole or not at all, and no less room is worth it.
const MIN_CUT: usize = 200;

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

/// The words for a report about `file`, with `budget` characters in all.
///
/// What blocks comes first where the budget is short, but never takes more than
/// half of it from the rest: an agent that is told of the one hears of the other.
pub(crate) fn tell(report: &Report, file: &str, budget: usize) -> Told {
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
    let mut known = HashSet::new();
    let blocking = without_duplicates(blocking, &mut known);
    let telling = without_duplicates(telling, &mut known);
    let wanted: usize = telling.iter().map(Section::length).sum();
    let reason = within(&blocking, budget - wanted.min(budget / 2));
    let context = within(&telling, budget.saturating_sub(length(&reason)));
    Told { reason, context }
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
            known.extend(all.iter().filter(|finding| finding.at != At::Nowhere).cloned());
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
    let mut count = 0;
    for section in sections {
        if !take(&section.head, &mut left) {
            count += section.weight();
            continue;
        }
        text.push(section.head.clone());
        for Finding { text: finding, .. } in &section.findings.all {
            if take(finding, &mut left) {
                text.push(finding.clone());
            } else if let Some(cut) = cut(finding, left) {
                left -= length(&cut) + 1;
                text.push(cut);
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

/// Takes the room of a line, if there is so much.
fn take(line: &str, left: &mut usize) -> bool {
    let fits = length(line) < *left;
    *left -= if fits { length(line) + 1 } else { 0 };
    fits
}

/// The beginning and the end of a long finding, in so much room: nobody is helped by a
/// number in its place.
fn cut(finding: &str, room: usize) -> Option<String> {
    const MARK: &str = "\n...\n";
    if length(finding) < MIN_CUT || room < MIN_CUT {
        return None;
    }
    let left = room - length(MARK) - 1;
    let fits = |room: usize| {
        let mut units = 0;
        move |c: &char| {
            units += c.len_utf16();
            units <= room
        }
    };
    let beginning: String = finding.chars().take_while(fits(left * 2 / 3)).collect();
    let end: Vec<char> = finding.chars().rev().take_while(fits(left / 3)).collect();
    let end: String = end.into_iter().rev().collect();
    Some(format!("{beginning}{MARK}{end}"))
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
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::decide::lines::Lines;
    use crate::gather::snapshot::Undone;
    use crate::policy::Kind;

    fn failure(program: &str, wanted: OnFailure, cause: Cause) -> Failure {
        let program = program.to_owned();
        Failure { program, kind: Kind::Check, wanted, cause, undone: None }
    }

    fn found(program: &str, wanted: OnFailure, findings: &[&str]) -> Failure {
        let at = |text: &str| {
            let line = text.split(':').nth(1).and_then(|line| line.parse().ok());
            line.map_or(At::Nowhere, |line| At::Here(vec![line..=line]))
        };
        let of = |text: &&str| Finding { text: (*text).to_owned(), at: at(text) };
        let findings = Findings { all: findings.iter().map(of).collect(), is_cut: false };
        failure(program, wanted, Cause::Status { status: "exit status: 1".to_owned(), findings })
    }

    fn told(failures: Vec<Failure>, budget: usize) -> Told {
        tell(&Report { failures, ..Report::default() }, "a.py", budget)
    }

    #[track_caller]
    fn check(failures: Vec<Failure>, budget: usize, reason: &[&str], context: &[&str]) {
        let told = told(failures, budget);
        assert_eq!(told.reason, reason.join("\n"));
        assert_eq!(told.context, context.join("\n"));
    }

    #[test]
    fn nothing_is_told_of_nothing() {
        check(vec![], 4_000, &[], &[]);
        check(vec![found("x", OnFailure::Ignore, &["a.py:1: x"])], 4_000, &[], &[]);
    }

    #[test]
    fn each_step_says_how_it_ended() {
        use OnFailure::Tell;
        let timed_out = |is_cut_short| {
            let after = Duration::from_millis(50);
            failure("slow", Tell, Cause::TimedOut { after, is_cut_short })
        };
        check(
            vec![timed_out(false)],
            4_000,
            &[],
            &["`slow` was ended after 50 ms: a.py was not checked by it"],
        );
        check(
            vec![timed_out(true)],
            4_000,
            &[],
            &[
                "`slow` was ended after 50 ms, when there was no more time: a.py was not checked by it",
            ],
        );
        check(
            vec![failure("late", Tell, Cause::NoTime)],
            4_000,
            &[],
            &["`late` was not run, there was no time left"],
        );
        check(
            vec![found("mute", Tell, &[])],
            4_000,
            &[],
            &["`mute` on a.py failed silently, exit status: 1"],
        );
        let broken = Failure {
            kind: Kind::Format,
            undone: Some(Undone::Failed("no".to_owned())),
            ..found("fmt", Tell, &["syntax error"])
        };
        check(
            vec![broken],
            4_000,
            &[],
            &[
                "`fmt` could not format a.py, exit status: 1; its work could not be undone: no:",
                "syntax error",
            ],
        );
    }

    #[test]
    fn only_a_finding_blocks() {
        use OnFailure::Block;
        let missing = failure("gone", Block, Cause::NotStarted("could not start".to_owned()));
        let late = failure("late", Block, Cause::NoTime);
        let bad = found("lint", Block, &["a.py:1: x"]);
        check(
            vec![missing, late, bad],
            4_000,
            &["`lint` on a.py, exit status: 1:", "a.py:1: x"],
            &[
                "`gone` could not start: a.py was not checked by it (told once a session)",
                "`late` was not run, there was no time left",
            ],
        );
    }

    #[test]
    fn a_reformatted_file_is_one_line() {
        let lines = Lines::changed("a\nb\n", "A\nb\nc\n");
        let report = |lines| Report {
            reformatted: Some((vec!["x".to_owned(), "y".to_owned()], lines)),
            ..Report::default()
        };
        assert_eq!(
            tell(&report(lines), "a.py", 4_000).context,
            "a.py was reformatted by `x`, `y` after this edit; lines that differ now: 1, 3"
        );
        assert_eq!(
            tell(&report(Lines::default()), "a.py", 4_000).context,
            "a.py was reformatted by `x`, `y` after this edit; no line of it is new"
        );
    }

    #[test]
    fn a_finding_is_told_once_where_it_weighs_most() {
        use OnFailure::{Block, Tell};
        let failures = vec![
            found("one", Tell, &["a.py:1: x", "a.py:2: y"]),
            found("two", Tell, &["a.py:2: y"]),
            found("three", Block, &["a.py:1: x"]),
        ];
        check(
            failures,
            4_000,
            &["`three` on a.py, exit status: 1:", "a.py:1: x"],
            &["`one` on a.py, exit status: 1:", "a.py:2: y"],
        );
    }

    #[test]
    fn no_line_is_dropped_because_an_equal_one_stood_before() {
        let lines =
            ["a.py:1: x", "a.py:1: x", "@@ -1 +1 @@", "-x", "+y", "@@ -9 +9 @@", "-x", "+y"];
        let failures = vec![found("one", OnFailure::Tell, &lines)];
        let told = [&["`one` on a.py, exit status: 1:"], lines.as_slice()].concat();
        check(failures, 4_000, &[], &told);
        let failures = ["one", "two"].map(|it| found(it, OnFailure::Tell, &["same"]));
        let both =
            ["`one` on a.py, exit status: 1:", "same", "`two` on a.py, exit status: 1:", "same"];
        check(failures.into(), 4_000, &[], &both);
    }

    #[test]
    fn what_was_not_read_is_not_counted_as_known() {
        let mut cut = found("lint", OnFailure::Tell, &["a.py:1: one", "a.py:2: two"]);
        let of_cut = |cut: &Failure, budget| told(vec![cut.clone()], budget).context;
        if let Cause::Status { findings, .. } = &mut cut.cause {
            findings.is_cut = true;
        }
        let head = "`lint` on a.py, exit status: 1, the first MiB of its output";
        assert_eq!(of_cut(&cut, 4_000), format!("{head}:\na.py:1: one\na.py:2: two"));
        assert_eq!(of_cut(&cut, 60), "at least 2 more findings were left out");
        if let Cause::Status { findings, .. } = &mut cut.cause {
            findings.all.clear();
        }
        assert_eq!(of_cut(&cut, 4_000), format!("{head}: nothing there is about this edit"));
    }

    #[test]
    fn a_long_finding_is_cut_rather_than_lost() {
        let long = format!("a.py:1: begins\n{}ends", "x".repeat(900));
        let told = told(vec![found("lint", OnFailure::Tell, &[&long])], 500).context;
        assert!(length(&told) <= 500 && length(&told) > 400, "{told}");
        assert!(told.contains("begins") && told.contains("\n...\n"), "{told}");
        assert!(told.ends_with("xends"), "{told}");
    }

    #[test]
    fn what_is_left_out_is_counted() {
        use OnFailure::{Block, Tell};
        let lines: Vec<String> = (1..=100).map(|n| format!("a.py:{n}: bad")).collect();
        let many = |program, wanted| {
            found(program, wanted, &lines.iter().map(String::as_str).collect::<Vec<_>>())
        };
        for budget in [0, 100, 300, 1_000] {
            let told = told(vec![many("lint", Tell)], budget);
            let shown = told.context.lines().filter(|line| line.starts_with("a.py:")).count();
            let rest = format!("{} more findings were left out", 100 - shown);
            assert_eq!(told.context.lines().last(), Some(rest.as_str()), "{budget}");
            assert!(budget < 100 || length(&told.context) <= budget, "{budget}");
            assert!(budget < 300 || shown > budget / 20, "{budget}: {shown}");
            let mute: Vec<_> = (0..40).map(|n| found(&format!("lint{n}"), Tell, &[])).collect();
            let told = tell(&Report { failures: mute, ..Report::default() }, "a.py", budget);
            let shown = told.context.lines().filter(|line| line.contains("silently")).count();
            let rest = format!("{} more findings were left out", 40 - shown);
            assert_eq!(told.context.lines().last(), Some(rest.as_str()), "{budget}");
            assert!(budget < 100 || length(&told.context) <= budget, "{budget}");
        }
        let other: Vec<String> = lines.iter().map(|line| line.replace("bad", "ugly")).collect();
        let other: Vec<&str> = other.iter().map(String::as_str).collect();
        let told = told(vec![many("lint", Tell), found("types", Block, &other)], 1_000);
        for part in [&told.reason, &told.context] {
            assert!(part.lines().filter(|line| line.starts_with("a.py:")).count() > 20, "{part}");
            assert!(part.ends_with("more findings were left out"), "{part}");
        }
        assert!(length(&told.reason) + length(&told.context) <= 1_000);
    }
}
