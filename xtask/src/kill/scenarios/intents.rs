//! What `intent-gate-hook` writes: choices, locks and requests.

use super::{Check, Scenario, Step};

/// The operations.
pub(super) const SCENARIOS: &[Scenario] = &[
    Scenario {
        name: "a choice at a terminal",
        program: "intent-gate-hook",
        files: &[("project/.orchestration/active_intents.yaml", INTENTS)],
        before: &[],
        killed: Step::Tool(&["select", "INT-001", "--session", "s1"]),
        done: "",
        then: &[
            Step::Event(START),
            Step::Event(END),
            Step::Tool(&["select", "INT-001", "--session", "s2"]),
            Step::Tool(&["select", "INT-002", "--session", "s3"]),
        ],
        checks: &[],
    },
    Scenario {
        name: "another choice at a terminal",
        program: "intent-gate-hook",
        files: &[("project/.orchestration/active_intents.yaml", INTENTS)],
        before: &[Step::Tool(&["select", "INT-001", "--session", "s1"])],
        killed: Step::Tool(&["select", "INT-002", "--session", "s1"]),
        done: "",
        then: &[
            Step::Event(START),
            Step::Event(WRITE),
            Step::Event(END),
            Step::Tool(&["select", "INT-001", "--session", "s2"]),
            Step::Tool(&["select", "INT-002", "--session", "s3"]),
        ],
        checks: &[],
    },
    Scenario {
        name: "another choice, which frees the first",
        program: "intent-gate-hook",
        files: &[("project/.orchestration/active_intents.yaml", INTENTS)],
        before: &[Step::Tool(&["select", "INT-001", "--session", "s1"])],
        killed: Step::Tool(&["select", "INT-002", "--session", "s1"]),
        done: "",
        then: &[
            Step::Event(START),
            Step::Tool(&["select", "INT-002", "--session", "s1"]),
            Step::Tool(&["select", "INT-001", "--session", "s2"]),
        ],
        checks: &[],
    },
    Scenario {
        name: "a release at a terminal",
        program: "intent-gate-hook",
        files: &[("project/.orchestration/active_intents.yaml", INTENTS)],
        before: &[Step::Tool(&["select", "INT-001", "--session", "s1"])],
        killed: Step::Tool(&["release", "--session", "s1"]),
        done: "",
        then: &[
            Step::Event(START),
            Step::Tool(&["release", "--session", "s1"]),
            Step::Tool(&["select", "INT-001", "--session", "s2"]),
        ],
        checks: &[],
    },
    Scenario {
        name: "the end of a session with intents",
        program: "intent-gate-hook",
        files: &[("project/.orchestration/active_intents.yaml", INTENTS)],
        before: &[
            Step::Tool(&["select", "INT-001", "--session", "s1"]),
            Step::Event(AGENT_CHOOSES),
        ],
        killed: Step::Event(END),
        done: "",
        then: &[
            Step::Event(START),
            Step::Event(END),
            Step::Tool(&["select", "INT-001", "--session", "s2"]),
            Step::Tool(&["select", "INT-002", "--session", "s3"]),
        ],
        checks: &[],
    },
    Scenario {
        name: "a choice through the server",
        program: "intent-gate-hook",
        files: &[("project/.orchestration/active_intents.yaml", INTENTS)],
        before: &[Step::Event(CHOOSE_2)],
        killed: Step::Event(CHOOSE_1),
        done: "",
        then: &[
            Step::Event(START),
            Step::Event(CHOOSE_1),
            Step::Event(WRITE),
            Step::Tool(&["select", "INT-002", "--session", "s2"]),
        ],
        checks: &[],
    },
    Scenario {
        name: "the end of a subagent with an intent",
        program: "intent-gate-hook",
        files: &[("project/.orchestration/active_intents.yaml", INTENTS)],
        before: &[Step::Event(CHOOSE_1), Step::Event(AGENT_CHOOSES)],
        killed: Step::Event(AGENT_STOPS),
        done: "",
        then: &[
            Step::Event(START),
            Step::Event(AGENT_STOPS),
            Step::Event(WRITE),
            Step::Tool(&["select", "INT-002", "--session", "s2"]),
        ],
        checks: &[],
    },
    Scenario {
        name: "a lock that is taken again",
        program: "intent-gate-hook",
        files: &[
            ("project/.orchestration/active_intents.yaml", INTENTS),
            ("project/.tacklebox/intent-gate.yaml", "lock_ttl: 1s\n"),
        ],
        before: &[Step::Event(CHOOSE_1)],
        killed: Step::Event(WRITE),
        done: "",
        then: &[
            Step::Event(START),
            Step::Event(WRITE),
            Step::Event(END),
            Step::Tool(&["select", "INT-001", "--session", "s2"]),
        ],
        checks: &[],
    },
    Scenario {
        name: "a request for more scope",
        program: "intent-gate-hook",
        files: &[("project/.orchestration/active_intents.yaml", INTENTS)],
        before: &[Step::Event(CHOOSE_1), Step::Event(REQUEST_2)],
        killed: Step::Event(REQUEST),
        done: "",
        then: &[Step::Event(START), Step::Event(REQUEST_2)],
        checks: &[
            Check::Times("scope_requests.jsonl", "docs/**", 1),
            Check::Once("scope_requests.jsonl", "lib/**"),
        ],
    },
    Scenario {
        name: "an approval of a request",
        program: "intent-gate-hook",
        files: &[("project/.orchestration/active_intents.yaml", INTENTS)],
        before: &[Step::Event(CHOOSE_1), Step::Event(REQUEST)],
        killed: Step::Tool(&["requests", "approve", "1"]),
        done: "was decided already",
        then: &[Step::Event(START), Step::Tool(&["requests"]), Step::Tool(&["list"])],
        checks: &[],
    },
    Scenario {
        name: "an intent that is completed",
        program: "intent-gate-hook",
        files: &[("project/.orchestration/active_intents.yaml", INTENTS)],
        before: &[Step::Event(CHOOSE_1)],
        killed: Step::Tool(&["complete", "INT-001"]),
        done: "",
        then: &[
            Step::Event(START),
            Step::Tool(&["list"]),
            Step::Tool(&["select", "INT-002", "--session", "s2"]),
        ],
        checks: &[],
    },
];

