//! What a matcher matches, by the host's rules (`docs/internals/protocol.md`, "Matchers").

use claude_settings::is_list;
use hook_protocol::{Notification, ToolName};
use regex::Regex;
use serde_json::Value;

/// Tools of hosts, with which a matcher is tried.
pub(crate) const TOOLS: [&str; 27] = [
    "Agent",
    "AskUserQuestion",
    "Bash",
    "BashOutput",
    "Edit",
    "EnterPlanMode",
    "ExitPlanMode",
    "Glob",
    "Grep",
    "MultiEdit",
    "NotebookEdit",
    "PowerShell",
    "Read",
    "Skill",
    "Task",
    "TaskCreate",
    "TaskStop",
    "TaskUpdate",
    "TodoWrite",
    "WebFetch",
    "WebSearch",
    "Write",
    "apply_patch",
    "mcp__server__tool",
    "mcp__server__AskUserQuestion",
    "ListMcpResourcesTool",
    "ReadMcpResourceTool",
];

/// Tools that were renamed: a matcher with the old name still reaches the new.
const OLD_NAMES: [(&str, &str); 4] = [
    ("Task", "Agent"),
    ("KillShell", "TaskStop"),
    ("KillBash", "TaskStop"),
    ("ListPeers", "ListAgents"),
];

const SOURCES: [&str; 5] = ["startup", "resume", "clear", "compact", "fork"];

/// What the matcher of an event is compared with.
pub(crate) fn subjects(event: &str) -> &'static [&'static str] {
    match event {
        "PreToolUse"
        | "PreSkillShellCommand"
        | "PostToolUse"
        | "PostToolUseFailure"
        | "PermissionRequest"
        | "PermissionDenied" => &TOOLS,
        "SessionStart" => &SOURCES,
        "Notification" => &Notification::TYPES,
        _ => &[],
    }
}

/// A matcher, read.
#[derive(Debug)]
pub enum Matcher {
    /// It matches everything.
    All,
    /// It matches these names.
    List(Vec<String>),
    /// It matches where this is found.
    Expression(Regex),
    /// The host understands it, but this program does not.
    Unknown,
    /// It matches nothing.
    Invalid,
}

/// Reads the matcher of an entry.
pub fn read(matcher: Option<&str>) -> Matcher {
    let text = matcher.unwrap_or_default();
    if text.is_empty() || text == "*" {
        return Matcher::All;
    }
    if is_list(text) {
        let names = text.split(['|', ',']).map(|name| name.trim().to_owned());
        return Matcher::List(names.collect());
    }
    match Regex::new(text) {
        Ok(expression) => Matcher::Expression(expression),
        // Hosts know these, and this library does not.
        Err(_) if ["(?=", "(?!", "(?<", "\\1", "\\d", "\\k"].iter().any(|it| text.contains(it)) => {
            Matcher::Unknown
        }
        Err(_) => Matcher::Invalid,
    }
}

impl Matcher {
    /// Whether it matches anything that is known for this event, or tools of MCP servers.
    pub fn reaches_any(&self, event: &str) -> bool {
        let known = subjects(event);
        let is_of_tools = known.len() == TOOLS.len();
        known.is_empty()
            || known.iter().any(|subject| self.reaches(subject))
            || is_of_tools && (self.names_mcp() || ToolName::known().any(|tool| self.reaches(tool)))
    }

    fn names_mcp(&self) -> bool {
        match self {
            Self::List(names) => names.iter().any(|name| name.starts_with("mcp_")),
            Self::Expression(expression) => expression.as_str().contains("mcp"),
            _ => false,
        }
    }

    /// Whether it matches this tool, source or the like.
    pub fn reaches(&self, subject: &str) -> bool {
        match self {
            Self::All | Self::Unknown => true,
            Self::List(names) => names.iter().any(|name| current_name(name) == subject),
            Self::Expression(expression) => expression.is_match(subject),
            Self::Invalid => false,
        }
    }
}

fn current_name(name: &str) -> &str {
    OLD_NAMES.iter().find(|(old, _)| *old == name).map_or(name, |(_, new)| new)
}

/// What a matcher is compared with: the field of the payload that the event has for it. `None` for an
/// event without a matcher, which reaches all groups.
pub fn subject(event: &Value) -> Option<&str> {
    let text = |field: &str| event.get(field).and_then(Value::as_str).unwrap_or_default();
    let field = match text("hook_event_name") {
        name if subjects(name).len() == TOOLS.len() => "tool_name",
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

/// The name that somebody meant who wrote it with other capitals.
pub(crate) fn meant(name: &str) -> Option<&'static str> {
    TOOLS.into_iter().find(|tool| *tool != name && tool.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn matchers_are_lists_or_expressions() {
        for (matcher, reached) in [
            ("Edit|Write", "Edit Write"),
            ("^(Bash)$|^mcp__.*__tool", "Bash mcp__server__tool"),
            ("mcp__server", ""),
            ("KillShell, Edit", "Edit TaskStop"),
            ("^(Read|Edit)$", "Edit Read"),
            ("(", ""),
            ("bash", ""),
        ] {
            let read = read(Some(matcher));
            let found: Vec<_> = TOOLS.into_iter().filter(|tool| read.reaches(tool)).collect();
            assert_eq!(found.join(" "), reached, "{matcher}");
        }
        assert!(read(None).reaches("anything") && read(Some("(?!x)")).reaches("anything"));
        for (event, expected) in [
            (json!({"hook_event_name": "PreToolUse", "tool_name": "Read"}), Some("Read")),
            (json!({"hook_event_name": "SessionStart", "source": "compact"}), Some("compact")),
            (json!({"hook_event_name": "FileChanged", "file_path": "/a/.env"}), Some(".env")),
            (json!({"hook_event_name": "UserPromptSubmit", "prompt": "x"}), None),
            (json!({"hook_event_name": "PreToolUse"}), Some("")),
        ] {
            assert_eq!(subject(&event), expected, "{event}");
        }
        assert_eq!((meant("bash"), meant("Bash"), meant("x")), (Some("Bash"), None, None));
    }
}
