//! Which entries of a settings file an event reaches, by the host's rules
//! (Claude Code 2.1.330; `docs/internals/protocol.md`, "Configuration").

use regex::Regex;
use serde_json::Value;

/// Tools that were renamed: a matcher with the old name still reaches the new.
const OLD_NAMES: [(&str, &str); 4] = [
    ("Task", "Agent"),
    ("KillShell", "TaskStop"),
    ("KillBash", "TaskStop"),
    ("ListPeers", "ListAgents"),
];

/// What a matcher is compared with: the field of the payload that the event
/// has for it. `None` for an event without a matcher, which reaches all groups.
pub(crate) fn subject(event: &Value) -> Option<&str> {
    let text = |field: &str| event.get(field).and_then(Value::as_str).unwrap_or_default();
    let field = match text("hook_event_name") {
        "PreToolUse"
        | "PreSkillShellCommand"
        | "PostToolUse"
        | "PostToolUseFailure"
        | "PermissionRequest"
        | "PermissionDenied" => "tool_name",
        "SessionStart" | "ConfigChange" | "DirectoryAdded" => "source",
        "SessionEnd" => "reason",
        "SubagentStart" | "SubagentStop" => "agent_type",
        "PreCompact" | "PostCompact" | "Setup" => "trigger",
        "Notification" => "notification_type",
        "UserPromptExpansion" => "command_name",
        "StopFailure" => "error",
        "Elicitation" | "ElicitationResult" => "mcp_server_name",
        "InstructionsLoaded" => "load_reason",
        "FileChanged" => return text("file_path").rsplit(['/', '\\']).next(),
        _ => return None,
    };
    Some(text(field))
}

/// Whether a group with this matcher is reached by an event with this subject.
///
/// Absent, empty and `*` reach all; letters, digits, `_`, `-`, blanks, commas
/// and `|` make a list of exact names; anything else is a regular expression,
/// not anchored. An expression that is none never fires.
pub(crate) fn matches(matcher: Option<&str>, subject: Option<&str>) -> bool {
    let (Some(matcher), Some(subject)) = (matcher, subject) else {
        return true;
    };
    if matcher.is_empty() || matcher == "*" {
        return true;
    }
    let is_list =
        matcher.chars().all(|char| char.is_ascii_alphanumeric() || "_- ,|".contains(char));
    if is_list {
        return matcher.split([',', '|']).any(|name| current_name(name.trim()) == subject);
    }
    Regex::new(matcher).is_ok_and(|expression| expression.is_match(subject))
}

fn current_name(name: &str) -> &str {
    OLD_NAMES.iter().find(|(old, _)| *old == name).map_or(name, |(_, new)| new)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(matcher: Option<&str>, subject: Option<&str>, expected: bool) {
        assert_eq!(matches(matcher, subject), expected, "{matcher:?} on {subject:?}");
    }

    #[test]
    fn absent_empty_and_star_reach_everything() {
        check(None, Some("Read"), true);
        check(Some(""), Some("Read"), true);
        check(Some("*"), Some("mcp__a__b"), true);
        check(Some("Read"), None, true);
    }

    #[test]
    fn plain_names_are_exact() {
        check(Some("Read"), Some("Read"), true);
        check(Some("Read"), Some("read"), false);
        check(Some("Read"), Some("ReadAll"), false);
        check(Some("Edit|Write"), Some("Write"), true);
        check(Some("Edit, Write"), Some("Write"), true);
        check(Some("Edit|Write"), Some("NotebookEdit"), false);
        check(Some("general-purpose"), Some("general-purpose"), true);
        check(Some("mcp__srv"), Some("mcp__srv__tool"), false);
        check(Some("Task"), Some("Agent"), true);
        check(Some("Read"), Some(""), false);
    }

    #[test]
    fn anything_else_is_a_regular_expression_without_anchors() {
        check(Some("mcp__.*__AskUserQuestion"), Some("mcp__srv__AskUserQuestion"), true);
        check(Some("(Read|Edit)"), Some("NotebookEdit"), true);
        check(Some("^(Read|Edit)$"), Some("NotebookEdit"), false);
        check(Some("^plug:reviewer$"), Some("plug:reviewer"), true);
        check(Some("Read("), Some("Read"), false);
        check(Some("Read(*.txt)"), Some("Read"), false);
    }

    #[test]
    fn each_event_has_its_own_subject() {
        let cases = [
            (json!({"hook_event_name": "PreToolUse", "tool_name": "Read"}), Some("Read")),
            (json!({"hook_event_name": "SessionStart", "source": "compact"}), Some("compact")),
            (json!({"hook_event_name": "SubagentStart", "agent_type": "Plan"}), Some("Plan")),
            (json!({"hook_event_name": "FileChanged", "file_path": "/a/.env"}), Some(".env")),
            (json!({"hook_event_name": "UserPromptSubmit", "prompt": "x"}), None),
            (json!({"hook_event_name": "PreToolUse"}), Some("")),
            (json!({}), None),
        ];
        for (event, expected) in cases {
            assert_eq!(subject(&event), expected, "{event}");
        }
    }
}
