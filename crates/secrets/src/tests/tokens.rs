//! Secrets that are known by themselves: tokens, private keys, URLs, headers.

use std::borrow::Cow;

use super::{check_benign, check_secret, letters, redacted_part};
use crate::token_format::samples;
use crate::{REDACTED, redact};

/// What stands around a token, with no name for it.
const CONTEXTS: [(&str, &str); 11] = [
    ("I found ", " in the log of yesterday"),
    ("\"", "\""),
    ("see `", "`, please"),
    ("[", "]"),
    ("a=1&b=", "&c=3"),
    ("<td>", "</td>"),
    ("{\"line\": \"x\\n", "\\n\"}"),
    ("| 7 | ", " | ok |"),
    ("got ", ", going on"),
    ("x%3D", "%26y"),
    ("", ""),
];

#[test]
fn every_format_is_found() {
    let mut kept = Vec::new();
    for (token, secret) in samples::all() {
        for (before, after) in CONTEXTS {
            let text = format!("{before}{token}{after}");
            let part = redacted_part(&text).unwrap_or_default();
            if !part.contains(&secret) && (!secret.contains(part) || part.len() < 16) {
                kept.push(format!("{text}: {part:?}"));
            }
        }
    }
    assert_eq!(kept, [""; 0]);
}

#[test]
fn private_keys() {
    let pem = |kind: &str| {
        let line = letters(64);
        format!("«-----BEGIN {kind}-----\n{line}\n{line}\nabc=\n-----END {kind}-----»\nbehind")
    };
    check_secret(&pem("RSA PRIVATE KEY"));
    check_secret(&pem("PRIVATE KEY"));
    check_secret(&pem("OPENSSH PRIVATE KEY"));
    check_secret(&pem("PGP PRIVATE KEY BLOCK"));
    check_secret(
        "\"«-----BEGIN PRIVATE KEY-----\\nMIIabc\\nab/c\\n-----END PRIVATE KEY-----»\\n\"",
    );
    let lines = letters(64);
    for lead in ["// ", "  12\t", "+", "> ", "web-1  | ", "2026-01-02T10:00:01.7Z web "] {
        let key = pem("EC PRIVATE KEY").replace('\n', &format!("\n{lead}"));
        check_secret(&key);
    }
    let cut = redact("see -----BEGIN PRIVATE KEY-----\nMIIabc\nno end here").into_owned();
    assert_eq!(cut, format!("see {REDACTED}\nno end here"));
    let page = "/// -----BEGIN EC PRIVATE KEY-----\nimpl A {\n    fn a() {}\n}\n";
    assert_eq!(redact(page), format!("/// {REDACTED}\nimpl A {{\n    fn a() {{}}\n}}\n"));
    check_secret(&format!(
        "PuTTY-User-Key-File-3: ssh-rsa\n«Private-Lines: 2\n{lines}\n{lines}»\nPrivate-MAC: 3f"
    ));
    check_benign("-----BEGIN PUBLIC KEY-----\nMII\n-----END PUBLIC KEY-----");
    check_benign("The private key is read from disk.");
}

#[test]
fn json_web_tokens() {
    check_secret(&format!("«eyJ{}.eyJ{}.{}»", letters(20), letters(30), letters(20)));
    check_secret(&format!(
        "Authorization: Bearer «eyJhbGci{}.eyJ{}.{}-_x»",
        letters(20),
        letters(300),
        letters(20)
    ));
    check_secret(&format!(
        "«eyJ{}.{}.{}.{}.{}», ",
        letters(40),
        letters(9),
        letters(9),
        letters(60),
        letters(9)
    ));
    check_benign("eyJ is how an object begins in base64");
}

#[test]
fn urls() {
    check_secret("postgres://user:«hunter»@db.example/x");
    check_secret("redis://:«hunter»@cache:6379");
    check_secret("https://x-access-token:«a1b2c3d4»@github.com/a/b");
    check_secret("https://«q8Zt3mV5x9Lc2Rw7q8Zt3»@github.com/a/b");
    check_secret("postgres://app:«p@ss»@db:5432/app");
    check_secret("postgres://app:«pa/ss»@db/app");
    check_secret("https://x.example/c?sv=2024&token=«a1b2C3d4E5f6G7h8I9j0»&y=1");
    check_benign("https://example.com:8080/a@b");
    check_benign("https://user@example.com/path");
    check_benign("postgres://user:$PASSWORD@db/x");
    check_benign("ssh://git@example.com:22/a");
}

