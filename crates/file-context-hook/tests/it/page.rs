//! The page for people, executed, and the fields of an export on it.

use std::collections::BTreeSet;

use golden::page::{self, Keys, Page};
use golden::place::Place;
use serde_json::Value;

use crate::schema::{FILE, PROGRAM, SCHEMA};

const PAGE: &str = include_str!("../../../../docs/reference/file-context-hook.md");
const SHORT: &str = include_str!("../../../../docs/hooks/file-context-hook.md");

/// Its examples, keys and tools are what they are.
pub(crate) fn the_page_says_what_is() {
    let page = Page {
        hook: "file-context-hook",
        text: PAGE,
        place: &Place::new(PROGRAM).unwrap(),
        configurations: &[FILE],
        keys: &[
            Keys {
                schema: SCHEMA,
                at: "/properties/inject/properties",
                section: "Configuration",
                prefix: "inject.",
                except: &[],
                defaults: Some(2),
            },
            Keys {
                schema: SCHEMA,
                at: "/properties/record/properties",
                section: "Configuration",
                prefix: "record.",
                except: &[],
                defaults: Some(2),
            },
            Keys {
                schema: SCHEMA,
                at: "/properties/retention/properties",
                section: "Configuration",
                prefix: "retention.",
                except: &[],
                defaults: Some(2),
            },
        ],
    };
    golden::page::check(&page).unwrap_or_else(|err| panic!("{err:#}"));
    let short = golden::page::check_short(&page, SHORT, &Place::new(PROGRAM).unwrap());
    short.unwrap_or_else(|err| panic!("{err:#}"));
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
