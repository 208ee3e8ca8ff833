//! The page for people, executed; its decision table is in `decision_table.rs`.

use std::collections::BTreeSet;

use golden::page::{self, Keys, Page};
use golden::place::Place;
use serde_json::{Value, json};

use crate::schema::{PREFERENCES, PREFERENCES_SCHEMA, PROGRAM, REGISTRY, REGISTRY_SCHEMA};

const PAGE: &str = include_str!("../../../../docs/reference/question-preference-hook.md");
const SHORT: &str = include_str!("../../../../docs/hooks/question-preference-hook.md");

/// Its examples, keys and tools are what they are.
pub(crate) fn the_page_says_what_is() {
    let page = Page {
        hook: "question-preference-hook",
        text: PAGE,
        place: &Place::new(PROGRAM).unwrap(),
        configurations: &[REGISTRY, PREFERENCES],
        keys: &[
            Keys {
                schema: REGISTRY_SCHEMA,
                at: "/properties",
                section: "Configuration",
                prefix: "",
                except: &[],
                defaults: None,
            },
            Keys {
                schema: REGISTRY_SCHEMA,
                at: "/$defs/question/properties",
                section: "Configuration",
                prefix: "",
                except: &[],
                defaults: None,
            },
            Keys {
                schema: PREFERENCES_SCHEMA,
                at: "/$defs/object/properties",
                section: "Preferences",
                prefix: "",
                except: &[],
                defaults: None,
            },
        ],
    };
    golden::page::check(&page).unwrap_or_else(|err| panic!("{err:#}"));
    let short = golden::page::check_short(&page, SHORT, &Place::new(PROGRAM).unwrap());
    short.unwrap_or_else(|err| panic!("{err:#}"));
}

/// The page names the fields of a log record, and no others.
pub(crate) fn every_field_of_the_log_stands_on_the_page() {
    let place = Place::new(PROGRAM).unwrap();
    let question = json!({
        "question": "Which? <qid:x>", "header": "Pick", "multiSelect": false,
        "options": [{ "label": "A (recommended)" }, { "label": "B" }],
    });
    let input = json!({
        "questions": [question],
        "metadata": { "source": "plan" },
        "answers": { "Which? <qid:x>": "A (recommended)" },
        "annotations": { "Which? <qid:x>": { "notes": "but soon" } },
    });
    let event = json!({
        "session_id": "s", "agent_id": "a", "hook_event_name": "PostToolUse",
        "tool_name": "AskUserQuestion", "tool_use_id": "t",
        "tool_input": input, "tool_response": input,
    });
    place.write(".tacklebox/question-preferences.json", r#"{"x": "always-ask"}"#).unwrap();
    place.write("event.json", &event.to_string()).unwrap();
    let log = "question-preference-hook <event.json && question-preference-hook log --json";
    let log = place.shell(log).unwrap();
    let document: Value = serde_json::from_slice(&log.stdout).unwrap();
    let record = &document["questions"][0];
    let logged: BTreeSet<&str> = record.as_object().unwrap().keys().map(String::as_str).collect();

    let section = page::section(PAGE, "What you see, and the log").unwrap();
    let rows = page::rows(section);
    let named: BTreeSet<&str> = rows.iter().flat_map(|row| page::code(&row[0])).collect();
    assert_eq!(named, logged);
}
