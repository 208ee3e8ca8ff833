//! Redacts secrets in text before it is stored or shown.
//!
//! [`redact`] is for every writer of words: journals, ledgers, files of sessions, sinks and
//! stores. It knows
//!
//! - tokens by their published format (`token_formats.txt`),
//! - private key blocks and JSON web tokens,
//! - passwords in URLs,
//! - the password behind the user's name in `curl -u`,
//! - the headers `Authorization` and `Cookie`,
//! - values that are assigned to a name such as `password`, `client_secret` or `API_KEY`: in the
//!   environment, YAML, JSON, code, and behind an option of a command.
//!
//! Each of these is a rule in a file of its own. The text is scanned once, without a
//! regular expression, so that a hook that lives for one event can afford it.
//!
//! A false positive costs a word of a memory; a false negative is on the disk for months. What is
//! found and missed is in `docs/secrets.md`, how it was measured in `docs/internals/evidence.md`.

mod assignment;
mod characters;
mod formatting;
mod header;
mod identifier;
mod name;
mod operator;
mod placeholder;
mod prefix;
mod private_key;
mod randomness;
mod repetition;
mod rule;
mod scan;
mod scanner;
mod token_format;
mod url;
mod user_option;
mod value;
mod web_token;

use std::borrow::Cow;
use std::ops::Range;
use std::slice;

/// What stands in the place of a secret.
pub const REDACTED: &str = "[redacted]";

/// How often a text is scanned again in which something was found.
const MAX_PASSES: usize = 8;

/// How far a redaction may change what is found around it, in bytes, and how long a line may be.
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
    let found = scanner::scan(text, slice::from_ref(&(0..text.len())));
    let is_formatted = found.is_formatted;
    let Some(mut clean) = Clean::of(text, found.secrets) else {
        return Cow::Borrowed(text);
    };
    // A redaction may join what was apart before.
    for _ in 1..MAX_PASSES {
        let all = 0..clean.text.len();
        let parts = if is_formatted { slice::from_ref(&all) } else { &clean.parts };
        match Clean::of(&clean.text, scanner::scan(&clean.text, parts).secrets) {
            Some(cleaner) => clean = cleaner,
            None => return Cow::Owned(clean.text),
        }
    }
    Cow::Borrowed(REDACTED)
}

/// A text without secrets.
struct Clean {
    text: String,
    /// What stands around the redactions, and is scanned again.
    parts: Vec<Range<usize>>,
}

impl Clean {
    /// Nothing, if there are no secrets.
    fn of(text: &str, mut secrets: Vec<Range<usize>>) -> Option<Clean> {
        repetition::add(text, &mut secrets);
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
        let parts = surroundings(&clean, &places);
        Some(Clean { text: clean, parts })
    }
}

/// The lines around these places. What is in one part is not in the next.
fn surroundings(text: &str, places: &[usize]) -> Vec<Range<usize>> {
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

/// Counts the bytes that are read: a test compares their number with the length of the text.
#[cfg(test)]
fn count_steps(number: usize) {
    tests::STEPS.with(|steps| steps.set(steps.get() + number));
}

#[cfg(not(test))]
const fn count_steps(_: usize) {}

#[cfg(test)]
mod tests;
