//! What `agent-trace-hook` writes: the ledger.

use super::events::STOP;
use super::{Check, Scenario, Step};

/// The operations.
pub(super) const SCENARIOS: &[Scenario] = &[
    Scenario {
        name: "a record of the ledger",
        before: &[Step::Event(EDIT_1), Step::Event(EDIT_2)],
        killed: Step::Event(EDIT_3),
        then: &[Step::Event(EDIT_4)],
        checks: &[
            Check::Times("agent_trace.*jsonl", r#""tool_use_id":"t1""#, 1),
            Check::Times("agent_trace.*jsonl", r#""tool_use_id":"t2""#, 1),
            Check::Times("agent_trace.*jsonl", r#""tool_use_id":"t4""#, 1),
        ],
        ..OF_TRACES
    },
    Scenario {
        name: "the first record of the ledger",
        killed: Step::Event(EDIT_1),
        then: &[Step::Event(EDIT_4)],
        checks: &[Check::Times("agent_trace.*jsonl", r#""tool_use_id":"t4""#, 1)],
        ..OF_TRACES
    },
    Scenario {
        name: "a checkpoint of the ledger",
        files: &[
            ("project/a.txt", "one\ntwo\n"),
            ("project/.tacklebox/agent-trace.yaml", "version: 1\nsign_key: key.pem\n"),
            (
                "project/key.pem",
                "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIFEzrCVMNJB3v6z4lrOGrJCvZDuuOOcQy0bGkIO0u3QQ\n-----END PRIVATE KEY-----\n",
            ),
        ],
        before: &[Step::Event(EDIT_1)],
        killed: Step::Event(STOP),
        then: &[Step::Event(EDIT_4), Step::Event(STOP)],
        checks: &[
            Check::Times("agent_trace.*jsonl", r#""tool_use_id":"t1""#, 1),
            Check::Times("agent_trace.*jsonl", r#""tool_use_id":"t4""#, 1),
            Check::Prints(&["verify"], "signed with the key"),
        ],
        ..OF_TRACES
    },
    Scenario {
        name: "a squash",
        files: &[("project/a.txt", "one\ntwo\n"), ("project/gone.txt", "")],
        before: &[
            Step::Event(EDIT_GONE),
            Step::Event(EDIT_GONE_AGAIN),
            Step::Event(EDIT_1),
            Step::Event(EDIT_2),
            Step::Event(EDIT_3),
        ],
        killed: Step::Tool(&["squash", "--before", "2100-01-01"]),
        then: &[Step::Event(EDIT_4), Step::Tool(&["squash", "--before", "2100-01-01"])],
        checks: &[
            Check::Prints(&["blame", "a.txt"], "ai"),
            Check::Gone("agent_trace.squashed.jsonl"),
        ],
        ..OF_TRACES
    },
    Scenario {
        name: "a squash of a signed ledger",
        files: &[
            ("project/a.txt", "one\ntwo\n"),
            ("project/.tacklebox/agent-trace.yaml", "version: 1\nsign_key: key.pem\n"),
            (
                "project/key.pem",
                "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIFEzrCVMNJB3v6z4lrOGrJCvZDuuOOcQy0bGkIO0u3QQ\n-----END PRIVATE KEY-----\n",
            ),
            ("project/gone.txt", ""),
        ],
        before: &[
            Step::Event(EDIT_GONE),
            Step::Event(EDIT_GONE_AGAIN),
            Step::Event(EDIT_1),
            Step::Event(STOP),
        ],
        killed: Step::Tool(&["squash", "--before", "2100-01-01"]),
        then: &[
            Step::Event(EDIT_4),
            Step::Tool(&["squash", "--before", "2100-01-01"]),
            Step::Event(STOP),
        ],
        checks: &[
            Check::Prints(&["blame", "a.txt"], "ai"),
            Check::Prints(&["verify"], "signed with the key"),
            Check::Gone("agent_trace.squashed.jsonl"),
        ],
        ..OF_TRACES
    },
];

/// A project with a file.
const OF_TRACES: Scenario = Scenario {
    program: "agent-trace-hook",
    files: &[("project/a.txt", "one\ntwo\n")],
    always: &[Check::Prints(&["verify"], "one chain")],
    ..Scenario::NOTHING
};

const EDIT_1: &str = r#"{"session_id":"s1","hook_event_name":"PostToolUse","cwd":"[PROJECT]","tool_name":"Edit","tool_input":{"file_path":"[PROJECT]/a.txt","old_string":"one\n","new_string":"one\ntwo\n"},"tool_response":{"originalFile":"one\n","userModified":false},"tool_use_id":"t1"}"#;
const EDIT_2: &str = r#"{"session_id":"s2","hook_event_name":"PostToolUse","cwd":"[PROJECT]","tool_name":"Edit","tool_input":{"file_path":"[PROJECT]/a.txt","old_string":"one\n","new_string":"one\ntwo\n"},"tool_response":{"originalFile":"one\n","userModified":false},"tool_use_id":"t2"}"#;
const EDIT_3: &str = r#"{"session_id":"s3","hook_event_name":"PostToolUse","cwd":"[PROJECT]","tool_name":"Edit","tool_input":{"file_path":"[PROJECT]/a.txt","old_string":"one\n","new_string":"one\ntwo\n"},"tool_response":{"originalFile":"one\n","userModified":false},"tool_use_id":"t3"}"#;
const EDIT_4: &str = r#"{"session_id":"s4","hook_event_name":"PostToolUse","cwd":"[PROJECT]","tool_name":"Edit","tool_input":{"file_path":"[PROJECT]/a.txt","old_string":"one\n","new_string":"one\ntwo\n"},"tool_response":{"originalFile":"one\n","userModified":false},"tool_use_id":"t4"}"#;
const EDIT_GONE: &str = r#"{"session_id":"s0","hook_event_name":"PostToolUse","cwd":"[PROJECT]","tool_name":"Edit","tool_input":{"file_path":"[PROJECT]/gone.txt","old_string":"","new_string":"one\n"},"tool_response":{"originalFile":"","userModified":false},"tool_use_id":"t0"}"#;
const EDIT_GONE_AGAIN: &str = r#"{"session_id":"s0","hook_event_name":"PostToolUse","cwd":"[PROJECT]","tool_name":"Edit","tool_input":{"file_path":"[PROJECT]/gone.txt","old_string":"one\n","new_string":""},"tool_response":{"originalFile":"one\n","userModified":false},"tool_use_id":"t00"}"#;
