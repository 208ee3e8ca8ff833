//! How random a value looks: a word of a language, human or other, is no key.

use crate::characters::turns;
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

#[cfg(test)]
mod tests {
    use super::*;

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
