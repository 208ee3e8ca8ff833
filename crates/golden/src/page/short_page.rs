//! The short page of a hook, which a person reads first. The reference, to which it links, has the
//! rest.

use anyhow::ensure;

use super::check::{check_block, named};
use super::{Page, run};
use crate::place::Place;

/// What every short page has, in this order.
const SECTIONS: [&str; 3] = ["Quick start", "Configuration", "When something is wrong"];

/// A section that a page may have: the reference lists the verbs anyway.
const CHEAT_SHEET: &str = "Cheat sheet";

/// Checks the short page of a hook against the program: its blocks and commands (see [`run`]), in
/// a project of its own, its sections, and its link to the reference. `reference` is the page to
/// which it links.
///
/// # Errors
///
/// Names all that differs.
pub fn check_short(reference: &Page<'_>, text: &str, place: &Place) -> anyhow::Result<()> {
    let page = Page { text, place, ..*reference };
    let results = [
        run(text, place, |block| check_block(&page, block)),
        named(text),
        sections(text),
        link(text, page.hook),
    ];
    let wrong = results.into_iter().filter_map(Result::err).map(|err| format!("{err:#}"));
    let wrong: Vec<_> = wrong.collect();
    ensure!(wrong.is_empty(), "the short page: {}", wrong.join("\n"));
    Ok(())
}

fn sections(text: &str) -> anyhow::Result<()> {
    // Every other part is a block of code, in which a heading is an example.
    let prose = text.split("\n```").step_by(2).flat_map(str::lines);
    let titles = prose.filter_map(|line| line.strip_prefix("## "));
    let titles: Vec<_> = titles.filter(|title| *title != CHEAT_SHEET).collect();
    ensure!(titles == SECTIONS, "the sections are {titles:?}, not {SECTIONS:?}");
    Ok(())
}

fn link(text: &str, hook: &str) -> anyhow::Result<()> {
    let link = format!("](../reference/{hook}.md)");
    ensure!(text.contains(&link), "it does not link to its reference");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# a-hook\n[all of it](../reference/a-hook.md)\n\n## Quick start\n\
                        ```console\n$ echo '## x'\n## x\n```\n\n## Configuration\n\n\
                        ## When something is wrong\n";

    fn found(text: &str) -> Result<(), String> {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("a-hook");
        let place = Place::new(program.to_str().unwrap()).unwrap();
        let page = Page { hook: "a-hook", text: "", place: &place, configurations: &[], keys: &[] };
        check_short(&page, text, &place).map_err(|err| err.to_string())
    }

    #[track_caller]
    fn check(from: &str, to: &str, words: &str) {
        let err = found(&PAGE.replace(from, to)).unwrap_err();
        assert!(err.contains(words), "{err}");
    }

    #[test]
    fn a_short_page_is_executed_and_whole() {
        assert_eq!(found(PAGE), Ok(()));
        check("echo '## x'", "echo y", "$ echo y");
        check("## Configuration\n", "", "the sections are");
        check("(../reference/a-hook.md)", "(../reference/b-hook.md)", "does not link");
    }
}
