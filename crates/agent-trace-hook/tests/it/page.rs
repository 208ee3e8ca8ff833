//! The page for people, executed, and the fields of a record on it.

use std::collections::BTreeSet;

use golden::page::{self, Keys, Page};
use golden::place::Place;
use golden::schema::Configuration;
use serde_json::Value;

use crate::ground::{PROGRAM, keys};

const PAGE: &str = include_str!("../../../../docs/reference/agent-trace-hook.md");
const SHORT: &str = include_str!("../../../../docs/hooks/agent-trace-hook.md");
const SCHEMA: &str = include_str!("../../../../docs/schemas/agent-trace.schema.json");
const RECORD: &str = include_str!("trace-record.schema.json");

const FILE: Configuration<'_> = Configuration {
    file: ".tacklebox/agent-trace.yaml",
    schema: Some(SCHEMA),
    tools: &["agent-trace-hook query --json 2>&1 >/dev/null | (! grep .)"],
};

/// A project with what the block of `sh` would make.
fn place() -> Place {
    let place = Place::new(PROGRAM).unwrap();
    let [key, public_key] = keys();
    place.write("trace.pub", &public_key).unwrap();
    place.write("key", &key).unwrap();
    place.shell("mkdir -p ~/keys && mv key ~/keys/trace.pem").unwrap();
    place
}

/// Its examples, keys and tools are what they are.
pub(crate) fn the_page_says_what_is() {
    let page = Page {
        hook: "agent-trace-hook",
        text: PAGE,
        place: &place(),
        configurations: &[FILE],
        keys: &[Keys {
            schema: SCHEMA,
            at: "/properties",
            section: "Configuration",
            prefix: "",
            except: &[],
            defaults: Some(2),
        }],
    };
    golden::page::check(&page).unwrap_or_else(|err| panic!("{err:#}"));
    let short = golden::page::check_short(&page, SHORT, &place());
    short.unwrap_or_else(|err| panic!("{err:#}"));
}

/// The page names every field of the specification that a record may have.
pub(crate) fn every_field_of_a_record_stands_on_the_page() {
    let record: Value = serde_json::from_str(RECORD).unwrap();
    let rows = page::rows(page::section(PAGE, "Records").unwrap());
    let named: BTreeSet<&str> = rows.iter().flat_map(|row| page::code(&row[0])).collect();
    for field in record["properties"].as_object().unwrap().keys() {
        assert!(named.contains(field.as_str()), "{field} is missing");
    }
}
