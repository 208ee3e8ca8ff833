//! The tables of what real clients showed: of Claude Code in docs/protocol.md, of others in
//! docs/hosts.md.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::Context as _;
use jiff::Zoned;

use super::case::Case;
use crate::client::Client;
use crate::files;

/// The page that has that of Claude Code.
const PAGE: &str = "docs/protocol.md";

/// The page that has that of other hosts.
const PAGE_OF_OTHERS: &str = "docs/hosts.md";

const BEGIN: &str = "<!-- e2e: written by `cargo xtask e2e --write` -->\n";
const END: &str = "<!-- e2e: end -->\n";

/// A case that was played.
#[derive(Clone, Copy)]
pub(super) struct Seen<'a> {
    pub(super) case: &'a Case,
    pub(super) client: &'a Client,
    pub(super) holds: bool,
}

/// Puts the tables of what was seen in place of those that are there; where nothing was played, the one
/// that is there stays.
///
/// # Errors
/// If a page cannot be read or written, or has no place for it.
pub(super) fn write(root: &Path, seen: &[Seen<'_>]) -> anyhow::Result<()> {
    for (page, is_claude) in [(PAGE, true), (PAGE_OF_OTHERS, false)] {
        let of_page: Vec<Seen<'_>> =
            seen.iter().filter(|it| it.client.is_claude() == is_claude).copied().collect();
        if of_page.is_empty() {
            continue;
        }
        let page = root.join(page);
        let text = fs::read_to_string(&page).with_context(|| page.display().to_string())?;
        let today = Zoned::now().date().to_string();
        let text = replaced(&text, &table(&of_page, &today));
        files::write(&page, &text.context("the page has no place for it")?)?;
    }
    Ok(())
}

fn replaced(text: &str, table: &str) -> Option<String> {
    let (before, rest) = text.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}\n{table}\n{END}{after}"))
}

/// A row for each fact, a column for each client.
fn table(seen: &[Seen<'_>], today: &str) -> String {
    let mut rows: BTreeMap<(&str, &str), BTreeMap<String, bool>> = BTreeMap::new();
    let mut heads: Vec<String> = Vec::new();
    for Seen { case, client, holds } in seen {
        let of = case.of();
        let name = if client.is_claude() { client.version.to_string() } else { client.name() };
        let cells = rows.entry((of, &case.fact)).or_default();
        // In every form in which it was played.
        *cells.entry(name.clone()).or_insert(true) &= holds;
        if !heads.contains(&name) {
            heads.push(name);
        }
    }
    let line = "---|".repeat(heads.len());
    let head = heads.join(" | ");
    let mut table =
        format!("Played on {today}.\n\n| of | what is promised | {head} |\n|---|---|{line}");
    for ((of, fact), cells) in rows {
        let _written = write!(table, "\n| {of} | {fact} |");
        for head in &heads {
            let cell = match cells.get(head) {
                Some(true) => "seen",
                Some(false) => "**not so**",
                None => "not meant",
            };
            let _written = write!(table, " {cell} |");
        }
    }
    table + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_in_one_form_is_not_so() {
        let text = "It shows.\n-- told --\na\n";
        let case = Case::parse("a-hook/b", text).unwrap();
        let version = "2.1.330".parse().unwrap();
        let client = Client { kind: &scripted_client::CLAUDE, path: "claude".into(), version };
        let seen = |holds| Seen { case: &case, client: &client, holds };
        let row = |seen: &[Seen<'_>]| table(seen, "today").lines().last().unwrap().to_owned();
        assert!(row(&[seen(true), seen(true)]).ends_with("| seen |"));
        assert!(row(&[seen(true), seen(false)]).ends_with("| **not so** |"));
        assert!(row(&[seen(false), seen(true)]).ends_with("| **not so** |"));
    }

    #[test]
    fn the_table_takes_the_place_of_the_one_before() {
        let page = format!("a\n{BEGIN}old\n{END}b\n");
        let page = replaced(&page, "new\n").unwrap();
        assert_eq!(page, format!("a\n{BEGIN}\nnew\n\n{END}b\n"));
        assert_eq!(replaced("a\n", "new"), None);
    }
}
