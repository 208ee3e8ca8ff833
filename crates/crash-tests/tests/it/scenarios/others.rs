//! What the other hooks write.

use super::events::{ASK_1, ASK_2, START};
use super::{Check, Scenario, Step};

/// The operations.
pub(super) const SCENARIOS: &[Scenario] = &[
    Scenario {
        name: "a question that is denied",
        before: &[Step::Event(ASK_2)],
        killed: Step::Event(ASK_1),
        then: &[Step::Event(START), Step::Event(ASK_2)],
        ..OF_GOVERNANCE
    },
    Scenario {
        name: "a state that is announced",
        killed: Step::Event(PROMPT),
        then: &[Step::Event(START), Step::Event(PROMPT)],
        ..OF_GOVERNANCE
    },
    Scenario {
        name: "a state that is set",
        before: &[Step::Tool(&["state", "set", "DO"])],
        killed: Step::Tool(&["state", "set", "EXPLORE"]),
        then: &[Step::Event(START), Step::Tool(&["state", "set", "DO"])],
        checks: &[Check::Prints(&["state", "get"], "DO")],
        ..OF_GOVERNANCE
    },
    Scenario {
        name: "rules that are lifted",
        killed: Step::Tool(&["allow", "--primitive", "user-query", "--for", "1h", "--reason", "r"]),
        then: &[
            Step::Event(START),
            Step::Event(ASK_1),
            Step::Tool(&["log"]),
            Step::Tool(&["lint"]),
        ],
        ..OF_GOVERNANCE
    },
    Scenario {
        name: "a file that is touched",
        before: &[Step::Event(READ)],
        killed: Step::Event(EDIT_MAIN),
        then: &[
            Step::Event(START),
            Step::Event(READS),
            Step::Tool(&["query", "--file", "src/main.rs"]),
        ],
        checks: &[Check::Prints(&["query", "--file", "src/main.rs"], "touched")],
        ..OF_CONTEXT
    },
    Scenario {
        name: "two files that are touched at once",
        files: &[
            ("project/src/main.rs", "fn main() {}\n"),
            ("project/src/one.rs", "fn one() {}\n"),
            ("project/src/two.rs", "fn two() {}\n"),
        ],
        before: &[Step::Event(READ)],
        killed: Step::Event(COPY),
        then: &[Step::Event(START), Step::Event(READS)],
        checks: &[
            Check::AsOften("context-mentions.jsonl", "src/one.rs", "src/two.rs"),
            Check::Prints(&["query", "--file", "src/main.rs"], "touched"),
        ],
        ..OF_CONTEXT
    },
    Scenario {
        name: "a prompt that names a file",
        before: &[Step::Event(EDIT_MAIN)],
        killed: Step::Event(PROMPT),
        then: &[Step::Event(START), Step::Event(READS), Step::Event(PROMPT)],
        checks: &[Check::Prints(&["query", "--file", "src/main.rs"], "touched")],
        ..OF_CONTEXT
    },
    Scenario {
        name: "a transcript that is taken in",
        before: &[Step::Event(EDIT_MAIN)],
        killed: Step::Event(STOP_TOLD),
        then: &[Step::Event(STOP_TOLD), Step::Event(START), Step::Event(READS)],
        checks: &[
            Check::Prints(&["query", "--file", "src/main.rs"], "It ends with status 2 now"),
            Check::Prints(&["status"], ""),
        ],
        ..OF_CONTEXT
    },
    Scenario {
        name: "an old transcript that is taken in",
        killed: Step::Tool(&["ingest", "../home/session.jsonl"]),
        then: &[Step::Event(START), Step::Tool(&["ingest", "../home/session.jsonl"])],
        checks: &[
            Check::Prints(&["ingest", "../home/session.jsonl"], "0 new turns, 0 new mentions"),
            Check::Prints(&["query", "--file", "src/main.rs"], "It ends with status 2 now"),
        ],
        ..OF_CONTEXT
    },
    Scenario {
        name: "a note",
        before: &[Step::Tool(&["note", "add", "src/main.rs", "first"])],
        killed: Step::Tool(&["note", "add", "src/main.rs", "mind the gap"]),
        then: &[Step::Event(START)],
        checks: &[Check::Prints(&["query", "--file", "src/main.rs"], "first")],
        ..OF_CONTEXT
    },
    Scenario {
        name: "what is forgotten of a file",
        before: &[
            Step::Tool(&["ingest", "../home/session.jsonl"]),
            Step::Tool(&["note", "add", "src/main.rs", "first"]),
        ],
        killed: Step::Tool(&["forget", "--file", "src/main.rs"]),
        then: &[Step::Event(START), Step::Event(EDIT_MAIN), Step::Event(READS)],
        checks: &[
            Check::Prints(&["query", "--file", "src/main.rs"], "touched"),
            Check::Prints(&["status"], ""),
        ],
        ..OF_CONTEXT
    },
    Scenario {
        name: "what is told of a file",
        before: &[Step::Tool(&["ingest", "../home/session.jsonl"])],
        killed: Step::Event(READS),
        then: &[Step::Event(START), Step::Event(READS)],
        ..OF_CONTEXT
    },
    Scenario {
        name: "a store that is cleared up",
        before: &[Step::Tool(&["ingest", "../home/session.jsonl"]), Step::Event(EDIT_MAIN)],
        killed: Step::Tool(&["prune"]),
        then: &[Step::Tool(&["prune"]), Step::Event(START), Step::Event(READS)],
        checks: &[Check::Prints(&["query", "--file", "src/main.rs"], "touched")],
        ..OF_CONTEXT
    },
    Scenario {
        name: "a subagent that starts",
        program: "subagent-start-hook",
        files: &[("project/src/main.rs", "fn main() {}\n"), ("home/session.jsonl", TRANSCRIPT)],
        killed: Step::Event(SUBAGENT),
        then: &[Step::Event(SUBAGENT_2)],
        ..Scenario::NOTHING
    },
    Scenario {
        name: "a project that is trusted",
        program: "tacklebox",
        files: &[
            ("project/.claude/settings.json", ALL_HOOKS),
            ("project/.tacklebox/post-edit.yaml", FORMATTER),
        ],
        killed: Step::Tool(&["trust", "."]),
        then: &[Step::Event(START), Step::Tool(&["trust", "."])],
        checks: &[Check::Prints(&["trust", "--list"], "unchanged")],
        ..Scenario::NOTHING
    },
    Scenario {
        name: "a change that all hooks see",
        program: "tacklebox",
        files: &[
            ("project/.claude/settings.json", ALL_HOOKS),
            ("project/.tacklebox/governance.yaml", GOVERNANCE),
            ("project/src/main.rs", "one\ntwo\n"),
        ],
        before: &[Step::Event(READ)],
        killed: Step::Event(EDIT_TOLD),
        then: &[Step::Event(START), Step::Event(EDIT_TOLD), Step::Event(READS)],
        checks: &[
            Check::Prints(&["agent-trace", "verify"], "one chain"),
            Check::Prints(&["file-context", "query", "--file", "src/main.rs"], "touched"),
            Check::Prints(&["errors", "--json"], "\"errors\":[]"),
        ],
        ..Scenario::NOTHING
    },
    Scenario {
        name: "a file that is formatted",
        program: "post-edit-hook",
        files: &[
            ("project/.tacklebox/post-edit.yaml", FORMATTER),
            ("project/fmt.sh", "echo 'x = 1' > \"$1\"\n"),
            ("project/a.py", "x=1\n"),
        ],
        of_another: Some("a.py"),
        killed: Step::Event(EDIT_PY),
        then: &[Step::Event(EDIT_PY)],
        checks: &[Check::Times("project/a.py", "x = 1", 1)],
        ..Scenario::NOTHING
    },
    Scenario {
        name: "a file whose formatter fails",
        program: "post-edit-hook",
        files: &[
            ("project/.tacklebox/post-edit.yaml", FORMATTER),
            ("project/fmt.sh", "echo y > \"$1\"; exit 1\n"),
            ("project/a.py", "x=1\n"),
        ],
        killed: Step::Event(EDIT_PY),
        then: &[Step::Event(EDIT_PY)],
        ..Scenario::NOTHING
    },
];

