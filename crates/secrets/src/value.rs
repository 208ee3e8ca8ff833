//! Whether a value is a secret, or a placeholder, code, or the name of a thing.

use crate::REDACTED;

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
    let is_path = value.contains('/') && value.len() < MAX_PATH;
    let is_address = value.contains("://");
    is_path
        || is_address
        || value.contains("::")
        || value.contains(['[', '{', '<', '|', '\\'])
        || is_member(value)
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

/// Keys of trackers, versions, dates, names of algorithms, and numbers with a unit.
pub(crate) fn names_a_thing(value: &str) -> bool {
    is_key_of_tracker(value)
        || is_version(value)
        || is_date(value)
        || is_algorithm(value)
        || is_counted(value)
        || is_identifier(value)
        || is_type_name(value)
        || is_renamed(value)
}

/// `ColonToken$1`, as bundlers name a type twice.
fn is_renamed(value: &str) -> bool {
    value.rsplit_once('$').is_some_and(|(word, number)| {
        number.len() == 1
            && number.bytes().all(|byte| byte.is_ascii_digit())
            && word.bytes().all(|byte| byte.is_ascii_alphabetic())
    })
}

/// `V1SecretProjection`: capitals that begin words, and at most one number of two digits.
fn is_type_name(value: &str) -> bool {
    let capitals = value.bytes().filter(u8::is_ascii_uppercase).count();
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let words = value.split(|c: char| !c.is_ascii_lowercase()).filter(|word| !word.is_empty());
    value.starts_with(|first: char| first.is_ascii_uppercase())
        && value.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && capitals > 2
        && digits < 3
        && turns(value) < 3
        && words.clone().count() + 1 >= capitals
        && words.into_iter().all(|word| word.len() > 2)
}

