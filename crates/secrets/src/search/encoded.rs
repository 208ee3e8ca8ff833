//! Texts that are encoded as a whole and hold a secret: a `.env` file in base64.

use std::ops::Range;

use crate::header::decoded;
use crate::vocabulary::ENCODED;

/// How much is read before and behind, in bytes.
const MAX_BEFORE: usize = 4 << 10;
const MAX_BEHIND: usize = 16 << 10;

/// The text in base64 in which a name is here, if it holds a secret.
pub(super) fn at(text: &str, at: usize, seen: &mut usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let behind = bytes.get(at..)?;
    (at >= *seen && ENCODED.iter().any(|word| behind.starts_with(word.as_bytes()))).then_some(())?;
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    let before = bytes.get(at.saturating_sub(MAX_BEFORE)..at)?.iter().rev();
    let start = at - before.take_while(|byte| is_digit(byte)).count();
    let length = behind.iter().take(MAX_BEHIND).take_while(|byte| is_digit(byte)).count();
    *seen = at + length;
    crate::count_steps(at + length - start);
    let said = String::from_utf8(decoded(text.get(start..at + length)?)).ok()?;
    let is_text = said.bytes().all(|byte| matches!(byte, b' '..0x7f | b'\t' | b'\n' | b'\r'));
    let is_secret = is_text && !super::find(&said).is_empty();
    let padding = bytes.get(at + length..)?.iter().take(2).take_while(|byte| **byte == b'=');
    is_secret.then(|| start..at + length + padding.count())
}
