//! What replies look like on the wire, and what cannot be said.

use hook_protocol::*;
use serde_json::{Map, Value, json};

fn check<E: HookEvent<Reply: Clone>>(reply: &E::Reply, expected: &Value) {
    check_for::<E>(Host::ClaudeCode, reply, expected);
}

#[track_caller]
fn check_for<E: HookEvent<Reply: Clone>>(host: Host, reply: &E::Reply, expected: &Value) {
    let document = reply.clone().into_answer().render(E::NAME, host).map(|text| {
        assert!(!text.contains('\n'), "one line");
        serde_json::from_str::<Value>(&text).unwrap()
    });
    assert_eq!(document.unwrap_or(Value::Null), *expected);
}

fn input() -> Map<String, Value> {
    json!({"command": "ls"}).as_object().unwrap().clone()
}

#[test]
fn the_default_reply_is_silence() {
    check::<PreToolUse>(&PreToolUseReply::default(), &Value::Null);
    check::<PostToolUse>(&PostToolUseReply::default(), &Value::Null);
    check::<PostToolUseFailure>(&PostToolUseFailureReply::default(), &Value::Null);
    check::<UserPromptSubmit>(&UserPromptSubmitReply::default(), &Value::Null);
    check::<SessionStart>(&SessionStartReply::default(), &Value::Null);
    check::<SessionEnd>(&SessionEndReply, &Value::Null);
    check::<Stop>(&StopReply::default(), &Value::Null);
    check::<SubagentStart>(&SubagentStartReply::default(), &Value::Null);
    check::<PreCompact>(&PreCompactReply::default(), &Value::Null);
    check::<Notification>(&NotificationReply::default(), &Value::Null);
    check::<PermissionRequest>(&PermissionRequestReply::default(), &Value::Null);
    check::<PreToolUse>(&PreToolUseReply::default().with_context(""), &Value::Null);
}

#[test]
fn context_carries_no_decision() {
    check::<PreToolUse>(
        &PreToolUseReply::default().with_context("c"),
        &json!({"hookSpecificOutput": {"hookEventName": "PreToolUse", "additionalContext": "c"}}),
    );
    check::<SessionStart>(
        &SessionStartReply::context("c"),
        &json!({"hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": "c"}}),
    );
    check::<SubagentStart>(
        &SubagentStartReply::context("c"),
        &json!({"hookSpecificOutput": {"hookEventName": "SubagentStart", "additionalContext": "c"}}),
    );
    check::<UserPromptSubmit>(
        &UserPromptSubmitReply::context("c"),
        &json!({"hookSpecificOutput":
            {"hookEventName": "UserPromptSubmit", "additionalContext": "c"}}),
    );
    check::<PostToolUseFailure>(
        &PostToolUseFailureReply::context("c"),
        &json!({"hookSpecificOutput":
            {"hookEventName": "PostToolUseFailure", "additionalContext": "c"}}),
    );
}

#[test]
fn decisions_before_a_call() {
    check::<PreToolUse>(
        &PreToolUseReply::deny("no").with_context("c"),
        &json!({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny",
            "permissionDecisionReason": "no", "additionalContext": "c"}}),
    );
    check::<PreToolUse>(
        &PreToolUseReply::ask("sure?"),
        &json!({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "ask",
            "permissionDecisionReason": "sure?"}}),
    );
    check::<PreToolUse>(
        &PreToolUseReply::default().with_updated_input(input()),
        &json!({"hookSpecificOutput":
            {"hookEventName": "PreToolUse", "updatedInput": {"command": "ls"}}}),
    );
    check::<PreToolUse>(
        &PreToolUseReply::bypass_permission_prompt("agreed")
            .with_updated_input(input())
            .with_system_message("answered for you"),
        &json!({"systemMessage": "answered for you", "hookSpecificOutput":
            {"hookEventName": "PreToolUse", "permissionDecision": "allow",
            "permissionDecisionReason": "agreed", "updatedInput": {"command": "ls"}}}),
    );
    check::<PreToolUse>(
        &PreToolUseReply::default().with_system_message("m"),
        &json!({"systemMessage": "m"}),
    );
}

