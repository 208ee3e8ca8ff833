//! Takes secrets out of text before it is kept or shown.
//!
//! [`redact`] is for every writer of words: journals, ledgers, files of sessions,
//! sinks and stores.
//!
//! The rules are few and our own; the formats are those that the services
//! publish. A rule names words without which it cannot match, so that its
//! expression is compiled only for text that has one of them. What is taken out
//! too much costs a word of a memory; what is left in is on the disk for months.

use std::borrow::Cow;
use std::sync::OnceLock;

use regex::{Captures, Regex};

/// What stands in the place of a secret.
pub const REDACTED: &str = "[redacted]";

/// A value with a slash is a path rather than base64 if it is shorter than this.
const LONGEST_PATH: usize = 32;

struct Rule {
    /// In lower case; the text has to have one of them.
    words: &'static [&'static str],
    /// The secret is the group of that name, or else all that matches.
    pattern: &'static str,
    /// Whether what matched is a secret after all.
    confirm: fn(&str) -> bool,
    expression: OnceLock<Option<Regex>>,
}

const fn rule(
    words: &'static [&'static str],
    pattern: &'static str,
    confirm: fn(&str) -> bool,
) -> Rule {
    Rule { words, pattern, confirm, expression: OnceLock::new() }
}

/// Words of the names that a password is given to.
const PASSWORD_WORDS: [&str; 5] = ["passw", "passphrase", "pwd", "pass", "client"];

/// In this order: what an earlier rule took out is not there for a later one.
static RULES: [Rule; 12] = [
    rule(
        &["private key"],
        concat!(
            r"(?s)-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----",
            r".*?(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|\z)"
        ),
        always,
    ),
    // AWS and Google.
    rule(
        &["akia", "asia", "abia", "acca", "aiza", "ya29.", "gocspx-"],
        concat!(
            r"\b(?:(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}|AIza[0-9A-Za-z_-]{35}",
            r"|ya29\.[0-9A-Za-z_-]{20,}|GOCSPX-[0-9A-Za-z_-]{20,})"
        ),
        always,
    ),
    // GitHub and GitLab.
    rule(
        &["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-"],
        r"\b(?:gh[pousr]_[0-9A-Za-z]{30,}|github_pat_[0-9A-Za-z_]{30,}|glpat-[0-9A-Za-z_-]{20,})",
        always,
    ),
    rule(
        &["xox", "xapp-", "hooks.slack.com"],
        concat!(
            r"\b(?:xox[a-z](?:\.xox[a-z])?-[0-9A-Za-z-]{10,}|xapp-[0-9A-Za-z-]{10,}",
            r"|hooks\.slack\.com/(?P<secret>[a-z]+/[0-9A-Za-z/_-]{20,}))"
        ),
        always,
    ),
    // Stripe, OpenAI and Anthropic.
    rule(
        &["sk_", "rk_", "sk-", "whsec_"],
        concat!(
            r"\b(?:[sr]k_(?:live|test)_[0-9A-Za-z]{10,}|whsec_[0-9A-Za-z+/=]{20,}",
            r"|sk-(?P<secret>[0-9A-Za-z_-]{20,}))"
        ),
        is_random,
    ),
    // npm, PyPI, Hugging Face, SendGrid, age.
    rule(
        &["npm_", "pypi-", "hf_", "sg.", "age-secret-key-"],
        concat!(
            r"\b(?:npm_[0-9A-Za-z]{36}|pypi-[0-9A-Za-z_-]{50,}|hf_[0-9A-Za-z]{30,}",
            r"|SG\.[0-9A-Za-z_-]{16,}\.[0-9A-Za-z_-]{32,}|AGE-SECRET-KEY-1[0-9A-Z]{50,})"
        ),
        always,
    ),
    // A JSON web token, RFC 7519: header and claims are objects in base64.
    rule(&["eyj"], r"\beyJ[0-9A-Za-z_-]{5,}\.eyJ[0-9A-Za-z_-]{5,}(?:\.[0-9A-Za-z_-]*)?", always),
    // The password of a URL, RFC 3986, section 3.2.1.
    rule(&["://"], r"(?i)\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@]*:(?P<secret>[^\s/@]+)@", is_literal),
    // The header of RFC 9110, section 11.6.2.
    rule(
        &["bearer", "authorization"],
        concat!(
            r#"(?i)(?:\bbearer\s+|\bauthorization["']?\s*[:=]\s*["']?(?:[a-z]+\s+)?)"#,
            r"(?P<secret>[0-9a-z._~+/=:-]{12,})"
        ),
        is_random,
    ),
    // password="...", also in JSON, in JSON within a text, and in YAML.
    rule(
        &PASSWORD_WORDS,
        concat!(
            r#"(?i)(?:passw(?:or)?d|passphrase|(?:\b|_)(?:pwd|pass)|client[_-]?secret)[\\"'`*]*"#,
            r#"\s*(?:=>|:=|=|:|\sis\s)[\s*]*\\?["'`]"#,
            r#"(?P<secret>(?:[^"'`\\\n]|\\.){4,}?)\\?["'`]"#
        ),
        is_literal,
    ),
    // PASSWORD=..., as in an environment or a connection string.
    rule(
        &PASSWORD_WORDS,
        concat!(
            r"(?i)(?:passw(?:or)?d|passphrase|(?:\b|_)(?:pwd|pass)|client[_-]?secret)=",
            r#"(?P<secret>[^\s"'`,;&)\]}>]{4,})"#
        ),
        is_literal,
    ),
    // "The password (or: for staging) is ...", --token ..., API_KEY: ..., also
    // in Markdown and its tables.
    rule(
        &["pass", "pwd", "secret", "token", "credential", "key"],
        concat!(
            r"(?i)(?:passw(?:or)?d|passphrase|secret|token|credentials?|_pass|(?:\b|_)pwd",
            r"|(?:api|access|secret|private|account|auth)[_ -]?key(?:_base)?",
            r#"|(?-i:[A-Z0-9]_KEY))[\\"'`*]*"#,
            r"(?:(?:\s*\([^)\n]{1,40}\)|\s(?:for|of|to|on|in)\s[^\n:=.]{1,40}?)",
            r"(?:\s*[:=]\s*|\s+is:?\s+)",
            r"|[\s*]*(?:=>|:=|=|:|\|)[\s*]*|\s+(?:is|was):?\s+|\s+)",
            r#"\\?["'`*]*(?P<secret>[^\s"'`,;&)\]}>]{6,})"#
        ),
        is_random,
    ),
];