#[test]
fn headers() {
    check_secret("Authorization: Bearer «a1b2c3d4e5f6g7»");
    check_secret("authorization: Basic «dXNlcjpwYXNzd29yZDE=»");
    check_secret("\"Authorization\": \"Basic «dXNlcjpwYXNz»\"");
    check_secret("Authorization: token «a1b2c3d4e5f6g7h8»");
    check_secret("curl -H 'Authorization: «a1b2c3d4e5f6g7»'");
    check_secret("bearer «a1b2c3d4e5f6g7»");
    check_secret("Cookie: session=«a1b2c3d4e5f6g7»; theme=dark");
    check_secret("Set-Cookie: sid=«a1b2c3d4e5f6g7»; Path=/; HttpOnly");
    check_secret("-H \"Private-Token: «a1b2c3d4e5f6g7»\"");
    check_secret("X-Api-Key: «a1b2c3d4e5f6g7»");
    check_benign("Cookie: theme=dark; lang=en");
    check_benign("Basic authentication and basic dictionary");
    check_benign("The bearer misunderstandings of RFC 6750");
    check_benign("see authorization: the chapter on it");
}

#[test]
fn users_with_their_passwords() {
    check_secret("curl -u ann:«hunter2x» https://example.com");
    check_secret("curl -s --user 'ann:«hun4ter!»' https://example.com");
    check_secret("cd a && curl \\\n  -u ann:«S3cret!» \\\n  https://example.com");
    check_benign("docker run -p 8080:80 -u 1000:1000 nginx");
    check_benign("docker run -u node:node nginx");
    check_benign("curl -u $USER:$PASS https://example.com");
    check_benign("git push -u origin feature:main");
}

/// Colours, blanks that do not break a line, letters without a width, round quotes and escapes.
#[test]
fn formatting_hides_nothing() {
    for text in [
        "\x1b[32mpassword\x1b[0m=\x1b[33m«hunter42»\x1b[0m",
        "\x1b[1;31mghp_\x1b[0m",
        "{\"log\": \"\\u001b[32mpassword\\u001b[0m = \\u001b[33m«hunter42»\\u001b[0m\"}",
        "\\x1b[32mpassword\\x1b[0m = \\x1b[33m«hunter42»\\x1b[0m",
        "\\033[32mpassword\\033[0m = \\033[33m«hunter42»\\033[0m",
        "password:\u{a0}«hunter42»",
        "pass\u{200b}word: «hunter42»",
        "“password”: “«hunter42»”",
        "&quot;password&quot;: &quot;«hunter42»&quot;",
        "token%3D«a1b2c3d4e5f6g7h8»%26x",
        "\\u0022password\\u0022: \\u0022«hunter42»\\u0022",
    ] {
        if text.contains('«') {
            check_secret(text);
        } else {
            check_benign(text);
        }
    }
}

#[test]
fn a_secret_is_taken_out_wherever_it_stands() {
    let text = "password=S3cret!pass9\nlogged in with S3cret!pass9 at 7\n";
    assert_eq!(redact(text), "password=[redacted]\nlogged in with [redacted] at 7\n");
    let text = "password=postgres\nthe image postgres\n";
    assert_eq!(redact(text), "password=[redacted]\nthe image postgres\n");
}

#[test]
fn ordinary_text_is_not_even_copied() {
    let text = "I changed `src/main.rs`: the loop ended one too early (é).";
    assert!(matches!(redact(text), Cow::Borrowed(_)));
    check_benign("");
    check_benign("commit 3f0c1d52ab3f0c1d52ab3f0c1d52ab3f0c1d52ab");
    check_benign("task-force skeleton: sk-learn-like-estimators-in-rust");
}
