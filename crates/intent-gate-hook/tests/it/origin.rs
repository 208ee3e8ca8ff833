//! An event that is written by hand in the shell of an agent's tool.

use golden::place::Place;
use serde_json::json;

use crate::lock_file;

const PROGRAM: &str = env!("CARGO_BIN_EXE_intent-gate-hook");

/// Whether the intent of a session is free after an agent fed the hook an event by this
/// command, in a shell as Claude Code starts it. The clock goes on, as it does there.
fn is_freed_by(event: &str, command: &str) -> bool {
    let place = Place::new(PROGRAM).unwrap();
    let intents = "active_intents:\n  - id: A\n    owned_scope: [src/**]\n";
    place.write(".orchestration/active_intents.yaml", intents).unwrap();
    place.write("src/event.json", event).unwrap();
    let chosen =
        place.shell("unset TACKLEBOX_NOW; CLAUDE_CODE_SESSION_ID=other intent-gate-hook select A");
    assert!(chosen.unwrap().status.success() && lock_file(&place).exists());
    let of_tool = "unset TACKLEBOX_NOW CLAUDE_PROJECT_DIR; export CLAUDECODE=1";
    let said = place.shell(&format!("{of_tool}; sh -c '{command}; true'")).unwrap();
    let said = String::from_utf8(said.stderr).unwrap();
    let is_free = !lock_file(&place).exists();
    assert_eq!(said.contains("this event came from a tool's shell"), !is_free, "{said}");
    is_free
}

pub(crate) fn an_event_from_the_shell_of_a_tool_frees_nothing() {
    let common = json!({ "session_id": "other", "transcript_path": "/t", "cwd": null });
    let with = |fields: serde_json::Value| {
        let mut event = common.clone();
        let fields = fields.as_object().unwrap().clone();
        event.as_object_mut().unwrap().extend(fields);
        event.to_string()
    };
    let end = with(json!({ "hook_event_name": "SessionEnd", "reason": "other" }));
    let release = with(json!({
        "hook_event_name": "PostToolUse",
        "tool_name": "mcp__intent__release_intent",
        "tool_input": {},
        "tool_response": [{ "type": "text", "text": "released" }],
    }));
    // Elsewhere the processes above cannot be looked at.
    let is_open = !cfg!(target_os = "linux");
    for event in [&end, &release] {
        assert_eq!(is_freed_by(event, "intent-gate-hook < src/event.json"), is_open, "{event}");
        let cleared = "env -i PATH=\"$PATH\" HOME=\"$HOME\" CLAUDE_PROJECT_DIR=\"$PWD\" \
                       sh -c \"intent-gate-hook < src/event.json; true\"";
        assert_eq!(is_freed_by(event, cleared), is_open, "{event}");
    }
}
