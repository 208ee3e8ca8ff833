//! Identifiers, versions, dates and numbers: values that name something and are no secret.

use crate::characters::turns;

/// Keys of trackers, versions, dates, names of algorithms, and numbers with a unit.
pub(crate) fn is_identifier(value: &str) -> bool {
    is_key_of_tracker(value)
        || is_version(value)
        || is_date(value)
        || is_algorithm(value)
        || is_number(value)
        || is_snake_case(value)
        || is_type_name(value)
        || is_versioned(value)
}

/// `npm:^5.1.1`, `api-key@1.0.0`, as lock files write it.
fn is_versioned(value: &str) -> bool {
    let version = value.rsplit_once([':', '@']);
    version.is_some_and(|(_, version)| version.contains('.') && is_version(version))
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
fn is_snake_case(value: &str) -> bool {
    let words = value.split('_').count();
    let is_word = |part: &str| {
        let letters = part.trim_end_matches(|c: char| c.is_ascii_digit());
        let digits = part.len() - letters.len();
        let is_upper = letters.bytes().all(|byte| byte.is_ascii_uppercase());
        digits < 5 && is_upper && (letters.len() > 1 || digits == 0 || letters.is_empty())
    };
    // `P11_KIT_URI_FOR_MODULE`, `OBJ_X509`.
    let is_short = |part: &str| {
        part.len() < 5
            && part.starts_with(|first: char| first.is_ascii_uppercase())
            && part.get(1..).is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let is_plain =
        |part: &str| part.len() > 2 && part.bytes().all(|byte| byte.is_ascii_uppercase());
    let is_lower = |part: &str| {
        part.starts_with(|first: char| first.is_ascii_lowercase())
            && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    words > 1 && value.split('_').all(is_word)
        || words > 1
            && value.split('_').any(is_plain)
            && value.split('_').all(|part| is_word(part) || is_short(part))
        || words > 2 && turns(value) < words.min(5) && value.split('_').all(is_lower)
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
fn is_version(value: &str) -> bool {
    let value = value.strip_prefix(['v', 'V', '^', '~', '=']).unwrap_or(value);
    let numbers = value.split(['-', '+']).next().unwrap_or_default();
    let rest = value.get(numbers.len()..).unwrap_or_default();
    let is_number = |part: &str| {
        let digits = part.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        !digits.is_empty() && digits.len() < 6 && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let has_dot = numbers.contains('.');
    let has_numbers = has_dot || !rest.is_empty() || value.len() < 4;
    // `4LBjA-odiEO` is a password.
    let letters = numbers.bytes().filter(u8::is_ascii_alphabetic).count();
    let is_plain = (has_dot || letters < 2) && words(value).all(is_of_one_case);
    is_plain
        && has_numbers
        && numbers.split('.').all(is_number)
        && rest.len() < 24
        && turns(rest) < 5
}

/// The letters of a value, where others stand between.
fn words(value: &str) -> impl Iterator<Item = &str> {
    value.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty())
}

/// `rc`, `SNAPSHOT`, `Final`.
fn is_of_one_case(word: &str) -> bool {
    let rest = word.get(1..).unwrap_or_default();
    let is_lower = rest.bytes().all(|byte| byte.is_ascii_lowercase());
    is_lower || word.bytes().all(|byte| byte.is_ascii_uppercase())
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
fn is_number(value: &str) -> bool {
    let value = value.strip_prefix('-').unwrap_or(value);
    let unit = value.trim_start_matches(|c: char| c.is_ascii_digit() || "._,".contains(c));
    let has_unit = unit.len() < value.len() && unit.len() <= 3;
    let is_hexadecimal = value.strip_prefix("0x").is_some_and(|digits| {
        digits.contains('_') || digits.trim_end_matches(['u', 'U', 'l', 'L', 'n']).len() <= 16
    });
    let is_typed = matches!(unit, "u16" | "u32" | "u64" | "i16" | "i32" | "i64" | "f32" | "f64");
    let is_colour = value.strip_prefix('#').is_some_and(|digits| {
        digits.len() < 9 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    });
    is_hexadecimal
        || is_colour
        || has_unit && (is_typed || unit.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers() {
        for value in [
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
            "openssl_x509_verify",
            "TLS_PSK_WITH_CHACHA20_POLY1305",
        ] {
            assert!(is_identifier(value), "{value}");
        }
        for value in ["a1b2c3d4e5", "hunter2x", "S3cr3t-Passw0rd", "0123456789abcdef", "x9-1"] {
            assert!(!is_identifier(value), "{value}");
        }
    }
}
