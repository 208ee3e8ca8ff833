//! The table of what real clients showed, in docs/protocol.md.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::Context as _;
use hook_installer::HostVersion;
use jiff::Zoned;

use super::case::Case;
use crate::files;

/// The page that has it.
pub(super) const PAGE: &str = "docs/protocol.md";

const BEGIN: &str = "<!-- e2e: written by `cargo xtask e2e --write` -->\n";
const END: &str = "<!-- e2e: end -->\n";

/// A case that was played.
pub(super) struct Seen<'a> {
    pub(super) case: &'a Case,
    pub(super) version: HostVersion,
    pub(super) holds: bool,
}

/// Puts the table of what was seen in place of the one that is there.
///
/// # Errors
/// If the page cannot be read or written, or has no place for it.
pub(super) fn write<'a>(page: &Path, seen: impl Iterator<Item = Seen<'a>>) -> anyhow::Result<()> {
    let text = fs::read_to_string(page).with_context(|| page.display().to_string())?;
    let today = Zoned::now().date().to_string();
    let text = replaced(&text, &table(seen, &today)).context("the page has no place for it")?;
    files::write(page, &text)
}

fn replaced(text: &str, table: &str) -> Option<String> {
    let (before, rest) = text.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}\n{table}\n{END}{after}"))
}

/// A row for each fact, a column for each version.
fn table<'a>(seen: impl Iterator<Item = Seen<'a>>, today: &str) -> String {
    let mut rows: BTreeMap<(&str, &str), BTreeMap<HostVersion, bool>> = BTreeMap::new();
    for Seen { case, version, holds } in seen {
        let of = case.name.split('/').next().unwrap_or_default();
        let cells = rows.entry((of, &case.fact)).or_default();
        // In every form in which it was played.
        let cell = cells.entry(version).or_insert(true);
        *cell &= holds;
    }
    let mut versions: Vec<HostVersion> =
        rows.values().flat_map(|cells| cells.keys().copied()).collect();
    versions.sort_unstable();
    versions.dedup();
    let heads: Vec<String> = versions.iter().rev().map(ToString::to_string).collect();
    let heads = heads.join(" | ");
    let line = "---|".repeat(versions.len());
    let mut table =
        format!("Played on {today}.\n\n| of | what is promised | {heads} |\n|---|---|{line}");
    for ((of, fact), cells) in rows {
        let _written = write!(table, "\n| {of} | {fact} |");
        for version in versions.iter().rev() {
            let cell = match cells.get(version) {
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
    fn the_table_takes_the_place_of_the_one_before() {
        let page = format!("a\n{BEGIN}old\n{END}b\n");
        let page = replaced(&page, "new\n").unwrap();
        assert_eq!(page, format!("a\n{BEGIN}\nnew\n\n{END}b\n"));
        assert_eq!(replaced("a\n", "new"), None);
    }
}
