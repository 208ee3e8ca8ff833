//! The examples and the failure table of the page for people, executed.

use std::path::Path;

use anyhow::{bail, ensure};
use golden::page::{self, Block};
use golden::place::Place;
use serde_json::Value;

use crate::ground::{Ground, SESSION, ago};

const PROGRAM: &str = env!("CARGO_BIN_EXE_subagent-start-hook");
const PAGE: &str = include_str!("../../../../docs/hooks/subagent-start-hook.md");

fn check_configuration(yaml: &str) -> anyhow::Result<()> {
    let place = Place::new(PROGRAM)?;
    place.write(".tacklebox/file-context.yaml", yaml)?;
    place.write("event.json", r#"{"hook_event_name": "SubagentStart", "session_id": "s"}"#)?;
    let output = place.shell("subagent-start-hook < event.json")?;
    ensure!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}

/// What the page says that the session has done.
fn ground() -> Ground {
    let ground = Ground::new();
    ground.read("src/parser.rs", 30).read("src/lexer.rs", 20);
    ground.touched(SESSION, Some("another"), "README.md", ago(10));
    ground
}

pub(crate) fn every_example_does_what_the_page_says() {
    let check = |block: &Block<'_>| match block.language {
        "yaml" => check_configuration(&block.text),
        "json" => serde_json::from_str(&block.text).map(|_: Value| ()).map_err(Into::into),
        other => bail!("nobody runs a block of `{other}`"),
    };
    let run = page::run(PAGE, &ground().place, check);
    run.unwrap_or_else(|err| panic!("{err:#}"));
}

/// The page names every tool that the program has, and no others.
pub(crate) fn every_tool_stands_on_the_page() {
    let help = ground().place.shell("subagent-start-hook --help").unwrap();
    page::check_tools(PAGE, &help.stdout).unwrap_or_else(|err| panic!("{err:#}"));
}

/// The failure table names tests that are there, and all cases that there are.
pub(crate) fn the_failure_table_and_the_tests_are_the_same() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cases = cases.join("../../tests/golden/subagent-start-hook");
    let sources = [("failures", include_str!("failures.rs"))];
    let checked = page::check_failures(PAGE, &cases, &sources);
    checked.unwrap_or_else(|err| panic!("{err}"));
}
