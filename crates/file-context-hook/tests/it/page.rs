//! The examples and tables of the page for people, executed.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{bail, ensure};
use golden::page::{self, Block};
use golden::place::Place;
use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_file-context-hook");
const PAGE: &str = include_str!("../../../../docs/hooks/file-context-hook.md");
const SCHEMA: &str = include_str!("../../../../docs/schemas/file-context.schema.json");

fn schema() -> Value {
    serde_json::from_str(SCHEMA).unwrap()
}

/// Both the program and the schema take a configuration.
fn check_configuration(yaml: &str) -> anyhow::Result<()> {
    let place = Place::new(PROGRAM)?;
    place.write(".tacklebox/file-context.yaml", yaml)?;
    let output = place.shell("file-context-hook vacuum")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let source = hook_config::read(&place.project().join(".tacklebox/file-context.yaml"))?;
    let schema = jsonschema::draft202012::new(&schema())?;
    let document = source.parse()?;
    let errors: Vec<_> = schema.iter_errors(&document).map(|err| err.to_string()).collect();
    ensure!(errors.is_empty(), "{errors:?}");
    Ok(())
}

pub(crate) fn every_example_does_what_the_page_says() {
    let check = |block: &Block<'_>| match block.language {
        "yaml" => check_configuration(&block.text),
        "json" => serde_json::from_str(&block.text).map(|_: Value| ()).map_err(Into::into),
        "jsonl" => block
            .text
            .lines()
            .try_for_each(|line| serde_json::from_str(line).map(|_: Value| ()))
            .map_err(Into::into),
        other => bail!("nobody runs a block of `{other}`"),
    };
    let run = page::run(PAGE, &Place::new(PROGRAM).unwrap(), check);
    run.unwrap_or_else(|err| panic!("{err:#}"));
}

/// The page names every key that the schema has, with the default that it has.
pub(crate) fn every_key_stands_in_the_reference() {
    let schema = schema();
    let section = page::section(PAGE, "Configuration").unwrap();
    let rows = page::rows(section);
    for part in ["inject", "record", "retention"] {
        let keys = schema.pointer(&format!("/properties/{part}/properties")).unwrap();
        for (key, value) in keys.as_object().unwrap() {
            let name = format!("{part}.{key}");
            let row = rows.iter().find(|row| page::code(&row[0]) == [name.as_str()]);
            let row = row.unwrap_or_else(|| panic!("{name} is missing"));
            let default = match &value["default"] {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            assert_eq!(page::code(&row[2]), [default], "{name}");
        }
    }
}

/// The page names every tool that the program has, and no others.
pub(crate) fn every_tool_stands_on_the_page() {
    let help = Place::new(PROGRAM).unwrap().shell("file-context-hook --help").unwrap();
    page::check_tools(PAGE, &help.stdout).unwrap_or_else(|err| panic!("{err:#}"));
}

/// The page names the fields of each kind of line, and no others.
pub(crate) fn every_field_of_an_export_stands_on_the_page() {
    let place = Place::new(PROGRAM).unwrap();
    let line = |agent: &str, rest: &str| {
        let common = r#""sessionId":"s","timestamp":"2026-11-20T14:00:00Z""#;
        format!("{{{common}{agent},{rest}}}\n")
    };
    let agent = r#","agentId":"a","isSidechain":true"#;
    let call = r#""type":"assistant","message":{"content":[{"type":"tool_use","id":"t","name":"Read","input":{"file_path":"a"}}]}"#;
    let words =
        r#""type":"assistant","message":{"content":[{"type":"text","text":"It is short."}]}"#;
    let transcript = line(agent, call) + &line(agent, words);
    place.write("agent.jsonl", &transcript).unwrap();
    let commands = "file-context-hook ingest agent.jsonl && file-context-hook note add a b";
    assert!(place.shell(commands).unwrap().status.success());
    let export = place.shell("file-context-hook export").unwrap();
    let export = String::from_utf8(export.stdout).unwrap();

    let rows = page::rows(page::section(PAGE, "What is stored").unwrap());
    let named: BTreeSet<(String, BTreeSet<String>)> = rows
        .iter()
        .filter(|row| row.len() == 3)
        .map(|row| {
            let fields = page::code(&row[1]).into_iter().map(str::to_owned).collect();
            (page::code(&row[0])[0].to_owned(), fields)
        })
        .collect();
    let exported = export.lines().map(|line| {
        let line: Value = serde_json::from_str(line).unwrap();
        let fields = line.as_object().unwrap().keys().filter(|key| *key != "kind");
        (line["kind"].as_str().unwrap().to_owned(), fields.cloned().collect())
    });
    assert_eq!(named, exported.collect());
}

/// The failure table names tests that are there, and all cases that there are.
pub(crate) fn the_failure_table_and_the_tests_are_the_same() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cases = cases.join("../../tests/golden/file-context-hook");
    let sources =
        [("tools", include_str!("tools.rs")), ("processes", include_str!("processes.rs"))];
    let checked = page::check_failures(PAGE, &cases, &sources);
    checked.unwrap_or_else(|err| panic!("{err}"));
}
