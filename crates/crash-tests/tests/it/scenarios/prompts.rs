//! What `prompt-detect-hook` writes: the journal and the sessions.

use super::events::{ANSWER_1, ANSWER_2, ASK_1, ASK_2, END, START, STOP};
use super::{Check, Scenario, Step};

/// The operations.
pub(super) const SCENARIOS: &[Scenario] = &[
    Scenario {
        name: "a question that is opened",
        before: &[Step::Event(STOP)],
        killed: Step::Event(ASK_1),
        then: &[Step::Event(ANSWER_1), Step::Event(START)],
        checks: &[Check::Once("agent-events.jsonl", r#""type":"agent:prompt""#)],
        ..OF_PROMPTS
    },
    Scenario {
        name: "a question that is answered",
        before: &[Step::Event(ASK_1)],
        killed: Step::Event(ANSWER_1),
        then: &[Step::Event(STOP), Step::Event(START)],
        checks: &[Check::Times("agent-events.jsonl", r#""type":"agent:prompt""#, 1)],
        ..OF_PROMPTS
    },
    Scenario {
        name: "a question while another is open",
        before: &[Step::Event(ASK_1)],
        killed: Step::Event(ASK_2),
        then: &[Step::Event(ANSWER_1), Step::Event(ANSWER_2), Step::Event(START)],
        checks: &[Check::Once(
            "agent-events.jsonl",
            r#""type":"agent:prompt","session_id":"s1","prompt_type":"question","source":"PreToolUse","tool_use_id":"t2""#,
        )],
        ..OF_PROMPTS
    },
    Scenario {
        name: "the end of a turn",
        before: &[Step::Event(ASK_1), Step::Event(ANSWER_1)],
        killed: Step::Event(STOP),
        then: &[Step::Event(ASK_2), Step::Event(ANSWER_2), Step::Event(START)],
        checks: &[Check::Once("agent-events.jsonl", r#""type":"agent:stop""#)],
        ..OF_PROMPTS
    },
    Scenario {
        name: "the end of a session with a question",
        before: &[Step::Event(ASK_1)],
        killed: Step::Event(END),
        then: &[Step::Event(END), Step::Event(START)],
        checks: &[Check::Times("agent-events.jsonl", r#""type":"agent:exited""#, 1)],
        ..OF_PROMPTS
    },
];

/// A project without a configuration.
const OF_PROMPTS: Scenario = Scenario {
    program: "prompt-detect-hook",
    always: &[
        Check::Numbered("agent-events.jsonl"),
        Check::AsOften(
            "agent-events.jsonl",
            r#""type":"agent:prompt""#,
            r#""type":"agent:prompt_resolved""#,
        ),
        Check::Gone("agent-events.pending.json"),
    ],
    ..Scenario::NOTHING
};
