//! The examples and tables of the page for people, executed; its decision table
//! is in `decision_table.rs`.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{bail, ensure};
use golden::page::{self, Block};
use golden::place::Place;
use jsonschema::Validator;
use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_question-preference-hook");
const PAGE: &str = include_str!("../../../../docs/hooks/question-preference-hook.md");
const REGISTRY_SCHEMA: &str = include_str!("../../../../docs/schemas/questions.schema.json");
const PREFERENCES_SCHEMA: &str =
    include_str!("../../../../docs/schemas/question-preferences.schema.json");

fn schema(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn validator(text: &str) -> Validator {
    jsonschema::draft202012::new(&schema(text)).unwrap()
}

fn check_schema(schema: &Validator, document: &Value) -> anyhow::Result<()> {
    let errors: Vec<_> = schema.iter_errors(document).map(|err| err.to_string()).collect();
    ensure!(errors.is_empty(), "{errors:?}");
    Ok(())
}

/// Both the program and the schema take a registry.
fn check_registry(yaml: &str) -> anyhow::Result<()> {
    let place = Place::new(PROGRAM)?;
    place.write(".tacklebox/questions.yaml", yaml)?;
    let output = place.shell("question-preference-hook list")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let source = hook_config::read(&place.project().join(".tacklebox/questions.yaml"))?;
    check_schema(&validator(REGISTRY_SCHEMA), &source.parse()?)
}

/// Both the program and the schema take preferences.
fn check_preferences(json: &str) -> anyhow::Result<()> {
    let place = Place::new(PROGRAM)?;
    place.write(".tacklebox/question-preferences.json", json)?;
    let output = place.shell("question-preference-hook list")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    ensure!(!String::from_utf8(output.stdout)?.contains("not understood"));
    check_schema(&validator(PREFERENCES_SCHEMA), &serde_json::from_str(json)?)
}

pub(crate) fn every_example_does_what_the_page_says() {
    let check = |block: &Block<'_>| match (block.language, block.file) {
        ("yaml", _) => check_registry(&block.text),
        ("json", Some(file)) if file.ends_with("preferences.json") => {
            check_preferences(&block.text)
        }
        ("json", _) => serde_json::from_str(&block.text).map(|_: Value| ()).map_err(Into::into),
        (other, _) => bail!("nobody runs a block of `{other}`"),
    };
    let run = page::run(PAGE, &Place::new(PROGRAM).unwrap(), check);
    run.unwrap_or_else(|err| panic!("{err:#}"));
}

/// The page names every key that the schemas have.
pub(crate) fn every_key_stands_in_the_reference() {
    let (registry, preferences) = (schema(REGISTRY_SCHEMA), schema(PREFERENCES_SCHEMA));
    for keys in [
        &registry["properties"],
        &registry["$defs"]["question"]["properties"],
        &preferences["$defs"]["object"]["properties"],
    ] {
        for key in keys.as_object().unwrap().keys() {
            assert!(PAGE.contains(&format!("\n| `{key}` |")), "{key}");
        }
    }
}

/// The page names the fields of a log record, and no others.
pub(crate) fn every_field_of_the_log_stands_on_the_page() {
    let place = Place::new(PROGRAM).unwrap();
    let question = json!({
        "question": "Which?", "header": "Pick", "multiSelect": false,
        "options": [{ "label": "A (recommended)" }, { "label": "B" }],
    });
    let input = json!({
        "questions": [question],
        "metadata": { "source": "plan" },
        "answers": { "Which?": "A (recommended)" },
        "annotations": { "Which?": { "notes": "but soon" } },
    });
    let event = json!({
        "session_id": "s", "agent_id": "a", "hook_event_name": "PostToolUse",
        "tool_name": "AskUserQuestion", "tool_use_id": "t",
        "tool_input": input, "tool_response": input,
    });
    place.write("event.json", &event.to_string()).unwrap();
    let log = "question-preference-hook <event.json && question-preference-hook log --json";
    let log = place.shell(log).unwrap();
    let record: Value = serde_json::from_slice(&log.stdout).unwrap();
    let logged: BTreeSet<&str> = record.as_object().unwrap().keys().map(String::as_str).collect();

    let section = page::section(PAGE, "What you see, and the log").unwrap();
    let rows = page::rows(section);
    let named: BTreeSet<&str> = rows.iter().flat_map(|row| page::code(&row[0])).collect();
    assert_eq!(named, logged);
}

/// The page names every tool that the program has, and no others.
pub(crate) fn every_tool_stands_on_the_page() {
    let help = Place::new(PROGRAM).unwrap().shell("question-preference-hook --help").unwrap();
    page::check_tools(PAGE, &help.stdout).unwrap_or_else(|err| panic!("{err:#}"));
}

/// The examples of the word list count as the page says.
pub(crate) fn every_example_of_the_word_list_counts_as_the_page_says() {
    let place = Place::new(PROGRAM).unwrap();
    let preferences = r#"{"x": "never-ask"}"#;
    place.write(".tacklebox/question-preferences.json", preferences).unwrap();
    let is_one_way = |text: &str| {
        let line = format!("question-preference-hook check x --text '{text}'");
        place.shell(&line).unwrap().stdout.starts_with(b"ASK: one-way")
    };
    let rows = page::rows(page::section(PAGE, "One-way doors").unwrap());
    let examples: Vec<&str> = rows.iter().map(|row| row[2].as_str()).collect();
    let [phrases, pairs, benign] = examples[..] else { panic!("{examples:?}") };
    let (verbs, nouns) = pairs.split_once("; ").unwrap();
    let wrong = phrases.split(", ").filter(|phrase| !is_one_way(phrase)).map(str::to_owned);
    let pair = |verb| nouns.split(", ").map(move |noun| format!("{verb} the {noun}"));
    let wrong = wrong.chain(verbs.split(", ").flat_map(pair).filter(|pair| !is_one_way(pair)));
    let alone = verbs.split(", ").chain(nouns.split(", ")).chain(benign.split(", "));
    // A verb at the beginning would be an order.
    let alone = alone.map(|text| format!("about {text}"));
    let wrong = wrong.chain(alone.filter(|text| is_one_way(text)));
    assert_eq!(wrong.collect::<Vec<_>>(), [""; 0]);
}

/// The failure table names tests that are there.
pub(crate) fn the_failure_table_names_tests_that_are_there() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cases = cases.join("../../tests/golden/question-preference-hook");
    let checked = page::check_failures(PAGE, &cases, &[]);
    checked.unwrap_or_else(|err| panic!("{err}"));
}
