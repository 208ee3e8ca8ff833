//! The JSON Schema for people's editors and the program's own reader agree.
//!
//! The examples of `docs/hooks/governance-hook.md` are held against both in
//! `page.rs`.

use golden::place::Place;
use jsonschema::Validator;
use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_governance-hook");
const CONFIGURATION: &str = ".tacklebox/governance.yaml";

/// Every key in every form that it may have.
const GOOD: &[&str] = &[
    "",
    "{}",
    "# nothing but words\n",
    "version: \"1.0\"",
    "version: \"1\"",
    "version: 1.0",
    "version: 1",
    "matrix: below.yaml",
    "default_action: allow",
    "default_action: warn",
    "default_action: block",
    "default_state: LUNCH",
    "states: [A, B]",
    "states: []",
    "state: []",
    "state: [session]",
    "state: [{ env: PHASE }]",
    "state: [{ file: phase.txt }]",
    "state: [{ file: status.json, pointer: /a/b~1c/0 }]",
    "state: [{ file: status.json, pointer: '' }]",
    "state: [{ command: [just] }]",
    "state: [{ command: [just, get-cycle], timeout_ms: 1000, cache_ms: 0 }]",
    "on_state_error: silent",
    "on_state_error: default_state",
    "on_failure: open",
    "on_failure: closed",
    "announce: always",
    "announce: on_change",
    "announce: never",
    "grant_on_allow: true",
    "rules: {}",
    "rules: { deploy: {} }",
    "rules: { deploy: { _all_states: { action: allow } } }",
    "rules: { deploy: { DO: { action: block, message: m } } }",
    "rules: { deploy: { _other_states: { action: redirect, redirect_to: x } } }",
    "rules: { deploy: { DO: { action: redirect, message: m } } }",
    "rules: { deploy: { DO: { action: redirect, redirect_to: x, message: m } } }",
    "skill_restrictions: { DO: {} }",
    "skill_restrictions: { DO: { allowed: [a], blocked: ['b*'], block_message: '{skill}' } }",
    "phase_to_state: { cycle/DO: DO }",
    "transitions: {}",
    "transitions: { forbidden: [] }",
    "transitions: { forbidden: [[DO, EXPLORE], [DONE, '*']] }",
    "tools: [{ tool: 'mcp__*', primitive: deploy }]",
    "tools: [{ tool: Bash, input: { run_in_background: true, n: 3, description: '*x*' }, primitive: p }]",
    "commands: [{ program: rm, action: block }]",
    "commands: [{ program: rm, args: '*', states: [DO], action: redirect, redirect_to: trash }]",
    "paths: [{ glob: 'specs/**', action: warn, message: m }]",
    "paths: [{ glob: x, access: read, states: [], action: block }]",
    "paths: [{ glob: x, access: write, action: block }, { glob: y, access: any, action: allow }]",
    "agents: [{ agent_type: 'Expl*', rules: { file-write: { DO: { action: block } } } }]",
    // A number or a truth value stands for its spelling.
    "states: [1, 2.5, true]",
    "default_state: 1",
    "state: [{ command: [sleep, 1] }, { env: 1 }]",
    "rules: { 1: { 2: { action: block, message: 3 } } }",
    // What a person has commented out leaves its key behind.
    "version:",
    "matrix:",
    "default_action:",
    "default_state:",
    "states:",
    "on_state_error:",
    "announce:",
    "grant_on_allow:",
    "state:",
    "rules:",
    "rules: { deploy: }",
    "rules: { deploy: { DO: { action: block, message: } } }",
    "skill_restrictions:",
    "skill_restrictions: { DO: }",
    "skill_restrictions: { DO: { allowed: , blocked: , block_message: } }",
    "phase_to_state:",
    "transitions:",
    "transitions: { forbidden: }",
    "tools:",
    "tools: [{ tool: x, primitive: p, input: }]",
    "commands:",
    "commands: [{ program: rm, args: , states: , action: block }]",
    "paths:",
    "agents:",
    "agents: [{ agent_type: x, rules: }]",
    "state: [{ command: [just], timeout_ms: , cache_ms: }, { file: x, pointer: }]",
];

