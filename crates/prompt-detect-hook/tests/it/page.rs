//! The examples and the failure table of the page for people, executed.

use std::path::Path;

use anyhow::{bail, ensure};
use golden::page::{self, Block};
use golden::place::Place;
use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_prompt-detect-hook");
const PAGE: &str = include_str!("../../../../docs/hooks/prompt-detect-hook.md");
const SCHEMA: &str = include_str!("../../../../docs/schemas/prompt-detect.schema.json");

fn place() -> Place {
    Place::new(PROGRAM).unwrap()
}

/// Both the program and the schema take a configuration.
fn check_configuration(yaml: &str) -> anyhow::Result<()> {
    let place = Place::new(PROGRAM)?;
    place.write(".tacklebox/prompt-detect.yaml", yaml)?;
    let output = place.shell("prompt-detect-hook gc")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let schema = jsonschema::draft202012::new(&serde_json::from_str(SCHEMA)?)?;
    let source = hook_config::read(&place.project().join(".tacklebox/prompt-detect.yaml"))?;
    let errors =
        schema.iter_errors(&source.parse()?).map(|err| err.to_string()).collect::<Vec<_>>();
    ensure!(errors.is_empty(), "{errors:?}");
    Ok(())
}

/// A shell reads the script to its end.
fn check_script(script: &str) -> anyhow::Result<()> {
    let place = Place::new(PROGRAM)?;
    place.write("script.sh", script)?;
    let output = place.shell("sh -n script.sh")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}

pub(crate) fn every_example_does_what_the_page_says() {
    let check = |block: &Block<'_>| match block.language {
        "yaml" => check_configuration(&block.text),
        "sh" => check_script(&block.text),
        "json" => serde_json::from_str(&block.text).map(|_: Value| ()).map_err(Into::into),
        "text" => Ok(()),
        other => bail!("nobody runs a block of `{other}`"),
    };
    let run = page::run(PAGE, &place(), check);
    run.unwrap_or_else(|err| panic!("{err:#}"));
}

/// The page names every key that the schema has.
pub(crate) fn every_key_stands_in_the_reference() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let section = page::section(PAGE, "Configuration").unwrap();
    let rows = page::rows(section);
    let named: Vec<&str> = rows.iter().flat_map(|row| page::code(&row[0])).collect();
    let properties = &schema["properties"];
    for keys in
        [properties, &properties["sinks"]["properties"], &properties["on_prompt"]["properties"]]
    {
        for key in keys.as_object().unwrap().keys() {
            let has_keys = !properties[key]["properties"].is_null();
            assert!(has_keys || named.contains(&key.as_str()), "{key}");
        }
    }
}

/// The page names every tool that the program has, and no others.
pub(crate) fn every_tool_stands_on_the_page() {
    let help = place().shell("prompt-detect-hook --help").unwrap();
    page::check_tools(PAGE, &help.stdout).unwrap_or_else(|err| panic!("{err:#}"));
}

/// The failure table names tests that are there, and all cases that there are.
pub(crate) fn the_failure_table_and_the_tests_are_the_same() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cases = cases.join("../../tests/golden/prompt-detect-hook");
    let sources =
        [("processes", include_str!("processes.rs")), ("sinks", include_str!("sinks.rs"))];
    let checked = page::check_failures(PAGE, &cases, &sources);
    checked.unwrap_or_else(|err| panic!("{err}"));
}
