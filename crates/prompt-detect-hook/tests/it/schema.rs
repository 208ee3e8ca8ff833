//! The JSON Schema for people's editors and the program's own reader agree.

use golden::place::Place;
use jsonschema::Validator;
use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_prompt-detect-hook");
const CONFIGURATION: &str = ".tacklebox/prompt-detect.yaml";
const SCHEMA: &str = include_str!("../../../../docs/schemas/prompt-detect.schema.json");

/// Every key in every form that it may have.
const GOOD: &[&str] = &[
    "",
    "# nothing but words\n",
    "{}",
    "version: 1",
    "version:",
    "sinks:",
    "sinks: {}",
    "sinks: { jsonl: run/events.jsonl, unix_socket: /run/s.sock }",
    "sinks: { jsonl: , unix_socket: , command: }",
    "sinks: { command: [page] }",
    "sinks: { command: [page, -q, '', 5] }",
    "sinks: { desktop: true, terminal: false }",
    "on_prompt:",
    "on_prompt: {}",
    "on_prompt: { question: record, plan_approval: notify, permission: escalate }",
    "on_prompt: { idle: escalate, other: notify }",
    "delay_ms: 0",
    "delay_ms: 3600000",
    "quiet_hours:",
    "quiet_hours: 22:00-07:00",
    "quiet_hours: 9:00 - 17:30",
    "rate_limit_ms: 0",
    "rate_limit_ms: 86400000",
    "stale_after: 1h",
    "stale_after: 1h 30m",
    "stale_after: 3600",
    "parallel_window_ms: 0",
    "parallel_window_ms: 60000",
    // A number stands for its spelling.
    "sinks: { jsonl: 5 }",
];

/// What neither takes.
const BAD: &[&str] = &[
    "[]",
    "text",
    "sink: {}",
    "version: 2",
    "version: \"1\"",
    "sinks: []",
    "sinks: { json: x }",
    "sinks: { file: x }",
    "sinks: { jsonl: '' }",
    "sinks: { jsonl: [x] }",
    "sinks: { unix_socket: '' }",
    "sinks: { command: page }",
    "sinks: { command: [] }",
    "sinks: { command: [''] }",
    "sinks: { command: [[page]] }",
    "sinks: { desktop: 1 }",
    "sinks: { desktop: }",
    "sinks: { terminal: 'true' }",
    "on_prompt: [question]",
    "on_prompt: { plan: notify }",
    "on_prompt: { question: Notify }",
    "on_prompt: { question: shout }",
    "on_prompt: { question: }",
    "delay_ms: -1",
    "delay_ms: 1.5",
    "delay_ms: 3600001",
    "delay_ms: 2s",
    "delay_ms:",
    "quiet_hours: at night",
    "quiet_hours: 22-07",
    "quiet_hours: [22:00, 07:00]",
    "rate_limit_ms: 86400001",
    "rate_limit_ms:",
    "stale_after: ''",
    "stale_after: [1h]",
    "stale_after: 0",
    "stale_after:",
    "parallel_window_ms: 60001",
    "parallel_window_ms: -1",
];

/// What only the program can tell, as the schema says.
const BAD_FOR_THE_PROGRAM: &[&str] = &[
    "stale_after: soon",
    "stale_after: 10ms",
    "quiet_hours: 24:00-07:00",
    "quiet_hours: 22:00-22:00",
    "sinks: { jsonl: \"a\\0b\" }",
    "delay_ms: 1\ndelay_ms: 2\n",
];

fn schema() -> Validator {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    jsonschema::draft202012::meta::validate(&schema).unwrap();
    jsonschema::draft202012::new(&schema).unwrap()
}

/// What the program and the schema say of a configuration.
fn taken(place: &Place, schema: &Validator, yaml: &str) -> (bool, bool) {
    place.write(CONFIGURATION, yaml).unwrap();
    let status = place.shell("prompt-detect-hook status").unwrap();
    let source = hook_config::read(&place.project().join(CONFIGURATION)).unwrap();
    // What has a key twice is no document at all.
    let document = source.parse::<Value>();
    (status.status.success(), document.map_or(true, |document| schema.is_valid(&document)))
}

pub(crate) fn program_and_schema_take_the_same_configurations() {
    let place = Place::new(PROGRAM).unwrap();
    let schema = schema();
    let expected =
        [(GOOD, (true, true)), (BAD, (false, false)), (BAD_FOR_THE_PROGRAM, (false, true))];
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
    for pointer in
        ["/properties", "/properties/sinks/properties", "/properties/on_prompt/properties"]
    {
        for (key, value) in schema.pointer(pointer).unwrap().as_object().unwrap() {
            assert!(value["description"].is_string(), "{pointer}/{key}");
        }
    }
}
