//! One file of HTML that needs nothing else: no network, no font, no other file.
//!
//! It contains the data as one JSON document, which its script shows. A content security policy
//! allows only that script and style, by their hashes.

use data_encoding::BASE64;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::history::Session;

const PAGE: &str = include_str!("../page/page.html");
const STYLE: &str = include_str!("../page/style.css");
const SCRIPT: &str = concat!(
    "\"use strict\";\n",
    include_str!("../page/data.js"),
    include_str!("../page/draw.js"),
    include_str!("../page/timeline.js"),
    include_str!("../page/views.js"),
    include_str!("../page/main.js"),
);

/// The mark at the beginning of every such page.
const MARK: &str = "<meta name=\"generator\" content=\"tacklebox report\">";

/// How much of a file is looked at for [`MARK`].
const MAX_HEAD: usize = 2_000;

/// What a page shows.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Report {
    /// The name of the project's folder.
    pub project: String,
    /// When it was made, in milliseconds since 1970.
    pub made: u64,
    /// The beginning of the report in milliseconds since 1970; `None` for everything.
    pub since: Option<u64>,
    /// Whether the account has calls that no hook answered.
    pub has_silent_calls: bool,
    /// The sessions, the oldest first.
    pub sessions: Vec<Session>,
    /// Who wrote which share of each file, from the ledger.
    pub authors: Vec<File>,
    /// The errors of hooks.
    pub errors: Vec<Failure>,
}

/// A file, and who wrote its lines.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct File {
    /// Relative to the project.
    pub path: String,
    /// Names with their number of lines, the most first.
    pub contributors: Vec<(String, u64)>,
}

/// An error of a hook.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The session; empty if unknown.
    pub session: String,
    /// The hook.
    pub hook: String,
    /// The message.
    pub error: String,
}

/// The page.
///
/// # Errors
/// Never in practice: a report can always be serialised.
pub fn page(report: &Report) -> serde_json::Result<String> {
    let data = island(&serde_json::to_string(report)?);
    let policy = format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; base-uri 'none'; \
         form-action 'none'",
        hash(SCRIPT),
        hash(STYLE),
    );
    // What others wrote comes last, so that nothing is put into it.
    let parts = [("{mark}", MARK), ("{policy}", &policy), ("{style}", STYLE), ("{script}", SCRIPT)];
    let page = parts.iter().fold(PAGE.to_owned(), |page, (name, part)| page.replace(name, part));
    Ok(page.replacen("{data}", &data, 1))
}

/// Whether a file with this beginning is such a page.
pub fn is_page(beginning: &[u8]) -> bool {
    let head = beginning.get(..MAX_HEAD).unwrap_or(beginning);
    String::from_utf8_lossy(head).contains(MARK)
}

/// JSON that stays within its element: no `<`, so that nothing in it ends the element or begins
/// a comment, and nothing that a reader of HTML or of lines takes for more than a character.
fn island(json: &str) -> String {
    let mut safe = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' => safe.push_str("\\u003c"),
            '>' => safe.push_str("\\u003e"),
            '&' => safe.push_str("\\u0026"),
            '\u{2028}' => safe.push_str("\\u2028"),
            '\u{2029}' => safe.push_str("\\u2029"),
            c => safe.push(c),
        }
    }
    safe
}

fn hash(text: &str) -> String {
    BASE64.encode(&Sha256::digest(text))
}

#[cfg(test)]
mod tests;
