//! The pages about a hook that needs another one.

use std::path::Path;

use anyhow::Context;
use golden::page;
use golden::place::Place;

const SHORT: &str = include_str!("../../../../docs/hooks/subagent-start-hook.md");
const REFERENCE: &str = include_str!("../../../../docs/reference/subagent-start-hook.md");

/// What they show comes about with both hooks themselves. `hook` is one of the links to the
/// program, which stand beside each other.
pub(crate) fn a_page_about_two_hooks_can_be_replayed(hook: &Path) -> anyhow::Result<()> {
    for page in [SHORT, REFERENCE] {
        let place = Place::new(hook.to_str().context("the path is no text")?)?;
        place.write(".tacklebox/README.md", "")?;
        page::run(page, &place, |_| Ok(()))?;
    }
    Ok(())
}
