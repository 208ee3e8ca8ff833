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

/// The answers to both questions as a list.
fn list(store: &Value, checks: &Value) -> Value {
    json!({"answers": [store, checks]})
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
    check_shapes(
        &both(&json!({"answer": "Redis"}), &json!({"answer": ["fmt", "clippy"]})),
        &redis,
        &two,
    );
    check_shapes(&both(&json!("SQLite"), &json!("clippy, fmt")), &chosen(&[0]), &chosen(&[1, 0]));
    check_shapes(&both(&json!("Redis"), &json!("fmt (Recommended), clippy")), &redis, &two);
    check_shapes(
        &json!({"answers": {" which  STORE?": "Redis", "which checks?\n": "fmt, clippy"}}),
        &redis,
        &two,
    );
}

#[test]
fn objects_are_read() {
    let (redis, two) = (chosen(&[1]), chosen(&[0, 1]));
    let asked = |first: Value, second: Value| json!({"questions": [first, second]});
    for key in ["answer", "label", "option_label", "choice"] {
        check_shapes(&list(&json!({key: "Redis"}), &json!({key: ["fmt", "clippy"]})), &redis, &two);
    }
    check_shapes(
        &list(
            &json!({"question": "Which checks?", "answer": "fmt, clippy"}),
            &json!({"question": "which store?", "label": "Redis"}),
        ),
        &redis,
        &two,
    );
    check_shapes(&list(&json!("Redis"), &json!("fmt, clippy")), &redis, &two);
    check_shapes(
        &list(
            &json!({"answer": "Redis", "choice": "SQLite"}),
            &json!({"answer": [], "choice": "fmt, clippy"}),
        ),
        &redis,
        &two,
    );
    check_shapes(
        &list(&json!({"answer": "Redis", "free_text": "fast"}), &json!({"free_text": "none"})),
        &noted(&[1], "fast"),
        &Answer::FreeText("none".to_owned()),
    );
    check_shapes(
        &list(
            &json!({"choice": {"label": "Redis", "answer": ""}}),
            &json!({"choice": [{"label": "fmt"}, {"label": "clippy"}]}),
        ),
        &redis,
        &two,
    );
    for key in ["user_answer", "answer", "label", "option_label", "choice"] {
        let answered = asked(
            json!({"question": "Which store?", key: "Redis"}),
            json!({"question": "Which checks?", key: ["fmt", "clippy"]}),
        );
        check_shapes(&answered, &redis, &two);
        check_shapes(&asked(json!({key: "Redis"}), json!({key: "fmt, clippy"})), &redis, &two);
    }
}

#[test]
fn notes_are_read_and_missing_answers() {
    let redis = chosen(&[1]);
    let mut with_notes = both(&json!("Redis"), &json!("sled"));
    with_notes["annotations"] = json!({
        "Which store?": {"notes": "we have one", "preview": "x"},
        "Which checks?": {"notes": "vendored"},
    });
    check_shapes(
        &with_notes,
        &noted(&[1], "we have one"),
        &Answer::FreeText("sled\nvendored".to_owned()),
    );

    let mut skipped = both(&json!("Redis"), &json!("fmt"));
    skipped["annotations"] = json!({
        "Which store?": {"unanswered": "replied_in_chat"},
        "Which checks?": {"unanswered": "skipped", "notes": "x"},
    });
    check_shapes(&skipped, &Answer::Unknown, &Answer::Unknown);
    skipped["response"] = json!("Tell me more");
    check_shapes(&skipped, &Answer::FreeText("Tell me more".to_owned()), &Answer::Unknown);
    skipped["annotations"]["Which store?"]["unanswered"] = json!("dismissed");
    check_shapes(&skipped, &Answer::Unknown, &Answer::Unknown);
    skipped["annotations"]["Which store?"]["unanswered"] = json!("something new");
    check_shapes(&skipped, &Answer::Unknown, &Answer::Unknown);
    skipped["annotations"]["Which store?"]["unanswered"] = json!(null);
    check_shapes(&skipped, &redis, &Answer::Unknown);
}

#[test]
fn words_that_are_no_option_are_kept() {
    let redis = chosen(&[1]);
    check_shapes(&both(&json!("Redis"), &json!("fmt, and docs")), &redis, &noted(&[0], "and docs"));
    check_shapes(&both(&json!("Redis"), &json!(["fmt", "docs"])), &redis, &noted(&[0], "docs"));
    check_shapes(&both(&json!("Redis"), &json!(["fmt", "fmt"])), &redis, &chosen(&[0]));
    check_shapes(
        &both(&json!("Redis, SQLite"), &json!("fmt, fmt")),
        &Answer::FreeText("Redis, SQLite".to_owned()),
        &Answer::FreeText("fmt, fmt".to_owned()),
    );
}

