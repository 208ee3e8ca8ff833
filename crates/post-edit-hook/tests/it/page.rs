//! The examples and tables of the page for people, executed.

use std::path::Path;

use anyhow::{bail, ensure};
use golden::page::{self, Block};
use golden::place::Place;
use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_post-edit-hook");
const PAGE: &str = include_str!("../../../../docs/hooks/post-edit-hook.md");
const SCHEMA: &str = include_str!("../../../../docs/schemas/post-edit.schema.json");

fn schema() -> Value {
    serde_json::from_str(SCHEMA).unwrap()
}

/// Both the program and the schema take a configuration.
fn check_configuration(yaml: &str) -> anyhow::Result<()> {
    let place = Place::new(PROGRAM)?;
    place.write(".tacklebox/post-edit.yaml", yaml)?;
    let output = place.shell("post-edit-hook list")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let source = hook_config::read(&place.project().join(".tacklebox/post-edit.yaml"))?;
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
        "sh" if block.file.is_some() => Ok(()),
        other => bail!("nobody runs a block of `{other}`"),
    };
    let run = page::run(PAGE, &Place::new(PROGRAM).unwrap(), check);
    run.unwrap_or_else(|err| panic!("{err:#}"));
}

/// The page names every key that the schema has, with the default that it has.
pub(crate) fn every_key_stands_in_the_reference() {
    let schema = schema();
    let rows = page::rows(page::section(PAGE, "Configuration").unwrap());
    for properties in ["/properties", "/$defs/step/properties"] {
        for (key, value) in schema.pointer(properties).unwrap().as_object().unwrap() {
            let row = rows.iter().find(|row| page::code(&row[0]) == [key.as_str()]);
            let row = row.unwrap_or_else(|| panic!("{key} is missing"));
            let default = match &value["default"] {
                Value::Null => None,
                Value::String(text) => Some(text.clone()),
                other => Some(other.to_string()),
            };
            assert_eq!(page::code(&row[2]), Vec::from_iter(default.as_deref()), "{key}");
        }
    }
}

/// What the program refuses, the schema refuses, and the other way round.
pub(crate) fn the_schema_and_the_program_agree() {
    let step = |rest: &str| format!("steps: [{{ files: a, kind: check, run: [x]{rest} }}]");
    for good in [
        String::new(),
        "version: 1\nbudget: 9500\nsteps:\n".to_owned(),
        step(""),
        step(", timeout_ms: 1, on_failure: ignore, when: always"),
        step(", timeout_ms: 100000, on_failure: block, when: changed-lines-only"),
        "steps: [{ files: a, kind: format, run: [x, 2024, true] }]".to_owned(),
    ] {
        check_configuration(&good).unwrap_or_else(|err| panic!("{good}: {err:#}"));
    }
    let schema = jsonschema::draft202012::new(&schema()).unwrap();
    for bad in [
        "version: 2".to_owned(),
        "budget: 9501".to_owned(),
        "stages: []".to_owned(),
        step(", timeout_ms: 0"),
        step(", timeout_ms: 100001"),
        step(", timeout: 5"),
        step(", on_failure: warn"),
        step(", when: never"),
        "steps: [{ files: a, kind: check, run: [] }]".to_owned(),
        "steps: [{ files: a, kind: check, run: x }]".to_owned(),
        "steps: [{ files: '', kind: check, run: [x] }]".to_owned(),
        "steps: [{ files: [a], kind: check, run: [x] }]".to_owned(),
        "steps: [{ kind: check, run: [x] }]".to_owned(),
        format!("steps: [{}]", "{ files: a, kind: check, run: [x] }, ".repeat(51)),
    ] {
        let place = Place::new(PROGRAM).unwrap();
        place.write(".tacklebox/post-edit.yaml", &bad).unwrap();
        assert_eq!(place.shell("post-edit-hook check").unwrap().status.code(), Some(1), "{bad}");
        let file = place.project().join(".tacklebox/post-edit.yaml");
        let document: Value = hook_config::read(&file).unwrap().parse().unwrap();
        assert!(!schema.is_valid(&document), "{bad}");
    }
}

/// The page names every tool that the program has, and no others.
pub(crate) fn every_tool_stands_on_the_page() {
    let help = Place::new(PROGRAM).unwrap().shell("post-edit-hook --help").unwrap();
    page::check_tools(PAGE, &help.stdout).unwrap_or_else(|err| panic!("{err:#}"));
}

/// The failure table names tests that are there, and all cases that there are.
pub(crate) fn the_failure_table_and_the_tests_are_the_same() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cases = cases.join("../../tests/golden/post-edit-hook");
    let sources = [("work", include_str!("../../src/gather/work.rs"))];
    let checked = page::check_failures(PAGE, &cases, &sources);
    checked.unwrap_or_else(|err| panic!("{err}"));
}
