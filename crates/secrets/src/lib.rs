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
mod json;
mod key;
mod lists;
mod name;
mod phrase;
mod piped;
mod plain;
mod position;
mod printed;
mod run;
mod search;
mod signs;
mod value;
mod vocabulary;

use std::borrow::Cow;
use std::ops::Range;

use value::{is_mixed, is_random, is_scrambled, turns};

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

/// What is looked for again: so many bytes, and so many values.
const MIN_REPEATED: usize = 8;
const MIDDLE: usize = MIN_REPEATED / 2;
const MAX_REPEATED: usize = 1 << 10;
const MAX_VALUES: usize = 16;

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
    add_repeated(text, &mut secrets);
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
/// judged by what is there.
fn around(text: &str, places: &[usize]) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut parts: Vec<Range<usize>> = Vec::new();
    for place in places {
        let first = place.saturating_sub(MAX_REACH);
        let line = bytes.get(first.saturating_sub(MAX_LINE)..first).unwrap_or_default();
        let start = first - line.iter().rev().take_while(|byte| **byte != b'\n').count();
        let last = bytes.len().min(place + REDACTED.len() + MAX_REACH);
        let line = bytes.get(last..).unwrap_or_default().iter().take(MAX_LINE);
        let end = last + line.take_while(|byte| **byte != b'\n').count();
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

/// A secret that was found once is one wherever the text has it again.
fn add_repeated(text: &str, secrets: &mut Vec<Range<usize>>) {
    let mut values: Vec<&str> = Vec::new();
    for secret in secrets.iter() {
        if values.len() == MAX_VALUES {
            break;
        }
        let value = text.get(secret.clone()).unwrap_or_default();
        let is_own = (MIN_REPEATED..MAX_REPEATED).contains(&value.len())
            && is_random(value)
            && (turns(value) > 2 || is_mixed(value) || is_scrambled(value));
        if is_own && !values.contains(&value) {
            values.push(value);
        }
    }
    if values.is_empty() {
        return;
    }
    let found = places(text, &values);
    let is_new = |found: &Range<usize>| {
        let before = secrets.partition_point(|secret| secret.end <= found.start);
        secrets.get(before).is_none_or(|secret| secret.start >= found.end)
    };
    let mut repeated: Vec<_> = found.into_iter().filter(is_new).collect();
    if repeated.is_empty() {
        return;
    }
    secrets.append(&mut repeated);
    secrets.sort_by_key(|secret| secret.start);
    let mut end = 0;
    secrets.retain(|secret| {
        let is_apart = secret.start >= end;
        end = if is_apart { secret.end } else { end };
        is_apart
    });
}

/// Where these values stand.
fn places(text: &str, values: &[&str]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    // By a byte of the middle, for beginnings are often alike.
    let mut rarer = [false; 256];
    for value in values {
        if let Some(known) =
            value.as_bytes().get(MIDDLE).and_then(|byte| rarer.get_mut(usize::from(*byte)))
        {
            *known = true;
        }
    }
    for (middle, byte) in text.bytes().enumerate().skip(MIDDLE) {
        if signs::is_one_of(&rarer, byte) {
            let start = middle - MIDDLE;
            let behind = text.as_bytes().get(start..).unwrap_or_default();
            let value = values.iter().find(|value| {
                value.as_bytes().get(MIDDLE) == Some(&byte) && behind.starts_with(value.as_bytes())
            });
            found.extend(value.map(|value| start..start + value.len()));
        }
    }
    found
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
