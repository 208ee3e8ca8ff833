//! What a configuration is refused for, and which place the error names.
#![expect(clippy::disallowed_methods, reason = "the tests lay out files")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use hook_config::{ConfigError, Source, Step, UniqueMap, read};
use serde::de::value::{self, MapDeserializer};
use serde::de::{DeserializeOwned, Error, IgnoredAny};
use serde::{Deserialize, Deserializer};
use tempfile::TempDir;

#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Policy {
    version: Option<u8>,
    rules: BTreeMap<String, BTreeMap<String, Rule>>,
    tools: Vec<Tool>,
    source: Option<StateSource>,
    aliases: IgnoredValue,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    action: Action,
    message: Option<Message>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Action {
    Allow,
    Block,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tool {
    tool: Glob,
    #[serde(default)]
    only: Vec<Glob>,
}

/// Refused by its own conversion.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(try_from = "String")]
struct Glob(String);

impl TryFrom<String> for Glob {
    type Error = String;

    fn try_from(text: String) -> Result<Glob, String> {
        if text.contains('[') { Err(format!("invalid pattern: {text}")) } else { Ok(Glob(text)) }
    }
}

/// Refused by its own `Deserialize`.
#[derive(Debug, PartialEq)]
struct Message(String);

impl<'de> Deserialize<'de> for Message {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Message, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text.is_empty() { Err(D::Error::custom("an empty message")) } else { Ok(Message(text)) }
    }
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
enum StateSource {
    File { path: String },
}

#[derive(Debug, Default, PartialEq)]
struct IgnoredValue;

impl<'de> Deserialize<'de> for IgnoredValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<IgnoredValue, D::Error> {
        IgnoredAny::deserialize(deserializer).map(|_| IgnoredValue)
    }
}

fn source(text: &str) -> Source {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("policy.yaml");
    fs::write(&file, text).unwrap();
    Source { path: "policy.yaml".into(), ..read(&file).unwrap() }
}

fn parse<T: DeserializeOwned>(text: &str) -> Result<T, ConfigError> {
    source(text).parse()
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let err = parse::<Policy>(text).expect_err(text);
    assert_eq!(err.to_string(), format!("could not read policy.yaml{expected}"), "{text}");
}

#[test]
fn an_unknown_key_is_named() {
    let fields = "expected one of `version`, `rules`, `tools`, `source`, `aliases`";
    check("zz: 1\n", &format!(":1:1: zz: unknown field `zz`, {fields}"));
    check("# c\n\nversion: 1\nzz: 1\n", &format!(":4:1: zz: unknown field `zz`, {fields}"));
    check("version: 1\r\nzz: 1\r\n", &format!(":2:1: zz: unknown field `zz`, {fields}"));
    check("\u{feff}zz: 1\n", &format!(":1:1: zz: unknown field `zz`, {fields}"));
    check("<<: {version: 1}\n", &format!(":1:1: <<: unknown field `<<`, {fields}"));
    check(
        "rules:\n  user-query:\n    DO:\n      action: block\n      acton: allow\n",
        ":5:7: rules.user-query.DO.acton: unknown field `acton`, expected `action` or `message`",
    );
    check(
        "tools:\n- tool: a\n- tool: b\n  ünly: [x]\n",
        ":4:3: tools[1].ünly: unknown field `ünly`, expected `tool` or `only`",
    );
    check(
        "rules: {ü: {\"a: b\": {x: 1}}}\n",
        ":1:22: rules.ü.a: b.x: unknown field `x`, expected `action` or `message`",
    );
    check(
        "version: 1\nsource:\n  kind: file\n  path: x\n  pointer: y\n",
        ":5:3: source.pointer: unknown field `pointer`, expected `path`",
    );
}

