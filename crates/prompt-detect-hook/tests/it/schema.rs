//! The JSON Schema for people's editors and the program's own reader agree.

use golden::place::Place;
use golden::schema::{Configuration, RefusedBy, check_described};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_prompt-detect-hook");
pub(crate) const SCHEMA: &str = include_str!("../../../../docs/schemas/prompt-detect.schema.json");

pub(crate) const FILE: Configuration<'_> = Configuration {
    file: ".tacklebox/prompt-detect.yaml",
    schema: Some(SCHEMA),
    tools: &["prompt-detect-hook status"],
};

/// Every key in every form that it may have.
const GOOD: &[&str] = &[
    "",
    "# nothing but words\n",
    "{}",
    "version: 1",
    "version: \"1\"",
    "version: \"1.0\"",
    "version: 1.0",
    "version:",
    "sinks:",
    "sinks: {}",
    "sinks: { command: }",
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
];

/// What neither takes.
const BAD: &[&str] = &[
    "[]",
    "text",
    "sink: {}",
    "version: 2",
    "version: \"2\"",
    "sinks: []",
    "sinks: { json: x }",
    "sinks: { file: x }",
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
];

/// What only the program can tell, as the schema says.
const BAD_FOR_THE_PROGRAM: &[&str] = &[
    "stale_after: soon",
    "stale_after: 10ms",
    "quiet_hours: 24:00-07:00",
    "quiet_hours: 22:00-22:00",
    "delay_ms: 1\ndelay_ms: 2\n",
];

pub(crate) fn program_and_schema_take_the_same_configurations() {
    let table: &[(RefusedBy, &[&str])] = &[
        (RefusedBy::Nobody, GOOD),
        (RefusedBy::Both, BAD),
        (RefusedBy::Program, BAD_FOR_THE_PROGRAM),
    ];
    FILE.check(&Place::new(PROGRAM).unwrap(), table).unwrap_or_else(|err| panic!("{err:#}"));
}

/// A person's editor shows what a key is for, and what holds without it.
pub(crate) fn every_key_is_described() {
    check_described(
        SCHEMA,
        &["/properties", "/properties/sinks/properties", "/properties/on_prompt/properties"],
    )
    .unwrap();
}
