//! Answers as tables.

use hook_protocol::QuestionOption;
use serde_json::json;

use super::*;

fn question<'a>(text: &'a str, labels: &[&'a str]) -> Question<'a> {
    let options = labels
        .iter()
        .map(|label| QuestionOption { label, description: None, preview: None })
        .collect();
    Question { question: text, header: None, options, multi_select: false }
}

fn multi<'a>(text: &'a str, labels: &[&'a str]) -> Question<'a> {
    Question { multi_select: true, ..question(text, labels) }
}

fn store() -> Question<'static> {
    question("Which store?", &["SQLite (recommended)", "Redis"])
}

fn checks() -> Question<'static> {
    multi("Which checks?", &["fmt", "clippy", "tests"])
}

fn chosen(options: &[usize]) -> Answer {
    Answer::Chosen { options: options.to_vec(), notes: None }
}

fn noted(options: &[usize], notes: &str) -> Answer {
    Answer::Chosen { options: options.to_vec(), notes: Some(notes.to_owned()) }
}

/// The answers to both questions as a map.
fn both(store: &Value, checks: &Value) -> Value {
    json!({"answers": {"Which store?": store, "Which checks?": checks}})
}

/// A response, or an input, to the store question and the checks question.
fn check_shapes(answered: &Value, store_answer: &Answer, checks_answer: &Answer) {
    let questions = [store(), checks()];
    let expected = [store_answer.clone(), checks_answer.clone()];
    let text = json!(answered.to_string());
    let mcp = json!([{"type": "text", "text": "Done."}, {"type": "text", "text": text}]);
    let result = json!({"content": mcp, "isError": false});
    let structured = json!({"content": [], "structuredContent": answered});
    for response in [answered, &text, &mcp, &json!(mcp.to_string()), &result, &structured] {
        assert_eq!(answers(&questions, &json!({}), Some(response)), expected, "{response}");
    }
    assert_eq!(answers(&questions, answered, None), expected, "{answered}");
    assert_eq!(answers(&questions, answered, Some(&json!("Done."))), expected, "{answered}");
}

#[test]
fn a_map_by_question_is_read() {
    let (redis, two) = (chosen(&[1]), chosen(&[0, 1]));
    check_shapes(&both(&json!("Redis"), &json!("fmt, clippy")), &redis, &two);
    check_shapes(&both(&json!(" redis\n"), &json!("FMT,  Clippy")), &redis, &two);
    check_shapes(&both(&json!("Redis"), &json!(["fmt", "clippy"])), &redis, &two);
    check_shapes(&both(&json!(["Redis"]), &json!(["fmt, clippy"])), &redis, &two);
    check_shapes(&both(&json!("SQLite"), &json!("clippy, fmt")), &chosen(&[0]), &chosen(&[1, 0]));
}

#[test]
fn a_multi_select_of_the_terminal_is_read() {
    fn check(labels: &[&str], answer: &str, expected: &Answer) {
        let question = multi("Which?", labels);
        let response = json!({"answers": {"Which?": answer}});
        let found = answers(&[question], &json!({}), Some(&response));
        assert_eq!(&found, std::slice::from_ref(expected), "{answer}");
    }
    let words = |text: &str| Answer::FreeText(text.to_owned());
    check(&["A, or B", "B", "C \"x\""], r#""A, or B", "C \"x\"""#, &chosen(&[0, 2]));
    check(&["A, or B", "B", "C \"x\""], r#""C \"x\"", B"#, &chosen(&[2, 1]));
    check(&["A", "B", "C"], r#"C, A, "own, text""#, &noted(&[2, 0], "own, text"));
    check(&["A", "B", "C"], "A, plain", &noted(&[0], "plain"));
    check(&["A", "B", "C"], r#""own, text""#, &words("own, text"));
    check(&["A", "B", "C"], r#""A, but not \"B\"""#, &words("A, but not \"B\""));
    check(&["A", "B", "C"], "A, but not B, never", &words("A, but not B, never"));
}

#[test]
fn a_text_is_taken_apart_in_one_way_or_not_at_all() {
    fn check(labels: &[&str], text: &str, expected: Option<&[usize]>) {
        let found = read_back(&multi("Which?", labels), text);
        assert_eq!(found.as_deref(), expected, "{text:?} of {labels:?}");
    }
    check(&["a", "b"], "b, a", Some(&[1, 0]));
    check(&["yes, now", "no"], "no, yes, now", Some(&[1, 0]));
    check(&["a", "a, b", "c"], "a, b, c", Some(&[1, 2]));
    check(&["a", "a, b", "c"], "a, c", Some(&[0, 2]));
    check(&["a, b", "b, c", "a", "c"], "a, b, c", None);
    check(&["a, b", "c", "a", "b, c, d"], "a, b, c, d", Some(&[2, 3]));
    check(&["SQLite (recommended)", "Redis"], "SQLite (recommended), Redis", Some(&[0, 1]));
    check(&["SQLite (recommended)", "Redis"], "sqlite, redis", Some(&[0, 1]));
    check(&["a", "a (recommended)"], "a", None);
    check(&["\"a\"\n🚀", "\u{200f}ب\u{200f}"], "\"a\"\n🚀, \u{200f}ب\u{200f}", Some(&[0, 1]));
    for text in ["", ",", ", ", "a, ", ", a", "a,b", "a b", "a, a", "a, d", "ab", "aa", "a, b, a"] {
        check(&["a", "b"], text, None);
    }
}

#[test]
fn huge_and_deep_values_are_read_in_no_time() {
    let parts = "a, ".repeat(20_000);
    let labels = ["a", &parts, &format!("{parts}a"), &format!("{parts}b")];
    let huge = multi("Which?", &labels);
    let answered = json!({"answers": {"Which?": format!("{parts}a, {parts}b")}});
    assert_eq!(answers(&[huge], &answered, None).len(), 1);

    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(answers(&[store()], &json!({}), Some(&json!(deep))), [Answer::Unknown]);
    let list = json!({"answers": {"Which store?": vec!["Redis"; 100_000]}});
    assert_eq!(answers(&[store()], &list, None), [chosen(&[1])]);
    let list = json!({"answers": {"Which store?": vec!["x"; 100_000]}});
    assert_eq!(answers(&[store()], &list, None), [Answer::FreeText(vec!["x"; 64].join("\n"))]);
    let many: serde_json::Map<_, _> = (0..20_000).map(|at| (at.to_string(), json!("x"))).collect();
    assert_eq!(answers(&[store()], &json!({"answers": many}), None), [Answer::Unknown]);
}