#[test]
fn an_empty_reason_is_never_sent() {
    let reply = PreToolUseReply::deny(" ")
        .into_answer()
        .render(PreToolUse::NAME, Host::ClaudeCode)
        .unwrap();
    let reply: Value = serde_json::from_str(&reply).unwrap();
    let reason = reply["hookSpecificOutput"]["permissionDecisionReason"].as_str().unwrap();
    assert!(!reason.trim().is_empty());
}

#[test]
fn after_a_call() {
    check::<PostToolUse>(
        &PostToolUseReply::block("fix it").with_context("c"),
        &json!({"decision": "block", "reason": "fix it", "hookSpecificOutput":
            {"hookEventName": "PostToolUse", "additionalContext": "c"}}),
    );
    check::<PostToolUse>(
        &PostToolUseReply::block("fix it"),
        &json!({"decision": "block", "reason": "fix it"}),
    );
}

#[test]
fn everything_may_end() {
    let halt = json!({"continue": false, "stopReason": "enough"});
    check::<PreToolUse>(&PreToolUseReply::halt("enough"), &halt);
    check::<PostToolUse>(&PostToolUseReply::halt("enough"), &halt);
    check::<UserPromptSubmit>(&UserPromptSubmitReply::halt("enough"), &halt);
    check_for::<PreToolUse>(
        Host::Codex,
        &PreToolUseReply::halt("enough"),
        &json!({"hookSpecificOutput": {"hookEventName": "PreToolUse",
            "permissionDecision": "deny", "permissionDecisionReason": "enough"}}),
    );
    check_for::<PostToolUse>(Host::Codex, &PostToolUseReply::halt("enough"), &halt);
    assert_eq!(PreToolUseReply::halt("enough").into_answer().denial(), Some("enough"));
}

#[test]
fn a_result_is_replaced_where_the_host_can() {
    let reply = PostToolUseReply::default().with_updated_output(json!({"stdout": "x"}));
    check::<PostToolUse>(
        &reply,
        &json!({"hookSpecificOutput":
            {"hookEventName": "PostToolUse", "updatedToolOutput": {"stdout": "x"}}}),
    );
    check_for::<PostToolUse>(Host::Codex, &reply, &Value::Null);
}

#[test]
fn events_without_a_part_of_their_own_get_none() {
    check::<Stop>(&StopReply::block("go on"), &json!({"decision": "block", "reason": "go on"}));
    check::<PreCompact>(
        &PreCompactReply::block("wait"),
        &json!({"decision": "block", "reason": "wait"}),
    );
    check::<UserPromptSubmit>(
        &UserPromptSubmitReply::block("no"),
        &json!({"decision": "block", "reason": "no"}),
    );
    check::<Notification>(
        &NotificationReply::default().with_terminal_sequence("\u{7}"),
        &json!({"terminalSequence": "\u{7}"}),
    );
}

#[test]
fn the_terminal_is_reached_from_every_event_that_a_person_waits_for() {
    let bell = || "\u{7}";
    let alone = json!({"terminalSequence": "\u{7}"});
    check::<PreToolUse>(&PreToolUseReply::default().with_terminal_sequence(bell()), &alone);
    check::<PostToolUse>(&PostToolUseReply::default().with_terminal_sequence(bell()), &alone);
    check::<PostToolUseFailure>(
        &PostToolUseFailureReply::default().with_terminal_sequence(bell()),
        &alone,
    );
    check::<UserPromptSubmit>(
        &UserPromptSubmitReply::default().with_terminal_sequence(bell()),
        &alone,
    );
    check::<PermissionRequest>(
        &PermissionRequestReply::default().with_terminal_sequence(bell()),
        &alone,
    );
    check::<Stop>(
        &StopReply::block("go on").with_terminal_sequence(bell()),
        &json!({"terminalSequence": "\u{7}", "decision": "block", "reason": "go on"}),
    );
    check::<SessionStart>(
        &SessionStartReply::default().with_terminal_sequence(bell()),
        &Value::Null,
    );
    let reply = PreToolUseReply::default().with_terminal_sequence(bell());
    assert_eq!(reply.into_answer().render(PreToolUse::NAME, Host::Codex), None);
}

