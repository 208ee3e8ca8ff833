//! What a command answered to another host, held against what that takes.

use hook_protocol::{Failure, Host, Part};
use host_stand_in::Call;
use serde_json::Value;

use crate::finding::Finding;
use crate::play::answer;

/// Everything that is wrong with an answer to an event, by the host's name for it.
pub(super) fn judge(call: &Call, host: Host, event: &str, hooks: &[String]) -> Vec<Finding> {
    let row = host.description();
    let then = match row.failure {
        Failure::GoesOn => format!("{} continues without it", row.name),
        Failure::Denies => format!("{} denies the call", row.name),
    };
    if let Some(found) = answer::failed(call, hooks, &then) {
        return found;
    }
    let played = |message: String| {
        let finding = Finding { check: "played", ..Finding::error(message) };
        vec![finding.fix("`tacklebox update` installs the program of this version")]
    };
    let text = String::from_utf8_lossy(&call.stdout);
    if text.trim().is_empty() {
        return Vec::new();
    }
    let answer = serde_json::from_str::<Value>(&text).ok().filter(Value::is_object);
    let Some(answer) = answer else {
        return played(format!("its answer to {event} of {} is not a JSON object", row.name));
    };
    let named = answer.pointer("/hookSpecificOutput/hookEventName").and_then(Value::as_str);
    if named.is_some_and(|named| named != event) {
        return played(format!("its answer to {event} names another event and is dropped"));
    }
    let ours = row.our_event(event).unwrap_or(event);
    let taken = |part: Part| row.takes(ours, part);
    let stranger = parts(&answer).into_iter().find(|(_, needs)| !needs.iter().copied().any(taken));
    stranger.map_or_else(Vec::new, |(word, _)| {
        played(format!("{} does not support {word} on {event}", row.name))
    })
}

/// What an answer holds, each with the parts of which a host has to take one.
fn parts(answer: &Value) -> Vec<(&'static str, Vec<Part>)> {
    let has = |pointer: &str| answer.pointer(pointer).is_some_and(|it| !it.is_null());
    let word = |pointer: &str| answer.pointer(pointer).and_then(Value::as_str);
    let decisions = ["/hookSpecificOutput/permissionDecision", "/permissionDecision", "/decision"];
    let decision = decisions.into_iter().find_map(word);
    let mut parts = match decision {
        Some("deny") => vec![("a denial", vec![Part::Deny, Part::Block])],
        Some("block") => vec![("a block", vec![Part::Block])],
        Some("ask") => vec![("a question", vec![Part::Ask])],
        Some("allow" | "approve") => vec![("a grant", vec![Part::Grant, Part::GrantOfRewrite])],
        Some(_) => vec![("this decision", Vec::new())],
        None => Vec::new(),
    };
    if has("/hookSpecificOutput/additionalContext") || has("/additionalContext") || has("/message")
    {
        parts.push(("context", vec![Part::Context]));
    }
    if has("/hookSpecificOutput/updatedInput") {
        parts.push(("changed input", vec![Part::Rewrite, Part::GrantOfRewrite]));
    }
    if answer.get("continue") == Some(&Value::Bool(false)) {
        parts.push(("stopping", vec![Part::Halt]));
    }
    if has("/systemMessage") {
        parts.push(("a message to the person", vec![Part::Message]));
    }
    parts
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::time::Duration;

    use super::*;

    /// What is found where a command prints this and ends so.
    #[track_caller]
    fn check(host: Host, event: &str, script: &str, words: &str) {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script]);
        let call = host_stand_in::call(command, b"", Duration::from_secs(10)).unwrap();
        let found = judge(&call, host, event, &["a-hook".to_owned()]);
        let said: Vec<&str> = found.iter().map(|it| it.message.as_str()).collect();
        assert_eq!(said.is_empty(), words.is_empty(), "{script}: {said:?}");
        assert!(said.join("\n").contains(words), "{script}: {said:?}");
    }

    #[test]
    fn an_answer_is_held_against_what_its_host_takes() {
        let of = |event: &str, rest: &str| {
            format!("echo '{{\"hookSpecificOutput\":{{\"hookEventName\":\"{event}\",{rest}}}}}'")
        };
        let context = "\"additionalContext\":\"x\"";
        check(Host::Codex, "PreToolUse", "true", "");
        check(Host::Codex, "PreToolUse", "echo {}", "");
        check(Host::Codex, "PreToolUse", &of("PreToolUse", context), "");
        check(Host::Codex, "PostToolUse", &of("PreToolUse", context), "names another event");
        check(
            Host::Kimi,
            "PreToolUse",
            &of("PreToolUse", context),
            "Kimi Code does not support context",
        );
        check(
            Host::Gemini,
            "BeforeTool",
            &of("BeforeTool", context),
            "Gemini CLI does not support context",
        );
        check(Host::Gemini, "BeforeAgent", &of("BeforeAgent", context), "");
        let ask = "\"permissionDecision\":\"ask\",\"permissionDecisionReason\":\"x\"";
        check(Host::Codex, "PreToolUse", &of("PreToolUse", ask), "does not support a question");
        check(Host::Qwen, "PreToolUse", &of("PreToolUse", ask), "");
        check(Host::Gemini, "BeforeTool", "echo '{\"decision\":\"deny\",\"reason\":\"x\"}'", "");
        check(
            Host::Gemini,
            "AfterTool",
            "echo '{\"decision\":\"block\"}'",
            "does not support a block",
        );
        check(Host::Qwen, "Stop", "echo words", "is not a JSON object");
    }

    #[test]
    fn a_failure_means_what_it_means_to_its_host() {
        check(Host::Codex, "PreToolUse", "exit 3", "Codex CLI continues without it");
        check(Host::Copilot, "PreToolUse", "exit 3", "Copilot CLI denies the call");
        check(Host::Qwen, "PreToolUse", "echo a-hook: oh >&2", "oh");
    }
}
