//! Hooks without a fault, each in a style of its own.

use crate::bench::{faults, looked_at, script};

#[track_caller]
fn check(place: &str, line: &str, says: &str) {
    let report = looked_at(vec![script(line, place)], None);
    assert_eq!(faults(&report), [""; 0], "{place}: {line}: {:#?}", report.findings);
    let hook = &report.hooks[0];
    let said: Vec<&str> = hook.answers.iter().map(|answer| answer.says.as_str()).collect();
    assert!(said.contains(&says), "{place}: {line}: {said:?}");
}

/// What a guard does on `rm -rf /` and nothing else.
fn guard(on_danger: &str) -> String {
    format!("if grep -q '\"command\":\"rm -rf /\"'; then {on_danger}; fi")
}

fn answer(members: &str) -> String {
    format!(r#"echo '{{"hookSpecificOutput":{{"hookEventName":"PreToolUse",{members}}}}}'"#)
}

#[test]
fn a_hook_may_say_nothing() {
    check("Stop", "exit 0", "nothing");
    check("PreToolUse", "true", "nothing");
    check("PreToolUse Bash", "echo '{}'", "nothing");
}

#[test]
fn a_hook_may_give_context() {
    check("UserPromptSubmit", "cat >/dev/null; echo 'The tests are in tests/.'", "context");
    let line =
        r#"echo '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"c"}}'"#;
    check("PostToolUse Edit", line, "context");
}

#[test]
fn a_guard_may_deny_or_ask() {
    let deny = answer(r#""permissionDecision":"deny","permissionDecisionReason":"not this""#);
    check("PreToolUse", &guard(&deny), "deny");
    let ask = answer(r#""permissionDecision":"ask","permissionDecisionReason":"sure?""#);
    check("PreToolUse Bash", &guard(&ask), "ask");
    check("PreToolUse Bash", &guard("echo 'not this' >&2; exit 2"), "deny");
}

#[test]
fn a_hook_may_allow_what_it_means_to() {
    let allow = answer(r#""permissionDecision":"allow""#);
    check(
        "PreToolUse Bash",
        &format!("if grep -q '\"command\":\"ls src\"'; then {allow}; fi"),
        "allow",
    );
}

#[test]
fn a_hook_may_rewrite_the_whole_input() {
    let line = r#"input=$(grep -o '{"command":"git push[^}]*}')
        new=$(printf '%s' "$input" | sed 's/ --force / --force-with-lease /')
        [ "$input" = "$new" ] ||
            printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":%s}}' "$new""#;
    check("PreToolUse Bash", line, "rewrite");
}

#[test]
fn a_hook_may_block_stop_once() {
    let block = r#"echo '{"decision":"block","reason":"Run the tests."}'"#;
    let line = format!("grep -q '\"stop_hook_active\":false' && {block}; exit 0");
    check("Stop", &line, "block");
}

#[test]
fn what_a_hook_has_started_may_end_a_moment_later() {
    check("Stop", "sleep 0.02 >/dev/null 2>&1 &", "nothing");
}

#[test]
fn a_hook_may_keep_a_log_of_its_own() {
    let line = "mkdir -p \"$HOME/.cache/x\" && date >> \"$HOME/.cache/x/log\"";
    check("SessionEnd", line, "nothing");
}
