//! What `prompt-detect-hook` writes: the journal and the sessions.

use super::{Check, Scenario, Step};

/// The operations.
pub(super) const SCENARIOS: &[Scenario] = &[
    Scenario {
        name: "a question that is opened",
        program: "prompt-detect-hook",
        files: &[],
        before: &[Step::Event(STOP)],
        killed: Step::Event(ASK_1),
        done: "",
        then: &[Step::Event(ANSWER_1), Step::Event(START)],
        checks: &[
            Check::Numbered("agent-events.jsonl"),
            Check::AsOften(
                "agent-events.jsonl",
                r#""type":"agent:prompt""#,
                r#""type":"agent:prompt_resolved""#,
            ),
            Check::Gone("agent-events.pending.json"),
            Check::Once("agent-events.jsonl", r#""type":"agent:prompt""#),
        ],
    },
    Scenario {
        name: "a question that is answered",
        program: "prompt-detect-hook",
        files: &[],
        before: &[Step::Event(ASK_1)],
        killed: Step::Event(ANSWER_1),
        done: "",
        then: &[Step::Event(STOP), Step::Event(START)],
        checks: &[
            Check::Numbered("agent-events.jsonl"),
            Check::AsOften(
                "agent-events.jsonl",
                r#""type":"agent:prompt""#,
                r#""type":"agent:prompt_resolved""#,
            ),
            Check::Gone("agent-events.pending.json"),
            Check::Times("agent-events.jsonl", r#""type":"agent:prompt""#, 1),
        ],
    },
    Scenario {
        name: "a question while another is open",
        program: "prompt-detect-hook",
        files: &[],
        before: &[Step::Event(ASK_1)],
        killed: Step::Event(ASK_2),
        done: "",
        then: &[Step::Event(ANSWER_1), Step::Event(ANSWER_2), Step::Event(START)],
        checks: &[
            Check::Numbered("agent-events.jsonl"),
            Check::AsOften(
                "agent-events.jsonl",
                r#""type":"agent:prompt""#,
                r#""type":"agent:prompt_resolved""#,
            ),
            Check::Gone("agent-events.pending.json"),
            Check::Once(
                "agent-events.jsonl",
                r#""type":"agent:prompt","session_id":"s1","prompt_type":"question","source":"PreToolUse","tool_use_id":"t2""#,
            ),
        ],
    },
    Scenario {
        name: "the end of a turn",
        program: "prompt-detect-hook",
        files: &[],
        before: &[Step::Event(ASK_1), Step::Event(ANSWER_1)],
        killed: Step::Event(STOP),
        done: "",
        then: &[Step::Event(ASK_2), Step::Event(ANSWER_2), Step::Event(START)],
        checks: &[
            Check::Numbered("agent-events.jsonl"),
            Check::AsOften(
                "agent-events.jsonl",
                r#""type":"agent:prompt""#,
                r#""type":"agent:prompt_resolved""#,
            ),
            Check::Gone("agent-events.pending.json"),
            Check::Once("agent-events.jsonl", r#""type":"agent:stop""#),
        ],
    },
    Scenario {
        name: "the end of a session with a question",
        program: "prompt-detect-hook",
        files: &[],
        before: &[Step::Event(ASK_1)],
        killed: Step::Event(END),
        done: "",
        then: &[Step::Event(END), Step::Event(START)],
        checks: &[
            Check::Numbered("agent-events.jsonl"),
            Check::AsOften(
                "agent-events.jsonl",
                r#""type":"agent:prompt""#,
                r#""type":"agent:prompt_resolved""#,
            ),
            Check::Gone("agent-events.pending.json"),
            Check::Times("agent-events.jsonl", r#""type":"agent:exited""#, 1),
        ],
    },
    Scenario {
        name: "a question with a file of its own",
        program: "prompt-detect-hook",
        files: &[("project/.tacklebox/prompt-detect.yaml", "sinks: {jsonl: told.jsonl}\n")],
        before: &[Step::Event(STOP)],
        killed: Step::Event(ASK_1),
        done: "",
        then: &[Step::Event(ANSWER_1), Step::Event(START)],
        checks: &[
            Check::Numbered("agent-events.jsonl"),
            Check::AsOften(
                "agent-events.jsonl",
                r#""type":"agent:prompt""#,
                r#""type":"agent:prompt_resolved""#,
            ),
            Check::Gone("agent-events.pending.json"),
        ],
    },
];

const STOP: &str = r#"{"session_id":"s1","hook_event_name":"Stop","cwd":"[PROJECT]"}"#;
const END: &str =
    r#"{"session_id":"s1","hook_event_name":"SessionEnd","cwd":"[PROJECT]","reason":"clear"}"#;
const START: &str =
    r#"{"session_id":"s9","hook_event_name":"SessionStart","cwd":"[PROJECT]","source":"startup"}"#;
const ASK_1: &str = r#"{"session_id":"s1","hook_event_name":"PreToolUse","cwd":"[PROJECT]","tool_name":"AskUserQuestion","tool_input":{"questions":[{"question":"Shall I remove the unused import? <qid:cleanup>","header":"Pick","options":[{"label":"Yes (recommended)","description":"yes"},{"label":"No","description":"no"}],"multiSelect":false}]},"tool_use_id":"t1"}"#;
const ASK_2: &str = r#"{"session_id":"s1","hook_event_name":"PreToolUse","cwd":"[PROJECT]","tool_name":"AskUserQuestion","tool_input":{"questions":[{"question":"Shall I remove the unused import? <qid:cleanup>","header":"Pick","options":[{"label":"Yes (recommended)","description":"yes"},{"label":"No","description":"no"}],"multiSelect":false}]},"tool_use_id":"t2"}"#;
const ANSWER_1: &str = r#"{"session_id":"s1","hook_event_name":"PostToolUse","cwd":"[PROJECT]","tool_name":"AskUserQuestion","tool_input":{"questions":[{"question":"Shall I remove the unused import? <qid:cleanup>","header":"Pick","options":[{"label":"Yes (recommended)","description":"yes"},{"label":"No","description":"no"}],"multiSelect":false}],"answers":{"Shall I remove the unused import? <qid:cleanup>":"Yes (recommended)"}},"tool_response":{"questions":[{"question":"Shall I remove the unused import? <qid:cleanup>","header":"Pick","options":[{"label":"Yes (recommended)","description":"yes"},{"label":"No","description":"no"}],"multiSelect":false}],"answers":{"Shall I remove the unused import? <qid:cleanup>":"Yes (recommended)"}},"tool_use_id":"t1"}"#;
const ANSWER_2: &str = r#"{"session_id":"s1","hook_event_name":"PostToolUse","cwd":"[PROJECT]","tool_name":"AskUserQuestion","tool_input":{"questions":[{"question":"Shall I remove the unused import? <qid:cleanup>","header":"Pick","options":[{"label":"Yes (recommended)","description":"yes"},{"label":"No","description":"no"}],"multiSelect":false}],"answers":{"Shall I remove the unused import? <qid:cleanup>":"Yes (recommended)"}},"tool_response":{"questions":[{"question":"Shall I remove the unused import? <qid:cleanup>","header":"Pick","options":[{"label":"Yes (recommended)","description":"yes"},{"label":"No","description":"no"}],"multiSelect":false}],"answers":{"Shall I remove the unused import? <qid:cleanup>":"Yes (recommended)"}},"tool_use_id":"t2"}"#;
