//! What `intent-gate-hook` writes: choices, locks and requests.

use super::events::{END, START};
use super::{Check, Scenario, Step};

/// The operations.
pub(super) const SCENARIOS: &[Scenario] = &[
    Scenario {
        name: "a choice at a terminal",
        killed: Step::Tool(&["select", "INT-001", "--session", "s1"]),
        then: &[
            Step::Event(START),
            Step::Event(END),
            Step::Tool(&["select", "INT-001", "--session", "s2"]),
            Step::Tool(&["select", "INT-002", "--session", "s3"]),
        ],
        ..OF_INTENTS
    },
    Scenario {
        name: "another choice at a terminal",
        before: &[Step::Tool(&["select", "INT-001", "--session", "s1"])],
        killed: Step::Tool(&["select", "INT-002", "--session", "s1"]),
        then: &[
            Step::Event(START),
            Step::Event(WRITE),
            Step::Event(END),
            Step::Tool(&["select", "INT-001", "--session", "s2"]),
            Step::Tool(&["select", "INT-002", "--session", "s3"]),
        ],
        ..OF_INTENTS
    },
    Scenario {
        name: "another choice, which frees the first",
        before: &[Step::Tool(&["select", "INT-001", "--session", "s1"])],
        killed: Step::Tool(&["select", "INT-002", "--session", "s1"]),
        then: &[
            Step::Event(START),
            Step::Tool(&["select", "INT-002", "--session", "s1"]),
            Step::Tool(&["select", "INT-001", "--session", "s2"]),
        ],
        ..OF_INTENTS
    },
    Scenario {
        name: "a release at a terminal",
        before: &[Step::Tool(&["select", "INT-001", "--session", "s1"])],
        killed: Step::Tool(&["release", "--session", "s1"]),
        then: &[
            Step::Event(START),
            Step::Tool(&["release", "--session", "s1"]),
            Step::Tool(&["select", "INT-001", "--session", "s2"]),
        ],
        ..OF_INTENTS
    },
    Scenario {
        name: "the end of a session with intents",
        before: &[
            Step::Tool(&["select", "INT-001", "--session", "s1"]),
            Step::Event(AGENT_CHOOSES),
        ],
        killed: Step::Event(END),
        then: &[
            Step::Event(START),
            Step::Event(END),
            Step::Tool(&["select", "INT-001", "--session", "s2"]),
            Step::Tool(&["select", "INT-002", "--session", "s3"]),
        ],
        ..OF_INTENTS
    },
    Scenario {
        name: "a choice through the server",
        before: &[Step::Event(CHOOSE_2)],
        killed: Step::Event(CHOOSE_1),
        then: &[
            Step::Event(START),
            Step::Event(CHOOSE_1),
            Step::Event(WRITE),
            Step::Tool(&["select", "INT-002", "--session", "s2"]),
        ],
        ..OF_INTENTS
    },
    Scenario {
        name: "the end of a subagent with an intent",
        before: &[Step::Event(CHOOSE_1), Step::Event(AGENT_CHOOSES)],
        killed: Step::Event(AGENT_STOPS),
        then: &[
            Step::Event(START),
            Step::Event(AGENT_STOPS),
            Step::Event(WRITE),
            Step::Tool(&["select", "INT-002", "--session", "s2"]),
        ],
        ..OF_INTENTS
    },
    Scenario {
        name: "a lock that is taken again",
        files: &[
            ("project/.orchestration/active_intents.yaml", INTENTS),
            ("project/.tacklebox/intent-gate.yaml", "lock_ttl: 1s\n"),
        ],
        before: &[Step::Event(CHOOSE_1)],
        killed: Step::Event(WRITE),
        then: &[
            Step::Event(START),
            Step::Event(WRITE),
            Step::Event(END),
            Step::Tool(&["select", "INT-001", "--session", "s2"]),
        ],
        ..OF_INTENTS
    },
    Scenario {
        name: "a request for more scope",
        before: &[Step::Event(CHOOSE_1), Step::Event(REQUEST_2)],
        killed: Step::Event(REQUEST),
        then: &[Step::Event(START), Step::Event(REQUEST_2)],
        checks: &[
            Check::Times("scope_requests.jsonl", "docs/**", 1),
            Check::Once("scope_requests.jsonl", "lib/**"),
        ],
        ..OF_INTENTS
    },
    Scenario {
        name: "an approval of a request",
        before: &[Step::Event(CHOOSE_1), Step::Event(REQUEST)],
        killed: Step::Tool(&["requests", "approve", "1"]),
        done: "was decided already",
        then: &[Step::Event(START), Step::Tool(&["requests"]), Step::Tool(&["list"])],
        ..OF_INTENTS
    },
    Scenario {
        name: "a refusal of a request",
        before: &[Step::Event(CHOOSE_1), Step::Event(REQUEST)],
        killed: Step::Tool(&["requests", "refuse", "1", "--why", "not now"]),
        done: "was decided already",
        then: &[Step::Event(START), Step::Event(REQUEST_2), Step::Tool(&["requests"])],
        checks: &[Check::Times("scope_requests.jsonl", "docs/**", 1)],
        ..OF_INTENTS
    },
    Scenario {
        name: "an intent that is completed",
        before: &[Step::Event(CHOOSE_1)],
        killed: Step::Tool(&["complete", "INT-001"]),
        then: &[
            Step::Event(START),
            Step::Tool(&["list"]),
            Step::Tool(&["select", "INT-002", "--session", "s2"]),
        ],
        ..OF_INTENTS
    },
];

