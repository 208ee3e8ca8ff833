//! The page for people, executed.

use golden::page::{Keys, Page};
use golden::place::Place;

use crate::schema::{FILE, PROGRAM, SCHEMA};

const PAGE: &str = include_str!("../../../../docs/reference/prompt-detect-hook.md");
const SHORT: &str = include_str!("../../../../docs/hooks/prompt-detect-hook.md");

/// Stands for the program that has all hooks.
const TACKLEBOX: &str = r#"[ "$1" = run ] && exec "$2"; shift; exec prompt-detect-hook "$@""#;

fn place() -> Place {
    Place::new(PROGRAM).unwrap().with_script("tacklebox", TACKLEBOX).unwrap()
}

/// Its examples, keys and tools are what they are.
pub(crate) fn the_page_says_what_is() {
    let page = Page {
        hook: "prompt-detect-hook",
        text: PAGE,
        place: &place(),
        configurations: &[FILE],
        keys: &[
            Keys {
                schema: SCHEMA,
                at: "/properties",
                section: "Configuration",
                prefix: "",
                except: &["sinks", "on_prompt"],
                defaults: None,
            },
            Keys {
                schema: SCHEMA,
                at: "/properties/sinks/properties",
                section: "Configuration",
                prefix: "",
                except: &[],
                defaults: None,
            },
            Keys {
                schema: SCHEMA,
                at: "/properties/on_prompt/properties",
                section: "Configuration",
                prefix: "",
                except: &[],
                defaults: None,
            },
        ],
    };
    golden::page::check(&page).unwrap_or_else(|err| panic!("{err:#}"));
    let short = golden::page::check_short(&page, SHORT, &place());
    short.unwrap_or_else(|err| panic!("{err:#}"));
}
