//! Events about which nobody has to say anything, of each kind.

use std::path::Path;

use claude_settings::Handler;
use hook_protocol::Host;
use serde_json::{Value, json};

use crate::matcher::{read, subjects};

/// Tools that are played before others: the first that a matcher reaches.
const FIRST: [&str; 3] = ["Read", "Bash", "Edit"];

/// An event that a handler is entered for, in a project.
pub(crate) fn event(handler: &Handler, project: &Path) -> Value {
    neutral(&handler.event, &subject(handler), project)
}

/// The same as another host calls it, in our words otherwise: the entry says which host it is.
pub(crate) fn event_of(host: Host, name: &str, project: &Path) -> Value {
    let ours = host.description().our_event(name).unwrap_or(name);
    let subject = match ours {
        "SessionStart" => "startup",
        "Notification" => "auth_success",
        _ => "Bash",
    };
    with(neutral(ours, subject, project), &json!({"hook_event_name": name}))
}

fn neutral(name: &str, subject: &str, project: &Path) -> Value {
    let project = project.to_string_lossy();
    let event = json!({
        "session_id": "00000000-0000-4000-8000-000000000000",
        "transcript_path": format!("{project}/transcript.jsonl"),
        "cwd": project,
        "permission_mode": "default",
        "hook_event_name": name,
    });
    let own = match name {
        "PreToolUse" | "PreSkillShellCommand" | "PermissionRequest" | "PermissionDenied" => {
            call(subject, &project)
        }
        "PostToolUse" => with(call(subject, &project), &json!({"tool_response": {}})),
        "PostToolUseFailure" => with(call(subject, &project), &json!({"error": "none"})),
        "UserPromptSubmit" => json!({"prompt": "Good morning"}),
        "SessionStart" => json!({"source": subject}),
        "SessionEnd" => json!({"reason": "other"}),
        "Stop" => json!({"stop_hook_active": false, "last_assistant_message": "Done."}),
        "StopFailure" => json!({"error": "unknown"}),
        "SubagentStart" => json!({"agent_id": "a0", "agent_type": "Explore"}),
        "SubagentStop" => {
            json!({"agent_id": "a0", "agent_type": "Explore", "stop_hook_active": false})
        }
        "PreCompact" => json!({"trigger": "manual", "custom_instructions": ""}),
        "Elicitation" => {
            json!({"mcp_server_name": "none", "message": "none", "requested_schema": {}})
        }
        "ElicitationResult" => json!({"mcp_server_name": "none", "action": "decline"}),
        "Notification" => json!({"message": "none", "notification_type": subject}),
        _ => json!({}),
    };
    with(event, &own)
}

/// What the matcher is compared with: something that it reaches.
fn subject(handler: &Handler) -> String {
    let matcher = read(handler.matcher.as_deref());
    let all = subjects(&handler.event);
    let mut wanted = FIRST.iter().filter(|tool| all.contains(tool)).chain(all);
    let reached = wanted.find(|subject| matcher.reaches(subject)).or(all.first());
    reached.map(|subject| (*subject).to_owned()).unwrap_or_default()
}

fn call(tool: &str, project: &str) -> Value {
    let file = format!("{project}/none.txt");
    let input = match tool {
        "Bash" | "PowerShell" => json!({"command": "true"}),
        "Write" => json!({"file_path": file, "content": ""}),
        "Edit" => json!({"file_path": file, "old_string": "a", "new_string": "b"}),
        "AskUserQuestion" => json!({"questions": []}),
        _ => json!({"file_path": file}),
    };
    json!({"tool_name": tool, "tool_input": input, "tool_use_id": "toolu_0"})
}

fn with(mut event: Value, more: &Value) -> Value {
    if let (Some(event), Some(more)) = (event.as_object_mut(), more.as_object()) {
        event.extend(more.clone());
    }
    event
}

#[cfg(test)]
mod tests {
    use hook_protocol::Event;

    use super::*;

    #[test]
    fn each_event_is_read_as_one_of_its_host() {
        for host in [Host::Codex, Host::Copilot, Host::Qwen, Host::Gemini, Host::Kimi] {
            let row = host.description();
            for ours in row.setup.unwrap().events {
                let sent = event_of(host, row.event_of(ours), Path::new("/p")).to_string();
                let read = Event::parse_of(sent.as_bytes(), Some(host)).unwrap();
                assert_eq!((read.name(), read.common().host), (*ours, host), "{sent}");
            }
        }
    }
}
