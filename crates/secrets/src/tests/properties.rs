//! What holds of any text.

use std::borrow::Cow;

use crate::{REDACTED, redact};

/// Parts of which texts are made: what announces a secret, what is one, and what joins.
const PARTS: &[&str] = &[
    "password",
    "API_KEY",
    "token",
    "é",
    "漢字",
    "=",
    ": ",
    " is ",
    "\"",
    "'",
    "\\\"",
    "\n",
    " ",
    "{\"value\": ",
    "</key><string>",
    "<",
    ">",
    "(",
    ")",
    "%3D",
    "%26",
    "&quot;",
    "://",
    "@",
    "sk-",
    "ghp_",
    "a1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6",
    "hunter2x",
    "S3cret!pass",
    "-u ",
    "curl ",
    "mysql ",
    "Cookie: a=",
    "Bearer ",
    "eyJ",
    ".",
    "-----BEGIN PRIVATE KEY-----",
    "-----END PRIVATE KEY-----",
    "$2b$10$",
    "\u{1b}[31m",
    "// ",
    " as the ",
    "!vault ",
    "\\t",
    "[redacted]",
    "🦀",
    "-",
    "_",
    "|",
];

fn texts() -> impl Iterator<Item = String> {
    let mut state = 0x9e37_79b9_u32;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state as usize
    };
    (0..5_000).map(move |_| {
        let length = 2 + next() % 14;
        (0..length).map(|_| PARTS[next() % PARTS.len()]).collect()
    })
}

#[test]
fn twice_is_as_once_for_any_text() {
    for text in texts() {
        let once = redact(&text);
        assert_eq!(redact(&once), once, "{text:?}");
    }
}

/// What is left are parts of the text, in their order, whole characters each.
#[test]
fn nothing_is_added_but_the_mark() {
    for text in texts() {
        let clean = redact(&text);
        let mut rest = text.as_str();
        for part in clean.split(REDACTED) {
            let place = rest.find(part).unwrap_or_else(|| panic!("{text:?} {clean:?}"));
            rest = rest.get(place + part.len()..).unwrap();
        }
        if clean == text {
            assert!(matches!(clean, Cow::Borrowed(_)), "{text:?}");
        }
    }
}
