//! Tokens that begin with a word, as most are made today: `acme_live_v`, `vendorKEY-v`.

use std::ops::Range;

use crate::name::{ends_with_secret, kind, parts};
use crate::value::{is_hash, is_very_random, turns};

/// What joins a word and a token.
pub(crate) const BEGINNINGS: [&str; 2] = ["_", "-"];

/// How far a word or a token is followed, in bytes.
const MAX_WORD: usize = 40;
const MAX_TOKEN: usize = 400;
const MIN_TOKEN: usize = 16;

/// So many letters of both cases and digits in one are no name of a thing.
const MIN_RANDOM: usize = 30;

/// The token that is joined to a word here.
pub(crate) fn at(text: &str, at: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    matches!(bytes.get(at)?, b'_' | b'-').then_some(())?;
    // Most names have a shorter word there.
    bytes.get(at + MIN_TOKEN).filter(|byte| byte.is_ascii_alphanumeric())?;
    let tail = bytes.get(at + 1..)?.iter().take(MAX_TOKEN);
    let length = tail.take_while(|byte| byte.is_ascii_alphanumeric()).count();
    (length >= MIN_TOKEN).then_some(())?;
    let value = text.get(at + 1..at + 1 + length)?;
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let before = bytes.get(at.saturating_sub(MAX_WORD)..at)?.iter().rev();
    let start = at - before.take_while(|byte| is_word(byte)).count();
    let word = text.get(start..at)?;
    // `wsu:Id="UsernameToken-3f0c..."`.
    let is_id = ["Id=\"", "id=\""]
        .iter()
        .any(|it| text.get(..start).is_some_and(|before| before.ends_with(it)));
    (!is_id).then_some(())?;
    (is_unheard_of(word, value) || is_of_a_secret(word, value)).then(|| at + 1..at + 1 + length)
}

/// Whether the token is so random that the word need say nothing.
fn is_unheard_of(word: &str, value: &str) -> bool {
    let has = |kind: fn(&u8) -> bool| value.bytes().filter(kind).count() > 2;
    let is_name = word.len() > 1
        && word.bytes().all(|byte| byte.is_ascii_lowercase() || matches!(byte, b'_' | b'-'));
    is_name
        && value.len() >= MIN_RANDOM
        && has(u8::is_ascii_lowercase)
        && has(u8::is_ascii_uppercase)
        && has(u8::is_ascii_digit)
        && turns(value) > 5
}

/// Whether the word is one that secrets are given to.
fn is_of_a_secret(word: &str, value: &str) -> bool {
    // `password-prompt-<commit>` is a package.
    let is_own = !is_hash(value) || parts(word).count() > 1 && ends_with_secret(word);
    // The letters before may be more of one long value.
    turns(word) < 4 && is_very_random(value) && is_own && kind(word).is_some()
}
