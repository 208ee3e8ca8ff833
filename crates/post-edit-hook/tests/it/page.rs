//! The page for people, executed, and the schema of the configuration.

use golden::page::{Keys, Page};
use golden::place::Place;
use golden::schema::{Configuration, RefusedBy};

const PROGRAM: &str = env!("CARGO_BIN_EXE_post-edit-hook");
const PAGE: &str = include_str!("../../../../docs/reference/post-edit-hook.md");
const SHORT: &str = include_str!("../../../../docs/hooks/post-edit-hook.md");
const SCHEMA: &str = include_str!("../../../../docs/schemas/post-edit.schema.json");

const FILE: Configuration<'_> = Configuration {
    file: ".tacklebox/post-edit.yaml",
    schema: Some(SCHEMA),
    tools: &["post-edit-hook list", "post-edit-hook check | (! grep '^could not read ')"],
};

/// Its examples, keys and tools are what they are.
pub(crate) fn the_page_says_what_is() {
    let page = Page {
        hook: "post-edit-hook",
        text: PAGE,
        place: &Place::new(PROGRAM).unwrap(),
        configurations: &[FILE],
        keys: &[
            Keys {
                schema: SCHEMA,
                at: "/properties",
                section: "Configuration",
                prefix: "",
                except: &[],
                defaults: Some(2),
            },
            Keys {
                schema: SCHEMA,
                at: "/$defs/step/properties",
                section: "Configuration",
                prefix: "",
                except: &[],
                defaults: Some(2),
            },
        ],
    };
    golden::page::check(&page).unwrap_or_else(|err| panic!("{err:#}"));
    let short = golden::page::check_short(&page, SHORT, &Place::new(PROGRAM).unwrap());
    short.unwrap_or_else(|err| panic!("{err:#}"));
}

/// What the program refuses, the schema refuses, and the other way round.
pub(crate) fn the_schema_and_the_program_agree() {
    let step = |rest: &str| format!("steps: [{{ files: a, kind: check, run: [x]{rest} }}]");
    let good = [
        String::new(),
        "version: 1\nbudget: 9500\nsteps:\n".to_owned(),
        step(""),
        step(", timeout_ms: 1, on_failure: ignore, when: always"),
        step(", root: project"),
        step(", root: turbo.json"),
        step(", timeout_ms: 100000, on_failure: block, when: changed-lines-only"),
        "steps: [{ files: a, kind: format, run: [x, 2024, true] }]".to_owned(),
        step(", format: sarif"),
        step(", format: text, when: always"),
        step(", pattern: '^(?P<line>[0-9]+) (?P<message>.*)'"),
    ];
    let bad = [
        "version: 2".to_owned(),
        "budget: 9501".to_owned(),
        "stages: []".to_owned(),
        step(", timeout_ms: 0"),
        step(", timeout_ms: 100001"),
        step(", timeout: 5"),
        step(", on_failure: warn"),
        step(", when: never"),
        step(", format: xml"),
        step(", format: pattern"),
        step(", format: json, pattern: '(?P<line>.)(?P<message>.)'"),
        "steps: [{ files: a, kind: format, run: [x], format: json }]".to_owned(),
        step(", root: ''"),
        step(", root: .."),
        step(", root: packages/web"),
        "steps: [{ files: a, kind: check, run: [] }]".to_owned(),
        "steps: [{ files: a, kind: check, run: x }]".to_owned(),
        "steps: [{ files: '', kind: check, run: [x] }]".to_owned(),
        "steps: [{ files: [a], kind: check, run: [x] }]".to_owned(),
        "steps: [{ kind: check, run: [x] }]".to_owned(),
        format!("steps: [{}]", "{ files: a, kind: check, run: [x] }, ".repeat(51)),
    ];
    let patterns = [step(", pattern: '('"), step(", pattern: '(?P<line>.)'")];
    let table: &[(RefusedBy, &[String])] =
        &[(RefusedBy::Nobody, &good), (RefusedBy::Both, &bad), (RefusedBy::Program, &patterns)];
    let checked = FILE.check(&Place::new(PROGRAM).unwrap(), table);
    checked.unwrap_or_else(|err| panic!("{err:#}"));
}
