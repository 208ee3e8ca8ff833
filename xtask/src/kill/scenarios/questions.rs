//! What `question-preference-hook` writes: preferences, answers and the log.

use super::{Check, Scenario, Step};

/// The operations.
pub(super) const SCENARIOS: &[Scenario] = &[
    Scenario {
        name: "a question in the log",
        program: "question-preference-hook",
        files: &[],
        before: &[Step::Event(ANSWER_2)],
        killed: Step::Event(ANSWER_1),
        done: "",
        then: &[Step::Event(START)],
        checks: &[
            Check::Once("question-log.jsonl", r#""tool_use_id":"t1""#),
            Check::Times("question-log.jsonl", r#""tool_use_id":"t2""#, 1),
        ],
    },
    Scenario {
        name: "an answer in the place of the person",
        program: "question-preference-hook",
        files: &[("project/.tacklebox/question-preferences.json", r#"{"cleanup": "never-ask"}"#)],
        before: &[],
        killed: Step::Event(ASK_1),
        done: "",
        then: &[Step::Event(ASK_1), Step::Event(ANSWER_1), Step::Event(START)],
        checks: &[Check::Times("question-log.jsonl", r#""source":"preference""#, 1)],
    },
    Scenario {
        name: "an answer of the hook in the log",
        program: "question-preference-hook",
        files: &[("project/.tacklebox/question-preferences.json", r#"{"cleanup": "never-ask"}"#)],
        before: &[Step::Event(ASK_1)],
        killed: Step::Event(ANSWER_1),
        done: "",
        then: &[Step::Event(START)],
        checks: &[
            Check::Once("question-log.jsonl", r#""source":"preference""#),
            Check::Times("question-log.jsonl", r#""source":"user""#, 0),
        ],
    },
    Scenario {
        name: "a preference that is set",
        program: "question-preference-hook",
        files: &[("project/.tacklebox/question-preferences.json", r#"{"cleanup": "never-ask"}"#)],
        before: &[],
        killed: Step::Tool(&["set", "other", "always-ask"]),
        done: "",
        then: &[Step::Event(START), Step::Tool(&["list"])],
        checks: &[Check::Prints(&["list"], "cleanup")],
    },
    Scenario {
        name: "a preference that is removed",
        program: "question-preference-hook",
        files: &[("project/.tacklebox/question-preferences.json", r#"{"cleanup": "never-ask"}"#)],
        before: &[Step::Tool(&["set", "other", "always-ask"])],
        killed: Step::Tool(&["unset", "cleanup"]),
        done: "",
        then: &[Step::Event(START), Step::Tool(&["list"])],
        checks: &[Check::Prints(&["list"], "other")],
    },
];

const START: &str =
    r#"{"session_id":"s9","hook_event_name":"SessionStart","cwd":"[PROJECT]","source":"startup"}"#;
const ASK_1: &str = r#"{"session_id":"s1","hook_event_name":"PreToolUse","cwd":"[PROJECT]","tool_name":"AskUserQuestion","tool_input":{"questions":[{"question":"Shall I remove the unused import? <qid:cleanup>","header":"Pick","options":[{"label":"Yes (recommended)","description":"yes"},{"label":"No","description":"no"}],"multiSelect":false}]},"tool_use_id":"t1"}"#;
const ANSWER_1: &str = r#"{"session_id":"s1","hook_event_name":"PostToolUse","cwd":"[PROJECT]","tool_name":"AskUserQuestion","tool_input":{"questions":[{"question":"Shall I remove the unused import? <qid:cleanup>","header":"Pick","options":[{"label":"Yes (recommended)","description":"yes"},{"label":"No","description":"no"}],"multiSelect":false}],"answers":{"Shall I remove the unused import? <qid:cleanup>":"Yes (recommended)"}},"tool_response":{"questions":[{"question":"Shall I remove the unused import? <qid:cleanup>","header":"Pick","options":[{"label":"Yes (recommended)","description":"yes"},{"label":"No","description":"no"}],"multiSelect":false}],"answers":{"Shall I remove the unused import? <qid:cleanup>":"Yes (recommended)"}},"tool_use_id":"t1"}"#;
const ANSWER_2: &str = r#"{"session_id":"s1","hook_event_name":"PostToolUse","cwd":"[PROJECT]","tool_name":"AskUserQuestion","tool_input":{"questions":[{"question":"Shall I remove the unused import? <qid:cleanup>","header":"Pick","options":[{"label":"Yes (recommended)","description":"yes"},{"label":"No","description":"no"}],"multiSelect":false}],"answers":{"Shall I remove the unused import? <qid:cleanup>":"Yes (recommended)"}},"tool_response":{"questions":[{"question":"Shall I remove the unused import? <qid:cleanup>","header":"Pick","options":[{"label":"Yes (recommended)","description":"yes"},{"label":"No","description":"no"}],"multiSelect":false}],"answers":{"Shall I remove the unused import? <qid:cleanup>":"Yes (recommended)"}},"tool_use_id":"t2"}"#;
