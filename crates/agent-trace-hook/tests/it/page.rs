//! The examples and tables of the page for people, executed.

use std::collections::BTreeSet;
use std::path::Path;

use crate::ground::{PROGRAM, keys};
use anyhow::{bail, ensure};
use golden::page::{self, Block};
use golden::place::Place;
use serde_json::Value;

const PAGE: &str = include_str!("../../../../docs/hooks/agent-trace-hook.md");
const SCHEMA: &str = include_str!("../../../../docs/schemas/agent-trace.schema.json");
const RECORD: &str = include_str!("trace-record.schema.json");

fn schema(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// Both the program and the schema take a configuration.
fn check_configuration(yaml: &str) -> anyhow::Result<()> {
    let place = Place::new(PROGRAM)?;
    place.write(".tacklebox/agent-trace.yaml", yaml)?;
    let output = place.shell("agent-trace-hook query --json")?;
    ensure!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let source = hook_config::read(&place.project().join(".tacklebox/agent-trace.yaml"))?;
    let validator = jsonschema::draft202012::new(&schema(SCHEMA))?;
    let document = source.parse()?;
    let errors: Vec<_> = validator.iter_errors(&document).map(|err| err.to_string()).collect();
    ensure!(errors.is_empty(), "{errors:?}");
    Ok(())
}

pub(crate) fn every_example_does_what_the_page_says() {
    let check = |block: &Block<'_>| match block.language {
        "yaml" => check_configuration(&block.text),
        "json" => serde_json::from_str(&block.text).map(|_: Value| ()).map_err(Into::into),
        "python" | "sh" => Ok(()),
        other => bail!("nobody runs a block of `{other}`"),
    };
    // What the block of `sh` would make.
    let place = Place::new(PROGRAM).unwrap();
    let [key, public_key] = keys();
    place.write("trace.pub", &public_key).unwrap();
    place.write("key", &key).unwrap();
    place.shell("mkdir -p ~/keys && mv key ~/keys/trace.pem").unwrap();
    let run = page::run(PAGE, &place, check);
    run.unwrap_or_else(|err| panic!("{err:#}"));
}

/// The page names every key that the schema has, with the default that it has.
pub(crate) fn every_key_stands_in_the_reference() {
    let schema = schema(SCHEMA);
    let rows = page::rows(page::section(PAGE, "Configuration").unwrap());
    for (key, value) in schema["properties"].as_object().unwrap() {
        let row = rows.iter().find(|row| page::code(&row[0]) == [key.as_str()]);
        let row = row.unwrap_or_else(|| panic!("{key} is missing"));
        assert_eq!(page::code(&row[2]), [value["default"].to_string()], "{key}");
    }
}

/// The page names every field of the specification that a record may have.
pub(crate) fn every_field_of_a_record_stands_on_the_page() {
    let rows = page::rows(page::section(PAGE, "Records").unwrap());
    let named: BTreeSet<&str> = rows.iter().flat_map(|row| page::code(&row[0])).collect();
    for field in schema(RECORD)["properties"].as_object().unwrap().keys() {
        assert!(named.contains(field.as_str()), "{field} is missing");
    }
}

/// The page names every tool that the program has, and no others.
pub(crate) fn every_tool_stands_on_the_page() {
    let help = Place::new(PROGRAM).unwrap().shell("agent-trace-hook --help").unwrap();
    page::check_tools(PAGE, &help.stdout).unwrap_or_else(|err| panic!("{err:#}"));
}

/// The failure table names tests that are there, and all cases that there are.
pub(crate) fn the_failure_table_and_the_tests_are_the_same() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cases = cases.join("../../tests/golden/agent-trace-hook");
    let sources = [("ledger", include_str!("ledger.rs"))];
    let checked = page::check_failures(PAGE, &cases, &sources);
    checked.unwrap_or_else(|err| panic!("{err}"));
}
