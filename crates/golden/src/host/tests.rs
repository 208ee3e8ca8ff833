//! Replies that a host takes, and replies that it drops.

use super::*;

/// Which hosts take a reply.
enum Verdict {
    Both,
    ClaudeOnly,
    Neither,
}
use Verdict::{Both, ClaudeOnly, Neither};

#[track_caller]
fn check(event: &str, stdout: &str, expected: &Verdict) {
    let claude = accepts(event, stdout.as_bytes());
    let codex = accepts_codex(event, stdout.as_bytes());
    let (by_claude, by_codex) = match expected {
        Both => (true, true),
        ClaudeOnly => (true, false),
        Neither => (false, false),
    };
    assert_eq!(claude.is_ok(), by_claude, "Claude, {event} {stdout}: {claude:?}");
    assert_eq!(codex.is_ok(), by_codex, "Codex, {event} {stdout}: {codex:?}");
}

/// A reply to `event` whose `hookSpecificOutput` has these members beside the name.
fn output(event: &str, members: &str) -> String {
    format!(r#"{{"hookSpecificOutput":{{"hookEventName":"{event}"{members}}}}}"#)
}

#[test]
fn silence_fits_every_event() {
    for event in events().chain(["BeforeTool", ""]) {
        check(event, "", &Both);
    }
}

#[test]
fn only_one_json_object_is_a_reply() {
    let table = [
        ("{}", Both),
        ("{}\n", Both),
        ("\n", Neither),
        (" {}", Neither),
        ("\u{feff}{}", Neither),
        ("{}{}", Neither),
        ("{}\n{}\n", Neither),
        ("loading\n{}", Neither),
        ("{}\ndone", Neither),
        ("[]", Neither),
        ("null", Neither),
        (r#""context""#, Neither),
        (r#"{"systemMessage":"#, Neither),
    ];
    for (stdout, verdict) in table {
        check("PreToolUse", stdout, &verdict);
    }
    check("PreCompact", "Keep the criteria.\n- all of them\n", &ClaudeOnly);
    check("PreCompact", "[]\n", &Neither);
    check("PreCompact", "Keep them.", &Neither);
    assert!(accepts("PreToolUse", b"{\"systemMessage\":\"\xff\"}").is_err());
}

#[test]
fn universal_fields() {
    let table = [
        (r#"{"systemMessage":"m"}"#, Both),
        (r#"{"systemMessage":null}"#, Neither),
        (r#"{"systemMessage":1}"#, Neither),
        (r#"{"continue":false,"stopReason":"s"}"#, ClaudeOnly),
        (r#"{"continue":"no"}"#, Neither),
        (r#"{"suppressOutput":true}"#, ClaudeOnly),
        (r#"{"hookSpecificOutput":null}"#, Neither),
        (r#"{"hookSpecificOutput":[]}"#, Neither),
        (r#"{"unheardOf":1}"#, ClaudeOnly),
        (r#"{"additionalContext":"c"}"#, Neither),
        (r#"{"permissionDecision":"deny"}"#, Neither),
        (r#"{"decision":"approve"}"#, Neither),
        (r#"{"decision":"block","reason":"r"}"#, Neither),
    ];
    for (stdout, verdict) in table {
        check("PreToolUse", stdout, &verdict);
    }
}

#[test]
fn the_event_name_must_be_there_and_equal() {
    check("PreToolUse", r#"{"hookSpecificOutput":{"additionalContext":"c"}}"#, &Neither);
    check("PreToolUse", &output("PostToolUse", r#","additionalContext":"c""#), &Neither);
    check("PreToolUse", &output("preToolUse", r#","additionalContext":"c""#), &Neither);
    check("PreToolUse", r#"{"hookSpecificOutput":{"hookEventName":null}}"#, &Neither);
    check("NoSuchEvent", &output("NoSuchEvent", ""), &Neither);
    check("NoSuchEvent", "{}", &Neither);
}

#[test]
fn the_union_is_closed() {
    let closed = [
        "SessionEnd",
        "StopFailure",
        "PreCompact",
        "PostCompact",
        "TeammateIdle",
        "TaskCreated",
        "TaskCompleted",
        "ConfigChange",
        "InstructionsLoaded",
        "WorktreeRemove",
        "DirectoryAdded",
    ];
    assert_eq!(events().count(), 34);
    for event in events() {
        let reply = match event {
            "PermissionRequest" => output(event, r#","decision":{"behavior":"allow"}"#),
            _ => output(event, ""),
        };
        let taken = accepts(event, reply.as_bytes());
        assert_eq!(taken.is_err(), closed.contains(&event), "{event}: {taken:?}");
    }
}

#[test]
fn pre_tool_use_members() {
    let deny = r#","permissionDecision":"deny""#;
    let reason = r#","permissionDecisionReason":"r""#;
    let rewrite = r#","updatedInput":{"command":null}"#;
    let allow = r#","permissionDecision":"allow""#;
    let table = [
        (r#","additionalContext":"c""#.to_owned(), Both),
        (r#","additionalContext":null"#.to_owned(), Neither),
        (r#","additionalContext":["c"]"#.to_owned(), Neither),
        (format!("{deny}{reason}"), Both),
        (format!(r#"{deny},"permissionDecisionReason":" ""#), ClaudeOnly),
        (deny.to_owned(), ClaudeOnly),
        (reason.to_owned(), ClaudeOnly),
        (rewrite.to_owned(), ClaudeOnly),
        (format!("{deny}{reason}{rewrite}"), ClaudeOnly),
        (format!("{allow}{rewrite}"), Both),
        (allow.to_owned(), ClaudeOnly),
        (r#","updatedInput":"ls""#.to_owned(), Neither),
        (r#","updatedInput":null"#.to_owned(), Neither),
        (r#","permissionDecision":"ask""#.to_owned(), ClaudeOnly),
        (r#","permissionDecision":"defer""#.to_owned(), Neither),
        (r#","permissionDecision":"maybe""#.to_owned(), Neither),
        (r#","permissionDecision":null"#.to_owned(), Neither),
        (r#","permissionDecision":true"#.to_owned(), Neither),
        (r#","sessionTitle":"t""#.to_owned(), Neither),
        (r#","decision":"block""#.to_owned(), Neither),
        (r#","unheardOf":null"#.to_owned(), ClaudeOnly),
    ];
    for (members, verdict) in table {
        check("PreToolUse", &output("PreToolUse", &members), &verdict);
    }
}

#[test]
fn decisions_at_the_top() {
    let block = r#"{"decision":"block","reason":"r"}"#;
    let table = [
        ("PostToolUse", block, Both),
        ("PostToolUse", r#"{"decision":"block"}"#, ClaudeOnly),
        ("PostToolUse", r#"{"decision":"approve"}"#, Neither),
        ("PostToolUse", r#"{"decision":null}"#, Neither),
        ("PostToolUse", r#"{"reason":"r"}"#, ClaudeOnly),
        ("Stop", block, Both),
        ("SubagentStop", r#"{"continue":true}"#, Both),
        ("PreCompact", block, ClaudeOnly),
        ("PreCompact", r#"{"systemMessage":"m"}"#, Both),
        ("SessionStart", block, Neither),
    ];
    for (event, stdout, verdict) in table {
        check(event, stdout, &verdict);
    }
}

#[test]
fn permission_requests_are_decided_by_an_object() {
    let table = [
        ("", Neither),
        (r#","decision":"allow""#, Neither),
        (r#","decision":null"#, Neither),
        (r#","decision":{}"#, Neither),
        (r#","decision":{"behavior":"ask"}"#, Neither),
        (r#","decision":{"behavior":"allow"}"#, Both),
        (r#","decision":{"behavior":"allow","updatedInput":{}}"#, ClaudeOnly),
        (r#","decision":{"behavior":"allow","message":"m"}"#, Neither),
        (r#","decision":{"behavior":"deny","message":"no"}"#, Both),
        (r#","decision":{"behavior":"deny","message":null}"#, Neither),
        (r#","decision":{"behavior":"deny","interrupt":true}"#, ClaudeOnly),
        (r#","decision":{"behavior":"deny","updatedInput":{}}"#, Neither),
    ];
    for (members, verdict) in table {
        check("PermissionRequest", &output("PermissionRequest", members), &verdict);
    }
}

#[test]
fn copilot_reads_context_at_the_top() {
    let check = |event: &str, stdout: &str, is_taken: bool| {
        assert_eq!(accepts_copilot(event, stdout.as_bytes()).is_ok(), is_taken, "{event} {stdout}");
    };
    let inside = |event: &str| output(event, r#","additionalContext":"c""#);
    let both = |event: &str| inside(event).replacen('{', r#"{"additionalContext":"c","#, 1);
    for event in ["PostToolUse", "UserPromptSubmit", "SessionStart"] {
        check(event, &both(event), true);
        check(event, &inside(event), false);
    }
    check("PreToolUse", &inside("PreToolUse"), true);
    check("PostToolUse", r#"{"decision":"block","reason":"r"}"#, false);
    check("Stop", r#"{"decision":"block","reason":"r"}"#, true);
    check("Stop", "", true);
}

#[test]
fn droid_takes_no_question_and_hears_nothing_before_a_tool() {
    let check = |event: &str, stdout: &str, is_taken: bool| {
        let taken = accepts_droid(event, stdout.as_bytes());
        assert_eq!(taken.is_ok(), is_taken, "{event} {stdout}: {taken:?}");
    };
    let reason = r#","permissionDecisionReason":"r""#;
    let decided = |word: &str| format!(r#","permissionDecision":"{word}"{reason}"#);
    let context = r#","additionalContext":"c""#;
    check("PreToolUse", &output("PreToolUse", &decided("deny")), true);
    check("PreToolUse", &output("PreToolUse", &decided("ask")), false);
    check("PreToolUse", &output("PreToolUse", context), false);
    check("PostToolUse", &output("PostToolUse", context), true);
    check("PostToolUse", r#"{"decision":"block","reason":"r"}"#, false);
    check("SessionStart", &output("SessionStart", context), true);
}