/// `text` without what looks like a key, a token or a password; `[redacted]` takes
/// its place.
///
/// Known are private keys, the tokens of the large services, JSON web tokens,
/// passwords in URLs, `Authorization` headers, and values that are given to a
/// name such as `password`, `client_secret` or `API_KEY`.
///
/// ```
/// assert_eq!(secrets::redact("password=hunter2"), "password=[redacted]");
/// ```
pub fn redact(text: &str) -> Cow<'_, str> {
    let lower = text.to_lowercase();
    let mut clean = Cow::Borrowed(text);
    for rule in RULES.iter().filter(|rule| rule.words.iter().any(|word| lower.contains(word))) {
        let expression = rule.expression.get_or_init(|| Regex::new(rule.pattern).ok());
        let Some(expression) = expression else { continue };
        let replaced = expression.replace_all(&clean, |found: &Captures<'_>| replace(rule, found));
        if let Cow::Owned(replaced) = replaced {
            clean = Cow::Owned(replaced);
        }
    }
    clean
}

fn replace(rule: &Rule, found: &Captures<'_>) -> String {
    let all = found.get_match();
    let secret = found.name("secret").unwrap_or(all);
    if secret.as_str() == REDACTED || !(rule.confirm)(secret.as_str()) {
        return all.as_str().to_owned();
    }
    let (start, end) = (secret.start() - all.start(), secret.end() - all.start());
    let before = all.as_str().get(..start).unwrap_or_default();
    let after = all.as_str().get(end..).unwrap_or_default();
    format!("{before}{REDACTED}{after}")
}

fn always(_: &str) -> bool {
    true
}

/// Whether a value is itself and no placeholder, variable or call.
fn is_literal(value: &str) -> bool {
    let first = value.chars().next().unwrap_or_default();
    let stands_for_another = "$<{%[(".contains(first) || value.contains('(');
    !stands_for_another && value.chars().any(|c| c != first)
}

/// Whether a value is no word of a language, human or other.
fn is_random(value: &str) -> bool {
    let has = |kind: fn(&char) -> bool| value.chars().any(|c| kind(&c));
    let is_path = value.contains('/') && value.len() < LONGEST_PATH;
    let is_code = is_path || value.contains("::") || value.contains(['[', '{', '<', '|']);
    is_literal(value) && !is_code && has(char::is_ascii_digit) && has(char::is_ascii_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_compiles() {
        for rule in &RULES {
            Regex::new(rule.pattern).unwrap();
        }
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
        assert_eq!(cut, format!("see {REDACTED}"));
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
}
