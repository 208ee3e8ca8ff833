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

/// What a denial tells the agent to run is there, in whatever folder of the project it is: the
/// programs of a project are not on its `PATH`.
pub(crate) fn the_command_that_a_denial_names_works_where_the_agent_is() {
    for folder in [".", "src/deep", "with blank"] {
        let place = Place::new(PROGRAM).unwrap();
        let intents = "active_intents:\n  - id: A\n    owned_scope: [src/**]\n";
        place.write(".orchestration/active_intents.yaml", intents).unwrap();
        let install = format!(
            "mkdir -p '{folder}' .claude/hooks/bin && cp '{PROGRAM}' .claude/hooks/bin/ && \
             cd '{folder}' && printf '{{\"session_id\": \"s\", \"hook_event_name\": \"PreToolUse\", \
             \"cwd\": \"%s\", \"tool_name\": \"Write\", \"tool_input\": {{\"file_path\": \"b.ts\"}}}}' \
             \"$PWD\" | intent-gate-hook"
        );
        let denial = String::from_utf8(place.shell(&install).unwrap().stdout).unwrap();
        let (_, command) = denial.split_once("with `").unwrap();
        let (command, _) = command.split_once('`').unwrap();
        // Where the shell has no id of its session, the command has it.
        assert!(command.ends_with(" select A --session s"), "{command}");
        let select = format!("cd '{folder}' && PATH=/usr/bin:/bin {command}");
        let chosen = String::from_utf8(place.shell(&select).unwrap().stdout).unwrap();
        assert!(chosen.starts_with("<intent_context>\nintent: A\n"), "{folder}: {denial} {chosen}");
        assert!(command.contains(".claude/hooks/bin/intent-gate-hook"), "{command}");
    }
}
