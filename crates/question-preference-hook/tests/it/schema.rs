//! The JSON Schemas for people's editors and the program's own readers agree.
//!
//! The examples of `docs/reference/question-preference-hook.md` are held against
//! both in `page.rs`.

use golden::place::Place;
use golden::schema::{Configuration, RefusedBy, check_described};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_question-preference-hook");
pub(crate) const REGISTRY_SCHEMA: &str =
    include_str!("../../../../docs/schemas/questions.schema.json");
pub(crate) const PREFERENCES_SCHEMA: &str =
    include_str!("../../../../docs/schemas/question-preferences.schema.json");

/// Anything but a registry that cannot be read is a matter of taste to `lint`; a tool that
/// needs it fails.
pub(crate) const REGISTRY: Configuration<'_> = Configuration {
    file: ".tacklebox/questions.yaml",
    schema: Some(REGISTRY_SCHEMA),
    tools: &[
        "question-preference-hook lint | sed q | (! grep '^registry: ')",
        "question-preference-hook set x always-ask",
        "question-preference-hook list",
    ],
};

pub(crate) const PREFERENCES: Configuration<'_> = Configuration {
    file: ".tacklebox/question-preferences.json",
    schema: Some(PREFERENCES_SCHEMA),
    tools: &["list=$(question-preference-hook list --json) && \
              case $list in *'invalid: '*) echo \"$list\"; false;; esac"],
};

/// Every key of a registry in every form that it may have.
const GOOD_REGISTRIES: &[&str] = &[
    "",
    "{}",
    "# nothing but words\n",
    "version: 1",
    "version: \"1\"",
    "version: \"1.0\"",
    "version: 1.0",
    "strategy: answer",
    "strategy: deny",
    "mcp_answers: true",
    "mcp_answers: false",
    "marker_prefixes: []",
    "marker_prefixes: [qid, question]",
    "session_kind: auto",
    "session_kind: interactive",
    "session_kind: headless",
    "session_kind: spawned",
    "questions: []",
    "questions: [{ id: a, door: one-way }]",
    "questions: [{ id: A-9, door: two-way }, { id: b, door: two-way }]",
    "questions: [{ id: a, door: two-way, options: [A, B], aliases: [c, d],
        allow_multi_select: true, description: Which of them. }]",
    "questions: [{ id: a, door: two-way, options: [], aliases: [], allow_multi_select: false }]",
    "questions: [{ id: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, door: one-way }]",
    // A number or a truth value stands for its spelling.
    "marker_prefixes: [1, true, a_b-C]",
    "questions: [{ id: 12, door: one-way, aliases: [true, 7] }]",
    "questions: [{ id: a, door: one-way, options: [1, 2.5, true], description: 3 }]",
    // What a person has commented out leaves its key behind.
    "version:",
    "marker_prefixes:",
    "strategy:",
    "mcp_answers:",
    "session_kind:",
    "questions: [{ id: a, door: one-way, allow_multi_select: }]",
    "questions:",
    "questions: [{ id: a, door: one-way, options: , aliases: , description: }]",
];

/// What neither takes for a registry.
const BAD_REGISTRIES: &[&str] = &[
    "[]",
    "text",
    "3",
    "question: []",
    "version: 2",
    "version: \"2\"",
    "version: 1.5",
    "version: [1]",
    "strategy: Deny",
    "strategy: ask",
    "strategy: [deny]",
    "mcp_answers: 1",
    "mcp_answers: 'true'",
    "marker_prefixes: qid",
    "marker_prefixes: ['a>']",
    "marker_prefixes: ['']",
    "marker_prefixes: [2.5]",
    "marker_prefixes: [[qid]]",
    "marker_prefixes: { qid: x }",
    "session_kind: nobody",
    "questions: {}",
    "questions: [a]",
    "questions: [[]]",
    "questions: [{}]",
    "questions: [~]",
    "questions: [{ id: a }]",
    "questions: [{ door: one-way }]",
    "questions: [{ id: a, door: }]",
    "questions: [{ id: a, door: revolving }]",
    "questions: [{ id: a, door: One-Way }]",
    "questions: [{ id: '', door: one-way }]",
    "questions: [{ id: a b, door: one-way }]",
    "questions: [{ id: a_b, door: one-way }]",
    "questions: [{ id: ä, door: one-way }]",
    "questions: [{ id: 1.5, door: one-way }]",
    "questions: [{ id: [a], door: one-way }]",
    "questions: [{ id: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, door: one-way }]",
    "questions: [{ id: a, door: one-way, option: [A] }]",
    "questions: [{ id: a, door: one-way, options: A }]",
    "questions: [{ id: a, door: one-way, options: [{ label: A }] }]",
    "questions: [{ id: a, door: one-way, aliases: b }]",
    "questions: [{ id: a, door: one-way, aliases: [b c] }]",
    "questions: [{ id: a, door: one-way, allow_multi_select: 'yes' }]",
    "questions: [{ id: a, door: one-way, description: [x] }]",
];

