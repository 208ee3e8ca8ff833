//! The page for people, executed.

use golden::page::Page;
use golden::place::Place;
use golden::schema::{Configuration, RefusedBy};

const PROGRAM: &str = env!("CARGO_BIN_EXE_@HOOK@");
const PAGE: &str = include_str!("../../../../docs/reference/@HOOK@.md");
const SHORT: &str = include_str!("../../../../docs/hooks/@HOOK@.md");

/// The configuration; `explain` says where it cannot be read.
const FILE: Configuration<'_> = Configuration {
    file: ".tacklebox/@NAME@.yaml",
    schema: None,
    tools: &[r#"echo '{"hook_event_name": "SessionStart", "source": "startup"}' |
              @HOOK@ explain | (! grep 'could not read')"#],
};

/// Its examples, keys and tools are what they are.
pub(crate) fn the_page_says_what_is() {
    let page = Page {
        hook: "@HOOK@",
        text: PAGE,
        place: &Place::new(PROGRAM).unwrap(),
        configurations: &[FILE],
        keys: &[],
    };
    golden::page::check(&page).unwrap_or_else(|err| panic!("{err:#}"));
    let short = golden::page::check_short(&page, SHORT, &Place::new(PROGRAM).unwrap());
    short.unwrap_or_else(|err| panic!("{err:#}"));
}

/// What cannot be meant is refused.
pub(crate) fn the_configuration_is_strict() {
    let table: &[(RefusedBy, &[&str])] = &[
        (RefusedBy::Nobody, &["", "version: 1", "tell:", "tell: x"]),
        (RefusedBy::Program, &["version: 2", "told: x", "tell: [x]", "- tell"]),
    ];
    let checked = FILE.check(&Place::new(PROGRAM).unwrap(), table);
    checked.unwrap_or_else(|err| panic!("{err:#}"));
}
