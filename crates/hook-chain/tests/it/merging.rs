//! How decisions, reasons and words are joined.

use crate::stage::{Stage, told};

/// The hooks, and what the host is told.
type Row = (&'static str, &'static [&'static str], &'static str);

#[track_caller]
fn check(rows: &[Row]) {
    for (sentence, lines, expected) in rows {
        assert_eq!(told(&Stage::new(lines).call()), *expected, "{sentence}");
        let mut backwards = lines.to_vec();
        backwards.reverse();
        assert_eq!(told(&Stage::new(&backwards).call()), *expected, "{sentence}, backwards");
    }
}

#[test]
fn the_strongest_decision_holds() {
    check(&[
        ("nobody has an opinion", &["guard a:", "guard b:"], ""),
        ("a denial over silence", &["guard a:", "guard b: deny no"], "deny no"),
        ("a question over silence", &["guard a:", "guard b: ask really"], "ask really"),
        ("a grant over silence", &["guard a:", "guard b: grant fine"], "allow fine"),
        ("a denial over a question", &["guard a: ask really", "guard b: deny no"], "deny no"),
        ("a denial over a grant", &["guard a: grant fine", "guard b: deny no"], "deny no"),
        ("a question over a grant", &["guard a: grant fine", "guard b: ask really"], "ask really"),
        (
            "a denial over all of them",
            &["guard a: grant fine", "guard b: ask really", "guard c: deny no"],
            "deny no",
        ),
        (
            "a denial from a low class over a grant from a high one",
            &["guard/critical a: grant fine", "guard/low b: deny no"],
            "deny no",
        ),
        (
            "a guard's question over a rewriter's grant",
            &["guard a: ask really", "rewrite b: grant fine"],
            "ask really",
        ),
        (
            "a rewriter's denial is one: a question was answered elsewhere",
            &["guard a: ask really", "rewrite b: deny the answer is 4"],
            "deny the answer is 4",
        ),
        (
            "a rewriter's grant over a guard's silence",
            &["guard a:", "rewrite b: grant fine"],
            "allow fine",
        ),
        (
            "a grant in the context is one as well",
            &["guard a:", "context b: grant fine"],
            "allow fine",
        ),
        (
            "a denial by who tells something holds",
            &["guard a: grant fine", "context b: deny no"],
            "deny no",
        ),
    ]);
}

#[test]
fn reasons_of_the_winning_kind_are_told_with_their_hooks() {
    check(&[
        ("one is told as it is", &["guard a: deny no", "guard b:"], "deny no"),
        (
            "two have their names",
            &["guard a: deny no", "guard b: deny never"],
            "deny [a] no / [b] never",
        ),
        (
            "equal ones are repeated",
            &["guard a: deny no", "guard b: deny no"],
            "deny [a] no / [b] no",
        ),
        (
            "three are told",
            &["guard a: deny 1", "guard b: deny 2", "guard c: deny 3"],
            "deny [a] 1 / [b] 2 / [c] 3",
        ),
        (
            "of the fourth that there is one",
            &["guard a: deny 1", "guard b: deny 2", "guard c: deny 3", "guard d: deny 4"],
            "deny [a] 1 / [b] 2 / [c] 3 / 1 more hook says so.",
        ),
        (
            "of more how many there are",
            &[
                "guard a: deny 1",
                "guard b: deny 2",
                "guard c: deny 3",
                "guard d: deny 4",
                "guard e: deny 5",
            ],
            "deny [a] 1 / [b] 2 / [c] 3 / 2 more hooks say so.",
        ),
        (
            "those of weaker kinds are not told",
            &["guard a: ask really", "guard b: deny no", "guard c: grant fine"],
            "deny no",
        ),
        (
            "questions are joined alike",
            &["guard a: ask really", "guard b: ask truly"],
            "ask [a] really / [b] truly",
        ),
        (
            "grants are joined alike",
            &["guard a: grant fine", "rewrite b: grant good"],
            "allow [a] fine / [b] good",
        ),
        (
            "a guard's reason stands before a rewriter's of a higher class",
            &["guard/low a: ask one", "rewrite/critical b: ask two"],
            "ask [a] one / [b] two",
        ),
        (
            "a reason without words is replaced",
            &["guard a: deny"],
            "deny a hook of this project decided this, and gave no reason",
        ),
    ]);
}

#[test]
fn a_long_reason_does_not_hide_the_others() {
    let concluded = Stage::new(&["guard a: long-deny 9400", "guard b: deny never"]).call();
    let reason = concluded.outcome.denial().unwrap();
    assert!(reason.starts_with("[a] nnn") && reason.ends_with("\n[b] never"), "{}", reason.len());
    assert!(reason.contains("more characters were left out"));
    assert!(reason.len() <= 9_500, "{}", reason.len());
}

#[test]
fn the_note_about_a_rewriter_is_within_the_limit() {
    let lines = ["guard a: when rm long-deny 9500", "rewrite b !writes-command: set command=rm"];
    let concluded = Stage::new(&lines).call();
    let reason = concluded.outcome.denial().unwrap();
    assert!(reason.ends_with("rewritten by b.)") && reason.len() <= 9_500, "{}", reason.len());
}

const WORDS: &[Row] = &[
    (
        "sections stand in the order of the hooks",
        &["context b: context two", "context a: context one"],
        "context one /  / two",
    ),
    (
        "a section of a higher class comes first",
        &["context a: context one", "context/high b: context two"],
        "context two /  / one",
    ),
    (
        "a guard's section comes first",
        &["guard z: context one", "context/critical a: context two"],
        "context one /  / two",
    ),
    (
        "equal sections are repeated",
        &["context a: context one", "context b: context one"],
        "context one /  / one",
    ),
    (
        "after a denial what guards say is told",
        &["guard a: deny no", "guard b: context one", "context c: context two"],
        "deny no | context one",
    ),
    (
        "and what the one says who denies",
        &["guard a: context one", "rewrite b: deny no; context two"],
        "deny no | context one /  / two",
    ),
    (
        "after a denial what a record says is not told",
        &["guard a: deny no", "record b: context two"],
        "deny no",
    ),
    (
        "with a question sections are told",
        &["guard a: ask really", "context b: context two"],
        "ask really | context two",
    ),
    (
        "messages to the person are lines",
        &["guard a: message one", "guard b: message two"],
        "message one / two",
    ),
    (
        "equal messages are told once",
        &["guard a: message one", "guard b: message one", "guard c: message two"],
        "message one / two",
    ),
    (
        "a denial does not swallow a message",
        &["guard a: deny no", "guard b: message one"],
        "deny no | message one",
    ),
    (
        "of escape sequences the first is passed on",
        &["guard b: terminal two", "guard a: terminal one"],
        "terminal one",
    ),
];

#[test]
fn words_beside_the_decision_are_joined() {
    check(WORDS);
}
