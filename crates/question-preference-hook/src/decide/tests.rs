//! One case for each reason to ask, and what is answered.

use hook_protocol::{AskUserQuestionInput, Question, QuestionOption};
use serde_json::json;

use super::*;
use crate::config::preferences::entries;
use crate::gather::known::known;

const NOW: &str = "2026-11-20T14:03:00Z";

fn question<'a>(text: &'a str, labels: &[&'a str]) -> Question<'a> {
    let option = |label: &&'a str| QuestionOption { label, description: None, preview: None };
    let options = labels.iter().map(option).collect();
    Question { question: text, header: None, options, multi_select: false }
}

fn several<'a>(text: &'a str, labels: &[&'a str]) -> Question<'a> {
    Question { multi_select: true, ..question(text, labels) }
}

fn input(questions: Vec<Question<'_>>) -> AskUserQuestionInput<'_> {
    AskUserQuestionInput { questions, is_whole: true, skill: Some("ship") }
}

fn preferences(project: &serde_json::Value) -> Preferences {
    let project = entries(&serde_json::from_value(project.clone()).unwrap());
    Preferences { project, ..Preferences::default() }
}

/// The registry in the form in which it is kept, which is JSON as well.
fn registry(questions: &serde_json::Value) -> Registry {
    serde_json::from_value(json!({ "questions": questions })).unwrap()
}

/// What becomes of one question, given the preference for `q` and the registry,
/// both as JSON: the answer, or why it is asked.
#[track_caller]
fn check(question: Question<'_>, preference: &str, registered: &str, expected: Result<&str, &str>) {
    let parse = |json: &str| serde_json::from_str::<serde_json::Value>(json).unwrap();
    let registry = registry(&parse(registered));
    let preferences = preferences(&json!({"q": parse(preference), "always": "always-ask"}));
    let now = humantime::parse_rfc3339(NOW).unwrap();
    let input = input(vec![question]);
    let known = known(&registry, &input);
    let decided = decide(&registry, &preferences, now, &known).remove(0);
    let decided = decided.map(|choice| choice.answer).map_err(|ask| ask.to_string());
    let expected = expected.map(str::to_owned).map_err(str::to_owned);
    assert_eq!(decided, expected, "{preference} {registered}");
}

const NEVER: &str = r#""never-ask""#;

fn which() -> Question<'static> {
    question("Which? <qid:q>", &["A", "B (recommended)"])
}

#[test]
fn what_the_person_wants_beyond_doubt_is_answered() {
    let recommended = Ok("B (recommended)");
    check(which(), NEVER, "[]", recommended);
    check(which(), r#""ask-only-for-one-way""#, "[]", recommended);
    check(which(), r#"{"preference": "answer", "answer": "a"}"#, "[]", Ok("A"));
    check(which(), r#"{"preference": "answer", "answer": "B"}"#, "[]", recommended);
    check(which(), r#"{"preference": "never-ask", "expires": "2026-11-20"}"#, "[]", recommended);
    check(which(), r#"{"preference": "never-ask", "skill": "ship"}"#, "[]", recommended);
    let registered = r#"[{"id": "q", "door": "two-way", "options": ["A", "b", "C"]}]"#;
    check(which(), NEVER, registered, recommended);
    let checks = || several("Which? <qid:q>", &["fmt", "clippy", "tests"]);
    let answers = r#"{"preference": "answer", "answer": ["tests", "fmt"]}"#;
    check(checks(), answers, "[]", Ok("fmt, tests"));
    let twice = r#"{"preference": "answer", "answer": ["tests", "Tests "]}"#;
    check(checks(), twice, "[]", Ok("tests"));
}

#[test]
fn a_preference_in_doubt_is_none() {
    let unnamed = question("Which?", &["A", "B (recommended)"]);
    check(unnamed, NEVER, "[]", Err("no preference is set"));
    for (preference, registered, why) in [
        (r#""always-ask""#, "[]", "preference always-ask (project)"),
        (
            r#""perhaps""#,
            "[]",
            "the preference is not understood (project): unknown preference `perhaps`",
        ),
        (
            r#"{"preference": "never-ask", "expires": "2026-11-20T14:03:00Z"}"#,
            "[]",
            "the preference has expired (project)",
        ),
        (
            r#"{"preference": "never-ask", "skill": "review"}"#,
            "[]",
            "the preference is for the skill review (project)",
        ),
        (
            r#"{"preference": "never-ask", "skill": "ship"}"#,
            r#"[{"id": "q", "door": "two-way", "skill": "other"}]"#,
            "the preference is for the skill ship (project)",
        ),
    ] {
        check(which(), preference, registered, Err(why));
    }
}

#[test]
fn what_cannot_be_taken_back_is_asked() {
    let one_way = r#"[{"id": "q", "door": "one-way"}]"#;
    check(which(), NEVER, one_way, Err("one-way: the registry says so"));
    let split = question("Which? <qid:a-split-b>", &["A (recommended)", "B"]);
    check(split, NEVER, "[]", Err("one-way: its id has `-split-`"));
    let destructive = question("Which? <qid:q>", &["Wipe it", "B (recommended)"]);
    check(destructive, NEVER, "[]", Err("one-way: it speaks of wipe"));
}

#[test]
fn a_marker_in_doubt_is_asked() {
    for (text, why) in [
        ("Which? <qid:q> <qid:always>", "it also carries the marker of always, to be asked"),
        ("Which? <qid:q> <qid:a-split-b>", "it also carries the marker of a-split-b, to be asked"),
        ("Which? <qid:q> <qid:hash-0123456789>", "its marker has the form of a computed id"),
    ] {
        check(question(text, &["A", "B (recommended)"]), NEVER, "[]", Err(why));
    }
    let harmless = question("Which? <qid:q> <qid:unknown>", &["A", "B (recommended)"]);
    check(harmless, NEVER, "[]", Ok("B (recommended)"));
}

#[test]
fn a_choice_in_doubt_is_asked() {
    let none = "no option is recommended";
    check(question("Which? <qid:q>", &["A", "B"]), NEVER, "[]", Err(none));
    let two = question("Which? <qid:q>", &["A (recommended)", "B (recommended)"]);
    let unclear = "the recommendation is unclear: more than one label is recommended";
    check(two, NEVER, "[]", Err(unclear));
    let several_may = several("Which? <qid:q>", &["A", "B (recommended)"]);
    check(several_may, NEVER, "[]", Err("several options may be chosen"));
    let allowed = r#"[{"id": "q", "door": "two-way", "allow_multi_select": true}]"#;
    check(several("Which? <qid:q>", &["a", "b"]), NEVER, allowed, Err(none));
    let options = r#"[{"id": "q", "door": "two-way", "options": ["B", "C"]}]"#;
    check(which(), NEVER, options, Err("option 1 is not one that the registry has"));
    let fixed = |labels: &str| format!(r#"{{"preference": "answer", "answer": {labels}}}"#);
    let absent = "the answer `C` is not offered, or twice";
    check(which(), &fixed(r#""C""#), "[]", Err(absent));
    let twins = question("Which? <qid:q>", &["A", "a "]);
    let twice = "the answer `A` is not offered, or twice";
    check(twins, &fixed(r#""A""#), "[]", Err(twice));
    let many = "the answer has several labels, and one may be chosen";
    check(which(), &fixed(r#"["A", "B"]"#), "[]", Err(many));
    let comma = several("Which? <qid:q>", &["a, b", "c"]);
    let read = "the answer could be read as another one";
    check(comma, &fixed(r#"["a, b", "c"]"#), "[]", Err(read));
}

#[test]
fn a_call_is_answered_as_a_whole_or_not_at_all() {
    let registry = Registry::default();
    let preferences = preferences(&json!({"q": "never-ask"}));
    let now = humantime::parse_rfc3339(NOW).unwrap();
    let outcome = |input: &AskUserQuestionInput<'_>| {
        let known = known(&registry, input);
        let choices = together(input, decide(&registry, &preferences, now, &known));
        choices.map(|choices| choices.len())
    };
    let mine = |text| question(text, &["A (recommended)", "B"]);
    let (first, second) = (mine("One? <qid:q>"), mine("Two? <qid:q>"));
    assert_eq!(outcome(&input(vec![first.clone(), second.clone()])), Ok(2));
    let other = mine("Three?");
    assert_eq!(outcome(&input(vec![first.clone(), other])), Err(Silent::Asked(vec![1])));
    assert_eq!(outcome(&input(vec![first.clone(), first.clone()])), Err(Silent::SameQuestion));
    let cut = AskUserQuestionInput { is_whole: false, ..input(vec![first, second]) };
    assert_eq!(outcome(&cut), Err(Silent::Incomplete));
}

/// What a label stands for may have changed since a person preferred it.
#[test]
fn a_fixed_answer_that_is_spoken_against_is_asked() {
    let described = |description: &'static str| {
        let mut question = question("Which? <qid:q>", &["A", "B"]);
        let option = QuestionOption { label: "A", description: Some(description), preview: None };
        question.options.splice(..1, [option]);
        question
    };
    let preferred = r#"{"preference": "answer", "answer": "A"}"#;
    let opposed = Err("its description is against the preferred answer");
    for description in ["Deprecated: it corrupts its data", "Needs your approval", "Don’t use it"]
    {
        check(described(description), preferred, "[]", opposed);
    }
    for description in ["Keeps the permissions", "Asks for a confirmation", "Fast"] {
        check(described(description), preferred, "[]", Ok("A"));
    }
}
