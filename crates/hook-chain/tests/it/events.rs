//! How the answers to each event are joined.

use serde_json::json;

use crate::stage::{Stage, told};

/// The event, the hooks, who was called, and what the host is told.
type Row = (&'static str, &'static str, &'static [&'static str], &'static str, &'static str);

#[track_caller]
fn check(rows: &[Row]) {
    for (sentence, event, lines, trace, expected) in rows {
        let stage = Stage::on(event, lines);
        let concluded = stage.call();
        assert_eq!(told(&concluded), *expected, "{sentence}");
        assert_eq!(stage.trace(), *trace, "{sentence}");
    }
}

const BLOCKS: &[Row] = &[
    (
        "one block is told as it is",
        "PostToolUse",
        &["context a: block mend it", "context b:"],
        "a ls none, b ls none",
        "block mend it",
    ),
    (
        "two are joined with their names",
        "PostToolUse",
        &["context a: block mend it", "context b: block test it"],
        "a ls none, b ls none",
        "block [a] mend it / [b] test it",
    ),
    (
        "of the fourth that there is one",
        "PostToolUse",
        &["context a: block 1", "context b: block 2", "context c: block 3", "guard d: block 4"],
        "d ls none, a ls deny, b ls deny, c ls deny",
        "block [d] 4 / [a] 1 / [b] 2 / 1 more hook says so.",
    ),
    (
        "a guard's block of what has run keeps nobody from telling something",
        "PostToolUse",
        &["guard a: block mend it", "context b: context hello"],
        "a ls none, b ls deny",
        "block mend it | context hello",
    ),
    (
        "who records blocks nothing",
        "PostToolUse",
        &["context a: context hello", "record b: block mend it"],
        "a ls none, b ls context",
        "context hello",
    ),
    (
        "a prompt is rejected, and nothing is told besides",
        "UserPromptSubmit",
        &["guard a: block not so", "context b: context hello", "record c:"],
        "a - none, c - deny",
        "block not so",
    ),
    (
        "a prompt is told something by several",
        "UserPromptSubmit",
        &["context a: context one", "context b: context two"],
        "a - none, b - none",
        "context one /  / two",
    ),
    (
        "a session is told something by several",
        "SessionStart",
        &["context a: context one", "context b: context two"],
        "a - none, b - none",
        "context one /  / two",
    ),
    (
        "a failed call is told of by several",
        "PostToolUseFailure",
        &["context a: context one", "context b: context two"],
        "a ls none, b ls none",
        "context one /  / two",
    ),
    (
        "an agent is kept from stopping by two",
        "Stop",
        &["guard a: block tests", "guard b: block lint"],
        "a - none, b - none",
        "block [a] tests / [b] lint",
    ),
    (
        "who records sees that the agent goes on",
        "Stop",
        &["guard a: block tests", "record b:"],
        "a - none, b - deny",
        "block tests",
    ),
];

const HALTS: &[Row] = &[
    (
        "everything ends, with the reasons of all",
        "PreToolUse",
        &["guard a: halt the budget is spent", "guard b: halt it is late", "context c: context hi"],
        "a ls none, b ls none",
        "halt [a] the budget is spent / [b] it is late",
    ),
    (
        "a denial beside it is told too, and nothing is rewritten or granted",
        "PreToolUse",
        &["guard a: halt enough", "guard b: deny no", "rewrite c !writes-command: set command=x"],
        "a ls none, b ls none",
        "deny no | halt enough",
    ),
    (
        "an end because of what was made of the input names who made it",
        "PreToolUse",
        &["guard a: when pwd halt enough", "rewrite b !writes-command: set command=pwd"],
        "a ls none, b ls none, a pwd none",
        "halt enough (This is about the input as it was rewritten by b.)",
    ),
    (
        "after a call everything may end too",
        "PostToolUse",
        &["guard a: halt enough", "context b: block mend it"],
        "a ls none, b ls deny",
        "halt enough | block mend it",
    ),
    (
        "a prompt ends it",
        "UserPromptSubmit",
        &["guard a: halt enough", "context b: context hello", "record c:"],
        "a - none, c - deny",
        "halt enough",
    ),
    (
        "who records ends nothing",
        "PostToolUse",
        &["record a: halt enough", "context b: context hello"],
        "b ls none, a ls context",
        "context hello",
    ),
    (
        "the first that replaces a result has replaced it",
        "PostToolUse",
        &["context a: output one", "context b: output two; context hello"],
        "a ls none, b ls none",
        "context hello | output one",
    ),
    (
        "who records replaces no result",
        "PostToolUse",
        &["record a: output one", "context b: context hello"],
        "b ls none, a ls context",
        "context hello",
    ),
];