#[test]
fn nothing_is_known_from_nothing() {
    let redis = chosen(&[1]);
    for nothing in [
        json!(""),
        json!("  "),
        json!(null),
        json!(1),
        json!(true),
        json!([]),
        json!({}),
        json!([[]]),
        json!({"answer": ""}),
        json!([[[[["fmt"]]]]]),
    ] {
        check_shapes(&both(&json!("Redis"), &nothing), &redis, &Answer::Unknown);
        check_shapes(
            &list(&json!({"answer": "Redis"}), &json!({"answer": nothing})),
            &redis,
            &Answer::Unknown,
        );
    }
    for nothing in [
        json!({}),
        json!({"answers": null}),
        json!({"answers": {}}),
        json!({"answers": []}),
        json!({"answers": "Redis"}),
        json!({"answers": {"Other?": "Redis"}}),
        json!({"answers": {"Other?": "Redis", "Store": "Redis"}}),
        json!({"answers": ["Redis"]}),
        json!({"answers": [{"answer": "Redis"}, {"answer": "fmt"}, {"answer": "x"}]}),
        json!({"answers": [{"question": "Other?", "answer": "Redis"}, {"question": "X?"}]}),
        json!({"questions": ["Redis", "fmt"]}),
        json!({"questions": [{"question": "Which store?", "options": [{"label": "Redis"}]}]}),
        json!({"annotations": {"Which store?": "Redis"}}),
    ] {
        check_shapes(&nothing, &Answer::Unknown, &Answer::Unknown);
    }
}

