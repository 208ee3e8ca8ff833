//! Events about which nobody has to say anything, as each host sends them: its fields, its names of
//! events and tools, as the recordings in `tests/payloads` have them.

use hook_protocol::Host;
use serde_json::{Value, json};

/// What stands for a session and a turn.
const ID: &str = "00000000-0000-4000-8000-000000000000";

/// What stands for a time.
const TIME: &str = "2026-01-01T00:00:00.000Z";

/// An event of a host, by the host's name for it, in a project.
pub(super) fn event(host: Host, name: &str, project: &str) -> Value {
    let ours = host.description().our_event(name).unwrap_or(name);
    let own = match ours {
        "PreToolUse" | "PermissionRequest" => call(host),
        "PostToolUse" => with(call(host), result(host)),
        "PostToolUseFailure" => with(call(host), json!({"error": "none"})),
        "UserPromptSubmit" => prompt(host),
        "SessionStart" => json!({"source": "startup"}),
        "SessionEnd" => json!({"reason": "other"}),
        "Stop" => stop(host, project),
        "StopFailure" => json!({"error": "unknown"}),
        "SubagentStart" => json!({"agent_id": "a0", "agent_type": "general"}),
        "SubagentStop" => {
            json!({"agent_id": "a0", "agent_type": "general", "stop_hook_active": false})
        }
        "PreCompact" => json!({"trigger": "manual"}),
        "Notification" => json!({"message": "none", "notification_type": "auth_success"}),
        _ => json!({}),
    };
    let turn = match (host, ours) {
        (_, "SessionStart" | "SessionEnd" | "Notification") => json!({}),
        (Host::Codex, _) => json!({"turn_id": ID}),
        (Host::Qwen, "PreToolUse" | "PostToolUse") => {
            json!({"prompt_id": format!("{ID}########0")})
        }
        _ => json!({}),
    };
    with(with(common(host, name, project), own), turn)
}

/// What a host says with every event.
fn common(host: Host, event: &str, project: &str) -> Value {
    let transcript = format!("{project}/transcript.jsonl");
    let always = json!({"session_id": ID, "cwd": project, "hook_event_name": event});
    let own = match host {
        Host::Codex => json!({
            "transcript_path": transcript, "model": "none", "permission_mode": "default",
        }),
        Host::Copilot => json!({"timestamp": TIME}),
        Host::Kimi => {
            json!({"session_id": format!("session_{ID}"), "client_type": "kimi_code_cli"})
        }
        Host::Qwen => json!({
            "transcript_path": transcript, "timestamp": TIME, "permission_mode": "default",
        }),
        _ => json!({"transcript_path": transcript, "timestamp": TIME}),
    };
    with(always, own)
}

/// A call of the shell.
fn call(host: Host) -> Value {
    let (tool, input, ids) = match host {
        Host::Codex => ("Bash", json!({"command": "true"}), json!({"tool_use_id": "call_0"})),
        Host::Copilot => ("Bash", json!({"command": "true", "description": "none"}), json!({})),
        Host::Kimi => ("Bash", json!({"command": "true"}), json!({"tool_call_id": "call_0"})),
        Host::Qwen => (
            "run_shell_command",
            json!({"command": "true", "is_background": false}),
            json!({"tool_use_id": "toolu_0", "tool_call_id": "call_0"}),
        ),
        _ => ("run_shell_command", json!({"command": "true"}), json!({})),
    };
    with(json!({"tool_name": tool, "tool_input": input}), ids)
}

/// What a call came to.
fn result(host: Host) -> Value {
    let shown = json!({"llmContent": "", "returnDisplay": ""});
    match host {
        Host::Codex => json!({"tool_response": ""}),
        Host::Copilot => {
            json!({"tool_result": {"result_type": "success", "text_result_for_llm": ""}})
        }
        Host::Kimi => json!({"tool_output": ""}),
        Host::Qwen => json!({"tool_response": shown, "duration_ms": 1}),
        _ => json!({"tool_response": shown}),
    }
}

