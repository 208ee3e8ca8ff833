//! Recommendations as tables.

use hook_protocol::QuestionOption;

use super::*;

mod names;
mod statement;

/// A label, and its description where it has one.
type Choice<'a> = (&'a str, Option<&'a str>);

fn check_question(header: Option<&str>, text: &str, choices: &[Choice<'_>], expected: Recommended) {
    let options = choices
        .iter()
        .map(|&(label, description)| QuestionOption { label, description, preview: None })
        .collect();
    let question = Question { question: text, header, options, multi_select: false };
    let found = recommended(&question);
    let same = match expected {
        Recommended::Unclear(_) => matches!(found, Recommended::Unclear(_)),
        _ => found == expected,
    };
    assert!(same, "{text:.500?} with {choices:.500?}: {found:?} instead of {expected:?}");
}

fn check(text: &str, labels: &[&str], expected: Recommended) {
    let choices: Vec<_> = labels.iter().map(|label| (*label, None)).collect();
    check_question(None, text, &choices, expected);
}

const NONE: Recommended = Recommended::None;
const UNCLEAR: Recommended = Recommended::Unclear("");

fn one(index: usize) -> Recommended {
    Recommended::One(index)
}

#[test]
fn exactly_one_label_is_recommended() {
    for (labels, expected) in [
        (&["SQLite (recommended)", "Redis"][..], one(0)),
        (&["SQLite", "Redis (Recommended)"], one(1)),
        (&["SQLite", "Redis ( RECOMMENDED )"], one(1)),
        (&["SQLite", "Redis\n(recommended)"], one(1)),
        (&["\"SQLite\" 🚀 (recommended)", "Redis"], one(0)),
        (&["\u{200f}مؤقت (recommended)\u{200f}", "Redis"], one(0)),
        (&["SQLite (\u{200f}recommended\u{200f})", "Redis"], one(0)),
        (&["SQLite (one file) (recommended)", "Redis"], one(0)),
        (&["A) SQLite (recommended)", "B) Redis"], one(0)),
        (&["Yes (recommended)", "No"], one(0)),
        (&["Yes", "No (recommended)"], one(1)),
        (&["Don't cache (recommended)", "Cache"], one(0)),
        (&["Ask if it fails (recommended)", "Never ask"], one(0)),
        (&["SQLite (recommended)", "Redis (not recommended)"], one(0)),
        (&["SQLite", "Redis"], NONE),
        (&["SQLite", "Redis (not recommended)"], NONE),
        (&["SQLite", "Redis not (recommended)"], NONE),
        (&["SQLite", "Redis - not recommended"], NONE),
        (&[], NONE),
        (&["SQLite (recommended)", "Redis (recommended)"], UNCLEAR),
        (&["SQLite (recommended)", "Redis (reco\u{200b}mmended)"], UNCLEAR),
        (&["SQLite (recommended)", "SQLite"], UNCLEAR),
        (&["SQLite (recommended)", "Redis", " redis\u{200e}"], UNCLEAR),
        (&["SQLite (recommended)", " "], UNCLEAR),
        (&["(recommended)", "Redis"], UNCLEAR),
    ] {
        check("Which?", labels, expected);
    }
}

#[test]
fn a_label_may_be_a_time() {
    for label in ["Newest first (recommended)", "Never (recommended)", "Always (Recommended)"] {
        check("Which?", &[label, "SQLite"], one(0));
    }
}

#[test]
fn a_label_speaks_of_it_in_one_form_or_is_unclear() {
    for label in [
        "Redis(recommended)",
        "Un(recommended)",
        "(recommended) Redis",
        "Redis (recommended) (recommended)",
        "Use the recommended set (recommended)",
        "Redis [recommended]",
        "Redis （recommended）",
        "Redis (recommended for caches)",
        "Redis (recommended",
        "Redis (recommended?)",
        "Redis recommended",
        "Redis (unrecommended)",
        "Redis (no longer recommended)",
        "Redis (formerly recommended)",
        "Redis, never (recommended)",
        "Least (recommended)",
        "Previously (recommended)",
        "Was (recommended)",
        "Once (recommended)",
        "Redis, no (recommended)",
        "No longer (recommended)",
        "Redis (vendor: (recommended))",
        "Redis (vendor: (recommended) )",
        "\"Redis (recommended)\"",
        "~~Redis (recommended)~~",
    ] {
        check("Which?", &[label, "SQLite"], UNCLEAR);
        check("Which?", &["SQLite (recommended)", label], UNCLEAR);
    }
}

#[test]
fn a_remark_after_the_bracket_has_no_condition() {
    for (remark, expected) in [
        ("- fast", one(0)),
        ("— fast", one(0)),
        (": one file", one(0)),
        (", one file", one(0)),
        ("(a file)", one(0)),
        (".", one(0)),
        ("fast", UNCLEAR),
        ("unless Windows", UNCLEAR),
        ("- unless Windows", UNCLEAR),
        ("if you use Docker", UNCLEAR),
        (", if you use Docker", UNCLEAR),
        ("was wrong, see B", UNCLEAR),
        ("- see B", UNCLEAR),
        ("- or Redis", UNCLEAR),
        ("except tests", UNCLEAR),
        ("- not for production", UNCLEAR),
        ("- deprecated", UNCLEAR),
        ("(please confirm)", UNCLEAR),
        ("- right?", UNCLEAR),
        ("for experts", UNCLEAR),
    ] {
        check("Which?", &[&format!("SQLite (recommended) {remark}"), "Redis"], expected);
    }
}

#[test]
fn descriptions_may_object() {
    let marked = "SQLite (recommended)";
    for (own, other, expected) in [
        ("one file, but slow if it is large", "a server", one(0)),
        ("sqlite (recommended)", "redis", one(0)),
        ("does not need a server", "not recommended", one(0)),
        ("NOT recommended for this project", "", UNCLEAR),
        ("requires approval", "", UNCLEAR),
        ("deprecated", "", UNCLEAR),
        ("Recommended on Linux", "", UNCLEAR),
        ("one file", "redis (recommended)", UNCLEAR),
        ("one file", "I'd recommend this one", UNCLEAR),
    ] {
        let check = |text, label, expected| {
            check_question(None, text, &[(label, Some(own)), ("Redis", Some(other))], expected);
        };
        check("Which?", marked, expected);
        check("Which? Recommendation: SQLite.", "SQLite", expected);
    }
}

#[test]
fn a_text_beside_a_marked_label_has_no_other_opinion() {
    let labels = ["SQLite (recommended)", "Redis"];
    for (text, expected) in [
        ("Which store do you prefer, if any?", one(0)),
        ("SQLite or Redis: which one should I pick?", one(0)),
        ("Which? Recommendation: A", one(0)),
        ("Which? Recommendation: SQLite", one(0)),
        ("Which? Recommendation: B", UNCLEAR),
        ("Which? Recommendation: Redis", UNCLEAR),
        ("Which? Recommendation: SQLite (recommended)", UNCLEAR),
        ("Which? Recommendation: not A", UNCLEAR),
        ("Which? Recommended: A", UNCLEAR),
        ("Which? I recommend B here, not A.", UNCLEAR),
        ("Which would you recommend?", UNCLEAR),
        ("Which? I would now go with Redis.", UNCLEAR),
        ("Which? I'd take Redis.", UNCLEAR),
        ("Which? I suggest Redis.", UNCLEAR),
        ("Which? My pick: Redis", UNCLEAR),
    ] {
        check(text, &labels, expected);
    }
    let choices = [("SQLite (recommended)", None), ("Redis", None)];
    check_question(Some("Store"), "Which?", &choices, one(0));
    check_question(Some("Redis is recommended"), "Which?", &choices, UNCLEAR);
}

#[test]
fn huge_questions_are_read_in_no_time() {
    let huge = "a ".repeat(50_000);
    let labels = [huge.as_str(), &"(".repeat(50_000), &"b) ".repeat(50_000), "x"];
    check(&format!("Recommendation: {huge}"), &labels, one(0));
    check(&format!("Recommendation: x because {huge} y"), &labels, UNCLEAR);
    for part in ["Recommendation: ", "Recommendation: B\n", "<a:", "<", ": ", "? ", "recommend"] {
        check(&format!("{} recommended", part.repeat(10_000)), &labels, UNCLEAR);
    }
    check("Which?", &[&"(recommended)".repeat(10_000), "b"], UNCLEAR);
}

#[test]
fn a_plain_label_is_without_its_recommendation() {
    fn check(label: &str, expected: &str) {
        assert_eq!(plain(label), expected, "{label:?}");
    }
    check("SQLite (recommended)", "SQLite");
    check("  SQLite\n\t file(RECOMMENDED) ", "SQLite file");
    check("SQLite (recommended) - fast", "SQLite - fast");
    check("SQLite (recommended), Redis", "SQLite, Redis");
    check("SQLite(recommended)file", "SQLite file");
    check("(recommended) SQLite", "SQLite");
    check("SQLite (not recommended)", "SQLite (not recommended)");
    check("SQLite recommended", "SQLite recommended");
    check("(recommended)", "");
    check("", "");
}

#[test]
fn the_same_label_in_another_spelling() {
    fn check(left: &str, right: &str, expected: bool) {
        assert_eq!(same_label(left, right), expected, "{left:?} {right:?}");
    }
    check("SQLite (recommended)", "sqlite", true);
    check("Éclair  one", "éclair\none (Recommended)", true);
    check("\u{200f}a\u{200f}", "A", true);
    check("a", "b", false);
    check("a b", "ab", false);
    check("\"a\"", "a", false);
}

#[test]
fn a_condition_or_a_risk_in_the_description_is_a_doubt() {
    for description in [
        "if you have a backup",
        "unless others use it",
        "once the backup is done",
        "provided that Bob agrees",
        "ask Bob first",
        "risky",
        "at your own risk",
        "small; only if the tests pass",
        "needs a human",
    ] {
        let choices = [("A (recommended)", Some(description)), ("B", None)];
        check_question(None, "Which?", &choices, UNCLEAR);
        // Of the other one it says nothing.
        let choices = [("A (recommended)", None), ("B", Some(description))];
        check_question(None, "Which?", &choices, one(0));
    }
    for description in ["fast if the cache is warm", "once per build", "asks for the name first"] {
        check_question(None, "Which?", &[("A (recommended)", Some(description))], one(0));
    }
}

#[test]
fn a_second_recommendation_in_other_words_is_a_doubt() {
    for label in [
        "B (empfohlen)",
        "B (recommand\u{e9})",
        "B (\u{63a8}\u{8350})",
        "B (\u{304a}\u{3059}\u{3059}\u{3081})",
        "B \u{2b50}",
        "B (preferred)",
        "B (my pick)",
    ] {
        check("Which?", &["A (recommended)", label], UNCLEAR);
        check("Which?", &[&format!("{label} (recommended)"), "A"], one(0));
    }
    check("Welche? Empfehlung: B", &["A (recommended)", "B"], UNCLEAR);
    check("Laquelle ? Je recommande B.", &["A (recommended)", "B"], UNCLEAR);
    check("Which? ", &["A (recommended)", "B (default)"], one(0));
}
