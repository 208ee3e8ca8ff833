//! Takes secrets out of text before it is kept or shown.
//!
//! [`redact`] is for every writer of words: journals, ledgers, files of sessions,
//! sinks and stores; [`redact_json`] for those that write JSON.
//!
//! Known are tokens by their published forms (`formats.txt`), private keys, JSON web
//! tokens, passwords in URLs and on command lines, headers and cookies, and values
//! that are given to a name such as `password`, `client_secret` or `API_KEY`, in the
//! ways in which code, files and people write that. The text is looked at once and
//! nothing is compiled, so that a hook of one event can afford it.
//!
//! What is taken out too much costs a word of a memory; what is left in is on the disk
//! for months. Names of things (`SEC-68`), versions, hashes of commits, placeholders and
//! code stay.
//!
//! How well, and what is missed, is in `docs/secrets.md`.

mod address;
mod argument;
mod assign;
mod beginnings;
mod bytes;
mod call;
mod code;
mod columns;
mod command;
mod cursor;
mod formats;
mod generated;
mod given;
mod grown;
mod header;
mod hidden;
mod inserted;
mod json;
mod key;
mod lists;
mod name;
mod phrase;
mod piped;
mod plain;
mod position;
mod printed;
mod repeated;
mod run;
mod search;
mod signs;
mod value;
mod vocabulary;

use std::borrow::Cow;
use std::ops::Range;

pub use json::redact_json;

/// What stands in the place of a secret.
pub const REDACTED: &str = "[redacted]";

/// How often a text is looked at again in which something was found: as long as secrets
/// alone are taken out, and until whole lines have been.
const MAX_EXACT: usize = 4;
const MAX_PASSES: usize = 12;

/// How far what was taken out may change what is found, in bytes, and how long a line may be.
const MAX_REACH: usize = 420;
const MAX_LINE: usize = 4 << 10;

/// `text` without what looks like a key, a token or a password; [`REDACTED`] takes its
/// place. Text without a secret is not even copied.
///
/// ```
/// assert_eq!(secrets::redact("password=hunter2"), "password=[redacted]");
/// assert_eq!(secrets::redact("The last token was PARSER-77."), "The last token was PARSER-77.");
/// ```
pub fn redact(text: &str) -> Cow<'_, str> {
    let found = search::find(text);
    let Some(mut clean) = without(text, found.secrets, 0) else {
        return Cow::Borrowed(text);
    };
    // What a secret stood before may stand before another one now.
    for pass in 1..MAX_PASSES {
        let text = &clean.text;
        let is_whole = found.has_hidden || clean.parts.is_empty();
        let found = if is_whole { search::find(text) } else { search::find_in(text, &clean.parts) };
        match without(text, found.secrets, pass) {
            Some(cleaner) => clean = cleaner,
            None => return Cow::Owned(clean.text),
        }
    }
    Cow::Borrowed(REDACTED)
}

/// A text without secrets.
struct Clean {
    text: String,
    /// What stands around where they were, in which more may be found.
    parts: Vec<Range<usize>>,
}

/// The text without these secrets and what repeats them, if there are any.
fn without(text: &str, mut secrets: Vec<Range<usize>>, pass: usize) -> Option<Clean> {
    repeated::add(text, &mut secrets);
    if pass > MAX_EXACT {
        secrets = lines_of(text, &secrets);
    }
    let last = secrets.last()?.end;
    let mut clean = String::with_capacity(text.len());
    let mut places = Vec::with_capacity(secrets.len());
    let mut kept = 0;
    for secret in &secrets {
        clean.push_str(text.get(kept..secret.start).unwrap_or_default());
        places.push(clean.len());
        clean.push_str(REDACTED);
        kept = secret.end;
    }
    clean.push_str(text.get(last..).unwrap_or_default());
    let parts = around(&clean, &places);
    Some(Clean { text: clean, parts })
}

/// The lines around these places, and as many bytes as something may stand before them that is
/// judged by what is there. What is in a part is not read again for the next place.
fn around(text: &str, places: &[usize]) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let is_within = |byte: &&u8| **byte != b'\n';
    let mut parts: Vec<Range<usize>> = Vec::new();
    for place in places {
        let known = parts.last().map_or(0, |part| part.end);
        let first = place.saturating_sub(MAX_REACH);
        let line = bytes.get(first.saturating_sub(MAX_LINE).max(known)..first).unwrap_or_default();
        let start = first - line.iter().rev().take_while(is_within).count();
        let last = bytes.len().min(place + REDACTED.len() + MAX_REACH);
        let from = last.max(known);
        let line = bytes.get(from..bytes.len().min(last + MAX_LINE)).unwrap_or_default();
        let end = from + line.iter().take_while(is_within).count();
        count_steps(first.saturating_sub(start) + end - from);
        match parts.last_mut() {
            Some(part) if start <= part.end => part.end = end,
            _ => parts.push(start..end),
        }
    }
    parts
}

/// The lines in which these are, apart from each other.
fn lines_of(text: &str, secrets: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut lines: Vec<Range<usize>> = Vec::new();
    for secret in secrets {
        let end = lines.last().map_or(0, |line| line.end);
        if secret.end <= end {
            continue;
        }
        let before = text.get(end..secret.start).unwrap_or_default();
        let start = secret.start - before.len() + before.rfind('\n').map_or(0, |place| place + 1);
        let behind = text.get(secret.end..).unwrap_or_default();
        let end = secret.end + behind.find('\n').unwrap_or(behind.len());
        lines.push(start..end);
    }
    lines
}

/// Whether one of these words in lower case stands here, in any case.
fn is_word(text: &str, at: usize, words: &[&str]) -> bool {
    which(text, at, words).is_some()
}

/// The first of these words in lower case that stands here, in any case, by its place in the list.
fn which(text: &str, at: usize, words: &[&str]) -> Option<usize> {
    let behind = text.as_bytes().get(at..)?;
    let first = behind.first()?.to_ascii_lowercase();
    words
        .iter()
        .position(|word| word.as_bytes().first() == Some(&first) && begins(behind, word.as_bytes()))
}

/// Whether a text begins with a word in lower case, in any case. Most words differ in the first
/// bytes, so these are compared one by one.
fn begins(text: &[u8], word: &[u8]) -> bool {
    let is_same = |(found, wanted): (&u8, &u8)| found.to_ascii_lowercase() == *wanted;
    text.len() >= word.len() && text.iter().zip(word).all(is_same)
}

/// Counts the bytes that are read: a test holds their number against the length of the text.
#[cfg(test)]
fn count_steps(number: usize) {
    tests::STEPS.with(|steps| steps.set(steps.get() + number));
}

#[cfg(not(test))]
const fn count_steps(_: usize) {}

#[cfg(test)]
mod tests;