fn prompt(host: Host) -> Value {
    let text = "Good morning";
    match host {
        Host::Kimi => json!({"prompt": [{"type": "text", "text": text}], "is_steer": false}),
        _ => json!({"prompt": text}),
    }
}

fn stop(host: Host, project: &str) -> Value {
    let own = match host {
        Host::Copilot => json!({
            "transcript_path": format!("{project}/events.jsonl"), "stop_reason": "end_turn",
        }),
        Host::Gemini => json!({"prompt": "Good morning", "prompt_response": "Done."}),
        Host::Kimi => json!({}),
        _ => json!({"last_assistant_message": "Done."}),
    };
    with(json!({"stop_hook_active": false}), own)
}

fn with(mut event: Value, more: Value) -> Value {
    if let (Some(event), Value::Object(more)) = (event.as_object_mut(), more) {
        event.extend(more);
    }
    event
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use hook_protocol::Event;

    use super::*;

    /// The fields of a recording, and those of the event that is played in its place.
    #[track_caller]
    fn check(host: Host, name: &str, recorded: &str) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/payloads");
        let text = fs::read_to_string(folder.join(format!("{recorded}.json"))).unwrap();
        let theirs: Value = serde_json::from_str(&text).unwrap();
        let keys = |value: &Value| {
            value.as_object().unwrap().keys().cloned().collect::<BTreeSet<String>>()
        };
        let ours = event(host, name, "/p");
        assert_eq!(keys(&ours), keys(&theirs), "{recorded}");
        if recorded.contains("/PreToolUse-") {
            let [is, should] = [&ours, &theirs].map(|it| it.get("tool_input").map(keys));
            assert_eq!(is, should, "{recorded}");
        }
    }

    #[test]
    fn what_is_played_has_the_fields_that_were_recorded() {
        let own = "copilot-1.0.102/claude-style-PascalCase";
        check(Host::Codex, "PreToolUse", "codex-0.169.0/PreToolUse-Bash");
        check(Host::Codex, "PostToolUse", "codex-0.169.0/PostToolUse-Bash");
        check(Host::Codex, "Stop", "codex-0.169.0/Stop");
        check(Host::Copilot, "PreToolUse", &format!("{own}/PreToolUse-Bash"));
        check(Host::Copilot, "UserPromptSubmit", &format!("{own}/UserPromptSubmit"));
        check(Host::Copilot, "Stop", &format!("{own}/Stop"));
        check(Host::Qwen, "PreToolUse", "qwen-code-0.24.4/PreToolUse-run_shell_command");
        check(Host::Qwen, "PostToolUse", "qwen-code-0.24.4/PostToolUse-read_file");
        check(Host::Gemini, "BeforeTool", "gemini-cli-0.61.0/BeforeTool-run_shell_command");
        check(Host::Gemini, "BeforeAgent", "gemini-cli-0.61.0/BeforeAgent");
        check(Host::Gemini, "AfterAgent", "gemini-cli-0.61.0/AfterAgent");
        check(Host::Gemini, "SessionEnd", "gemini-cli-0.61.0/SessionEnd");
        check(Host::Kimi, "PreToolUse", "kimi-code-2.1.0/PreToolUse-Bash");
        check(Host::Kimi, "UserPromptSubmit", "kimi-code-2.1.0/UserPromptSubmit");
        check(Host::Kimi, "Stop", "kimi-code-2.1.0/Stop");
    }

    #[test]
    fn each_event_is_read_as_one_of_its_host() {
        for host in [Host::Codex, Host::Copilot, Host::Qwen, Host::Gemini, Host::Kimi] {
            let row = host.description();
            for ours in row.setup.unwrap().events {
                let sent = event(host, row.event_of(ours), "/p").to_string();
                let read = Event::parse_of(sent.as_bytes(), Some(host)).unwrap();
                assert_eq!(read.name(), *ours, "{sent}");
                assert_eq!(read.common().host, host, "{sent}");
                // A tool tells its host by itself.
                let told = Event::parse(sent.as_bytes()).unwrap();
                let is_call = ["PreToolUse", "PostToolUse"].contains(ours);
                assert!(!is_call || told.common().host == host, "{sent}");
            }
        }
    }
}
