//! The JSON Schema for people's editors and the program's own reader agree.

use golden::place::Place;
use golden::schema::{RefusedBy, check_described};

use crate::page::{FILE, PROGRAM};

pub(crate) const SCHEMA: &str = include_str!("../../../../docs/schemas/intent-gate.schema.json");

/// Every key in every form that it may have.
const GOOD: &[&str] = &[
    "",
    "# nothing but words\n",
    "{}",
    "version: 1",
    "version: \"1.0\"",
    "version: 1.0",
    "version:",
    "on_failure: open",
    "on_failure: closed",
    "on_failure:",
    "require_intent: false",
    "require_intent:",
    "empty_scope: allow",
    "empty_scope: deny",
    "read_only_tools: [mcp__github__get_*]",
    "read_only_tools: []",
    "read_only_tools:",
    "exempt: ['tmp/**', '!tmp/a', ~/.cache/app/**, /srv/x]",
    "exempt:",
    "outputs: allow",
    "outputs: deny",
    "outputs: [dist, gen]",
    "confine: auto",
    "confine: off",
    "confine:",
    "risk: [{ program: deploy, tier: CRITICAL }]",
    "risk: [{ program: deploy, args: --to staging, tier: WRITE }]",
    "risk: [{ tool: 'mcp__db__*', tier: DESTRUCTIVE }]",
    "risk: [{ tool: x, program: , args: , tier: SAFE }]",
    "risk:",
    "programs: [make lint nothing]",
    "programs:",
    "lock_ttl: 90m",
    "lock_ttl: 1h 30m",
    "lock_ttl: 60",
    "lock_ttl:",
    "authority: machine",
    "authority: git",
    "authority: { engine: machine }",
    "authority: { engine: git, remote: 'https://example.org/x.git', lease: 2h }",
    "authority: { engine: git, remote: , lease: 7200 }",
    "authority: { engine: postgres, url: 'postgres://ana@example.org/x', project: acme/shop }",
    "authority:",
    "offline: deny",
    "offline: local",
    "offline:",
];

/// What neither takes.
const BAD: &[&str] = &[
    "[]",
    "text",
    "nobody: 1",
    "version: 2",
    "version: [1]",
    "on_failure: Closed",
    "on_failure: true",
    "require_intent: 'yes'",
    "require_intent: 1",
    "empty_scope: all",
    "read_only_tools: mcp__x",
    "read_only_tools: [[x]]",
    "exempt: tmp/**",
    "exempt: [{ a: b }]",
    "outputs: [a/b]",
    "outputs: ['*']",
    "outputs: some",
    "confine: maybe",
    "risk: [{ program: deploy }]",
    "risk: [{ tier: SAFE }]",
    "risk: [{ program: '', tier: SAFE }]",
    "risk: [{ program: deploy, tool: x, tier: SAFE }]",
    "risk: [{ tool: x, args: y, tier: SAFE }]",
    "risk: [{ program: deploy, tier: safe }]",
    "risk: [{ program: deploy, tier: SAFE, states: [DO] }]",
    "risk: [{ program: deploy, args: [--to, staging], tier: SAFE }]",
    "temporary: allow",
    "stale_check: true",
    "risk: { program: deploy, tier: SAFE }",
    "programs: make lint nothing",
    "programs: ['']",
    "lock_ttl: ''",
    "lock_ttl: 0",
    "lock_ttl: -1",
    "lock_ttl: 1.5",
    "lock_ttl: [1h]",
    "authority: Git",
    "authority: postgres",
    "authority: []",
    "authority: {}",
    "authority: { engine: mysql }",
    "authority: { engine: git, branch: main }",
    "authority: { engine: machine, remote: origin }",
    "authority: { engine: git, url: 'postgres://example.org/x' }",
    "authority: { engine: postgres, url: 'postgres://example.org/x' }",
    "authority: { engine: postgres, project: acme/shop }",
    "authority: { engine: postgres, url: 'postgres://example.org/x', project: x, remote: origin }",
    "authority: { engine: git, remote: '' }",
    "authority: { engine: git, remote: --upload-pack=x }",
    "authority: { engine: git, remote: 'ext::sh -c x' }",
    "authority: { engine: git, remote: [origin] }",
    "authority: { engine: git, lease: 0 }",
    "offline: maybe",
    "offline: true",
];

/// What a schema cannot say.
const BEYOND: &[&str] = &[
    "version: 1\nversion: 1",
    "read_only_tools: ['[']",
    "exempt: ['[']",
    "programs: [make]",
    "lock_ttl: soon",
    "lock_ttl: 10ms",
    "authority: { engine: git, lease: 9s }",
    "authority: { engine: git, remote: 'https://ana:secret@example.org/x.git' }",
    "authority: { engine: postgres, url: 'postgres://ana:secret@example.org/x', project: x }",
    "authority: { engine: postgres, url: 'host=example.org password=secret', project: x }",
];

pub(crate) fn program_and_schema_take_the_same() {
    let table = [(RefusedBy::Nobody, GOOD), (RefusedBy::Both, BAD), (RefusedBy::Program, BEYOND)];
    FILE.check(&Place::new(PROGRAM).unwrap(), &table).unwrap_or_else(|err| panic!("{err:#}"));
}

pub(crate) fn every_key_is_described() {
    check_described(
        SCHEMA,
        &["/properties", "/$defs/risk/properties", "/$defs/authority/properties"],
    )
    .unwrap();
}
