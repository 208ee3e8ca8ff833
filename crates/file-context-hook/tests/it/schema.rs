//! The JSON Schema for people's editors and the program's own reader agree.
//!
//! The examples of `docs/hooks/file-context-hook.md` are held against both in
//! `page.rs`.

use golden::place::Place;
use jsonschema::Validator;
use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_file-context-hook");
const CONFIGURATION: &str = ".tacklebox/file-context.yaml";
const SCHEMA: &str = include_str!("../../../../docs/schemas/file-context.schema.json");

/// Every key in every form that it may have.
const GOOD: &[&str] = &[
    "",
    "# nothing but words\n",
    "{}",
    "version: 1",
    "version:",
    "inject: {}",
    "inject:",
    "inject: { budget: 0, session_budget: 0, max_turns: 0 }",
    "inject: { budget: 9500, session_budget: 1000000, max_turns: 100 }",
    "inject: { stale_after: 30d }",
    "inject: { stale_after: 1h 30m }",
    "inject: { stale_after: 8weeks }",
    "inject: { stale_after: 3600 }",
    "inject: { stale: tell }",
    "inject: { stale: skip }",
    "inject: { git: true }",
    "inject: { git: false }",
    "record: {}",
    "record:",
    "record: { ignore: [] }",
    "record: { ignore: ['vendor/**', /target/, '*.{min.js,map}'] }",
    "record: { redact: true }",
    "record: { redact: false }",
    "retention: {}",
    "retention:",
    "retention: { days: 0, megabytes: 0 }",
    "retention: { days: 36500, megabytes: 4096 }",
    "subagents:",
    "subagents: {}",
    "subagents: { limit: 10, types: { Explore: { enabled: true, limit: 5 } } }",
    "subagents: { limit: , types: }",
    "subagents: { types: { Explore: } }",
    "subagents: { types: { Explore: { enabled: , limit: } } }",
    // A number or a truth value stands for its spelling.
    "record: { ignore: [1, 2.5, true] }",
];

/// What neither takes.
const BAD: &[&str] = &[
    "[]",
    "text",
    "3",
    "injects: {}",
    "version: 2",
    "version: \"1\"",
    "version: 1.5",
    "inject: []",
    "inject: 3",
    "inject: { bugdet: 1 }",
    "inject: { budget: -1 }",
    "inject: { budget: 9501 }",
    "inject: { budget: 1.5 }",
    "inject: { budget: many }",
    "inject: { budget: }",
    "inject: { session_budget: -1 }",
    "inject: { session_budget: '1' }",
    "inject: { session_budget: }",
    "inject: { max_turns: 101 }",
    "inject: { max_turns: }",
    "inject: { stale_after: [30d] }",
    "inject: { stale_after: -1 }",
    "inject: { stale_after: '' }",
    "inject: { stale: Tell }",
    "inject: { stale: drop }",
    "inject: { stale: }",
    "inject: { git: 1 }",
    "inject: { git: 'true' }",
    "inject: { git: }",
    "record: []",
    "record: { ignored: [] }",
    "record: { ignore: 'vendor/**' }",
    "record: { ignore: [[x]] }",
    "record: { ignore: { x: y } }",
    "record: { redact: maybe }",
    "record: { redact: }",
    "retention: [180]",
    "retention: { weeks: 1 }",
    "retention: { days: -1 }",
    "retention: { days: 4294967296 }",
    "retention: { days: 30d }",
    "retention: { days: }",
    "retention: { megabytes: 1.5 }",
    "retention: { megabytes: }",
];

/// What only the schema refuses here: the section is another program's.
const BAD_FOR_SUBAGENTS: &[&str] = &[
    "subagents: []",
    "subagents: { limits: 5 }",
    "subagents: { limit: -1 }",
    "subagents: { limit: 101 }",
    "subagents: { limit: many }",
    "subagents: { types: [Explore] }",
    "subagents: { types: { Explore: off } }",
    "subagents: { types: { Explore: { on: true } } }",
    "subagents: { types: { Explore: { limit: 999 } } }",
    "subagents: { types: { Explore: { enabled: 1 } } }",
];

/// What only the program can tell, as the schema says.
const BAD_FOR_THE_PROGRAM: &[&str] = &[
    "inject: { stale_after: soon }",
    "inject: { stale_after: '30' }",
    "record: { ignore: ['[a'] }",
    "record: { redact: true, redact: true }",
];

fn schema() -> Validator {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    jsonschema::draft202012::meta::validate(&schema).unwrap();
    jsonschema::draft202012::new(&schema).unwrap()
}

/// What the program and the schema say of a configuration.
fn taken(place: &Place, schema: &Validator, yaml: &str) -> (bool, bool) {
    place.write(CONFIGURATION, yaml).unwrap();
    let vacuum = place.shell("file-context-hook vacuum").unwrap();
    let source = hook_config::read(&place.project().join(CONFIGURATION)).unwrap();
    // What has a key twice is no document at all.
    let document = source.parse::<Value>();
    (vacuum.status.success(), document.map_or(true, |document| schema.is_valid(&document)))
}

pub(crate) fn program_and_schema_take_the_same_configurations() {
    let place = Place::new(PROGRAM).unwrap();
    let schema = schema();
    let expected = [
        (GOOD, (true, true)),
        (BAD, (false, false)),
        (BAD_FOR_SUBAGENTS, (true, false)),
        (BAD_FOR_THE_PROGRAM, (false, true)),
    ];
    let all =
        expected.iter().flat_map(|(yamls, expected)| yamls.iter().map(move |y| (y, expected)));
    let wrong: Vec<_> = all
        .map(|(yaml, expected)| (yaml, expected, taken(&place, &schema, yaml)))
        .filter(|(_, expected, found)| *expected != found)
        .collect();
    assert!(wrong.is_empty(), "(configuration, expected, (program, schema)): {wrong:#?}");
}

/// A person's editor shows what a key is for, and what holds without it.
pub(crate) fn every_key_is_described() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    for pointer in [
        "/properties",
        "/properties/inject/properties",
        "/properties/record/properties",
        "/properties/retention/properties",
        "/properties/subagents/properties",
        "/$defs/type/properties",
    ] {
        for (key, value) in schema.pointer(pointer).unwrap().as_object().unwrap() {
            assert!(value["description"].is_string(), "{pointer}/{key}");
        }
    }
}
