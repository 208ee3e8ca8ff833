//! The page for people, executed.

use golden::page::{Keys, Page};
use golden::place::Place;

use crate::schema::{FILE, PROGRAM, SCHEMA};

const PAGE: &str = include_str!("../../../../docs/reference/prompt-detect-hook.md");
const SHORT: &str = include_str!("../../../../docs/hooks/prompt-detect-hook.md");

/// Its examples, keys and tools are what they are.
pub(crate) fn the_page_says_what_is() {
    let page = Page {
        hook: "prompt-detect-hook",
        text: PAGE,
        place: &Place::new(PROGRAM).unwrap(),
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
    let short = golden::page::check_short(&page, SHORT, &Place::new(PROGRAM).unwrap());
    short.unwrap_or_else(|err| panic!("{err:#}"));
}
