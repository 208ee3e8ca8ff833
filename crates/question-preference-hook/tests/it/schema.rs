//! The JSON Schemas for people's editors and the program's own readers agree.
//!
//! The examples of `docs/hooks/question-preference-hook.md` are held against
//! both in `page.rs`.

use golden::place::Place;
use jsonschema::Validator;
use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_question-preference-hook");
const REGISTRY: &str = ".tacklebox/questions.yaml";
const PREFERENCES: &str = ".tacklebox/question-preferences.json";
const REGISTRY_SCHEMA: &str = include_str!("../../../../docs/schemas/questions.schema.json");
const PREFERENCES_SCHEMA: &str =
    include_str!("../../../../docs/schemas/question-preferences.schema.json");

/// Every key of a registry in every form that it may have.
const GOOD_REGISTRIES: &[&str] = &[
    "",
    "{}",
    "# nothing but words\n",
    "version: 1",
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
    "one_way: {}",
    "one_way: { verbs: [], nouns: [], phrases: [], benign: [] }",
    "one_way: { verbs: [reindex], nouns: [ledger], phrases: [close the books], benign: [x y] }",
    "questions: []",
    "questions: [{ id: a, door: one-way }]",
    "questions: [{ id: A-9, door: two-way }, { id: b, door: two-way }]",
    "questions: [{ id: a, door: two-way, skill: plan, options: [A, B], aliases: [c, d],
        allow_multi_select: true, description: Which of them. }]",
    "questions: [{ id: a, door: two-way, options: [], aliases: [], allow_multi_select: false }]",
    "questions: [{ id: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, door: one-way }]",
    // A number or a truth value stands for its spelling.
    "marker_prefixes: [1, true, a_b-C]",
    "one_way: { verbs: [1] }",
    "questions: [{ id: 12, door: one-way, aliases: [true, 7] }]",
    "questions: [{ id: a, door: one-way, skill: 1, options: [1, 2.5, true], description: 3 }]",
    // What a person has commented out leaves its key behind.
    "version:",
    "marker_prefixes:",
    "strategy:",
    "mcp_answers:",
    "session_kind:",
    "questions: [{ id: a, door: one-way, allow_multi_select: }]",
    "one_way:",
    "one_way: { verbs: , nouns: , phrases: , benign: }",
    "questions:",
    "questions: [{ id: a, door: one-way, skill: , options: , aliases: , description: }]",
];

/// What neither takes for a registry.
const BAD_REGISTRIES: &[&str] = &[
    "[]",
    "text",
    "3",
    "question: []",
    "version: 2",
    "version: \"1\"",
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
    "one_way: []",
    "one_way: { verb: [x] }",
    "one_way: { verbs: x }",
    "one_way: { nouns: [[x]] }",
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
    "questions: [{ id: a, door: one-way, skill: [x] }]",
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
    r#""ask-only-for-one-way""#,
    r#"{"preference": "never-ask"}"#,
    r#"{"preference": "always-ask", "note": "n", "skill": "plan", "expires": "2026-12-31"}"#,
    r#"{"preference": "ask-only-for-one-way", "expires": "2026-12-31T12:00:00Z"}"#,
    r#"{"preference": "never-ask", "expires": "2026-12-31T12:00:00.123Z"}"#,
    r#"{"preference": "never-ask", "expires": "2020-01-01"}"#,
    r#"{"preference": "never-ask", "answer": null, "expires": null, "skill": null, "note": null}"#,
    r#"{"preference": "answer", "answer": "A"}"#,
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
    r#"{"preference": "never-ask", "skill": ["plan"]}"#,
    r#"{"preference": "never-ask", "note": 3}"#,
    r#"{"preference": "never-ask", "notes": "n"}"#,
];

fn schema(text: &str) -> Validator {
    let schema: Value = serde_json::from_str(text).unwrap();
    jsonschema::draft202012::meta::validate(&schema).unwrap();
    jsonschema::draft202012::new(&schema).unwrap()
}

/// What the program and the schema say of a registry.
fn of_registry(place: &Place, schema: &Validator, yaml: &str) -> (bool, bool) {
    place.write(REGISTRY, yaml).unwrap();
    // Anything but a registry that cannot be read is a matter of taste to it.
    let lint = place.shell("question-preference-hook registry lint").unwrap();
    let program = !String::from_utf8(lint.stdout).unwrap().starts_with("registry: ");
    // A tool that needs it fails where it cannot be read.
    let status = place.shell("question-preference-hook set x always-ask --yes-i-am-a-person");
    assert_eq!(status.unwrap().status.success(), program, "{yaml}");
    let source = hook_config::read(&place.project().join(REGISTRY)).unwrap();
    let document: Value = match source.parse().unwrap() {
        Value::Null => json!({}),
        document => document,
    };
    (program, schema.is_valid(&document))
}

