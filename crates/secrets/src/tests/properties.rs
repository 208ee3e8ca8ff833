//! What holds of any text.

use std::borrow::Cow;

use super::STEPS;
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
    ",",
    "&gt;",
    "&lt;/",
    "9f86d081884c7d659a2feaa0c55ad015",
    "\x1b[1;32m",
    "\x1b[",
    "\u{a0}",
    "\u{200b}",
    "\\u003d",
    "=3D",
    " — ",
    "> ",
    " | ",
    "ann:k3Rw9xQpLm2aT7u@10.0.0.5",
    "}",
    " ? ",
];

/// Numbers that are the same in every run.
fn numbers() -> impl FnMut() -> usize {
    let mut state = 0x9e37_79b9_u32;
    move || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state as usize
    }
}

fn texts() -> impl Iterator<Item = String> {
    let mut next = numbers();
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

/// What was dear once, or would be if a part of a text were read for each place before it.
const REPEATED: &[&str] = &[
    "cGFzc3dvcmQ=",
    "cGFzc3dvcmQ",
    "echo a",
    "echo a|",
    "a:b@",
    "a@",
    " -p",
    " -p a:",
    " --auth ann:",
    "<<<a",
    "password() { ",
    "password:a send",
    "password(\"a\", ",
    "passwords varchar(2) ",
    "/user:ann ",
    "Private-Lines: 9\n",
    "\x1b[",
    "\x1b[0m",
    "password\u{200b}\u{a0}",
    "API_KEY=",
    "docker login -p '#",
    "mysql -p",
    "mysql -papi key",
    "eyJ-",
    "eyJhbGciaaaaaaaaaaaa.x.",
    "authorization=",
    "mnemonic_",
    "cookie:a=b ",
    "Cookie: a=b; ",
    "https://a:",
    "sig=",
    "keytoken",
    "((((password",
    "\"password\">",
    "pass\\",
    "-----BEGIN PRIVATE",
    "sk-",
    "EAA",
    "token ('",
    "PASSWORD: ",
    "token,token\n",
    "password;a1b2c3d4;",
    "connect(\"a\", ",
    "&lt;password&gt;",
    "-----BEGIN PRIVATE KEY----- a_b ",
    "A_SECRET=lemonade, ",
    "auth:",
    "auth::",
    "/user:",
    "INSERT INTO t (a, password) VALUES (1, 'a'), ",
    "COPY t (a, password) FROM stdin;\n",
    "password,password,",
    "user | password\n",
    "user,password\\n",
    "│ user │ password │\n",
    " password \n-----\na1b2c3d4\n",
    "-a",
    "--a=b",
    "token — ",
    "_auth:",
    "auth:b:",
    "login:",
    "credential:",
    "cookie-",
    "password=!a",
    "\"password_12345\":y12345,",
    "REJfUEFTU1dPUkQ9UzNjcjN0IXBhc3MKREJfUEFTU1dPUkQ9UzNjcjN0IXBhc3MK\n",
];

/// These, and some that are put together.
fn units() -> impl Iterator<Item = String> {
    let mut next = numbers();
    let made = (0..150).map(move |_| {
        let length = 1 + next() % 4;
        (0..length).map(|_| PARTS[next() % PARTS.len()]).collect()
    });
    REPEATED.iter().copied().map(str::to_owned).chain(made)
}

/// How many bytes are read for a text of so many of these.
fn steps(unit: &str, length: usize) -> usize {
    STEPS.set(0);
    redact(&unit.repeat(length / unit.len()));
    STEPS.get()
}

#[test]
fn the_cost_grows_with_the_length_alone() {
    for unit in units() {
        let (short, long) = (steps(&unit, 2 << 10), steps(&unit, 8 << 10));
        assert!(long < short * 5 + 20_000, "{unit:?}: {short}, {long}");
        assert!(long < 6_000 * (8 << 10), "{unit:?}: {}", long >> 13);
    }
}

#[test]
fn repeated_texts_are_done_after_once() {
    for unit in units() {
        let once = redact(&unit.repeat(40)).into_owned();
        assert_eq!(redact(&once), once, "{unit:?}");
    }
}

/// A log in which long values stand behind usual words is no dearer than one of which the words are few.
#[test]
fn values_behind_words_cost_little() {
    let line = "INFO a b c started session: 0b9f2c1e-3d4a-4f5b-8c6d-7e8f9a0b1c2d\n";
    assert!(steps(line, 16 << 10) < 8 * (16 << 10), "{}", steps(line, 16 << 10));
}
