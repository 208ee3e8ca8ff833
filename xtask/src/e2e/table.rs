//! The tables of what real clients showed, each in a file beside the cases.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use jiff::ZonedDateTime;

use super::case::Case;
use crate::client::Client;
use crate::files;

/// The results of Claude Code.
const CLAUDE: &str = "tests/e2e/results-claude-code.md";

/// The results of other hosts.
const OTHERS: &str = "tests/e2e/results-other-hosts.md";

/// A case that was played.
#[derive(Clone, Copy)]
pub(super) struct Seen<'a> {
    pub(super) case: &'a Case,
    pub(super) client: &'a Client,
    pub(super) holds: bool,
}

/// Writes the tables of what was seen. The file of a kind of host that was not played stays as it is.
///
/// # Errors
/// If a file cannot be written.
pub(super) fn write(root: &Path, seen: &[Seen<'_>]) -> anyhow::Result<()> {
    let today = ZonedDateTime::now().date().to_string();
    for (file, is_claude) in [(CLAUDE, true), (OTHERS, false)] {
        let of_file: Vec<Seen<'_>> =
            seen.iter().filter(|it| it.client.is_claude() == is_claude).copied().collect();
        if !of_file.is_empty() {
            files::write(&root.join(file), &table(&of_file, &today))?;
        }
    }
    Ok(())
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
}
