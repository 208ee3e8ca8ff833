//! One file of HTML that needs nothing else: no network, no font, no other file.
//!
//! What happened is in it as one JSON document, which the script of the page shows. A policy in
//! the page lets nothing run and nothing be loaded but that script and style, by their hashes.

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

/// What stands at the beginning of every such page, by which it is known.
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
    /// From when on things are in it, likewise; `None` for all that is kept.
    pub since: Option<u64>,
    /// Whether calls on which no hook spoke are in the account.
    pub has_silent_calls: bool,
    /// The sessions, the oldest first.
    pub sessions: Vec<Session>,
    /// Who has written what of each file, by the ledger.
    pub authors: Vec<File>,
    /// What went wrong in hooks.
    pub errors: Vec<Failure>,
}

/// A file, and who has written its lines.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct File {
    /// In the project.
    pub path: String,
    /// Each with so many lines, the most first.
    pub contributors: Vec<(String, u64)>,
}

/// What went wrong in a hook.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The session; empty where it is not known.
    pub session: String,
    /// The hook.
    pub hook: String,
    /// What.
    pub error: String,
}

/// The page.
///
/// # Errors
/// Never: what it shows can be written as JSON.
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

/// Whether a file that begins so is such a page.
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