/// `openssl_x509_verify`, `TLS_PSK_WITH_AES_128_CCM_8`: words with `_` between.
fn is_identifier(value: &str) -> bool {
    let words = value.split('_').count();
    let is_word = |part: &str| {
        let letters = part.trim_end_matches(|c: char| c.is_ascii_digit());
        let digits = part.len() - letters.len();
        let is_upper = letters.bytes().all(|byte| byte.is_ascii_uppercase());
        digits < 5 && is_upper && (letters.len() > 1 || digits == 0 || letters.is_empty())
    };
    let is_lower = |part: &str| {
        part.starts_with(|first: char| first.is_ascii_lowercase())
            && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    words > 1 && value.split('_').all(is_word)
        || words > 2 && turns(value) < 3 && value.split('_').all(is_lower)
}

/// `SEC-68`, `PARSER-77`, and `page-token-3`: words and a number.
fn is_key_of_tracker(value: &str) -> bool {
    let value = value.trim_start_matches('_');
    value.rsplit_once(['-', '_', '#']).is_some_and(|(words, number)| {
        let is_word = |word: &str| {
            let is_upper = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit();
            word.starts_with(|first: char| first.is_ascii_alphabetic())
                && (word.chars().all(|c| c.is_ascii_lowercase()) || word.chars().all(is_upper))
        };
        words.split(['-', '_']).all(is_word)
            && turns(words) < 3
            && (1..=6).contains(&number.len())
            && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// `1.2.3`, `v2.0.0-rc.1`, `2.1.330+build`.
pub(crate) fn is_version(value: &str) -> bool {
    let value = value.strip_prefix(['v', 'V', '^', '~', '=']).unwrap_or(value);
    let numbers = value.split(['-', '+']).next().unwrap_or_default();
    let rest = value.get(numbers.len()..).unwrap_or_default();
    let is_number = |part: &str| {
        let digits = part.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        !digits.is_empty() && digits.len() < 6 && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let has_numbers = numbers.contains('.') || !rest.is_empty() || value.len() < 4;
    has_numbers && numbers.split('.').all(is_number) && rest.len() < 24 && turns(rest) < 5
}

/// `Colon2`, `parser12`: a word and a small number.
pub(crate) fn is_numbered(value: &str) -> bool {
    let word = value.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_word = |rest: &str| rest.bytes().all(|byte| byte.is_ascii_lowercase());
    value.len() - word.len() < 3 && value.len() < 12 && word.get(1..).is_some_and(is_word)
}

/// `2026-11-20T14:03:00Z`.
fn is_date(value: &str) -> bool {
    let mut bytes = value.bytes();
    let mut has = |kind: fn(&u8) -> bool| bytes.next().is_some_and(|byte| kind(&byte));
    (0..4).all(|_| has(u8::is_ascii_digit))
        && has(|byte| *byte == b'-')
        && (0..2).all(|_| has(u8::is_ascii_digit))
        && has(|byte| *byte == b'-')
}

/// How names of algorithms, encodings and protocols begin, in lower case.
const ALGORITHMS: [&str; 46] = [
    "aes",
    "argon",
    "base16",
    "base32",
    "base58",
    "base62",
    "base64",
    "bcrypt",
    "blake",
    "chacha",
    "crc",
    "curve25519",
    "des3",
    "ecdsa",
    "ed25519",
    "ed448",
    "es256",
    "es384",
    "es512",
    "gcm",
    "hmac",
    "hs256",
    "hs384",
    "hs512",
    "http",
    "ipv4",
    "ipv6",
    "md4",
    "md5",
    "oauth",
    "p256",
    "p384",
    "p521",
    "pbkdf2",
    "pkcs",
    "ps256",
    "rc4",
    "rfc",
    "ripemd",
    "rs256",
    "rsa",
    "scrypt",
    "secp",
    "sha",
    "utf",
    "x25519",
];

/// A name of an algorithm, with sizes and modes behind it: `AES-256-GCM`, `sha256sum`.
fn is_algorithm(value: &str) -> bool {
    if value.len() > 24 {
        return false;
    }
    let lower = value.to_ascii_lowercase();
    ALGORITHMS.iter().any(|name| {
        lower.strip_prefix(name).is_some_and(|rest| {
            rest.split(|c: char| !c.is_ascii_alphanumeric()).all(|part| turns(part) < 2)
        })
    })
}

/// `128k`, `50ms`, `3rd`, `0x1f`, `100000ns`, `22528u16`, `#abb2bf`.
fn is_counted(value: &str) -> bool {
    let value = value.strip_prefix('-').unwrap_or(value);
    let unit = value.trim_start_matches(|c: char| c.is_ascii_digit() || "._,".contains(c));
    let is_number = unit.len() < value.len() && unit.len() <= 3;
    let is_hexadecimal = value
        .strip_prefix("0x")
        .is_some_and(|digits| digits.trim_end_matches(['u', 'U', 'l', 'L', 'n']).len() <= 16);
    let is_typed = matches!(unit, "u16" | "u32" | "u64" | "i16" | "i32" | "i64" | "f32" | "f64");
    let is_colour = value.strip_prefix('#').is_some_and(|digits| {
        digits.len() < 9 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    });
    is_hexadecimal
        || is_colour
        || is_number && (is_typed || unit.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

/// How many digits hashes have, and the beginnings of those that people say.
const HASHES: [usize; 7] = [7, 8, 9, 32, 40, 64, 128];

/// A UUID, or a hash in hexadecimal digits: of a commit, a file, an object.
pub(crate) fn is_hash(value: &str) -> bool {
    let is_hexadecimal = |part: &str| part.bytes().all(|byte| byte.is_ascii_hexdigit());
    let parts: Vec<&str> = value.split('-').collect();
    let is_uuid = parts.iter().map(|part| part.len()).eq([8, 4, 4, 4, 12]);
    (is_uuid || parts.len() == 1 && HASHES.contains(&value.len()))
        && parts.into_iter().all(is_hexadecimal)
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
