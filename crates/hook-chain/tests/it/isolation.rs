//! One hook that breaks, in each phase, beside neighbours that do not.

use hook_runtime::{Ctx, Environment};
use serde_json::json;

use crate::stage::{Stage, errors, told};

/// The hooks, what the host is told, what went wrong, and who was called.
type Row = (&'static str, &'static [&'static str], &'static str, &'static str, &'static str);

#[track_caller]
fn check(rows: &[Row]) {
    for (sentence, lines, expected, wrong, trace) in rows {
        let stage = Stage::new(lines);
        let concluded = stage.call();
        assert_eq!(told(&concluded), *expected, "{sentence}");
        assert_eq!(errors(&concluded), *wrong, "{sentence}");
        assert_eq!(stage.trace(), *trace, "{sentence}");
        let logged = stage.kept("hook-errors.jsonl");
        assert_eq!(logged.len(), concluded.errors.len(), "{sentence}");
    }
}

#[test]
fn an_erring_hook_is_alone_with_it() {
    check(&[
        (
            "a guard",
            &[
                "guard a: fail broken",
                "guard b: ask really",
                "context c: context hello",
                "record d:",
            ],
            "ask really | context hello",
            "a: broken",
            "a ls none, b ls none, c ls ask, d ls ask",
        ),
        (
            "a rewriter",
            &[
                "rewrite a !writes-command: fail broken",
                "rewrite b !writes-command: set command=pwd",
                "record d:",
            ],
            "input command=pwd",
            "a: broken",
            "a ls none, b ls none, d pwd answer",
        ),
        (
            "one that tells something",
            &["context a: fail broken", "context b: context hello", "record d:"],
            "context hello",
            "a: broken",
            "a ls none, b ls none, d ls context",
        ),
        (
            "one that records",
            &["context a: context hello", "record b: fail broken", "record d:"],
            "context hello",
            "b: broken",
            "a ls none, b ls context, d ls context",
        ),
        (
            "all of them",
            &[
                "guard a: fail 1",
                "rewrite b: fail 2",
                "context c: fail 3",
                "record d: fail 4",
                "guard e: deny no",
            ],
            "deny no",
            "a: 1 | d: 4",
            "a ls none, e ls none, d ls deny",
        ),
    ]);
}

#[test]
fn a_panicking_hook_is_alone_with_it() {
    check(&[
        (
            "a guard",
            &["guard a: panic broken", "guard b: ask really", "context c: context hello"],
            "ask really | context hello",
            "a: internal error: broken",
            "a ls none, b ls none, c ls ask",
        ),
        (
            "a rewriter",
            &[
                "rewrite a !writes-command: panic broken",
                "rewrite b !writes-command: set command=pwd",
            ],
            "input command=pwd",
            "a: internal error: broken",
            "a ls none, b ls none",
        ),
        (
            "one that tells something",
            &["context a: panic broken", "context b: context hello"],
            "context hello",
            "a: internal error: broken",
            "a ls none, b ls none",
        ),
        (
            "one that records",
            &["context a: context hello", "record b: panic broken", "record c:"],
            "context hello",
            "b: internal error: broken",
            "a ls none, b ls context, c ls context",
        ),
    ]);
}

#[test]
fn a_panic_in_a_panic_is_one_as_well() {
    check(&[
        (
            "a guard",
            &["guard a: bomb", "guard b: ask really", "record c:"],
            "ask really",
            "a: internal error",
            "a ls none, b ls none, c ls ask",
        ),
        (
            "a closed one",
            &["guard a !closed: bomb", "record c:"],
            "deny a could not judge this call, and this project denies what it cannot judge: \
             internal error. Mend it.",
            "a: internal error",
            "a ls none, c ls deny",
        ),
        (
            "one that records",
            &["record a: bomb", "record c:"],
            "",
            "a: internal error",
            "a ls none, c ls none",
        ),
    ]);
}

#[test]
fn a_failure_means_what_its_own_hook_says() {
    const NO: &str = "could not judge this call, and this project denies what it cannot judge:";
    let closed = |name: &str, why: &str| format!("{name} {NO} {why}. Mend it.");
    let rows: &[(&str, &[&'static str], String)] = &[
        (
            "a closed one denies, and an open one is as if it were not there",
            &["guard a !closed: fail broken", "guard b: fail broken too"],
            format!("deny {}", closed("a", "broken")),
        ),
        (
            "two closed ones deny each with its own reason",
            &["guard a !closed: fail one", "guard b !closed: panic two"],
            format!("deny [a] {} / [b] {}", closed("a", "one"), closed("b", "internal error: two")),
        ),
        (
            "what was said before a failure does not count",
            &["guard a: deny no; fail broken", "guard b:"],
            String::new(),
        ),
        (
            "a closed rewriter denies",
            &["rewrite a !closed !writes-command: fail broken", "guard b:"],
            format!("deny {}", closed("a", "broken")),
        ),
        (
            "a closed one that panics while it tells something denies",
            &["context a !closed: panic broken", "guard b:"],
            format!("deny {}", closed("a", "internal error: broken")),
        ),
        (
            "a broken configuration stops its own hook alone",
            &["guard a: configured", "guard b: ask really", "context c: context hello"],
            "ask really | context hello".to_owned(),
        ),
        (
            "a broken configuration of a closed hook denies beside the others' words",
            &["guard a !closed: configured", "guard b: context hello"],
            format!(
                "deny {} | context hello",
                closed("a", "key must be a string at line 1 column 2")
            ),
        ),
    ];
    for (sentence, lines, expected) in rows {
        assert_eq!(told(&Stage::new(lines).call()), *expected, "{sentence}");
    }
}

#[test]
fn a_slow_hook_is_waited_for() {
    check(&[
        (
            "a guard",
            &["guard a: sleep 60; deny no", "guard b: deny never"],
            "deny [a] no / [b] never",
            "",
            "a ls none, b ls none",
        ),
        (
            "a rewriter",
            &["rewrite a !writes-command: sleep 60; set command=pwd", "guard b:"],
            "input command=pwd",
            "",
            "b ls none, a ls none, b pwd none",
        ),
        (
            "one that tells something",
            &["context a: sleep 60; context hello", "guard b:"],
            "context hello",
            "",
            "b ls none, a ls none",
        ),
        (
            "one that records",
            &["record a: sleep 60", "guard b: deny no"],
            "deny no",
            "",
            "b ls none, a ls deny",
        ),
    ]);
}

#[test]
fn a_noisy_hook_keeps_nobody_from_answering() {
    const NOISE: &str = "a: noise 0 | a: noise 1 | a: noise 2";
    check(&[
        (
            "a guard",
            &["guard a: noise 3", "guard b: deny never"],
            "deny never",
            NOISE,
            "a ls none, b ls none",
        ),
        (
            "a guard that denies all the same",
            &["guard a: noise 3; deny no", "guard b:"],
            "deny no",
            NOISE,
            "a ls none, b ls none",
        ),
        (
            "a rewriter",
            &["rewrite a !writes-command: noise 3; set command=pwd", "context b: context hello"],
            "context hello | input command=pwd",
            NOISE,
            "a ls none, b pwd answer",
        ),
        (
            "one that tells something",
            &["context a: noise 3; context hello", "context b: context you"],
            "context hello /  / you",
            NOISE,
            "a ls none, b ls none",
        ),
        (
            "one that records",
            &["record a: noise 3", "record b:"],
            "",
            NOISE,
            "a ls none, b ls none",
        ),
    ]);
}

#[test]
fn a_hook_that_tells_too_much_leaves_room_for_others() {
    let lines = ["guard a: big 9500", "context/critical b: context hello"];
    let told = told(&Stage::new(&lines).call());
    assert!(told.starts_with("context aaaa") && told.ends_with("hello"), "{}", told.len());
}

/// Bytes that are no event, the hooks, what the host is told, and what went wrong.
#[track_caller]
fn check_unreadable(bytes: &str, settings: &str, lines: &[&'static str], expected: &str) {
    let stage = Stage::new(lines);
    let stage = if settings.is_empty() { stage } else { stage.in_settings(settings) };
    let concluded = hook_chain::serve(&stage.chain(), &stage.ctx(), bytes.as_bytes());
    let told = told(&concluded);
    let denies = |name: &str| told.contains(&format!("{name} could not judge this call"));
    let denying: Vec<&str> = ["a", "b", "c"].into_iter().filter(|name| denies(name)).collect();
    assert_eq!(denying.join(" "), expected, "{bytes} {settings}: {told}");
    assert_eq!(stage.trace(), "", "{bytes}");
}

#[test]
fn an_event_that_cannot_be_read_is_denied_by_all_that_deny_what_they_cannot_judge() {
    const LINES: &[&str] = &["guard a !closed:", "guard b:", "guard c !closed:"];
    const CUT: &str = "{\"hook_event_name\": \"PreToolUse\", \"x";
    check_unreadable(CUT, "", LINES, "a c");
    check_unreadable("", "", LINES, "a c");
    check_unreadable("{\"hook_event_name\": \"Stop\", \"x", "", LINES, "");
    check_unreadable("{\"toolName\": \"Bash\"}", "", LINES, "");
    check_unreadable(CUT, "hooks: {a: {mode: off}}", LINES, "c");
    check_unreadable(CUT, "hooks: {a: {mode: shadow}}", LINES, "c");
    check_unreadable(CUT, "hooks: {a: {mode: warn}, c: {mode: off}}", LINES, "");
    check_unreadable(CUT, "hooks: {a: {mode: of}}", LINES, "a c");
}

#[test]
fn a_hook_that_does_not_handle_calls_denies_none_that_cannot_be_read() {
    let stage = Stage::on("Stop", &["guard a !closed:", "guard b:"]);
    let concluded = hook_chain::serve(&stage.chain(), &stage.ctx(), b"{\"x");
    assert_eq!(told(&concluded), "");
}

#[test]
fn a_call_without_a_name_is_for_every_guard() {
    let stage = Stage::new(&["guard a !edits: deny no", "guard b:"]);
    let stage = stage.with(json!({"tool_name": null}));
    assert_eq!(told(&stage.call()), "deny no");
}

#[test]
fn a_state_that_cannot_be_written_keeps_nobody_from_answering() {
    let stage = Stage::new(&["guard a: deny no", "record b: fail broken"]);
    let variables = [("TACKLEBOX_STATE_DIR".to_owned(), "/dev/null/x".to_owned())].into();
    let environment = Environment::Fixed(
        [("a".to_owned(), "deny no".to_owned())]
            .into_iter()
            .chain::<std::collections::BTreeMap<String, String>>(variables)
            .collect(),
    );
    let now = environment.now();
    let ctx = Ctx::new("tacklebox", environment, now, None);
    let concluded = hook_chain::serve(&stage.chain(), &ctx, &stage.bytes());
    assert_eq!(told(&concluded), "deny no");
}
