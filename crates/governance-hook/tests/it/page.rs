//! The examples and the failure table of the page for people, executed.

use std::path::Path;

use anyhow::{bail, ensure};
use golden::page::{self, Block};
use golden::place::Place;
use jsonschema::Validator;
use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_governance-hook");
const PAGE: &str = include_str!("../../../../docs/hooks/governance-hook.md");
const SCHEMA: &str = include_str!("../../../../docs/schemas/governance.schema.json");

/// Both the program and the schema take a configuration.
fn check_configuration(schema: &Validator, yaml: &str) -> anyhow::Result<()> {
    let place = Place::new(PROGRAM)?;
    place.write(".tacklebox/governance.yaml", yaml)?;
    let output = place.shell("governance-hook matrix")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let source = hook_config::read(&place.project().join(".tacklebox/governance.yaml"))?;
    let document: Value = source.parse()?;
    let errors: Vec<_> = schema.iter_errors(&document).map(|err| err.to_string()).collect();
    ensure!(errors.is_empty(), "{errors:?}");
    Ok(())
}

pub(crate) fn every_example_does_what_the_page_says() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let schema = jsonschema::draft202012::new(&schema).unwrap();
    let check = |block: &Block<'_>| match block.language {
        "yaml" => check_configuration(&schema, &block.text),
        "json" => serde_json::from_str(&block.text).map(|_: Value| ()).map_err(Into::into),
        other => bail!("nobody runs a block of `{other}`"),
    };
    let run = page::run(PAGE, &Place::new(PROGRAM).unwrap(), check);
    run.unwrap_or_else(|err| panic!("{err:#}"));
}

/// The page names every key that the schema has.
pub(crate) fn every_key_stands_in_the_reference() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    for key in schema["properties"].as_object().unwrap().keys() {
        assert!(PAGE.contains(&format!("| `{key}")), "{key}");
    }
}

/// The failure table names tests that are there, and all cases that there are.
pub(crate) fn the_failure_table_and_the_tests_are_the_same() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/governance-hook");
    let sources = [
        ("failures", include_str!("failures.rs")),
        ("load", include_str!("../../src/gather/load.rs")),
    ];
    let checked = page::check_failures(PAGE, &cases, &sources);
    checked.unwrap_or_else(|err| panic!("{err}"));
}