/// What the program and the schema say of a file of preferences.
fn of_preferences(place: &Place, schema: &Validator, file: &str) -> (bool, bool) {
    place.write(PREFERENCES, file).unwrap();
    let list = place.shell("question-preference-hook list --json").unwrap();
    let words = String::from_utf8(list.stdout).unwrap();
    let program = list.status.success() && !words.contains("not understood");
    (program, schema.is_valid(&serde_json::from_str(file).unwrap()))
}

pub(crate) fn program_and_schema_take_the_same_registries() {
    let place = Place::new(PROGRAM).unwrap();
    let schema = schema(REGISTRY_SCHEMA);
    let good = GOOD_REGISTRIES.iter().map(|yaml| (*yaml, true));
    let bad = BAD_REGISTRIES.iter().map(|yaml| (*yaml, false));
    let wrong: Vec<_> = good
        .chain(bad)
        .map(|(yaml, good)| (yaml, good, of_registry(&place, &schema, yaml)))
        .filter(|(_, good, (program, schema))| program != good || schema != good)
        .collect();
    assert!(wrong.is_empty(), "(registry, good, (program, schema)): {wrong:#?}");
}

pub(crate) fn program_and_schema_take_the_same_preferences() {
    let place = Place::new(PROGRAM).unwrap();
    let schema = schema(PREFERENCES_SCHEMA);
    let entry = |(entry, good)| (format!(r#"{{"some-id": {entry}}}"#), good);
    let good = GOOD_ENTRIES.iter().map(|entry| (*entry, true));
    let bad = BAD_ENTRIES.iter().map(|entry| (*entry, false));
    let files = [
        ("{}", true),
        (r#"{"$schema": "x", "a b": 3, "": null, "ä": [], "a_b": "never"}"#, true),
        (r#"{"A-9": "never-ask", "b": "always-ask"}"#, true),
        (r#"{"A-9": "never-ask", "b": "never"}"#, false),
        ("[]", false),
        ("null", false),
        (r#""never-ask""#, false),
    ];
    let files = files.map(|(file, good)| (file.to_owned(), good));
    let wrong: Vec<_> = good
        .chain(bad)
        .map(entry)
        .chain(files)
        .map(|(file, good)| (of_preferences(&place, &schema, &file), file, good))
        .filter(|((program, schema), _, good)| program != good || schema != good)
        .collect();
    assert!(wrong.is_empty(), "((program, schema), file, good): {wrong:#?}");
}

/// Only the program can tell, and the schemas say so in their descriptions.
pub(crate) fn the_program_alone_refuses_what_stands_there_twice() {
    let place = Place::new(PROGRAM).unwrap();
    let registries = schema(REGISTRY_SCHEMA);
    for yaml in [
        "questions: [{ id: a, door: one-way }, { id: A, door: one-way }]",
        "questions: [{ id: a, door: one-way }, { id: b, door: one-way, aliases: [a] }]",
        "questions: [{ id: a, door: one-way, aliases: [b, b] }]",
    ] {
        assert_eq!(of_registry(&place, &registries, yaml), (false, true), "{yaml}");
    }
    place.write(REGISTRY, "").unwrap();
    let preferences = schema(PREFERENCES_SCHEMA);
    for file in [
        r#"{"a": "never-ask", "a": "never-ask"}"#,
        r#"{"a": "never-ask", "A": "always-ask"}"#,
        r#"{"a": {"preference": "never-ask", "preference": "never-ask"}}"#,
        r#"{"a": {"preference": "never-ask", "expires": "2026-02-30"}}"#,
    ] {
        assert_eq!(of_preferences(&place, &preferences, file), (false, true), "{file}");
    }
}

/// A person's editor shows what a key is for.
pub(crate) fn every_key_is_described() {
    for (text, pointers) in [
        (
            REGISTRY_SCHEMA,
            ["/properties", "/properties/one_way/properties", "/$defs/question/properties"]
                .as_slice(),
        ),
        (PREFERENCES_SCHEMA, &["/$defs/object/properties"]),
    ] {
        let schema: Value = serde_json::from_str(text).unwrap();
        for pointer in pointers {
            for (key, value) in schema.pointer(pointer).unwrap().as_object().unwrap() {
                let described = match value["$ref"].as_str() {
                    Some(reference) => schema.pointer(reference.trim_start_matches('#')).unwrap(),
                    None => value,
                };
                assert!(described["description"].is_string(), "{key}");
            }
        }
    }
}
