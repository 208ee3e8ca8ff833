//! The tools as they are called in the shell of an agent.

use golden::place::Place;

const PROGRAM: &str = env!("CARGO_BIN_EXE_intent-gate-hook");

/// The shell of an agent is not told the project, and may be in any folder of it.
pub(crate) fn a_choice_below_the_project_is_one_in_the_project() {
    let place = Place::new(PROGRAM).unwrap();
    let intents = "active_intents:\n  - id: A\n    owned_scope: [src/**]\n";
    place.write(".orchestration/active_intents.yaml", intents).unwrap();
    place.write("src/deep/a.ts", "x\n").unwrap();
    let write = r#"{"session_id": "s", "hook_event_name": "PreToolUse", "tool_name": "Write",
        "tool_input": {"file_path": "src/b.ts", "content": "x"}}"#;
    place.write("write.json", write).unwrap();
    let says = |line: &str| String::from_utf8(place.shell(line).unwrap().stdout).unwrap();
    assert!(says("intent-gate-hook < write.json").contains("NO_INTENT"));
    let select = "cd src/deep && unset CLAUDE_PROJECT_DIR && CLAUDE_CODE_SESSION_ID=s \
                  intent-gate-hook select A";
    assert!(says(select).starts_with("<intent_context>\nintent: A\n"));
    assert_eq!(says("intent-gate-hook < write.json"), "");
}
