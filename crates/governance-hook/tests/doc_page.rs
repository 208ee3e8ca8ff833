//! The examples of the page for people, executed.
//!
//! A fenced block is `yaml` (a configuration that stands alone), `json`, or
//! `console`. A second word after the language names the file that the block
//! becomes, in a project that all blocks of the page share. In a console block
//! each line that begins with `$ ` is run by a shell in that project, and what
//! follows must be its whole output, errors last. `# exit N` at the end of a
//! command is the status it must end with, else 0.
#![cfg(test)]

mod place;

use std::collections::BTreeSet;
use std::path::Path;

use jsonschema::Validator;
use place::Place;
use serde_json::Value;

const PAGE: &str = include_str!("../../../docs/hooks/governance-hook.md");
const SCHEMA: &str = include_str!("../../../docs/schemas/governance.schema.json");

/// Where the project lies on the page.
const ON_THE_PAGE: &str = "/home/you/project";

struct Block<'a> {
    /// In the page, from 1.
    line: usize,
    language: &'a str,
    file: Option<&'a str>,
    text: String,
}

/// A command of a console block.
struct Command<'a> {
    text: &'a str,
    status: i32,
    output: String,
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut open = false;
    for (at, line) in page.lines().enumerate() {
        match (line.strip_prefix("```"), open) {
            (Some(_), true) => open = false,
            (Some(info), false) => {
                let (language, file) = match info.split_once(' ') {
                    Some((language, file)) => (language, Some(file)),
                    None => (info, None),
                };
                let text = String::new();
                blocks.push(Block { line: at + 1, language, file, text });
                open = true;
            }
            (None, true) => {
                let text = &mut blocks.last_mut().unwrap().text;
                text.push_str(line);
                text.push('\n');
            }
            (None, false) => {}
        }
    }
    assert!(!open, "a block has no end");
    blocks
}

fn commands(block: &str) -> Vec<Command<'_>> {
    let mut commands: Vec<Command<'_>> = Vec::new();
    for line in block.lines() {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(text), _) => {
                let status = text.rsplit_once(" # exit ");
                let status = status.map_or(0, |(_, status)| status.parse().unwrap());
                commands.push(Command { text, status, output: String::new() });
            }
            (None, Some(command)) => {
                command.output.push_str(line);
                command.output.push('\n');
            }
            (None, None) => panic!("a console block begins with `$ `: {line}"),
        }
    }
    commands
}

/// Runs a command and says where it differs from the page.
fn difference(place: &Place, command: &Command<'_>) -> Option<String> {
    let output = place.shell(command.text);
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(text).unwrap();
    let text = text.replace(place.project().to_str().unwrap(), ON_THE_PAGE);
    let status = output.status.code();
    (text != command.output || status != Some(command.status)).then(|| {
        format!(
            "$ {}\n{text}({})\n--- the page has\n{}",
            command.text, output.status, command.output
        )
    })
}

/// Both the program and the schema take a configuration.
fn assert_configuration(schema: &Validator, yaml: &str) {
    let place = Place::new();
    place.write(".tacklebox/governance.yaml", yaml);
    let output = place.shell("governance-hook matrix");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let source = hook_config::read(&place.project().join(".tacklebox/governance.yaml")).unwrap();
    let document: Value = source.parse().unwrap();
    let errors: Vec<_> = schema.iter_errors(&document).map(|err| err.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}\n{yaml}");
}

#[test]
fn every_example_does_what_the_page_says() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let schema = jsonschema::draft202012::new(&schema).unwrap();
    let place = Place::new();
    let mut differences = Vec::new();
    for block in blocks(PAGE) {
        match block.language {
            "yaml" => assert_configuration(&schema, &block.text),
            "json" => drop(serde_json::from_str::<Value>(&block.text).unwrap()),
            "console" => {
                let commands = commands(&block.text);
                let found = commands.iter().filter_map(|command| difference(&place, command));
                differences.extend(found.map(|found| format!("line {}: {found}", block.line)));
            }
            other => panic!("line {}: nobody runs a block of `{other}`", block.line),
        }
        if let Some(file) = block.file {
            place.write(file, &block.text);
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// The page names every key that the schema has.
#[test]
fn every_key_stands_in_the_reference() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    for key in schema["properties"].as_object().unwrap().keys() {
        assert!(PAGE.contains(&format!("| `{key}")), "{key}");
    }
}

/// The failure table names tests that are there, and all cases that there are.
#[test]
fn the_failure_table_and_the_tests_are_the_same() {
    let (_, table) = PAGE.split_once("\n## Failures\n").unwrap();
    let (table, _) = table.split_once("\n## ").unwrap();
    let tests = table
        .lines()
        .filter_map(|line| line.trim_end_matches('|').rsplit_once('|'))
        .flat_map(|(_, tests)| tests.split('`').skip(1).step_by(2));
    let named: BTreeSet<&str> = tests.collect();

    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/governance-hook");
    let functions = [include_str!("failures.rs"), include_str!("../src/load.rs")].concat();
    for name in &named {
        let is_there = cases.join(name).is_dir()
            || functions.contains(&format!("fn {name}()"))
            || *name == "load";
        assert!(is_there, "no test is called {name}");
    }
    for case in cases.read_dir().unwrap() {
        let case = case.unwrap().file_name().into_string().unwrap();
        let belongs = case.starts_with("failure-") && !PAGE.contains(&case);
        assert!(!belongs, "{case} is missing in the table");
    }
}