#[test]
fn permission_requests() {
    check::<PermissionRequest>(
        &PermissionRequestReply::grant_without_asking(),
        &json!({"hookSpecificOutput":
            {"hookEventName": "PermissionRequest", "decision": {"behavior": "allow"}}}),
    );
    check::<PermissionRequest>(
        &PermissionRequestReply::deny("no"),
        &json!({"hookSpecificOutput": {"hookEventName": "PermissionRequest",
            "decision": {"behavior": "deny", "message": "no"}}}),
    );
}

#[test]
fn codex_gets_only_what_it_takes() {
    let denied = json!({"hookSpecificOutput": {"hookEventName": "PreToolUse",
        "permissionDecision": "deny", "permissionDecisionReason": "sure?"}});
    check_for::<PreToolUse>(Host::Codex, &PreToolUseReply::ask("sure?"), &denied);
    let granted = PreToolUseReply::bypass_permission_prompt("agreed");
    check_for::<PreToolUse>(Host::Codex, &granted, &Value::Null);
    check_for::<PreCompact>(Host::Codex, &PreCompactReply::block("wait"), &Value::Null);
    let rewrite = PreToolUseReply::default().with_updated_input(input()).into_answer();
    let denied = rewrite.render(PreToolUse::NAME, Host::Codex).unwrap();
    assert!(denied.contains(r#""permissionDecision":"deny""#), "{denied}");
    check_for::<PreToolUse>(
        Host::Codex,
        &granted.with_updated_input(input()),
        &json!({"hookSpecificOutput": {"hookEventName": "PreToolUse",
            "permissionDecision": "allow", "permissionDecisionReason": "agreed",
            "updatedInput": {"command": "ls"}}}),
    );
}

#[test]
fn long_context_and_reasons_are_cut() {
    let long = "é".repeat(20_000);
    for reply in [PreToolUseReply::deny(&long), PreToolUseReply::default().with_context(&long)] {
        let document: Value = serde_json::from_str(
            &reply.into_answer().render(PreToolUse::NAME, Host::ClaudeCode).unwrap(),
        )
        .unwrap();
        let specific = document["hookSpecificOutput"].as_object().unwrap();
        let text = ["permissionDecisionReason", "additionalContext"]
            .iter()
            .find_map(|key| specific.get(*key))
            .unwrap();
        assert!(text.as_str().unwrap().chars().count() <= CONTEXT_LIMIT);
        assert!(text.as_str().unwrap().ends_with("left out.]"));
    }
}

#[test]
fn a_line_of_a_skill_is_denied_or_runs() {
    let denied = |reason: &str| {
        json!({"hookSpecificOutput": {
            "hookEventName": "PreSkillShellCommand",
            "permissionDecision": "deny",
            "permissionDecisionReason": reason,
        }})
    };
    let told = |reply: PreToolUseReply| reply.with_context("c");
    check::<PreSkillShellCommand>(&told(PreToolUseReply::deny("no")), &denied("no"));
    check::<PreSkillShellCommand>(&told(PreToolUseReply::ask("sure?")), &denied("sure?"));
    let granted = PreToolUseReply::bypass_permission_prompt("yes");
    check::<PreSkillShellCommand>(&told(granted), &Value::Null);
    check_for::<PreSkillShellCommand>(Host::Codex, &PreToolUseReply::deny("no"), &Value::Null);
}

#[test]
fn of_two_replies_the_stricter_holds_and_both_are_told() {
    let [none, grant, ask, deny] = [
        PreToolUseReply::default(),
        PreToolUseReply::bypass_permission_prompt("yes"),
        PreToolUseReply::ask("sure?"),
        PreToolUseReply::deny("no"),
    ];
    let check = |one: &PreToolUseReply, other: &PreToolUseReply, expected: &PreToolUseReply| {
        let both = one.clone().with_context("a").and(other.clone().with_context("b"));
        assert_eq!(both, expected.clone().with_context("a\nb"));
    };
    check(&none, &deny, &deny);
    check(&deny, &ask, &deny);
    check(&grant, &none, &grant);
    check(&grant, &ask, &ask);
    check(&none, &grant, &none);
    check(&deny, &PreToolUseReply::deny("never"), &deny);
}
