//! One fault each: where the hook is for, what it does, and what has to be found.

use std::path::Path;
use std::time::Duration;

use hooklint::{Hook, Origin, Person};

use crate::bench::{faults, looked_at, looked_at_within, script};

const BASH: &str = "PreToolUse Bash";

#[track_caller]
fn check(id: &str, place: &str, line: &str) {
    let report = looked_at(vec![script(line, place)], None);
    assert_eq!(faults(&report), [id], "{place}: {line}: {:#?}", report.findings);
}

/// An answer to PreToolUse with these members.
fn answer(members: &str) -> String {
    format!(
        r#"cat >/dev/null; echo '{{"hookSpecificOutput":{{"hookEventName":"PreToolUse",{members}}}}}'"#
    )
}

const DENY: &str = r#""permissionDecision":"deny","permissionDecisionReason":"r""#;

#[test]
fn what_spoils_the_document_is_found() {
    check("noise", BASH, &format!("echo starting; {}", answer(DENY)));
    check("noise", BASH, &format!("{}; echo done", answer(DENY)));
    let message = r#"echo '{"systemMessage":"m"}'"#;
    check("two-documents", "Stop", &format!("{message}; {message}"));
    check("cut-json", "Stop", r#"printf '{"systemMessage":"m'"#);
    check("not-a-document", "Stop", "echo '[1]'");
    check("not-a-document", "Stop", "echo null");
    check("not-utf-8", "Stop", r#"printf '{"systemMessage":"\377"}'"#);
    check("json-on-stderr", BASH, &format!("({}) >&2; exit 2", answer(DENY)));
    check("json-on-stderr", BASH, &format!("({}) >&2", answer(DENY)));
    check("plain-text", "Stop", "echo checked");
    check("plain-text", "SubagentStart", "echo these files matter");
}

#[test]
fn what_the_host_drops_of_a_document_is_found() {
    let without_name = r#"echo '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"r"}}'"#;
    check("event-name", BASH, without_name);
    check("event-name", "PostToolUse Bash", &answer(r#""additionalContext":"c""#));
    let context =
        r#"echo '{"hookSpecificOutput":{"hookEventName":"PreCompact","additionalContext":"c"}}'"#;
    check("closed-event", "PreCompact", context);
    check("ignored-field", "PostToolUse Bash", r#"echo '{"additionalContext":"c"}'"#);
    check("ignored-field", BASH, r#"echo '{"permissionDecision":"deny"}'"#);
    check("null", BASH, &answer(r#""permissionDecision":"deny","permissionDecisionReason":null"#));
    check("null", "Stop", r#"echo '{"systemMessage":null}'"#);
    check("wrong-type", BASH, &answer(r#""permissionDecision":"maybe""#));
    check("wrong-type", "Stop", r#"echo '{"continue":"no"}'"#);
    check(
        "wrong-type",
        "PermissionRequest Bash",
        r#"echo '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"maybe"}}}'"#,
    );
    check("context-cut", "SessionStart", "seq 1 5000");
}

#[test]
fn a_matcher_that_no_tool_matches_is_found() {
    let person = Person { cwd: Path::new("/"), home: None };
    for (event, matcher, expected) in [
        ("PreToolUse", "Wirte", Some("no-match")),
        ("PostToolUse", "^Wirte$", Some("no-match")),
        ("PreToolUse", "NotebookEdit", None),
        ("PreToolUse", "mcp__github__.*", None),
        ("SubagentStart", "reviewer", None),
    ] {
        let text = format!(
            r#"{{"hooks":{{"{event}":[{{"matcher":"{matcher}","hooks":[
                {{"type":"command","command":"true"}}]}}]}}}}"#
        );
        let hooks = Hook::of_settings(&text, &Origin::Elsewhere, &person);
        let found = faults(&looked_at(hooks, None));
        assert_eq!(found, expected.into_iter().collect::<Vec<_>>(), "{event} {matcher}");
    }
}

#[test]
fn decisions_that_nobody_meant_are_found() {
    check("grants-all", BASH, &answer(r#""permissionDecision":"allow""#));
    check("grants-all", BASH, r#"echo '{"decision":"approve"}'"#);
    check(
        "grants-all",
        "PermissionRequest Bash",
        r#"echo '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}'"#,
    );
    check("asks-all", BASH, &answer(r#""permissionDecision":"ask""#));
    check("defers", BASH, &answer(r#""permissionDecision":"defer""#));
    check("stops-all", BASH, r#"echo '{"continue":false,"stopReason":"s"}'"#);
    check("stop-loop", "Stop", r#"echo '{"decision":"block","reason":"r"}'"#);
    check("no-reason", BASH, &answer(r#""permissionDecision":"deny""#));
    check("partial-rewrite", BASH, &answer(r#""updatedInput":{"command":"ls"}"#));
    let answered =
        answer(r#""permissionDecision":"allow","updatedInput":{"questions":[],"answers":{}}"#);
    check("unanswered", "PreToolUse AskUserQuestion", &answered);
}

#[test]
fn how_a_hook_ends_is_found() {
    check("crash", "Stop", "kill -SEGV $$");
    check("crash", "Stop", "echo 'Traceback (most recent call last):' >&2; exit 1");
    check("exit-status", "Stop", "echo oh >&2; exit 1");
    check("exit-status", BASH, &format!("{}; exit 3", answer(DENY)));
    check("exit-2-silent", BASH, "exit 2");
    check("exit-2-no-effect", "Notification", "echo no >&2; exit 2");
    check(
        "exit-2-json",
        BASH,
        &format!("{}; echo no >&2; exit 2", answer(r#""permissionDecision":"allow""#)),
    );
    check("accidental-block", BASH, "if then");
    check(
        "accidental-block",
        "UserPromptSubmit",
        "echo \"python3: can't open file 'x'\" >&2; exit 2",
    );
    check("missing-program", BASH, "no-such-program --check");
    let limit = Duration::from_millis(500);
    let report = looked_at_within(limit, vec![script("sleep 60", "TeammateIdle")], None);
    assert_eq!(faults(&report), ["hang"]);
}

#[test]
fn time_is_found() {
    check("slow", "Stop", "if grep -q '\"stop_hook_active\":true'; then sleep 1.3; fi");
    check(
        "slow-session-end",
        "SessionEnd",
        "if grep -q '\"transcript_path\":\"/'; then sleep 1.7; fi",
    );
}

#[test]
fn unusual_input_is_survived_or_it_is_found() {
    check("broken-input", "Stop", "grep -q session_id || kill -ABRT $$");
    check("broken-input", BASH, "grep -q tool_use_id || exit 5");
    check("huge-input", BASH, "[ $(wc -c) -lt 1000000 ] || exit 7");
    let unquoted =
        "cat $CLAUDE_PROJECT_DIR/src/app.py >/dev/null 2>&1 || echo '{\"systemMessage\":\"m\"}'";
    check("awkward-path", "Stop", &format!("[ -z \"$CLAUDE_PROJECT_DIR\" ] || {unquoted}"));
    let transcript = r#"t=$(grep -o '"transcript_path":"[^"]*"' | cut -d'"' -f4); [ -z "$t" ] || [ -e "$t" ] || exit 9"#;
    check("no-transcript", "Stop", transcript);
}

#[test]
fn what_is_left_is_found() {
    check("left-behind", "Stop", "sleep 20 >/dev/null 2>&1 &");
    check("writes-project", "Stop", "mkdir -p logs; echo x >> logs/a.json");
    check("writes-home", "Stop", "echo x >> \"$HOME/hook.log\"");
    check(
        "secret",
        "Stop",
        "echo \"{\\\"systemMessage\\\":\\\"$CLAUDE_CODE_MESSAGING_TOKEN\\\"}\"",
    );
    check("secret", "Stop", "mkdir -p \"$HOME/.cache\"; env > \"$HOME/.cache/environment\"");
    let folder = tempfile::tempdir().unwrap();
    let once = folder.path().join("once");
    let first = format!(
        "mkdir '{}' 2>/dev/null && echo '{{\"systemMessage\":\"m\"}}'; exit 0",
        once.display()
    );
    check("unsteady", "TeammateIdle", &first);
}

#[test]
fn a_connection_is_found_where_there_is_no_network() {
    let line = "bash -c 'exec 3<>/dev/tcp/192.0.2.1/80' 2>/dev/null; exit 0";
    let report = looked_at(vec![script(line, "TeammateIdle")], None);
    let expected: &[&str] = if report.without_network { &["network"] } else { &[] };
    assert_eq!(faults(&report), expected);
}
