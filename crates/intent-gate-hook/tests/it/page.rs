//! The examples and tables of the page for people, executed. Its figures on
//! commands are tested in `rates.rs`.

use std::path::Path;

use anyhow::{bail, ensure};
use golden::page::{self, Block};
use golden::place::Place;
use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_intent-gate-hook");
const PAGE: &str = include_str!("../../../../docs/hooks/intent-gate-hook.md");

/// The program takes a file as it stands on the page.
fn check_yaml(block: &Block<'_>) -> anyhow::Result<()> {
    let place = Place::new(PROGRAM)?;
    place.write(".orchestration/active_intents.yaml", "active_intents: []\n")?;
    place.write(block.file.unwrap_or(".tacklebox/intent-gate.yaml"), &block.text)?;
    let output = place.shell("intent-gate-hook list")?;
    ensure!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}

pub(crate) fn every_example_does_what_the_page_says() {
    let check = |block: &Block<'_>| match block.language {
        "yaml" => check_yaml(block),
        "json" => serde_json::from_str(&block.text).map(|_: Value| ()).map_err(Into::into),
        other => bail!("nobody runs a block of `{other}`"),
    };
    // The first files are those that the page changes later.
    let run = page::run(PAGE, &Place::new(PROGRAM).unwrap(), check);
    run.unwrap_or_else(|err| panic!("{err:#}"));
}

/// The page names every key of the policy, as the program's own refusal lists them.
pub(crate) fn every_key_stands_in_the_reference() {
    let place = Place::new(PROGRAM).unwrap();
    place.write(".orchestration/active_intents.yaml", "active_intents: []\n").unwrap();
    place.write(".tacklebox/intent-gate.yaml", "nobody: 1\n").unwrap();
    let output = place.shell("intent-gate-hook list").unwrap();
    let refusal = String::from_utf8(output.stderr).unwrap();
    let (_, keys) = refusal.split_once("expected one of ").unwrap();
    let rows = page::rows(page::section(PAGE, "Configuration").unwrap());
    let named: Vec<&str> = rows.iter().flat_map(|row| page::code(&row[0])).collect();
    assert_eq!(page::code(keys), named);
}

/// The page names every tool that the program has, and no others.
pub(crate) fn every_tool_stands_on_the_page() {
    let help = Place::new(PROGRAM).unwrap().shell("intent-gate-hook --help").unwrap();
    page::check_tools(PAGE, &help.stdout).unwrap_or_else(|err| panic!("{err:#}"));
}

/// The failure table names tests that are there, and all cases that there are.
pub(crate) fn the_failure_table_and_the_tests_are_the_same() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cases = cases.join("../../tests/golden/intent-gate-hook");
    let sources = [("handlers", include_str!("../../src/handlers/tests.rs"))];
    let checked = page::check_failures(PAGE, &cases, &sources);
    checked.unwrap_or_else(|err| panic!("{err}"));
}