/// A project with rules.
const OF_GOVERNANCE: Scenario = Scenario {
    program: "governance-hook",
    files: &[("project/.tacklebox/governance.yaml", GOVERNANCE)],
    ..Scenario::NOTHING
};

/// A project with a file, and a transcript in which it stands.
const OF_CONTEXT: Scenario = Scenario {
    program: "file-context-hook",
    files: &[("project/src/main.rs", "fn main() {}\n"), ("home/session.jsonl", TRANSCRIPT)],
    ..Scenario::NOTHING
};

const PROMPT: &str = r#"{"session_id":"s1","hook_event_name":"UserPromptSubmit","cwd":"[PROJECT]","prompt":"Look at src/main.rs and say what it does with an empty line"}"#;
const READ: &str = r#"{"session_id":"s1","hook_event_name":"PostToolUse","cwd":"[PROJECT]","tool_name":"Read","tool_input":{"file_path":"[PROJECT]/src/main.rs"},"tool_response":{"type":"text"},"tool_use_id":"t6"}"#;
const READS: &str = r#"{"session_id":"s2","hook_event_name":"PreToolUse","cwd":"[PROJECT]","tool_name":"Read","tool_input":{"file_path":"[PROJECT]/src/main.rs"},"tool_use_id":"t7"}"#;
const EDIT_MAIN: &str = r#"{"session_id":"s1","hook_event_name":"PostToolUse","cwd":"[PROJECT]","tool_name":"Edit","tool_input":{"file_path":"[PROJECT]/src/main.rs"},"tool_response":{"type":"text"},"tool_use_id":"t8"}"#;
const COPY: &str = r#"{"session_id":"s1","hook_event_name":"PostToolUse","cwd":"[PROJECT]","tool_name":"Bash","tool_input":{"command":"cat src/one.rs src/two.rs"},"tool_response":{"stdout":"","stderr":""},"tool_use_id":"t9"}"#;
const STOP_TOLD: &str = r#"{"session_id":"s1","hook_event_name":"Stop","cwd":"[PROJECT]","transcript_path":"[HOME]/session.jsonl"}"#;
const TRANSCRIPT: &str = r#"{"type":"user","sessionId":"s1","timestamp":"2026-11-18T09:12:00Z","message":{"content":"Let the program end with status 2 if the file is missing."}}
{"type":"assistant","sessionId":"s1","timestamp":"2026-11-18T09:12:20Z","message":{"content":[{"type":"tool_use","id":"t8","name":"Edit","input":{"file_path":"src/main.rs"}}]}}
{"type":"assistant","sessionId":"s1","timestamp":"2026-11-18T09:12:40Z","message":{"content":[{"type":"text","text":"It ends with status 2 now: the release script asks for it."}]}}
"#;
const SUBAGENT: &str = r#"{"session_id":"s1","hook_event_name":"SubagentStart","cwd":"[PROJECT]","agent_id":"a1","agent_type":"Explore"}"#;
const SUBAGENT_2: &str = r#"{"session_id":"s1","hook_event_name":"SubagentStart","cwd":"[PROJECT]","agent_id":"a2","agent_type":"Explore"}"#;
const GOVERNANCE: &str = r#"states: [EXPLORE, DO]
default_state: DO
rules:
  user-query:
    DO: { action: block, message: "decide by the plan" }