/// A project with two intents.
const OF_INTENTS: Scenario = Scenario {
    program: "intent-gate-hook",
    files: &[("project/.orchestration/active_intents.yaml", INTENTS)],
    ..Scenario::NOTHING
};

const INTENTS: &str = r#"active_intents:
  - {id: INT-001, name: A parser, status: IN_PROGRESS, owned_scope: ["src/**"]}
  - {id: INT-002, name: A start, status: PENDING, owned_scope: ["lib/**"]}
"#;
const CHOOSE_1: &str = r#"{"session_id":"s1","hook_event_name":"PostToolUse","cwd":"[PROJECT]","tool_name":"mcp__intents__select_active_intent","tool_input":{"intent_id":"INT-001"},"tool_response":[{"type":"text","text":"ok"}],"tool_use_id":"t1","mcp_server":{"name":"intents","source":"project"}}"#;
const CHOOSE_2: &str = r#"{"session_id":"s1","hook_event_name":"PostToolUse","cwd":"[PROJECT]","tool_name":"mcp__intents__select_active_intent","tool_input":{"intent_id":"INT-002"},"tool_response":[{"type":"text","text":"ok"}],"tool_use_id":"t1","mcp_server":{"name":"intents","source":"project"}}"#;
const REQUEST: &str = r#"{"session_id":"s1","hook_event_name":"PostToolUse","cwd":"[PROJECT]","tool_name":"mcp__intents__scope_expansion_request","tool_input":{"paths":["lib/"],"reason":"used there"},"tool_response":[{"type":"text","text":"ok"}],"tool_use_id":"t1","mcp_server":{"name":"intents","source":"project"}}"#;
const REQUEST_2: &str = r#"{"session_id":"s1","hook_event_name":"PostToolUse","cwd":"[PROJECT]","tool_name":"mcp__intents__scope_expansion_request","tool_input":{"paths":["docs/"],"reason":"said there"},"tool_response":[{"type":"text","text":"ok"}],"tool_use_id":"t1","mcp_server":{"name":"intents","source":"project"}}"#;
const AGENT_CHOOSES: &str = r#"{"session_id":"s1","hook_event_name":"PostToolUse","cwd":"[PROJECT]","tool_name":"mcp__intents__select_active_intent","tool_input":{"intent_id":"INT-002"},"tool_response":[{"type":"text","text":"ok"}],"tool_use_id":"t1","mcp_server":{"name":"intents","source":"project"},"agent_id":"a1"}"#;
const AGENT_STOPS: &str = r#"{"session_id":"s1","hook_event_name":"SubagentStop","cwd":"[PROJECT]","agent_id":"a1","agent_type":"Explore"}"#;
const WRITE: &str = r#"{"session_id":"s1","hook_event_name":"PreToolUse","cwd":"[PROJECT]","tool_name":"Write","tool_input":{"file_path":"[PROJECT]/src/a.rs","content":"x"},"tool_use_id":"t5"}"#;