/// Entries of preferences in every form that they may have.
const GOOD_ENTRIES: &[&str] = &[
    r#""never-ask""#,
    r#""always-ask""#,
    r#"{"preference": "never-ask"}"#,
    r#"{"preference": "always-ask", "note": "n", "expires": "2026-12-31"}"#,
    r#"{"preference": "always-ask", "expires": "2026-12-31T12:00:00Z"}"#,
    r#"{"preference": "never-ask", "expires": "2026-12-31T12:00:00.123Z"}"#,
    r#"{"preference": "never-ask", "expires": "2020-01-01"}"#,
    r#"{"preference": "never-ask", "answer": null, "expires": null, "note": null}"#,
    r#"{"preference": "answer", "answer": "A"}"#,
    r#"{"preference": "never-ask", "bound": null}"#,
    r#"{"preference": "never-ask", "bound": "any"}"#,
    r#"{"preference": "never-ask", "bound": {"version": 1, "options": ["A", "B"]}}"#,
    r#"{"preference": "never-ask", "bound": {"version": 1, "options": [], "multi_select": true, "by": 3}}"#,
    r#"{"preference": "never-ask", "bound": {"version": 2, "faces": []}}"#,
    r#"{"preference": "answer", "answer": ["A"]}"#,
    r#"{"preference": "answer", "answer": ["A", "C"], "note": ""}"#,
    r#"{"preference": "answer", "answer": ["A", ""]}"#,
];

/// What neither takes for an entry.
const BAD_ENTRIES: &[&str] = &[
    "null",
    "true",
    "3",
    "[]",
    r#"["never-ask"]"#,
    r#""""#,
    r#""never""#,
    r#""Never-Ask""#,
    r#""answer""#,
    "{}",
    r#"{"answer": "A"}"#,
    r#"{"preference": null}"#,
    r#"{"preference": "sometimes"}"#,
    r#"{"preference": ["never-ask"]}"#,
    r#"{"preference": "answer"}"#,
    r#"{"preference": "answer", "answer": null}"#,
    r#"{"preference": "answer", "answer": ""}"#,
    r#"{"preference": "answer", "answer": " \t"}"#,
    r#"{"preference": "answer", "answer": []}"#,
    r#"{"preference": "answer", "answer": ["", " "]}"#,
    r#"{"preference": "answer", "answer": 3}"#,
    r#"{"preference": "answer", "answer": ["A", 3]}"#,
    r#"{"preference": "answer", "answer": {"label": "A"}}"#,
    r#"{"preference": "never-ask", "answer": "A"}"#,
    r#"{"preference": "always-ask", "answer": ["A"]}"#,
    r#"{"preference": "never-ask", "expires": "soon"}"#,
    r#"{"preference": "never-ask", "expires": "30d"}"#,
    r#"{"preference": "never-ask", "expires": "2026-12-31T12:00"}"#,
    r#"{"preference": "never-ask", "expires": "2026-12-31T12:00:00"}"#,
    r#"{"preference": "never-ask", "expires": "2026-12-31 12:00:00Z"}"#,
    r#"{"preference": "never-ask", "expires": "2026-12-31T12:00:00+01:00"}"#,
    r#"{"preference": "never-ask", "expires": "26-12-31"}"#,
    r#"{"preference": "never-ask", "expires": 20261231}"#,
    r#"{"preference": "never-ask", "note": 3}"#,
    r#"{"preference": "never-ask", "notes": "n"}"#,
    r#"{"preference": "never-ask", "bound": "all"}"#,
    r#"{"preference": "never-ask", "bound": ["A", "B"]}"#,
    r#"{"preference": "never-ask", "bound": {"options": ["A"]}}"#,
    r#"{"preference": "never-ask", "bound": {"version": 0, "options": ["A"]}}"#,
    r#"{"preference": "never-ask", "bound": {"version": 1}}"#,
    r#"{"preference": "never-ask", "bound": {"version": 1, "options": [1]}}"#,
];