const INTENTS: &str = r#"active_intents:
  - {id: INT-001, name: A parser, status: IN_PROGRESS, owned_scope: ["src/**"]}
  - {id: INT-002, name: A start, status: PENDING, owned_scope: ["lib/**"]}
"#;
const END: &str =
    r#"{"session_id":"s1","hook_event_name":"SessionEnd","cwd":"[PROJECT]","reason":"clear"}"#;
const START: &str =
    r#"{"session_id":"s9","hook_event_name":"SessionStart","cwd":"[PROJECT]","source":"startup"}"#;
const CHOOSE_1: &str = r#"{"session_id":"s1","hook_event_name":"PostToolUse","cwd":"[PROJECT]","tool_name":"mcp__intents__select_active_intent","tool_input":{"intent_id":"INT-001"},"tool_response":[{"type":"text","text":"ok"}],"tool_use_id":"t1","mcp_server":{"name":"intents","source":"project"}}"#;
const CHOOSE_2: &str = r#"{"session_id":"s1","hook_event_name":"PostToolUse","cwd":"[PROJECT]","tool_name":"mcp__intents__select_active_intent","tool_input":{"intent_id":"INT-002"},"tool_response":[{"type":"text","text":"ok"}],"tool_use_id":"t1","mcp_server":{"name":"intents","source":"project"}}"#;
const REQUEST: &str = r#"{"session_id":"s1","hook_event_name":"PostToolUse","cwd":"[PROJECT]","tool_name":"mcp__intents__scope_expansion_request","tool_input":{"paths":["lib/"],"reason":"used there"},"tool_response":[{"type":"text","text":"ok"}],"tool_use_id":"t1","mcp_server":{"name":"intents","source":"project"}}"#;
const REQUEST_2: &str = r#"{"session_id":"s1","hook_event_name":"PostToolUse","cwd":"[PROJECT]","tool_name":"mcp__intents__scope_expansion_request","tool_input":{"paths":["docs/"],"reason":"said there"},"tool_response":[{"type":"text","text":"ok"}],"tool_use_id":"t1","mcp_server":{"name":"intents","source":"project"}}"#;
const AGENT_CHOOSES: &str = r#"{"session_id":"s1","hook_event_name":"PostToolUse","cwd":"[PROJECT]","tool_name":"mcp__intents__select_active_intent","tool_input":{"intent_id":"INT-002"},"tool_response":[{"type":"text","text":"ok"}],"tool_use_id":"t1","mcp_server":{"name":"intents","source":"project"},"agent_id":"a1"}"#;
const AGENT_STOPS: &str = r#"{"session_id":"s1","hook_event_name":"SubagentStop","cwd":"[PROJECT]","agent_id":"a1","agent_type":"Explore"}"#;
const WRITE: &str = r#"{"session_id":"s1","hook_event_name":"PreToolUse","cwd":"[PROJECT]","tool_name":"Write","tool_input":{"file_path":"[PROJECT]/src/a.rs","content":"x"},"tool_use_id":"t5"}"#;