#[test]
fn one_question_has_the_sole_answer() {
    fn check(questions: &[Question<'_>], input: &Value, expected: &[Answer]) {
        assert_eq!(answers(questions, input, None), expected, "{input}");
    }
    let redis = [chosen(&[1])];
    check(&[store()], &json!({"answers": {"Store": "Redis"}}), &redis);
    check(&[store()], &json!({"answers": {"Store": "Redis", "Other": "x"}}), &[Answer::Unknown]);
    check(&[store()], &json!({"answers": [{"answer": "Redis"}]}), &redis);
    check(&[], &json!({"answers": {"Store": "Redis"}}), &[]);
    // An answer to one question is not that to another which reads alike.
    let alike = [store(), question("which store?", &["Redis"])];
    let input = json!({"answers": {"Which store?": "Redis"}});
    check(&alike, &input, &[chosen(&[1]), Answer::Unknown]);
    let twice = json!({"answers": {"WHICH store?": "Redis", "Which STORE?": "SQLite"}});
    check(&[store()], &twice, &[Answer::Unknown]);
    let notes_alone = json!({"annotations": {"Which store?": {"notes": "later"}}});
    check(&[store()], &notes_alone, &[Answer::FreeText("later".to_owned())]);
}

#[test]
fn the_response_comes_before_the_input() {
    fn check(response: &Value, expected: &Answer) {
        let input = json!({
            "answers": {"Which store?": "SQLite (recommended)"},
            "annotations": {"Which store?": {"notes": "quick"}},
        });
        let found = answers(&[store()], &input, Some(response));
        assert_eq!(found.as_slice(), std::slice::from_ref(expected), "{response}");
    }
    check(&json!({"answers": {"Which store?": "Redis"}}), &chosen(&[1]));
    check(&json!({"answers": {"Which store?": "sled"}}), &Answer::FreeText("sled".to_owned()));
    let with_content = json!({"answers": {"Which store?": "Redis"}, "content": [{"text": "{}"}]});
    check(&with_content, &chosen(&[1]));
    check(&json!({"answers": {}}), &Answer::Unknown);
    let skipped = json!({"annotations": {"Which store?": {"unanswered": "skipped"}}});
    check(&skipped, &Answer::Unknown);
    for nothing in [json!(null), json!(""), json!("{"), json!([]), json!({})] {
        check(&nothing, &noted(&[0], "quick"));
    }
}

#[test]
fn recorded_events_are_read() {
    fn check(payload: &str, expected: &[Answer]) {
        let event: Value = serde_json::from_str(payload).unwrap();
        let call = hook_protocol::ToolCall::new("AskUserQuestion", event["tool_input"].clone());
        let view = call.view::<hook_protocol::AskUserQuestionInput<'_>>().unwrap();
        let found = answers(&view.questions, &event["tool_input"], Some(&event["tool_response"]));
        assert_eq!(found, expected);
    }
    check(
        include_str!(
            "../../../../../tests/payloads/claude-code-2.1.330/PostToolUse-AskUserQuestion.json"
        ),
        &[chosen(&[1])],
    );
    check(
        include_str!(
            "../../../../../tests/payloads/claude-code-typed/post_tool_use-askuserquestion.json"
        ),
        &[chosen(&[0]), chosen(&[0, 1])],
    );
    check(
        include_str!(
            "../../../../../tests/payloads/claude-code-typed/post_tool_use-askuserquestion-freetext.json"
        ),
        &[Answer::FreeText("Use sled instead\nWe already vendor sled".to_owned())],
    );
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
fn what_was_typed_is_read_once() {
    let response = json!({
        "answers": {"Which store?": "my own, really"},
        "annotations": {"Which store?": {"notes": "my own, really"}},
    });
    let found = answers(&[store()], &json!({}), Some(&response));
    assert_eq!(found, [Answer::FreeText("my own, really".to_owned())]);
}

#[test]
fn a_text_is_taken_apart_in_one_way_or_not_at_all() {
    fn check(labels: &[&str], text: &str, expected: Option<&[usize]>) {
        let found = read_back(&multi("Which?", labels), text);
        assert_eq!(found.as_deref(), expected, "{text:?} of {labels:?}");
    }
    check(&["a", "b"], "a", Some(&[0]));
    check(&["a", "b"], "b, a", Some(&[1, 0]));
    check(&["yes, now", "no"], "no, yes, now", Some(&[1, 0]));
    check(&["a", "a, b", "c"], "a, b, c", Some(&[1, 2]));
    check(&["a", "a, b", "c"], "a, c", Some(&[0, 2]));
    check(&["a, b", "b, c", "a", "c"], "a, b, c", None);
    check(&["a", "b", "a, b"], "a, b", None);
    check(&["a, b", "c", "a", "b, c, d"], "a, b, c, d", Some(&[2, 3]));
    check(&["SQLite (recommended)", "Redis"], "SQLite (recommended), Redis", Some(&[0, 1]));
    check(&["SQLite (recommended)", "Redis"], "sqlite, redis", Some(&[0, 1]));
    check(&["a", "a (recommended)"], "a", None);
    check(&["\"a\"\n🚀", "\u{200f}ب\u{200f}"], "\"a\"\n🚀, \u{200f}ب\u{200f}", Some(&[0, 1]));
    for text in ["", ",", ", ", "a, ", ", a", "a,b", "a b", "a, a", "a, d", "ab", "aa", "a, b, a"] {
        check(&["a", "b"], text, None);
    }
    check(&["", "b"], ", b", None);
    check(&[], "a", None);
}

#[test]
fn one_option_is_named_literally_or_in_another_spelling() {
    fn check(labels: &[&str], text: &str, expected: Option<usize>) {
        let found = read_back(&question("Which?", labels), text);
        assert_eq!(found, expected.map(|index| vec![index]), "{text:?} of {labels:?}");
    }
    check(&["a", "b"], "B", Some(1));
    check(&["a", "A"], "A", Some(1));
    check(&["a", "a (recommended)"], "a", Some(0));
    check(&["a", "a (recommended)"], "A", None);
    check(&["a", "a"], "a", None);
    check(&["a, b", "a"], "a, b", Some(0));
    check(&["a", "b"], "a, b", None);
    check(&["", "a"], "", None);
    check(&["(recommended)", "a"], "(recommended)", None);
}

#[test]
fn what_is_joined_can_be_read_back() {
    assert_eq!(joined(&["a", "b, c"]), "a, b, c");
    assert_eq!(joined(&[]), "");
    assert_eq!(
        read_back(&checks(), &joined(&["tests", "fmt"])).as_deref(),
        Some([2, 0].as_slice())
    );
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
    let nested = (0..1_000).fold(json!("Redis"), |value, _| json!({"answer": value}));
    let input = json!({"answers": {"Which store?": nested}});
    assert_eq!(answers(&[store()], &input, None), [Answer::Unknown]);

    let list = json!({"answers": {"Which store?": vec!["Redis"; 100_000]}});
    assert_eq!(answers(&[store()], &list, None), [chosen(&[1])]);
    let list = json!({"answers": {"Which store?": vec!["x"; 100_000]}});
    assert_eq!(answers(&[store()], &list, None), [Answer::FreeText(vec!["x"; 64].join("\n"))]);
    let many: serde_json::Map<_, _> = (0..20_000).map(|at| (at.to_string(), json!("x"))).collect();
    assert_eq!(answers(&[store()], &json!({"answers": many}), None), [Answer::Unknown]);
}
