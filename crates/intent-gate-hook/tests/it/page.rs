//! The page for people, executed. Its figures on commands are tested in `rates.rs`.

use golden::page::{self, Page};
use golden::place::Place;
use golden::schema::Configuration;

use crate::schema::SCHEMA;

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_intent-gate-hook");
const PAGE: &str = include_str!("../../../../docs/reference/intent-gate-hook.md");
const SHORT: &str = include_str!("../../../../docs/hooks/intent-gate-hook.md");

const TEAM: &str = include_str!("../../../../docs/team.md");

/// The tools read the policy where there are intents.
pub(crate) const FILE: Configuration<'_> = Configuration {
    file: ".tacklebox/intent-gate.yaml",
    schema: Some(SCHEMA),
    tools: &["mkdir -p .orchestration; cd .orchestration; \
              [ -e active_intents.yaml ] || echo 'active_intents: []' >active_intents.yaml; \
              intent-gate-hook list >/dev/null"],
};

/// Its examples, keys and tools are what they are.
pub(crate) fn the_page_says_what_is() {
    let page = Page {
        hook: "intent-gate-hook",
        text: PAGE,
        place: &Place::new(PROGRAM).unwrap(),
        configurations: &[FILE],
        keys: &[],
    };
    golden::page::check(&page).unwrap_or_else(|err| panic!("{err:#}"));
    let short = golden::page::check_short(&page, SHORT, &Place::new(PROGRAM).unwrap());
    short.unwrap_or_else(|err| panic!("{err:#}"));
}

/// Each configuration on the page for teams is valid.
pub(crate) fn a_team_can_copy_its_page() {
    let place = Place::new(PROGRAM).unwrap();
    place.write(".orchestration/active_intents.yaml", "active_intents: []\n").unwrap();
    let blocks = page::blocks(TEAM).unwrap();
    let configurations: Vec<_> = blocks.iter().filter(|it| it.language == "yaml").collect();
    assert_eq!(configurations.len(), 2);
    for configuration in configurations {
        place.write(FILE.file, &configuration.text).unwrap();
        let output = place.shell("intent-gate-hook list").unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}{}", configuration.text);
    }
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