/// What neither takes.
const BAD: &[&str] = &[
    "on_failure:",
    "rules: { deploy: { DO: } }",
    "commands: [{ program: , action: }]",
    "[]",
    "text",
    "3",
    "rulez: {}",
    "version: \"2.0\"",
    "version: 2",
    "version: [1]",
    "matrix: [below.yaml]",
    "default_action: redirect",
    "default_action: Allow",
    "default_state: [A]",
    "states: A",
    "states: { A: B }",
    "state: session",
    "state: [sessions]",
    "state: [{}]",
    "state: [{ env: [A] }]",
    "state: [{ env: PHASE, file: phase.txt }]",
    "state: [{ env: PHASE, pointer: /a }]",
    "state: [{ env: PHASE, timeout_ms: 3 }]",
    "state: [{ file: status.json, pointer: a }]",
    "state: [{ file: status.json, cache_ms: 3 }]",
    "state: [{ pointer: /a }]",
    "state: [{ command: just }]",
    "state: [{ command: [] }]",
    "state: [{ command: [''] }]",
    "state: [{ command: [just, [x]] }]",
    "state: [{ command: [just], timeout_ms: -1 }]",
    "state: [{ command: [just], timeout_ms: soon }]",
    "state: [{ command: [just], cache_ms: 0.5 }]",
    "state: [{ command: [just], pointer: /a }]",
    "state: [{ command: [just], stdin: x }]",
    "on_state_error: open",
    "on_failure: silent",
    "on_failure: Closed",
    "announce: sometimes",
    "announce: true",
    "grant_on_allow: 'yes'",
    "grant_on_allow: 1",
    "rules: []",
    "rules: { deploy: block }",
    "rules: { deploy: { DO: block } }",
    "rules: { deploy: { DO: {} } }",
    "rules: { deploy: { DO: { message: m } } }",
    "rules: { deploy: { DO: { action: forbid } } }",
    "rules: { deploy: { DO: { action: block, massage: m } } }",
    "rules: { deploy: { DO: { action: block, message: [m] } } }",
    "rules: { deploy: { DO: { action: block, redirect_to: x } } }",
    "rules: { deploy: { DO: { action: redirect } } }",
    "skill_restrictions: []",
    "skill_restrictions: { DO: [a] }",
    "skill_restrictions: { DO: { blocked: a } }",
    "skill_restrictions: { DO: { block: [a] } }",
    "phase_to_state: { cycle/DO: [DO] }",
    "transitions: []",
    "transitions: { forbiden: [] }",
    "transitions: { forbidden: [DO, EXPLORE] }",
    "transitions: { forbidden: [[DO]] }",
    "transitions: { forbidden: [[DO, EXPLORE, DONE]] }",
    "transitions: { forbidden: [[DO, [DONE]]] }",
    "tools: {}",
    "tools: [{ tool: x }]",
    "tools: [{ primitive: x }]",
    "tools: [{ tool: x, primitive: [p] }]",
    "tools: [{ tool: x, primitive: p, input: { a: [b] } }]",
    "tools: [{ tool: x, primitive: p, input: { a: 0.5 } }]",
    "tools: [{ tool: x, primitive: p, output: {} }]",
    "commands: [{ action: block }]",
    "commands: [{ program: rm }]",
    "commands: [{ program: rm, action: redirect }]",
    "commands: [{ program: rm, action: block, redirect_to: x }]",
    "commands: [{ program: rm, action: block, args: [x] }]",
    "commands: [{ program: rm, action: block, states: DO }]",
    "commands: [{ program: rm, action: block, access: read }]",
    "paths: [{ action: block }]",
    "paths: [{ glob: x }]",
    "paths: [{ glob: x, action: block, access: execute }]",
    "paths: [{ glob: x, action: redirect }]",
    "paths: [{ glob: x, action: block, redirect_to: y }]",
    "paths: [{ glob: x, action: block, program: rm }]",
    "agents: [{ agent_type: x }]",
    "agents: [{ rules: {} }]",
    "agents: [{ agent_type: x, rules: { p: { DO: { action: redirect } } } }]",
    "agents: [{ agent_type: x, rules: {}, paths: [] }]",
];

fn schema() -> Validator {
    let schema = include_str!("../../../../docs/schemas/governance.schema.json");
    let schema: Value = serde_json::from_str(schema).unwrap();
    jsonschema::draft202012::meta::validate(&schema).unwrap();
    jsonschema::draft202012::new(&schema).unwrap()
}

/// What the program and the schema say of a document.
fn verdicts(place: &Place, schema: &Validator, yaml: &str) -> (bool, bool) {
    place.write(CONFIGURATION, yaml).unwrap();
    let program = place.shell("governance-hook matrix").unwrap().status.success();
    let source = hook_config::read(&place.project().join(CONFIGURATION)).unwrap();
    let document: Value = match source.parse().unwrap() {
        Value::Null => Value::Object(serde_json::Map::new()),
        document => document,
    };
    (program, schema.is_valid(&document))
}

pub(crate) fn program_and_schema_take_the_same_documents() {
    let place = Place::new(PROGRAM).unwrap();
    place.write("below.yaml", "rules: {}").unwrap();
    let schema = schema();
    let starter = include_str!("../../src/tools/starter.yaml");
    let good = GOOD.iter().chain([&starter]).map(|yaml| (*yaml, true));
    let bad = BAD.iter().map(|yaml| (*yaml, false));
    let wrong: Vec<_> = good
        .chain(bad)
        .map(|(yaml, good)| (yaml, good, verdicts(&place, &schema, yaml)))
        .filter(|(_, good, (program, schema))| program != good || schema != good)
        .collect();
    assert!(wrong.is_empty(), "(document, good, (program, schema)): {wrong:#?}");
}

/// Only the program can tell, and the schema says so in its description.
pub(crate) fn the_program_alone_refuses_globs_that_do_not_compile() {
    let place = Place::new(PROGRAM).unwrap();
    for yaml in [
        "paths: [{ glob: 'a[', action: block }]",
        "commands: [{ program: '{a', action: block }]",
        "tools: [{ tool: x, primitive: p, input: { a: '[' } }]",
        "transitions: { forbidden: [['[', A]] }",
    ] {
        assert_eq!(verdicts(&place, &schema(), yaml), (false, true), "{yaml}");
    }
}

/// A person's editor shows what a key is for.
pub(crate) fn every_key_is_described() {
    let schema = include_str!("../../../../docs/schemas/governance.schema.json");
    let schema: Value = serde_json::from_str(schema).unwrap();
    let keys = schema["properties"].as_object().unwrap();
    for (key, value) in keys {
        let described = match value["$ref"].as_str() {
            Some(reference) => schema.pointer(reference.trim_start_matches('#')).unwrap(),
            None => value,
        };
        assert!(described["description"].is_string(), "{key}");
    }
}