/// Only the program can tell what occurs twice, and the schemas say so.
const REGISTRIES_FOR_THE_PROGRAM: &[&str] = &[
    "questions: [{ id: a, door: one-way }, { id: A, door: one-way }]",
    "questions: [{ id: a, door: one-way }, { id: b, door: one-way, aliases: [a] }]",
    "questions: [{ id: a, door: one-way, aliases: [b, b] }]",
];

/// Likewise, and a day that no calendar has.
const PREFERENCES_FOR_THE_PROGRAM: &[&str] = &[
    r#"{"a": "never-ask", "a": "never-ask"}"#,
    r#"{"a": "never-ask", "A": "always-ask"}"#,
    r#"{"a": {"preference": "never-ask", "preference": "never-ask"}}"#,
    r#"{"a": {"preference": "never-ask", "expires": "2026-02-30"}}"#,
];

/// Whole files of preferences that both take.
const GOOD_FILES: &[&str] = &[
    "{}",
    r#"{"$schema": "x", "a b": 3, "": null, "ä": [], "a_b": "never"}"#,
    r#"{"A-9": "never-ask", "b": "always-ask"}"#,
];

/// Whole files of preferences that neither takes.
const BAD_FILES: &[&str] =
    &[r#"{"A-9": "never-ask", "b": "never"}"#, "[]", "null", r#""never-ask""#];

pub(crate) fn program_and_schema_take_the_same_registries() {
    let table = &[
        (RefusedBy::Nobody, GOOD_REGISTRIES),
        (RefusedBy::Both, BAD_REGISTRIES),
        (RefusedBy::Program, REGISTRIES_FOR_THE_PROGRAM),
    ];
    let checked = REGISTRY.check(&Place::new(PROGRAM).unwrap(), table);
    checked.unwrap_or_else(|err| panic!("{err:#}"));
}

pub(crate) fn program_and_schema_take_the_same_preferences() {
    let place = Place::new(PROGRAM).unwrap();
    let files = |entries: &[&str]| -> Vec<String> {
        entries.iter().map(|entry| format!(r#"{{"some-id": {entry}}}"#)).collect()
    };
    let (good, bad) = (files(GOOD_ENTRIES), files(BAD_ENTRIES));
    let entries: &[(RefusedBy, &[String])] = &[(RefusedBy::Nobody, &good), (RefusedBy::Both, &bad)];
    PREFERENCES.check(&place, entries).unwrap_or_else(|err| panic!("{err:#}"));
    let table = &[
        (RefusedBy::Nobody, GOOD_FILES),
        (RefusedBy::Both, BAD_FILES),
        (RefusedBy::Program, PREFERENCES_FOR_THE_PROGRAM),
    ];
    PREFERENCES.check(&place, table).unwrap_or_else(|err| panic!("{err:#}"));
}

/// A person's editor shows what a key is for.
pub(crate) fn every_key_is_described() {
    let pointers = ["/properties", "/$defs/question/properties"];
    check_described(REGISTRY_SCHEMA, &pointers).unwrap();
    check_described(PREFERENCES_SCHEMA, &["/$defs/object/properties"]).unwrap();
}
