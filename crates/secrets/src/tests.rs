//! What is taken for a secret, and what is not.

mod attacked;
mod beside;
mod code;
mod forms;
mod found;
mod listed;
mod long;
mod named;
mod ordinary;
mod properties;
mod rows;
mod shown;
mod tried;
mod ways;
mod words;

use std::borrow::Cow;
use std::cell::Cell;

use crate::{REDACTED, redact};

thread_local! {
    pub(crate) static STEPS: Cell<usize> = const { Cell::new(0) };
}

/// `[` and `]` around the part that is a secret. What stands there is put
/// together here, so that no scanner takes this file for a leak.
#[track_caller]
fn check_secret(text: &str) {
    let (before, rest) = text.split_once('[').unwrap();
    let (secret, after) = rest.rsplit_once(']').unwrap();
    let leaky = format!("{before}{secret}{after}");
    assert_eq!(redact(&leaky), format!("{before}{REDACTED}{after}"), "{leaky}");
    let within = format!("so é {leaky} ok");
    assert_eq!(redact(&within), format!("so é {before}{REDACTED}{after} ok"), "{within}");
}

/// What was taken out of a text, if anything was.
fn redacted_part(text: &str) -> Option<&str> {
    let clean = redact(text);
    let (before, after) = clean.split_once(REDACTED)?;
    text.get(before.len()..text.len() - after.len())
}

#[track_caller]
fn check_benign(text: &str) {
    assert_eq!(redact(text), text);
}

fn letters(number: usize) -> String {
    "aB3dE5gH7j".chars().cycle().take(number).collect()
}

#[test]
fn tokens_of_services() {
    let upper = |number| letters(number).to_uppercase().replace(['5', '7'], "Z");
    check_secret(&format!("[AKIA{}]", upper(16).replace('3', "2")));
    for (prefix, number) in [
        ("AIza", 35),
        ("ghp_", 36),
        ("ghs_", 36),
        ("github_pat_", 60),
        ("glpat-", 20),
        ("xoxb-123-", 24),
        ("xapp-1-", 24),
        ("sk_live_", 24),
        ("rk_test_", 24),
        ("whsec_", 32),
        ("npm_", 36),
        ("hf_", 34),
        ("GOCSPX-", 28),
    ] {
        check_secret(&format!("[{prefix}{}]", letters(number)));
    }
    check_secret(&format!("sk-[ant-api03-{}]", letters(40)));
    check_secret(&format!("https://hooks.slack.com/[services/T0/B0/{}]", letters(24)));
    check_secret(&format!("[eyJ{}.eyJ{}.{}]", letters(20), letters(30), letters(20)));
}

#[test]
fn private_keys() {
    let pem = |kind: &str, end: &str| format!("[-----BEGIN {kind}-----\nMII\nabc\n{end}]");
    check_secret(&pem("RSA PRIVATE KEY", "-----END RSA PRIVATE KEY-----"));
    check_secret(&pem("PRIVATE KEY", "-----END PRIVATE KEY-----"));
    check_secret(&pem("OPENSSH PRIVATE KEY", "-----END OPENSSH PRIVATE KEY-----"));
    check_secret(&pem("PGP PRIVATE KEY BLOCK", "-----END PGP PRIVATE KEY BLOCK-----"));
    let cut = redact("see -----BEGIN PRIVATE KEY-----\nMIIabc\nno end").into_owned();
    assert_eq!(cut, format!("see {REDACTED}\nno end"));
    check_secret(
        "\"[-----BEGIN PRIVATE KEY-----\\nMIIabc\\nMIIabc\\n-----END PRIVATE KEY-----]\\n\"",
    );
    let page = "/// -----BEGIN EC PRIVATE KEY-----\nimpl A {\n    fn a() {}\n}\n";
    assert_eq!(redact(page), format!("/// {REDACTED}\nimpl A {{\n    fn a() {{}}\n}}\n"));
    check_secret(
        "// [-----BEGIN EC PRIVATE KEY-----\n// MHcCAQEE\n// oUQDQgAE\n// -----END EC PRIVATE KEY-----]",
    );
    check_benign("-----BEGIN PUBLIC KEY-----\nMII\n-----END PUBLIC KEY-----");
    check_benign("The private key is read from disk.");
}

