//! What an agent was told by a hook that does not repeat itself.

use hook_chain::explain;
use serde_json::{Value, json};

use crate::stage::{Stage, fates, told};

const AGAIN: &[&str] = &["context a !once: context hello", "context b: context world"];

/// What an agent is told that was told [`AGAIN`] before, and now hears `lines` on `event`.
fn second(event: &'static str, lines: &[&'static str], fields: Value) -> (String, Stage) {
    let first = Stage::new(AGAIN);
    assert_eq!(told(&first.call()), "context hello /  / world");
    let mut second = Stage::on(event, lines).with(fields);
    second.share(&first);
    (told(&second.call()), second)
}

#[track_caller]
fn check(lines: &[&'static str], fields: Value, expected: &str) {
    let (told, _stage) = second("PreToolUse", lines, fields);
    assert_eq!(told, expected);
}

#[test]
fn the_same_is_not_told_twice_in_a_session() {
    check(AGAIN, json!({}), "context world");
    check(&["context a !once: context hello"], json!({}), "");
}

#[test]
fn other_words_and_other_hooks_are_told() {
    check(&["context a !once: context good day", "record z:"], json!({}), "context good day");
    check(&["context c !once: context hello", "record z:"], json!({}), "context hello");
    check(&["context a: context hello", "record z:"], json!({}), "context hello");
}

#[test]
fn another_session_and_another_agent_have_not_heard_it() {
    let all = "context hello /  / world";
    check(AGAIN, json!({"session_id": "t"}), all);
    check(AGAIN, json!({"agent_id": "g"}), all);
    check(AGAIN, json!({"session_id": null}), all);
}

#[test]
fn a_decision_is_not_a_repetition() {
    check(&["guard a !once: context hello; deny no", "record z:"], json!({}), "deny no");
}

#[test]
fn a_compaction_makes_it_forgotten() {
    for (event, fields, is_told_again) in [
        ("SessionStart", json!({"source": "compact"}), true),
        ("SessionStart", json!({"source": "clear"}), true),
        ("SessionStart", json!({"source": "resume"}), false),
        ("PreCompact", json!({}), true),
        ("UserPromptSubmit", json!({}), false),
    ] {
        let (_told, after) = second(event, &["record a !once:", "record z:"], fields.clone());
        let mut third = Stage::new(AGAIN);
        third.share(&after);
        let expected = if is_told_again { "context hello /  / world" } else { "context world" };
        assert_eq!(told(&third.call()), expected, "{event} {fields}");
    }
}

#[test]
fn what_was_cut_or_did_not_count_was_not_told() {
    for (before, settings) in [
        (&["context/high a !once: context hello", "context/critical c !whole: big 9500"], ""),
        (&["context a !once: context hello", "record z:"], "hooks: {a: {mode: shadow}}"),
        (&["context a !once: context hello", "guard b: deny no"], ""),
    ] {
        let first = Stage::new(before).in_settings(&format!("version: 1\n{settings}\n"));
        assert!(!told(&first.call()).contains("hello"));
        let mut second = Stage::new(AGAIN);
        second.share(&first);
        let second = second.in_settings("version: 1\n");
        assert_eq!(told(&second.call()), "context hello /  / world");
    }
}

#[test]
fn the_account_says_that_it_was_told_before() {
    let (_told, stage) = second("PreToolUse", AGAIN, json!({}));
    let kept = stage.kept("calls.jsonl");
    assert_eq!(fates(&kept[1]), "a context repeated, b context won");
}

#[test]
fn an_explanation_knows_it_and_keeps_nothing() {
    let stage = Stage::new(AGAIN);
    for (expected, call) in
        [("won", false), ("won", true), ("repeated", false), ("repeated", false)]
    {
        let line = explain(&stage.chain(), &stage.ctx(), &stage.bytes()).unwrap().unwrap();
        assert_eq!(line.hooks[0].fate.as_deref(), Some(expected));
        if call {
            stage.call();
        }
    }
}

#[test]
fn no_more_is_remembered_than_an_agent_is_told() {
    let words: Vec<String> = (0..70).map(|at| format!("w{at}")).collect();
    let stage = Stage::new(AGAIN);
    for word in &words {
        let line: &'static str = format!("context a !once: context {word}").leak();
        let mut next = Stage::new(&[line]);
        next.share(&stage);
        assert_eq!(told(&next.call()), format!("context {word}"));
    }
    let file = stage.file("s.json").unwrap();
    let kept: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    assert_eq!(kept["told"].as_array().unwrap().len(), 64);
}
