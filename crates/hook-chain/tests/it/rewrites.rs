//! Who may change an input, and what becomes of two who want to.

use serde_json::json;

use crate::stage::{Stage, errors, told};

/// `on_conflict`, the hooks, what the host is told, and what went wrong.
type Row = (&'static str, &'static str, &'static [&'static str], &'static str, &'static str);

#[track_caller]
fn check(rows: &[Row]) {
    for (sentence, on_conflict, lines, expected, wrong) in rows {
        let stage = Stage::new(lines);
        let stage = match *on_conflict {
            "" => stage,
            other => stage.in_settings(&format!("version: 1\non_conflict: {other}\n")),
        };
        let concluded = stage.call();
        assert_eq!(told(&concluded), *expected, "{sentence}");
        assert_eq!(errors(&concluded), *wrong, "{sentence}");
    }
}

const CHANGES: &[Row] = &[
    (
        "one change goes to the tool",
        "",
        &["rewrite a !writes-command: set command=pwd", "guard b:"],
        "input command=pwd",
        "",
    ),
    (
        "two of different fields go together",
        "",
        &["rewrite a !writes-command: set command=pwd", "rewrite b !writes-timeout: set timeout=9"],
        "input command=pwd,timeout=9",
        "",
    ),
    (
        "the second writer of a field loses",
        "",
        &[
            "rewrite a !writes-command: set command=pwd",
            "rewrite b !writes-command: set command=rm",
        ],
        "message b: could not rewrite the input: a already changed `command` | \
             input command=pwd",
        "b: could not rewrite the input: a already changed `command`",
    ),
    (
        "it loses all of it",
        "",
        &[
            "rewrite a !writes-command: set command=pwd",
            "rewrite b !writes-command !writes-timeout: set command=rm; set timeout=9",
        ],
        "message b: could not rewrite the input: a already changed `command` | \
             input command=pwd",
        "b: could not rewrite the input: a already changed `command`",
    ),
    (
        "its grant, its message and what it tells go with it",
        "",
        &[
            "rewrite a !writes-command: set command=pwd",
            "rewrite b !writes-command: set command=rm; grant fine; message hi; context hello",
        ],
        "message b: could not rewrite the input: a already changed `command` | \
             input command=pwd",
        "b: could not rewrite the input: a already changed `command`",
    ),
    (
        "that it denied the call does not",
        "",
        &[
            "rewrite a !writes-command: set command=pwd",
            "rewrite b !writes-command: set command=rm; deny no",
        ],
        "deny no",
        "",
    ),
    (
        "nor that it had the person asked",
        "",
        &[
            "rewrite a !writes-command: set command=pwd",
            "rewrite b !writes-command: set command=rm; ask really",
        ],
        "ask really | message b: could not rewrite the input: a already changed `command` \
             | input command=pwd",
        "b: could not rewrite the input: a already changed `command`",
    ),
    (
        "who loses does not keep the next one from changing another field",
        "",
        &[
            "rewrite a !writes-command: set command=pwd",
            "rewrite b !writes-command: set command=rm",
            "rewrite c !writes-timeout: set timeout=9",
        ],
        "message b: could not rewrite the input: a already changed `command` | \
             input command=pwd,timeout=9",
        "b: could not rewrite the input: a already changed `command`",
    ),
    (
        "a higher class writes first",
        "",
        &[
            "rewrite/high z !writes-command: set command=pwd",
            "rewrite a !writes-command: set command=rm",
        ],
        "message a: could not rewrite the input: z already changed `command` | \
             input command=pwd",
        "a: could not rewrite the input: z already changed `command`",
    ),
    (
        "who writes the same once more changes nothing",
        "",
        &[
            "rewrite a !writes-command: set command=pwd",
            "rewrite b !writes-command: set command=pwd",
        ],
        "input command=pwd",
        "",
    ),
    (
        "with a denial nothing is changed",
        "",
        &["rewrite a !writes-command: set command=pwd", "context b: deny no"],
        "deny no",
        "",
    ),
    (
        "a denial with a change is a denial",
        "",
        &["guard a:", "rewrite b !writes-command: set command=pwd; deny no"],
        "deny no",
        "",
    ),
    (
        "a guard changes nothing",
        "",
        &["guard a !writes-command: set command=pwd", "guard b:"],
        "",
        "",
    ),
];

#[test]
fn changes_are_taken_in_sequence_and_whole() {
    check(CHANGES);
}

#[test]
fn an_answer_in_the_persons_place_gives_way_to_a_question() {
    check(&[
        (
            "its change goes with it",
            "",
            &["guard a: ask really", "rewrite b !writes-command: set command=pwd; grant fine"],
            "ask really",
            "",
        ),
        (
            "a change that is no answer stays",
            "",
            &["guard a: ask really", "rewrite b !writes-command: set command=pwd"],
            "ask really | input command=pwd",
            "",
        ),
        (
            "all changes go where one of them was an answer",
            "",
            &[
                "guard a: ask really",
                "rewrite b !writes-command: set command=pwd",
                "rewrite c !writes-timeout: set timeout=9; grant fine",
            ],
            "ask really",
            "",
        ),
        (
            "where nobody asks it holds",
            "",
            &["guard a:", "rewrite b !writes-command: set command=pwd; grant fine"],
            "allow fine | input command=pwd",
            "",
        ),
        (
            "a change and the question about it go together",
            "",
            &["guard a:", "rewrite b !writes-command: set command=pwd; ask really"],
            "ask really | input command=pwd",
            "",
        ),
    ]);
}

#[test]
fn a_project_says_what_a_conflict_means() {
    const LINES: &[&str] = &[
        "rewrite a !writes-command: set command=pwd",
        "rewrite b !writes-command: set command=rm",
    ];
    const WRONG: &str = "b: could not rewrite the input: a already changed `command`";
    const FIRST: &str = "message b: could not rewrite the input: a already changed `command` | \
                         input command=pwd";
    check(&[
        ("the first one holds where nothing is said", "", LINES, FIRST, WRONG),
        ("the first one holds", "first", LINES, FIRST, WRONG),
        (
            "the person is asked about the first one's",
            "ask",
            LINES,
            "ask two hooks want to change the same input: a already changed `command` | \
             message b: could not rewrite the input: a already changed `command` | \
             input command=pwd",
            WRONG,
        ),
        (
            "the call is denied",
            "deny",
            LINES,
            "deny two hooks want to change the same input: a already changed `command` | \
             message b: could not rewrite the input: a already changed `command`",
            WRONG,
        ),
        (
            "a field that was not declared is no conflict",
            "deny",
            &["guard a:", "rewrite b: set command=pwd"],
            "message b: could not rewrite the input: `command` of Bash is not in the `writes` of \
             its manifest",
            "b: could not rewrite the input: `command` of Bash is not in the `writes` of its \
             manifest",
        ),
    ]);
}

#[test]
fn a_person_is_told_of_a_conflict_once_a_session() {
    let lines =
        ["rewrite a !writes-command: set command=pwd", "rewrite b !writes-command: set command=rm"];
    let stage = Stage::new(&lines);
    let message =
        "message b: could not rewrite the input: a already changed `command` | input command=pwd";
    assert_eq!(told(&stage.call()), message);
    let again = stage.call();
    assert_eq!(told(&again), "input command=pwd");
    assert_eq!(
        errors(&again),
        "b: could not rewrite the input: a already changed `command`",
        "the account has all of them"
    );
    let stage = stage.with(json!({"session_id": "another"}));
    assert_eq!(told(&stage.call()), message);
}