"#;
const EDIT_TOLD: &str = r#"{"session_id":"s1","hook_event_name":"PostToolUse","cwd":"[PROJECT]","tool_name":"Edit","tool_input":{"file_path":"[PROJECT]/src/main.rs","old_string":"one\n","new_string":"one\ntwo\n"},"tool_response":{"originalFile":"one\n","userModified":false},"tool_use_id":"t9"}"#;
const ALL_HOOKS: &str = r#"{"hooks": {"PostToolUse": [{"hooks": [{"type": "command", "command": ".claude/hooks/bin/tacklebox", "args": ["run", "agent-trace-hook", "file-context-hook", "governance-hook", "prompt-detect-hook", "question-preference-hook"]}]}]}}"#;
const FORMATTER: &str = r#"version: 1
steps:
  - { files: "**/*.py", kind: format, run: [sh, fmt.sh, "{file}"] }
"#;
const EDIT_PY: &str = r#"{"session_id":"s1","hook_event_name":"PostToolUse","cwd":"[PROJECT]","tool_name":"Write","tool_input":{"file_path":"[PROJECT]/a.py","content":"x=1\n"},"tool_response":{"type":"create","filePath":"[PROJECT]/a.py","content":"x=1\n","structuredPatch":[],"originalFile":null},"tool_use_id":"t9"}"#;
