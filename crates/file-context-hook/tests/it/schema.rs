//! The JSON Schema for people's editors and the program's own reader agree.
//!
//! The examples of `docs/reference/file-context-hook.md` are held against both in
//! `page.rs`.

use golden::place::Place;
use golden::schema::{Configuration, RefusedBy, check_described};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_file-context-hook");
pub(crate) const SCHEMA: &str = include_str!("../../../../docs/schemas/file-context.schema.json");

pub(crate) const FILE: Configuration<'_> = Configuration {
    file: ".tacklebox/file-context.yaml",
    schema: Some(SCHEMA),
    tools: &["file-context-hook prune"],
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
    "version: \"2\"",
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

pub(crate) fn program_and_schema_take_the_same_configurations() {
    let table: &[(RefusedBy, &[&str])] = &[
        (RefusedBy::Nobody, GOOD),
        (RefusedBy::Both, BAD),
        (RefusedBy::Schema, BAD_FOR_SUBAGENTS),
        (RefusedBy::Program, BAD_FOR_THE_PROGRAM),
    ];
    FILE.check(&Place::new(PROGRAM).unwrap(), table).unwrap_or_else(|err| panic!("{err:#}"));
}

/// A person's editor shows what a key is for, and what holds without it.
pub(crate) fn every_key_is_described() {
    check_described(
        SCHEMA,
        &[
            "/properties",
            "/properties/inject/properties",
            "/properties/record/properties",
            "/properties/retention/properties",
            "/properties/subagents/properties",
            "/$defs/type/properties",
        ],
    )
    .unwrap();
}
