//! How random a value looks: a word of a language, human or other, is no key.

use crate::identifier::is_identifier;
use crate::placeholder::{is_code, is_literal, is_quoted_literal};

/// Whether a value is no word of a language: letters and digits that name nothing.
pub(crate) fn is_random(value: &str) -> bool {
    let has = |kind: fn(&u8) -> bool| value.as_bytes().iter().any(kind);
    has(u8::is_ascii_digit)
        && has(u8::is_ascii_alphabetic)
        && is_literal(value)
        && !is_code(value)
        && !is_identifier(value)
}

/// Whether a value is so random that hardly anything else looks like it.
pub(crate) fn is_very_random(value: &str) -> bool {
    if value.len() < 20 {
        return false;
    }
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let is_one = || value.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let is_long = value.len() > 23 && digits > 3 && is_one();
    let may_be = is_long || digits > 1 && turns(value) >= 3;
    may_be && is_random(value) && !value.contains(' ')
}

/// Whether a value looks like a password: letters with digits, or with signs.
pub(crate) fn is_strong(value: &str) -> bool {
    value.len() > 5 && (is_random(value) || has_signs(value))
}

/// Whether signs stand among letters, as in `S!cret#`.
fn has_signs(value: &str) -> bool {
    let has = |kind: fn(char) -> bool| value.contains(kind);
    has(|c| c.is_ascii_alphabetic())
        && has(|c| "!@#$%^&*+=~?".contains(c))
        && is_literal(value)
        && !is_code(value)
        && !is_identifier(value)
        && !value.ends_with(['?', '!', '*', '='])
        && !value.starts_with(['@', '#', '*', '=', '&', '!'])
}

/// Letters of both cases without a word in them: `mRAzoRdXZEvrujNTIHtH`.
pub(crate) fn is_scrambled(value: &str) -> bool {
    let is_upper = |byte: &u8| byte.is_ascii_uppercase();
    let changes = value.as_bytes().windows(2).filter(|pair| {
        pair.iter().all(u8::is_ascii_alphabetic)
            && pair.first().is_some_and(is_upper) != pair.last().is_some_and(is_upper)
    });
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_+/".contains(&byte);
    let has_two = value.as_bytes().windows(2).any(|pair| pair.iter().all(is_upper));
    value.len() > 15 && value.bytes().all(is_plain) && has_two && changes.count() > value.len() / 4
}

/// A long value with signs everywhere, as the keys of frameworks are made.
pub(crate) fn is_noise(value: &str) -> bool {
    let count = |kind: fn(&u8) -> bool| value.bytes().filter(kind).count();
    let signs = count(|byte| b"!@#$%^&*()+={}[]|:;<>?~".contains(byte));
    value.len() > 23
        && signs > 4
        && count(u8::is_ascii_digit) > 0
        && count(u8::is_ascii_alphanumeric) * 2 > value.len()
        && value.bytes().all(|byte| byte.is_ascii_graphic())
        && is_quoted_literal(value)
        && !value.contains("://")
}

/// Whether a value is not a few characters again and again.
pub(crate) fn is_varied(value: &str) -> bool {
    let mut seen = [false; 128];
    for byte in value.bytes() {
        if let Some(known) = seen.get_mut(usize::from(byte)) {
            *known = true;
        }
    }
    seen.iter().filter(|known| **known).count() > 5
}

/// How often letters follow digits, or digits letters.
pub(crate) fn turns(value: &str) -> usize {
    let (mut turns, mut last) = (0, None);
    for byte in value.bytes().filter(u8::is_ascii_alphanumeric) {
        let is_digit = byte.is_ascii_digit();
        turns += usize::from(last == Some(!is_digit));
        last = Some(is_digit);
    }
    turns
}

/// Whether letters of both cases and digits follow each other without order.
pub(crate) fn is_unordered(value: &str) -> bool {
    let (mut kinds, mut changes, mut count, mut last) = ([0; 3], 0, 0, None);
    for byte in value.bytes().filter(u8::is_ascii_alphanumeric) {
        let kind = usize::from(byte.is_ascii_lowercase()) + 2 * usize::from(byte.is_ascii_digit());
        if let Some(known) = kinds.get_mut(kind) {
            *known += 1;
        }
        changes += usize::from(last.is_some_and(|last| last != kind));
        last = Some(kind);
        count += 1;
    }
    kinds.iter().all(|known| *known > 0)
        && count * 3 >= value.len() * 2
        && changes * 20 >= count.saturating_sub(1) * 9
}

/// How many digits hashes have, and the beginnings of those that people say.
const HASHES: [usize; 7] = [7, 8, 9, 32, 40, 64, 128];

/// A UUID, or a hash in hexadecimal digits: of a commit, a file, an object.
pub(crate) fn is_hash(value: &str) -> bool {
    let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_uuid = || {
        let parts = value.split('-');
        parts.clone().map(str::len).eq([8, 4, 4, 4, 12]) && parts.clone().all(is_digits)
    };
    HASHES.contains(&value.len()) && is_digits(value) || is_uuid()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_and_uuids() {
        for value in
            ["3f0c1d5", "00000001-0000-4000-8000-000000000001", "d41d8cd98f00b204e9800998ecf8427e"]
        {
            assert!(is_hash(value), "{value}");
        }
        for value in ["3f0c1", "g123456", "a-b", "00000001-0000", "3f0c1d52ab"] {
            assert!(!is_hash(value), "{value}");
        }
    }

    #[test]
    fn random_values() {
        for value in ["a1b2c3d4e5", "hunter2x", "0123456789abcdef", "S3cr3t-Passw0rd"] {
            assert!(is_random(value), "{value}");
        }
        for value in [
            "$TOKEN1",
            "<token1>",
            "{token1}",
            "read1()",
            "aaaaaa",
            "a/b1",
            "x::y1",
            "lexer",
            "12345",
            "settings.token2",
            "parser.rs:42",
            "keys1.yaml",
            "SEC-68",
            "1.2.3",
            "sha256sum",
        ] {
            assert!(!is_random(value), "{value}");
        }
    }
}
