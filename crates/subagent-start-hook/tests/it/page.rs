//! The page for people, executed.

use golden::page::Page;
use golden::schema::Configuration;

use crate::ground::{Ground, SESSION, ago};

const PAGE: &str = include_str!("../../../../docs/reference/subagent-start-hook.md");
const SCHEMA: &str = include_str!("../../../../docs/schemas/file-context.schema.json");

const FILE: Configuration<'_> = Configuration {
    file: ".tacklebox/file-context.yaml",
    schema: Some(SCHEMA),
    tools: &[r#"echo '{"hook_event_name": "SubagentStart", "session_id": "s"}' |
              subagent-start-hook 2>&1 >/dev/null | (! grep .)"#],
};

/// What the page says that the session has done.
fn ground() -> Ground {
    let ground = Ground::new();
    ground.read("src/parser.rs", 30).read("src/lexer.rs", 20);
    ground.touched(SESSION, Some("another"), "README.md", ago(10));
    ground
}

/// Its examples, its keys, its tools and its failures are what they are.
pub(crate) fn the_page_says_what_is() {
    let page = Page {
        hook: "subagent-start-hook",
        text: PAGE,
        place: &ground().place,
        configurations: &[FILE],
        keys: &[],
        sources: &[("failures", include_str!("failures.rs"))],
    };
    golden::page::check(&page).unwrap_or_else(|err| panic!("{err:#}"));
}
