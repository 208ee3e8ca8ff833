//! What is told, and in how many words.

use std::time::Duration;

use super::*;
use crate::decide::findings::{File, Place};
use crate::decide::lines::Lines;
use crate::gather::format::Reformatted;
use crate::policy::Kind;

fn failure(program: &str, wanted: OnFailure, cause: Cause) -> Failure {
    let program = program.to_owned();
    Failure { program, kind: Kind::Check, wanted, cause }
}

fn found(program: &str, wanted: OnFailure, findings: &[&str]) -> Failure {
    let place = |text: &str| {
        let line = Some(text.split(':').nth(1)?.parse().ok()?);
        Some(Place { file: File::Edited, line })
    };
    let of = |text: &&str| Finding { place: place(text), ..Finding::of_text((*text).to_owned()) };
    let findings = Findings { all: findings.iter().map(of).collect(), is_cut: false };
    failure(
        program,
        wanted,
        Cause::Status { status: "exit 1".to_owned(), did_break: false, findings, unread: None },
    )
}

fn about(report: Report) -> [(String, Report); 1] {
    [("a.py".to_owned(), report)]
}

fn told(failures: Vec<Failure>, budget: usize) -> Told {
    tell(&about(Report { failures, ..Report::default() }), budget)
}

#[track_caller]
fn check(failures: Vec<Failure>, budget: usize, reason: &[&str], context: &[&str]) {
    let told = told(failures, budget);
    assert_eq!(told.reason, reason.join("\n"));
    assert_eq!(told.context, context.join("\n"));
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
        &["`slow` was stopped after 50.0 ms; it did not check a.py"],
    );
    check(
        vec![timed_out(true)],
        4_000,
        &[],
        &[
            "`slow` was stopped after 50.0 ms, because the hook's time was up; it did not check a.py",
        ],
    );
    check(
        vec![failure("late", Tell, Cause::NoTime)],
        4_000,
        &[],
        &["`late` did not run: no time was left"],
    );
    check(
        vec![found("mute", Tell, &[])],
        4_000,
        &[],
        &["`mute` failed on a.py without output (exit 1)"],
    );
    let broken = Failure { kind: Kind::Format, ..found("fmt", Tell, &["syntax error"]) };
    check(vec![broken], 4_000, &[], &["`fmt` could not format a.py (exit 1):", "syntax error"]);
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
        &["`lint` found problems in a.py (exit 1):", "a.py:1: x"],
        &[
            "`gone` could not start; it did not check a.py (reported once per session)",
            "`late` did not run: no time was left",
        ],
    );
}

#[test]
fn a_reformatted_file_is_one_line() {
    let check = |lines: Lines, losses: &[&str], expected: &str| {
        let losses = losses.iter().map(|it| (*it).to_owned()).collect();
        let by = vec!["x".to_owned(), "y".to_owned()];
        let reformatted = Some(Reformatted { by, lines, losses });
        let told = tell(&about(Report { reformatted, ..Report::default() }), 4_000).context;
        let expected = format!("a.py was reformatted by `x`, `y` after this edit; {expected}");
        assert_eq!(told, expected);
    };
    let lines = || Lines::changed("a\nb\n", "A\nb\nc\n");
    check(lines(), &[], "changed lines: 1, 3");
    check(Lines::default(), &[], "lines were only removed");
    let gone = "removed lines of this edit";
    check(Lines::default(), &["use a;"], &format!("{gone}: `use a;`"));
    check(lines(), &["a", "b"], &format!("changed lines: 1, 3; {gone}: `a`, `b`"));
    let seven = ["a", "b", "c", "d", "e", "f", "g"];
    check(Lines::default(), &seven, &format!("{gone}: `a`, `b`, `c`, `d`, `e` and 2 more"));
}

#[test]
fn no_line_is_dropped_because_an_equal_one_stood_before() {
    let lines = ["a.py:1: x", "a.py:1: x", "@@ -1 +1 @@", "-x", "+y", "@@ -9 +9 @@", "-x", "+y"];
    let failures = vec![found("one", OnFailure::Tell, &lines)];
    let told = [&["`one` found problems in a.py (exit 1):"], lines.as_slice()].concat();
    check(failures, 4_000, &[], &told);
    let failures = ["one", "two"].map(|it| found(it, OnFailure::Tell, &["same"]));
    let both = [
        "`one` found problems in a.py (exit 1):",
        "same",
        "`two` found problems in a.py (exit 1):",
        "same",
    ];
    check(failures.into(), 4_000, &[], &both);
}

#[test]
fn a_step_with_many_findings_leaves_room_for_the_others() {
    let lines: Vec<String> = (1..=400).map(|n| format!("a.py:{n}: bad")).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let others = (0..6).map(|n| found(&format!("lint{n}"), OnFailure::Tell, &["a.py:2: other"]));
    let failures = std::iter::once(found("many", OnFailure::Tell, &lines)).chain(others);
    let told = told(failures.collect(), 1_000).context;
    assert!(length(&told) <= 1_000 && length(&told) > 900, "{told}");
    assert_eq!(told.matches("a.py:2: other").count(), 1, "said once");
    let heads = told.lines().filter(|line| line.starts_with("`lint"));
    assert_eq!(heads.count(), 1, "{told}");
    let few = ["a.py:1: one", "a.py:2: two"];
    let both =
        vec![found("many", OnFailure::Tell, &lines), found("few", OnFailure::Tell, &few[..1])];
    assert!(
        tell(&about(Report { failures: both, ..Report::default() }), 500)
            .context
            .contains("`many`")
    );
    let apart = ["x", "y", "z"].map(|it| found(it, OnFailure::Tell, &[it]));
    let failures = std::iter::once(found("many", OnFailure::Tell, &lines)).chain(apart);
    let told = tell(&about(Report { failures: failures.collect(), ..Report::default() }), 500);
    for said in
        ["`x` found problems in a.py (exit 1):\nx", "`y` found problems in a.py (exit 1):\ny", "z"]
    {
        assert!(told.context.contains(said), "{said}: {}", told.context);
    }
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
        let told = tell(&about(Report { failures: mute, ..Report::default() }), budget);
        let shown = told.context.lines().filter(|line| line.contains("without output")).count();
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
