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
//! How well, by sets of which half was looked at once, when the rules were done:
//!
//! | set | worked with | held back |
//! |---|---|---|
//! | ordinary lines of developers redacted | 0 of 311, in one set | |
//! | tokens of 161 published forms kept, without a name, in three contexts each | 0 of 243 | 0 of 240 |
//! | lines of Rust and Markdown of other projects redacted, of 2.6 million | | 30, one of them without a secret in it |
//! | 64 kinds of secrets in the 48 ways of writing of a scanner's own samples kept | 28 of 3,072 | 186 at first |
//! | examples of the rules of two other scanners kept | | 296 of 1,378 and 112 of 431 |
//!
//! What is kept of the last are above all names of no known kind (`vendor a1b2...`),
//! hashes after a bare `key`, and what is no secret in itself, such as the name of a
//! bucket.

mod address;
mod assign;
mod command;
mod cursor;
mod formats;
mod header;
mod json;
mod key;
mod name;
mod value;
mod vocabulary;

use std::borrow::Cow;
use std::ops::Range;

use name::Name;

pub use json::redact_json;

/// What stands in the place of a secret.
pub const REDACTED: &str = "[redacted]";

/// `text` without what looks like a key, a token or a password; [`REDACTED`] takes its
/// place. Text without a secret is not even copied.
///
/// ```
/// assert_eq!(secrets::redact("password=hunter2"), "password=[redacted]");
/// assert_eq!(secrets::redact("The last token was PARSER-77."), "The last token was PARSER-77.");
/// ```
pub fn redact(text: &str) -> Cow<'_, str> {
    let secrets = find(text);
    let Some(last) = secrets.last() else {
        return Cow::Borrowed(text);
    };
    let mut clean = String::with_capacity(text.len());
    let mut kept = 0;
    for secret in &secrets {
        clean.push_str(text.get(kept..secret.start).unwrap_or_default());
        clean.push_str(REDACTED);
        kept = secret.end;
    }
    clean.push_str(text.get(last.end..).unwrap_or_default());
    Cow::Owned(clean)
}

/// Where the secrets are, in their order and apart from each other.
fn find(text: &str) -> Vec<Range<usize>> {
    let (mut secrets, mut found, mut end) = (Vec::new(), Vec::new(), 0);
    for (at, bytes) in text.as_bytes().windows(3).enumerate() {
        if !may_begin(bytes) || at < end {
            continue;
        }
        look(text, at, &mut found);
        for secret in found.drain(..) {
            if secret.start >= end && !secret.is_empty() {
                end = secret.end;
                secrets.push(secret);
            }
        }
    }
    secrets
}

/// What begins here or is announced here.
fn look(text: &str, at: usize, found: &mut Vec<Range<usize>>) {
    found.extend(key::at(text, at).or_else(|| formats::at(text, at)));
    if found.is_empty() {
        header::at(text, at, found);
    }
    if found.is_empty() {
        address::at(text, at, found);
    }
    if found.is_empty() {
        found.extend(command::at(text, at));
    }
    if found.is_empty() && is_word(text, at, &vocabulary::BEGINNINGS) {
        let given = || Name::at(text, at).and_then(|name| assign::secret(&name));
        found.extend(given().or_else(|| Name::grown(text, at)));
    }
}

/// Whether one of these words in lower case stands here, in any case.
fn is_word(text: &str, at: usize, words: &[&str]) -> bool {
    let behind = text.as_bytes().get(at..).unwrap_or_default();
    words.iter().any(|word| {
        behind.get(..word.len()).is_some_and(|found| found.eq_ignore_ascii_case(word.as_bytes()))
    })
}

/// The three bytes with which anything begins that is looked for: a bit for each number
/// that they have.
static BEGINNINGS: [u64; 1024] = beginnings();

fn may_begin(bytes: &[u8]) -> bool {
    let [first, second, third] = *bytes else { return false };
    let number = number(first, second, third);
    BEGINNINGS.get(number >> 6).is_some_and(|bits| bits >> (number & 63) & 1 == 1)
}

/// A number below 2^16, the same in either case: five bits tell letters apart.
const fn number(first: u8, second: u8, third: u8) -> usize {
    let is_letter = (first as usize & 0x40) << 9;
    is_letter
        | (first as usize & 0x1f) << 10
        | (second as usize & 0x1f) << 5
        | third as usize & 0x1f
}

#[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
const fn beginnings() -> [u64; 1024] {
    const WORDS: [&[&str]; 5] = [
        &vocabulary::BEGINNINGS,
        &header::BEGINNINGS,
        &key::BEGINNINGS,
        &command::BEGINNINGS,
        &address::BEGINNINGS,
    ];
    let mut bits = [0; 1024];
    let forms = formats::anchors();
    let mut at = 0;
    while at < forms.len() {
        set(&mut bits, forms[at].as_bytes());
        at += 1;
    }
    let mut list = 0;
    while list < WORDS.len() {
        let mut word = 0;
        while word < WORDS[list].len() {
            set(&mut bits, WORDS[list][word].as_bytes());
            word += 1;
        }
        list += 1;
    }
    bits
}

#[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
const fn set(bits: &mut [u64; 1024], word: &[u8]) {
    let (mut third, last) = match word {
        [_, _, third, ..] => (*third, *third),
        // Anything may follow.
        _ => (0, 127),
    };
    while third <= last {
        let number = number(word[0], word[1], third);
        bits[number >> 6] |= 1 << (number & 63);
        third += 1;
    }
}

#[cfg(test)]
mod tests;
