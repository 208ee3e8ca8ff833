//! What `question-preference-hook` writes: preferences, answers and the log.

use super::events::{ANSWER_1, ANSWER_2, ASK_1, START};
use super::{Check, Scenario, Step};

/// The operations.
pub(super) const SCENARIOS: &[Scenario] = &[
    Scenario {
        name: "a question in the log",
        files: &[],
        before: &[Step::Event(ANSWER_2)],
        killed: Step::Event(ANSWER_1),
        then: &[Step::Event(START)],
        checks: &[
            Check::Once("question-log.jsonl", r#""tool_use_id":"t1""#),
            Check::Times("question-log.jsonl", r#""tool_use_id":"t2""#, 1),
        ],
        ..OF_QUESTIONS
    },
    Scenario {
        name: "an answer in the place of the person",
        killed: Step::Event(ASK_1),
        then: &[Step::Event(ASK_1), Step::Event(ANSWER_1), Step::Event(START)],
        checks: &[Check::Times("question-log.jsonl", r#""source":"preference""#, 1)],
        ..OF_QUESTIONS
    },
    Scenario {
        name: "an answer of the hook in the log",
        before: &[Step::Event(ASK_1)],
        killed: Step::Event(ANSWER_1),
        then: &[Step::Event(START)],
        checks: &[
            Check::Once("question-log.jsonl", r#""source":"preference""#),
            Check::Times("question-log.jsonl", r#""source":"user""#, 0),
        ],
        ..OF_QUESTIONS
    },
    Scenario {
        name: "a preference that an answer binds",
        files: &[("project/.tacklebox/question-preferences.json", r#"{"cleanup": "never-ask"}"#)],
        killed: Step::Event(ANSWER_1),
        then: &[Step::Event(ANSWER_1), Step::Event(START)],
        checks: &[
            Check::Once("question-preferences.json", r#""cleanup""#),
            Check::Once("question-log.jsonl", r#""tool_use_id":"t1""#),
        ],
        ..OF_QUESTIONS
    },
    Scenario {
        name: "a preference that is set",
        killed: Step::Tool(&["set", "other", "always-ask"]),
        then: &[Step::Event(START), Step::Tool(&["list"])],
        checks: &[Check::Prints(&["list"], "cleanup")],
        ..OF_QUESTIONS
    },
    Scenario {
        name: "a preference that is removed",
        before: &[Step::Tool(&["set", "other", "always-ask"])],
        killed: Step::Tool(&["unset", "cleanup"]),
        then: &[Step::Event(START), Step::Tool(&["list"])],
        checks: &[Check::Prints(&["list"], "other")],
        ..OF_QUESTIONS
    },
];

/// A preference for whatever is offered.
const BOUND: &str = r#"{"cleanup": {"preference": "never-ask", "bound": "any"}}"#;

/// A project with a preference.
const OF_QUESTIONS: Scenario = Scenario {
    program: "question-preference-hook",
    files: &[("project/.tacklebox/question-preferences.json", BOUND)],
    ..Scenario::NOTHING
};
