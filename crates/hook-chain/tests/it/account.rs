//! What is kept of a call.

use std::fs::File;
use std::time::Duration;

use hook_chain::explain;
use hook_state::StateDir;
use serde_json::{Value, json};

use crate::stage::{Stage, errors, fates, told};

const SCHEMA: &str = include_str!("../../../../docs/schemas/calls.schema.json");

/// The hooks, and `name outcome fate` of each in the line; nothing where no line is written.
type Row = (&'static str, &'static [&'static str], &'static str);

#[track_caller]
fn check(rows: &[Row]) {
    let schema = serde_json::from_str(SCHEMA).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    for (sentence, lines, expected) in rows {
        let stage = Stage::new(lines);
        stage.call();
        let kept = stage.kept("calls.jsonl");
        assert_eq!(kept.iter().map(fates).collect::<Vec<_>>().join("; "), *expected, "{sentence}");
        for line in kept {
            assert!(schema.is_valid(&line), "{:?}", schema.iter_errors(&line).next());
        }
    }
}

const LINES: &[Row] = &[
    ("of silence there is none", &["guard a:", "record b:"], ""),
    ("who is silent is not in it", &["guard a: deny no", "guard b:"], "a deny won"),
    ("a question", &["guard a: ask really", "guard b:"], "a ask won"),
    ("a grant", &["guard a: grant fine", "guard b:"], "a answer won"),
    (
        "what was said below the winner",
        &["guard a: ask really", "guard b: deny no"],
        "a ask below, b deny won",
    ),
    (
        "two who say the same both win",
        &["guard a: deny no", "guard b: deny never"],
        "a deny won, b deny won",
    ),
    ("what was told", &["context a: context hello", "guard b:"], "a context won"),
    (
        "what was cut",
        &["context/critical a: big 9000", "context b: big 9000"],
        "a context cut, b context cut",
    ),
    (
        "what was not told because of a denial",
        &["guard a: deny no", "record b: context hello"],
        "a deny won, b context cut",
    ),
    ("a change", &["rewrite a !writes-command: set command=pwd", "guard b:"], "a answer won"),
    (
        "a change that goes with a question",
        &["guard a: ask really", "rewrite b !writes-command: set command=pwd"],
        "a ask won, b answer won",
    ),
    (
        "an answer that gave way to a question",
        &["guard a: ask really", "rewrite b !writes-command: set command=pwd; grant fine"],
        "a ask won, b answer below",
    ),
    (
        "a change that went with an answer",
        &[
            "guard a: ask really",
            "rewrite b !writes-command: set command=pwd",
            "rewrite c !writes-timeout: set timeout=9; grant fine",
        ],
        "a ask won, b answer below, c answer below",
    ),
    (
        "a change and then a denial",
        &["rewrite a !writes-command: set command=pwd", "guard b: when pwd deny no"],
        "b deny won, a answer below",
    ),
    (
        "a conflict",
        &[
            "rewrite a !writes-command: set command=pwd",
            "rewrite b !writes-command: set command=rm",
        ],
        "a answer won, b answer lost",
    ),
    (
        "an end and a denial",
        &["guard a: halt enough", "guard b: deny no"],
        "a halt won, b deny won",
    ),
    ("an error", &["guard a: fail broken", "guard b:"], "a error -"),
    ("a panic", &["guard a: panic broken", "guard b:"], "a error -"),
    ("a failure that denies", &["guard a !closed: fail broken", "guard b:"], "a deny won"),
    ("an error while recording", &["record a: fail broken", "guard b:"], "a error -"),
    (
        "what was reported beside an answer",
        &["guard a: noise 1; ask really", "guard b:"],
        "a ask won",
    ),
];

#[test]
fn a_line_says_what_each_said_and_what_became_of_it() {
    check(LINES);
}

fn line(stage: &Stage) -> Value {
    let kept = stage.kept("calls.jsonl");
    assert_eq!(kept.len(), 1);
    kept[0].clone()
}

#[test]
fn a_line_has_what_is_needed_to_find_a_call_again() {
    let stage = Stage::new(&["guard a: rule commands[2]; deny no", "guard b:"])
        .with(json!({"agent_id": "g"}));
    stage.call();
    let expected = json!({
        "ts": "2026-11-20T14:03:00.000Z",
        "session_id": "s",
        "agent_id": "g",
        "event": "PreToolUse",
        "tool_name": "Bash",
        "tool_use_id": "t1",
        "tried": "ls",
        "verdict": "deny",
        "us": 0,
        "hooks": [{
            "hook": "a",
            "phase": "guard",
            "us": 0,
            "outcome": "deny",
            "rule": "commands[2]",
            "reason": "no",
            "fate": "won",
        }],
    });
    assert_eq!(line(&stage), expected);
}

#[test]
fn a_line_has_no_secrets_and_no_long_texts() {
    let stage = Stage::new(&["guard a: deny it has password=correct-horse-9 in it", "guard b:"])
        .with(json!({"tool_input": {"command": "curl -u x:y\n-H 'Authorization: Bearer \
             abcdef0123456789abcdef'"}}));
    stage.call();
    let kept = line(&stage).to_string();
    for secret in ["correct-horse", "abcdef0123456789", "\\n"] {
        assert!(!kept.contains(secret), "{kept}");
    }
    let stage = Stage::new(&["guard a: long-deny 9000"])
        .with(json!({"tool_input": {"command": "x".repeat(9_000)}}));
    stage.call();
    let kept = line(&stage);
    assert_eq!(kept["tried"].as_str().unwrap().chars().count(), 200);
    assert_eq!(kept["hooks"][0]["reason"].as_str().unwrap().chars().count(), 400);
}

#[test]
fn the_same_context_has_the_same_hash_on_one_machine() {
    let stage = Stage::new(&["context a: context hello", "context b: context good day"]);
    stage.call();
    stage.call();
    let hashes: Vec<_> =
        stage.kept("calls.jsonl").iter().map(|line| line["hooks"].clone()).collect();
    let hash = |call: usize, hook: usize| hashes[call][hook]["context_hash"].as_str();
    assert!(hash(0, 0).is_some_and(|hash| hash.len() == 8), "{hashes:?}");
    assert_eq!((hash(1, 0), hash(1, 1)), (hash(0, 0), hash(0, 1)));
    assert_ne!(hash(0, 1), hash(0, 0));
    let elsewhere = Stage::new(&["context a: context hello", "guard b:"]);
    elsewhere.call();
    assert_ne!(line(&elsewhere)["hooks"][0]["context_hash"].as_str(), hash(0, 0), "another key");
}

/// What nobody asks about has no words of its own; names of files are no words.
#[test]
fn long_words_of_a_call_that_went_through_are_not_kept() {
    let tried = |hooks: [&'static str; 2], input: serde_json::Value| {
        let stage = Stage::new(&hooks).with(json!({ "tool_input": input }));
        let stage = stage.in_settings("account: all");
        stage.call();
        line(&stage)["tried"].as_str().unwrap().to_owned()
    };
    let command = || json!({"command": "mysql -pcorrect-horse-9"});
    for silent in ["guard a:", "context a: context hello"] {
        let kept = tried([silent, "guard b:"], command());
        assert!(kept.starts_with("mysql <17:"), "{kept}");
    }
    for asked in ["guard a: deny no", "guard a: ask really"] {
        assert_eq!(tried([asked, "guard b:"], command()), "mysql -pcorrect-horse-9");
    }
    let file = json!({"file_path": "/project/src/main.rs"});
    assert_eq!(tried(["guard a:", "guard b:"], file), "/project/src/main.rs");
}

#[test]
fn a_person_may_have_a_line_of_every_call() {
    let stage = Stage::new(&["guard a:", "record b:"]).in_settings("account: all");
    stage.call();
    assert_eq!(fates(&line(&stage)), "a none -, b none -");
    let schema = jsonschema::validator_for(&serde_json::from_str(SCHEMA).unwrap()).unwrap();
    assert!(schema.is_valid(&line(&stage)));
}

#[test]
fn each_hook_that_was_asked_leaves_its_marker() {
    let stage = Stage::new(&["guard a:", "record b:", "guard c !edits:", "guard d:"])
        .in_settings("hooks: {d: {mode: off}}");
    stage.call();
    let marker = |name: &str| stage.file("fired").unwrap().join(name).exists();
    assert_eq!(["a", "b", "c", "d"].map(marker), [true, true, false, false]);
}

#[cfg(unix)]
#[test]
fn the_account_is_for_its_user_alone() {
    use std::os::unix::fs::PermissionsExt as _;

    let stage = Stage::new(&["guard a: deny no"]);
    stage.call();
    let file = stage.file("calls.jsonl").unwrap();
    assert_eq!(std::fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600);
}

#[cfg(unix)]
#[test]
fn a_state_that_others_may_write_is_not_used_and_that_is_said() {
    use std::os::unix::fs::PermissionsExt as _;

    let stage = Stage::new(&["guard a: deny no"]);
    let ctx = stage.ctx();
    let projects = ctx.state().unwrap().path().parent().unwrap();
    let folder = projects.parent().unwrap();
    std::fs::create_dir_all(folder).unwrap();
    let open = std::fs::Permissions::from_mode(0o777);
    std::fs::set_permissions(folder, open).unwrap();
    let concluded = stage.call();
    assert_eq!(told(&concluded), "deny no");
    assert!(errors(&concluded).ends_with("is open to others: it is not used"));
    assert!(stage.file("calls.jsonl").is_none());
}

const OVERRULED: &str = "message a call that a hook denied ran anyway: something else in this \
                         host overrides hooks (see docs/internals/protocol.md)";

/// A call is denied, and then this event comes.
#[track_caller]
fn check_overruled(event: &'static str, expected: &str) {
    let stage = Stage::new(&["guard a: deny no"]);
    stage.call();
    let mut after = Stage::on(event, &["record a:", "record b:"]);
    after.share(&stage);
    assert_eq!(told(&after.call()), expected, "{event}");
    let kept = after.kept("calls.jsonl");
    assert_eq!(kept.len(), 2, "{event}");
    assert_eq!(kept[1]["denied_but_ran"], true);
    // The same call does not run twice, and the person knows.
    assert_eq!(told(&after.call()), "", "{event}");
    assert_eq!(after.kept("calls.jsonl").len(), 2, "{event}");
    stage.call();
    assert_eq!(told(&after.call()), "", "once a session");
    assert_eq!(after.kept("calls.jsonl").last().unwrap()["denied_but_ran"], true);
}

#[test]
fn a_call_that_was_denied_and_has_run_is_told_once_a_session() {
    check_overruled("PostToolUse", OVERRULED);
    check_overruled("PostToolUseFailure", OVERRULED);
}

#[test]
fn a_call_that_was_asked_about_and_has_run_is_nothing_to_tell() {
    let stage = Stage::new(&["guard a: ask really"]);
    stage.call();
    let mut after = Stage::on("PostToolUse", &["record a:"]);
    after.share(&stage);
    assert_eq!(told(&after.call()), "");
    assert_eq!(after.kept("calls.jsonl").len(), 1);
}

#[test]
fn an_explanation_names_all_and_keeps_nothing() {
    let stage = Stage::new(&[
        "guard a: deny no",
        "guard b:",
        "guard c: fail broken",
        "record d:",
        "context e: context hello",
    ]);
    let said = explain(&stage.chain(), &stage.ctx(), &stage.bytes()).unwrap().unwrap();
    let line = serde_json::to_value(&said.call).unwrap();
    assert_eq!(fates(&line), "a deny won, b none -, c error -");
    assert_eq!((said.fate, said.told.as_deref(), said.shown), ("denied", Some("no"), None));
    assert_eq!(stage.file("calls.jsonl"), None);
    assert_eq!(stage.file("chain-denied"), None);
    assert_eq!(stage.file("fired"), None);
    assert!(!stage.trace().contains('d'), "{}", stage.trace());
}

#[test]
fn an_explanation_says_what_comes_of_it_and_who_reads_what() {
    for (lines, expected) in [
        (&["guard a:"][..], "allowed told - shown -"),
        (
            &["context a: context hello", "context b: context you"],
            "allowed told hello\n\nyou shown -",
        ),
        (&["guard a: ask sure?", "context b: context hello"], "asked told hello shown sure?"),
        (
            &["guard a: deny no; message look", "context b: context hello"],
            "denied told no shown look",
        ),
        (&["guard a: halt stop"], "denied told - shown stop"),
    ] {
        let stage = Stage::new(lines);
        let said = explain(&stage.chain(), &stage.ctx(), &stage.bytes()).unwrap().unwrap();
        let or_none = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        let (told, shown) = (or_none(said.told), or_none(said.shown));
        assert_eq!(format!("{} told {told} shown {shown}", said.fate), expected, "{lines:?}");
    }
}

#[test]
fn an_event_that_cannot_be_read_and_is_denied_leaves_a_line() {
    let schema = serde_json::from_str(SCHEMA).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    for (bytes, lines, expected) in [
        ("{\"hook_event_name\": \"PreToolUse\"", &["guard a !closed:", "guard b:"], "PreToolUse"),
        ("{", &["guard a !closed:", "guard b:"], ""),
    ] {
        let stage = Stage::new(lines);
        hook_chain::serve(&stage.chain(), &stage.ctx(), bytes.as_bytes());
        let line = line(&stage);
        assert_eq!(fates(&line), "a deny won", "{bytes}");
        assert_eq!((&line["event"], &line["verdict"]), (&json!(expected), &json!("deny")));
        assert!(schema.is_valid(&line), "{:?}", schema.iter_errors(&line).next());
    }
    let open = Stage::new(&["guard a:", "guard b:"]);
    hook_chain::serve(&open.chain(), &open.ctx(), b"{");
    assert_eq!(open.file("calls.jsonl"), None);
}

#[test]
fn what_is_no_event_is_not_explained() {
    let stage = Stage::new(&["guard a: deny no"]);
    let of = |bytes: &[u8]| explain(&stage.chain(), &stage.ctx(), bytes);
    assert_eq!(of(b"{}").unwrap_err(), "the host's event has no name");
    assert!(of(b"{").is_err());
    assert_eq!(of(b"{\"hook_event_name\": \"Stop\"}").unwrap(), None);
}

#[test]
fn a_large_account_is_begun_anew_and_five_are_kept() {
    let stage = Stage::new(&["guard a: deny no"]);
    for _ in 0..7 {
        stage.call();
        let file = stage.file("calls.jsonl").unwrap();
        std::fs::File::options().write(true).open(file).unwrap().set_len((10 << 20) + 1).unwrap();
    }
    let kept = |number: usize| stage.file(&format!("calls.{number}.jsonl")).is_some();
    assert_eq!((1..=6).map(kept).collect::<Vec<_>>(), [true, true, true, true, true, false]);
}

#[test]
fn what_was_reported_long_ago_is_forgotten_when_a_session_begins() {
    let stage = Stage::on("SessionStart", &["record a:"]);
    let (ctx, day) = (stage.ctx(), Duration::from_secs(24 * 3_600));
    let own = ctx.state().unwrap();
    let strangers = StateDir::new(own.file("chain-strangers"));
    for (name, age) in [("old", 100 * day), ("young", 80 * day)] {
        for folder in [own, &strangers] {
            assert!(folder.once(name).unwrap());
            let marker = File::options().write(true).open(folder.path().join("once").join(name));
            marker.unwrap().set_modified(ctx.now() - age).unwrap();
        }
    }
    stage.call();
    for folder in [own, &strangers] {
        assert!(folder.once("old").unwrap(), "{}", folder.path().display());
        assert!(!folder.once("young").unwrap(), "{}", folder.path().display());
    }
}
