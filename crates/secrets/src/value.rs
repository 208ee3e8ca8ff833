//! Whether a value is a secret, or a placeholder, code, or the name of a thing.

mod names;

pub(crate) use names::{is_numbered, is_version, names_a_thing};

use crate::REDACTED;
use crate::generated::is_unordered;

/// A value with a slash is a path rather than base64 if it is shorter than this.
const MAX_PATH: usize = 32;

/// Whether a value is itself and no placeholder, variable or call.
pub(crate) fn is_literal(value: &str) -> bool {
    let first = value.chars().next().unwrap_or_default();
    let stands_for_another = "$<{%[(".contains(first) || value.contains('(');
    !stands_for_another && is_something(value)
}

/// The same of a value in quotes, which may hold a bracket.
pub(crate) fn is_quoted_literal(value: &str) -> bool {
    let first = value.chars().next().unwrap_or_default();
    let is_name = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let variable = value.strip_prefix('$');
    let is_variable = variable.is_some_and(|name| is_name(name) || name.starts_with(['{', '(']));
    let is_placeholder = "<{%[".contains(first) && value.ends_with(['>', '}', '%', ']', 's']);
    let is_call = value.ends_with(')') && value.contains('(') && !value.contains(' ');
    !is_variable && !is_placeholder && !is_call && is_something(value)
}

/// More than one character, and not one again and again.
fn is_something(value: &str) -> bool {
    crate::count_steps(value.len());
    let first = value.chars().next();
    value != REDACTED && value.chars().any(|c| Some(c) != first)
}

/// Whether a value is no word of a language, human or other.
pub(crate) fn is_random(value: &str) -> bool {
    is_literal(value) && has_letter_and_digit(value) && !is_code(value) && !names_a_thing(value)
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

/// Letters of both cases, a digit and a sign.
pub(crate) fn is_mixed(value: &str) -> bool {
    let has = |kind: fn(char) -> bool| value.contains(kind);
    value.len() > 7
        && has(|c| c.is_ascii_uppercase())
        && has(|c| c.is_ascii_lowercase())
        && has(|c| c.is_ascii_digit())
        && has(|c| "!@#$%^&*".contains(c))
}

/// Letters of both cases without a word in them: `mRAzoRdXZEvrujNTIHtH`.
pub(crate) fn is_scrambled(value: &str) -> bool {
    let is_case = |c: &u8| c.is_ascii_uppercase();
    let changes = value.as_bytes().windows(2).filter(|pair| match pair {
        [left, right] => {
            left.is_ascii_alphabetic()
                && right.is_ascii_alphabetic()
                && is_case(left) != is_case(right)
        }
        _ => false,
    });
    let is_plain =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'+' | b'/');
    let has_two = value.as_bytes().windows(2).any(|pair| pair.iter().all(is_case));
    value.len() > 15 && value.bytes().all(is_plain) && has_two && changes.count() > value.len() / 4
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

fn has_letter_and_digit(value: &str) -> bool {
    let has = |kind: fn(&u8) -> bool| value.as_bytes().iter().any(kind);
    has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic)
}

fn is_code(value: &str) -> bool {
    let is_path = || value.len() < MAX_PATH && !is_base64(value);
    let is_path = value.contains('/') && is_path();
    let is_address = value.contains("://");
    is_path
        || is_address
        || value.contains("::")
        || value.contains(['[', '{', '<', '|', '\\'])
        || is_member(value)
}

/// Letters of both cases and digits without order, with slashes that divide no names.
fn is_base64(value: &str) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    !value.starts_with('/') && value.bytes().all(is_digit) && is_unordered(value)
}

/// `settings.token2`, `parser.rs:42`, `keys1.yaml`: names with dots between.
fn is_member(value: &str) -> bool {
    let mut parts = value.split(['.', ':']).peekable();
    let is_name = |part: &str| {
        part.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c))
            && turns(part) < 3
    };
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let first = parts.next().unwrap_or_default();
    parts.peek().is_some() && is_name(first) && parts.all(|part| is_name(part) || is_number(part))
}

/// How many digits hashes have, and the beginnings of those that people say.
const HASHES: [usize; 7] = [7, 8, 9, 32, 40, 64, 128];

/// Where a UUID is divided, and how long it is.
const UUID: ([usize; 4], usize) = ([8, 13, 18, 23], 36);

/// A UUID, or a hash in hexadecimal digits: of a commit, a file, an object.
pub(crate) fn is_hash(value: &str) -> bool {
    let (divided, length) = UUID;
    if value.len() == length {
        let bytes = value.as_bytes();
        let digits = bytes.iter().filter(|byte| byte.is_ascii_hexdigit()).count();
        return digits == length - divided.len()
            && divided.iter().all(|at| bytes.get(*at) == Some(&b'-'));
    }
    HASHES.contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(is: fn(&str) -> bool, yes: &[&str], no: &[&str]) {
        for value in yes {
            assert!(is(value), "{value}");
        }
        for value in no {
            assert!(!is(value), "{value}");
        }
    }

    #[test]
    fn names_of_things() {
        check(
            names_a_thing,
            &[
                "SEC-68",
                "PARSER-77",
                "A1-2",
                "1.2.3",
                "v2.0.0-rc.1",
                "2.1.330",
                "v2",
                "2026-11-20T14:03:00Z",
                "2026-11-20",
                "AES-256-GCM",
                "ed25519",
                "sha256sum",
                "RSA2048",
                "HS256",
                "utf8",
                "base64url",
                "128k",
                "50ms",
                "0x1f",
                "oauth2",
                "194u16",
                "#abb2bf",
                "_bindgen_ty_7",
                "0x51454d5520434647ULL",
                "-2147205112i32",
                "TLS_PSK_WITH_CHACHA20_POLY1305",
                "openssl_x509_verify",
            ],
            &[
                "a1b2c3d4e5",
                "hunter2x",
                "S3cr3t-Passw0rd",
                "0123456789abcdef",
                "SECRET-abc1",
                "x9-1",
            ],
        );
    }

    #[test]
    fn placeholders_and_code() {
        let no = ["$TOKEN1", "<token1>", "{token1}", "%s1", "read1()", "aaaaaa", "a/b1", "x::y1"];
        check(is_random, &["a1b2c3d4e5", "hunter2x"], &no);
        check(is_random, &[], &["settings.token2", "parser.rs:42", "keys1.yaml", "lexer", "12345"]);
        check(
            is_quoted_literal,
            &["S3cr(t", "a(b)c d", "pa$$", "%x"],
            &["$PW", "${PW}", "<pw>", "%s"],
        );
        check(is_quoted_literal, &[], &["{pw}", "get_pw()", "****", "[redacted]"]);
    }

    #[test]
    fn hashes() {
        check(
            is_hash,
            &[
                "3f0c1d5",
                "00000001-0000-4000-8000-000000000001",
                "d41d8cd98f00b204e9800998ecf8427e",
            ],
            &["3f0c1", "g123456", "a-b", "00000001-0000", "3f0c1d52ab"],
        );
    }
}