#[test]
fn everything_ends_where_anybody_says_so_and_one_replaces_a_result() {
    check(HALTS);
}

#[test]
fn what_has_happened_is_rejected_by_anybody() {
    check(BLOCKS);
}

#[test]
fn a_compaction_is_told_plain_text() {
    check(&[
        (
            "one says what has to survive",
            "PreCompact",
            &["context a: context keep the plan", "record b:"],
            "a - none, b - context",
            "text keep the plan",
        ),
        (
            "sections stand one below the other",
            "PreCompact",
            &["context a: context keep the plan", "context b: context keep the intent"],
            "a - none, b - none",
            "text keep the plan /  / keep the intent",
        ),
        (
            "what looks like JSON is not said",
            "PreCompact",
            &["context a: context {\"x\": 1}", "context b: context keep the intent"],
            "a - none, b - none",
            "text keep the intent",
        ),
        (
            "who keeps the host from compacting comes before all text",
            "PreCompact",
            &["context a: context keep the plan", "context b: block not now"],
            "a - none, b - none",
            "block not now",
        ),
    ]);
}

#[test]
fn a_permission_is_denied_before_it_is_granted() {
    check(&[
        (
            "a grant",
            "PermissionRequest",
            &["guard a: grant fine", "guard b:"],
            "a ls none, b ls none",
            "allow",
        ),
        (
            "a denial over a grant",
            "PermissionRequest",
            &["guard a: grant fine", "guard b: deny no"],
            "a ls none, b ls none",
            "deny no",
        ),
        (
            "two grants are one",
            "PermissionRequest",
            &["guard a: grant fine", "guard b: grant fine"],
            "a ls none, b ls none",
            "allow",
        ),
        (
            "two denials are joined",
            "PermissionRequest",
            &["guard a: deny no", "guard b: deny never"],
            "a ls none, b ls none",
            "deny [a] no / [b] never",
        ),
    ]);
}

/// Calls one stage so often, each time with these fields, and expects these replies.
#[track_caller]
fn check_stops(event: &'static str, lines: &[&'static str], calls: &[(&str, bool, &str, &str)]) {
    let mut stage = Stage::on(event, lines);
    for (at, (agent, is_active, expected, verdict)) in calls.iter().enumerate() {
        let agent = if agent.is_empty() { json!(null) } else { json!(agent) };
        stage = stage.with(json!({"stop_hook_active": is_active, "agent_id": agent}));
        let concluded = stage.call();
        assert_eq!(told(&concluded), *expected, "call {at}");
        assert_eq!(concluded.verdict.to_string(), *verdict, "call {at}");
    }
}

#[test]
fn an_agent_is_let_go_after_two_equal_blocks() {
    check_stops(
        "Stop",
        &["guard a: block tests", "record b:"],
        &[
            ("", false, "block tests", "deny"),
            ("", true, "block tests", "deny"),
            ("", true, "", "none"),
            ("", false, "block tests", "deny"),
        ],
    );
}

#[test]
fn what_a_person_began_anew_is_counted_anew() {
    check_stops(
        "Stop",
        &["guard a: block tests", "record b:"],
        &[
            ("", false, "block tests", "deny"),
            ("", false, "block tests", "deny"),
            ("", false, "block tests", "deny"),
        ],
    );
}

#[test]
fn subagents_are_counted_each_by_itself() {
    check_stops(
        "SubagentStop",
        &["guard a: block tests", "record b:"],
        &[
            ("one", false, "block tests", "deny"),
            ("one", true, "block tests", "deny"),
            ("two", true, "block tests", "deny"),
            ("two", true, "block tests", "deny"),
            ("one", true, "", "none"),
            ("two", true, "", "none"),
        ],
    );
}

#[test]
fn what_gave_way_is_recorded_as_that() {
    let lines = ["guard a: block tests", "record b:"];
    let stage = Stage::on("Stop", &lines).with(json!({"stop_hook_active": true}));
    for _ in 0..3 {
        stage.call();
    }
    let kept = stage.kept("calls.jsonl");
    let fates: Vec<String> = kept.iter().map(crate::stage::fates).collect();
    assert_eq!(fates, ["a block won", "a block won", "a block gave_way"]);
    assert!(stage.trace().ends_with("b - none"), "{}", stage.trace());
}
