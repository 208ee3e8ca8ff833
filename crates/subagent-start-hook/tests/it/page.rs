//! The page for people, executed.

use golden::page::Page;
use golden::place::Place;
use golden::schema::Configuration;

use crate::ground::Ground;

const PAGE: &str = include_str!("../../../../docs/reference/subagent-start-hook.md");
const SHORT: &str = include_str!("../../../../docs/hooks/subagent-start-hook.md");
const SCHEMA: &str = include_str!("../../../../docs/schemas/file-context.schema.json");

const FILE: Configuration<'_> = Configuration {
    file: ".tacklebox/file-context.yaml",
    schema: Some(SCHEMA),
    tools: &[r#"echo '{"hook_event_name": "SubagentStart", "session_id": "s"}' |
              subagent-start-hook 2>&1 >/dev/null | (! grep .)"#],
};

/// A project in which a script stands for `file-context-hook`, which is built elsewhere; the
/// tests of `tacklebox` run these pages with that hook itself.
fn place() -> Place {
    let ground = Ground::new();
    std::fs::create_dir_all(ground.state("")).unwrap();
    ground.place.with_script("file-context-hook", include_str!("recorder.sh")).unwrap()
}

/// Its examples, keys and tools are what they are.
pub(crate) fn the_page_says_what_is() {
    let page = Page {
        hook: "subagent-start-hook",
        text: PAGE,
        place: &place(),
        configurations: &[FILE],
        keys: &[],
    };
    golden::page::check(&page).unwrap_or_else(|err| panic!("{err:#}"));
    let short = golden::page::check_short(&page, SHORT, &place());
    short.unwrap_or_else(|err| panic!("{err:#}"));
}