#[test]
fn a_wrong_value_is_named() {
    check("version: one\n", ":1:10: version: invalid type: string \"one\", expected u8");
    check("version: 300\n", ":1:10: version: invalid value: integer `300`, expected u8");
    check("rules:\n  x: 5\n", ":2:6: rules.x: invalid type: integer `5`, expected a map");
    check("tools: x\n", ":1:8: tools: invalid type: string \"x\", expected a sequence");
    check("tools:\n- x\n", ":2:3: tools[0]: invalid type: string \"x\", expected struct Tool");
    check(
        "rules:\n  x:\n    DO: {action: deny}\n",
        ":3:18: rules.x.DO.action: unknown variant `deny`, expected `allow` or `block`",
    );
    check("rules:\n  x:\n    DO: {}\n", ":3:9: rules.x.DO: missing field `action`");
    check("just text\n", ":1:1: invalid type: string \"just text\", expected struct Policy");
    check("- a\n", ":1:1: invalid type: sequence, expected struct Policy");
    check("source:\n  kind: env\n", ":2:9: source.kind: unknown variant `env`, expected `file`");
    check(
        "version: 1\nsource:\n  kind: file\n  path: [x]\n",
        ":2:1: source: invalid type: sequence, expected a string",
    );
}

#[test]
fn what_a_type_refuses_itself_is_named() {
    check("tools:\n- tool: a\n- tool: '[b'\n", ":3:3: tools[1].tool: invalid pattern: [b");
    check(
        "tools:\n- tool: a\n  only:\n  - b\n  - '[c'\n",
        ":5:5: tools[0].only[1]: invalid pattern: [c",
    );
    check(
        "rules:\n  x:\n    DO:\n      action: block\n      message: ''\n",
        ":5:7: rules.x.DO.message: an empty message",
    );
    let list = parse::<Vec<Glob>>("- a\n- '[b'\n").unwrap_err();
    assert_eq!(list.to_string(), "could not read policy.yaml:2:3: [1]: invalid pattern: [b");
    let list = parse::<Vec<u8>>("- 1\n- x\n").unwrap_err();
    let message = "could not read policy.yaml:2:3: [1]: invalid type: string \"x\", expected u8";
    assert_eq!(list.to_string(), message);
    let pair = parse::<(u8, u8)>("- 1\n- 2\n- 3\n").unwrap_err();
    let message = "could not read policy.yaml:3:3: invalid length 3, expected 2 items";
    assert_eq!(pair.to_string(), message);
}

#[test]
fn a_repeated_key_is_refused_at_any_depth() {
    check("version: 1\n\nversion: 2\n", ":3:1: version: duplicate key `version`");
    check(
        "rules:\n  x:\n    DO: {action: block}\n    DO: {action: allow}\n",
        ":4:5: rules.x.DO: duplicate key `DO`",
    );
    check("rules: {x: {}, y: {}, 'x': {}}\n", ":1:23: rules.x: duplicate key `x`");
    check("tools:\n- tool: a\n  tool: b\n", ":3:3: tools[0].tool: duplicate key `tool`");
    check(
        "rules: &a {x: {}}\naliases: {1: *a, \"1\": *a}\n",
        ":2:18: aliases.1: duplicate key `1`",
    );
    check("aliases: !!map {a: 1, a: 2}\n", ":1:23: aliases.a: duplicate key `a`");
}