#[test]
fn passwords() {
    check_secret("password=[hunter]");
    check_secret("PGPASSWORD=[correcthorse] psql");
    check_secret("DB_PASS=[horse9]");
    check_secret(r#""password": "[correct horse]""#);
    check_secret("password: '[hunter]'");
    check_secret("The password is [hunter2] now");
    check_secret("mysql --password [hunter2x]");
    check_secret("Server=db;User=sa;Password=[S3cr(t]".replace('(', "e").as_str());
    check_secret("client_secret: \"[not-a-word]\"");
    check_secret(r#"{\"password\": \"[hunter]\"}"#);
    check_secret(r#"password="[a\"b9longtail]""#);
    check_secret("**Password**: `[hunter]`");
    check_secret("**password:** [hunter2x]");
    check_secret("| password | [hunter2x] |");
    check_secret("The password for the test server is [hunter2x]");
    check_secret("password (staging): [hunter2x]");
    check_secret("DB_PASS: [hunter2x]");
    check_benign("The password is correct.");
    check_benign("password: String, token: &str");
    check_benign("password=$PASSWORD");
    check_benign("password=${DB_PASSWORD}");
    check_benign("password=<your password>");
    check_benign("password=****");
    check_benign("password=read_password()");
    check_benign("bypass=always1 compass=north");
    check_benign("Ask for the password before the upload.");
}

#[test]
fn keys_and_tokens() {
    check_secret("API_KEY=[a1b2c3d4e5]");
    check_secret("aws_secret_access_key = [wJalrXUtnFEMIK7MDENGbPxRfiCYEX]");
    check_secret("AWS_SECRET_ACCESS_KEY=[wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY]");
    check_secret("token: \"[a1b2c3d4e5f6]\"");
    check_secret("--token [a1b2c3d4e5f6]");
    check_secret("SECRET_KEY_BASE=[a1b2c3d4e5f6]");
    check_secret("ENCRYPTION_KEY=[0123456789abcdef]");
    check_secret("the API key is [a1b2c3d4e5]");
    check_secret("the token was [a1b2c3d4e5]");
    check_benign("token for the lexer state2");
    check_benign("A token of the grammar: see parser.rs");
    check_benign("primary_key=column1");
    check_benign("max_tokens=128000");
    check_benign("let token = lexer.next();");
    check_benign("token: Token::Number2");
    check_benign("tokens[0] is the keyword, token 1 the name");
    check_benign("the key is sorted first");
    check_benign("secret: config/secrets1.yaml");
    check_benign("secret = secrets[index0]");
}

#[test]
fn headers_and_urls() {
    check_secret("Authorization: Bearer [a1b2c3d4e5f6g7]");
    check_secret("authorization: Basic [dXNlcjpwYXNzd29yZDE=]");
    check_secret("curl -H 'Authorization: [a1b2c3d4e5f6g7]'");
    check_secret("bearer [a1b2c3d4e5f6g7]");
    check_secret("postgres://user:[hunter]@db.example/x");
    check_secret("redis://:[hunter]@cache:6379");
    check_benign("https://example.com:8080/a@b");
    check_benign("https://user@example.com/path");
    check_benign("postgres://user:$PASSWORD@db/x");
    check_benign("The bearer misunderstandings of RFC 6750");
    check_benign("see authorization: the chapter on it");
}

#[test]
fn ordinary_text_is_not_even_copied() {
    let text = "I changed `src/main.rs`: the loop ended one too early (é).";
    assert!(matches!(redact(text), Cow::Borrowed(_)));
    check_benign("");
    check_benign("commit 3f0c1d52ab3f0c1d52ab3f0c1d52ab3f0c1d52ab");
    check_benign("task-force skeleton: sk-learn-like-estimators-in-rust");
}

#[test]
fn twice_is_as_once() {
    let once = redact("password=hunter2 and token a1b2c3d4e5f6").into_owned();
    assert_eq!(redact(&once), once);
    assert_eq!(once, "password=[redacted] and token [redacted]");
}