#[test]
fn a_unique_map_is_unique_in_any_format() {
    let map = |entries: [(&'static str, u8); 2]| {
        UniqueMap::<u8>::deserialize(MapDeserializer::<_, value::Error>::new(entries.into_iter()))
    };
    assert_eq!(map([("a", 1), ("b", 2)]).unwrap().len(), 2);
    assert_eq!(map([("a", 1), ("a", 2)]).unwrap_err().to_string(), "duplicate key `a`");
}

#[test]
fn a_syntax_error_names_no_key() {
    check("version: 1\n\trules: {}\n", ":1:10: while scanning a plain scalar, found a tab");
    check(
        "rules:\n  x: {}\n y: {}\n",
        ":3:2: while parsing a block mapping, did not find expected key",
    );
    check("version: 1\nrules: [1, 2\n", ":3:1: while parsing a flow sequence, expected ',' or ']'");
    check("version: 'a\n", ":1:10: while scanning a quoted scalar, found unexpected end of stream");
    check("version: *none\n", ":1:10: while parsing node, found unknown anchor");
    check("ü: 1\nversion: \u{1}\n", ":2:10: control characters are not allowed");
    check("version: 1\n---\nversion: 2\n", ":3:1: more than one YAML document");
    check("a: !b/**\n", ":1:4: text that begins with `!` needs quotes");
    check("? [a]\n: b\n", ":1:3: invalid type: sequence, expected a key");
}

#[test]
fn nothing_is_an_empty_mapping() {
    for text in ["", "\n\n", "# a comment\n", "\u{feff}", "---\n", "---\n# c\n...\n", "{}"] {
        assert_eq!(parse::<Policy>(text).unwrap(), Policy::default(), "{text:?}");
    }
    assert_eq!(*parse::<UniqueMap<u8>>("").unwrap(), BTreeMap::new());
    check("~\n", ":1:1: invalid type: unit value, expected struct Policy");
    let err = parse::<Action>("").unwrap_err();
    assert_eq!(
        err.to_string(),
        "could not read policy.yaml:1:1: unknown variant ``, expected `allow` or `block`"
    );
}

#[test]
fn what_is_right_is_read() {
    let text = "version: 1\nrules:\n  x: &x\n    DO: {action: block, message: no}\n  y: *x\n\
        tools: [{tool: 'mcp__*'}]\nsource: {kind: file, path: a}\n";
    let policy: Policy = parse(text).unwrap();
    assert_eq!(policy.rules["x"], policy.rules["y"]);
    assert_eq!(policy.tools[0].tool, Glob("mcp__*".to_owned()));
    let map: UniqueMap<u8> = parse("b: 1\na: 2\n").unwrap();
    assert_eq!(map.into_inner(), BTreeMap::from([("a".to_owned(), 2), ("b".to_owned(), 1)]));
}

#[test]
fn a_bomb_is_refused() {
    // Each would run for hours, or out of memory.
    let too_much = |text: &str| {
        let err = parse::<Policy>(text).unwrap_err();
        let place = (err.line.is_some(), err.message.as_str());
        assert_eq!(place, (true, "the aliases expand to more than 2 MiB"));
    };
    let mut laughs = "aliases:\n- &a0 [lol]\n".to_owned();
    for level in 1..40 {
        let uses = vec![format!("*a{}", level - 1); 9].join(",");
        writeln!(laughs, "- &a{level} [{uses}]").unwrap();
    }
    // So many nodes that the parser's own limit on repetitions is out of reach.
    laughs.push_str(&"- x\n".repeat(60_000));
    too_much(&laughs);
    let many = "x,".repeat(20_000);
    too_much(&format!("aliases:\n- &a [{many}]\n{}", "- *a\n".repeat(20_000)));
    let long = "x".repeat(500_000);
    too_much(&format!("aliases:\n- &a {long}\n{}", "- *a\n".repeat(20_000)));
    for (text, message) in [
        ("aliases: &a [*a, *a]\n".to_owned(), "an alias inside its own anchor"),
        (format!("aliases: {}\n", "[".repeat(1000)), "recursion limit exceeded"),
        (format!("aliases:\n{}x\n", "- ".repeat(1 << 18)), "recursion limit exceeded"),
        ("[".repeat(1 << 20), "recursion limit exceeded"),
        ("{".repeat(1 << 20), "recursion limit exceeded"),
    ] {
        let err = parse::<Policy>(&text).unwrap_err();
        assert_eq!(err.message, message);
    }
}

#[test]
fn the_largest_file_without_aliases_is_read() {
    let text = format!("aliases: [{}]\n", "a,".repeat(((1 << 20) - 12) / 2));
    assert_eq!(parse::<Policy>(&text).unwrap(), Policy::default());
}

#[test]
fn what_a_caller_finds_wrong_is_named_where_it_stands() {
    let source = source("a:\n- b: c\n- d: [e, f]\n");
    let check = |way: &[Step], expected: &str| {
        assert_eq!(source.error_at(way, "wrong").to_string(), expected);
    };
    let d = ["a".into(), 1.into(), "d".into()];
    check(&d, "could not read policy.yaml:3:3: a[1].d: wrong");
    check(&[&d[..], &[1.into()]].concat(), "could not read policy.yaml:3:10: a[1].d[1]: wrong");
    let beyond = [&d[..], &["x".into(), 7.into()]].concat();
    check(&beyond, "could not read policy.yaml:3:6: a[1].d.x[7]: wrong");
    check(&[], "could not read policy.yaml:1:1: wrong");
}
