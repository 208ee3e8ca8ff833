//! Names that secrets are given to: `password`, `API_KEY`, `clientSecret`.

use std::ops::Range;

/// What a name says of its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Anything may be a password.
    Password,
    /// A token or key looks random.
    Token,
    /// The name may be that of many things: only what looks very random is a secret.
    Unsure,
}

/// The words that announce a name, in lower case.
pub(crate) const WORDS: [&str; 8] =
    ["auth", "cred", "key", "pass", "pwd", "secret", "signature", "token"];

/// How far a name is followed, in bytes.
const MAX_NAME: usize = 80;

/// Ends of names. What is shorter is a whole word of a name.
const PASSWORDS: [&str; 7] =
    ["passphrase", "passwd", "password", "passwort", "passcode", "psswd", "pwd"];
const TOKENS: [&str; 10] = [
    "accesskey",
    "apikey",
    "appkey",
    "authkey",
    "credential",
    "credentials",
    "privatekey",
    "secret",
    "secretkey",
    "token",
];

/// Whose key is a secret.
const SECRET_KEYS: [&str; 26] = [
    "access",
    "account",
    "admin",
    "api",
    "app",
    "application",
    "auth",
    "client",
    "consumer",
    "decryption",
    "deploy",
    "encryption",
    "hmac",
    "integration",
    "licence",
    "license",
    "master",
    "private",
    "product",
    "secret",
    "service",
    "shared",
    "signing",
    "storage",
    "subscription",
    "webhook",
];

/// Whose key or token is none.
const PUBLIC: [&str; 22] = [
    "cache",
    "cancellation",
    "continuation",
    "cursor",
    "event",
    "existing",
    "foreign",
    "group",
    "idempotency",
    "index",
    "next",
    "object",
    "page",
    "partition",
    "primary",
    "public",
    "pull",
    "query",
    "row",
    "sort",
    "sync",
    "unexpected",
];

/// What may stand behind the word that counts.
const QUALIFIERS: [&str; 14] = [
    "base64",
    "default",
    "dev",
    "env",
    "hex",
    "live",
    "new",
    "old",
    "plain",
    "prod",
    "production",
    "staging",
    "test",
    "value",
];

/// What is said about a secret and is none.
const ATTRIBUTES: [&str; 22] = [
    "algorithm",
    "arn",
    "count",
    "endpoint",
    "expiry",
    "field",
    "file",
    "format",
    "hash",
    "header",
    "host",
    "id",
    "label",
    "length",
    "name",
    "path",
    "prefix",
    "size",
    "type",
    "uri",
    "url",
    "version",
];

/// Where the name is in which a word of [`WORDS`] stands at this place.
pub(crate) fn place(text: &str, at: usize) -> Range<usize> {
    let bytes = text.as_bytes();
    let joins = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let before = bytes.get(at.saturating_sub(MAX_NAME)..at).unwrap_or_default();
    let mut start = at - before.iter().rev().take_while(joins).count();
    let behind = bytes.get(at..).unwrap_or_default().iter().take(MAX_NAME);
    let mut end = at + behind.take_while(joins).count();
    crate::count_steps(end - start);
    // `\nPASSWORD=v` within a string.
    if start > 0 && bytes.get(start - 1) == Some(&b'\\') {
        start += 1;
    }
    let is_sign = |place: usize| bytes.get(place).is_some_and(|byte| matches!(byte, b'-' | b'.'));
    while start < end && is_sign(start) {
        start += 1;
    }
    while start < end && is_sign(end - 1) {
        end -= 1;
    }
    start..end
}

/// What the name at this place says of its value.
pub(crate) fn kind_at(text: &str, place: &Range<usize>) -> Option<Kind> {
    let name = text.get(place.clone())?;
    // `secret access key`, as people write it.
    if name.eq_ignore_ascii_case("key") {
        let before = text.get(..place.start)?.strip_suffix(' ')?;
        let letters = before.bytes().rev().take(MAX_NAME).take_while(u8::is_ascii_alphanumeric);
        let owner = before.get(before.len() - letters.count()..)?;
        return key(owner, name);
    }
    kind(name)
}

/// What a name says of its value: its last word does, and the one before it.
pub(crate) fn kind(name: &str) -> Option<Kind> {
    let (mut owner, mut last) = ("", "");
    for word in words(name).filter(|word| !is_qualifier(word)) {
        (owner, last) = (last, word);
    }
    let last = last.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_public = words(name).any(|word| word.eq_ignore_ascii_case("public"));
    if is_public || is_one(&PUBLIC, owner) || PUBLIC.iter().any(|word| begins(last, word)) {
        return None;
    }
    if is_one(&["pass", "pw"], last) || ends(last, &PASSWORDS) {
        return Some(Kind::Password);
    }
    if is_one(&["cred", "creds"], last) || ends(last, &TOKENS) {
        return Some(Kind::Token);
    }
    if last.eq_ignore_ascii_case("key") {
        return key(owner, name);
    }
    // `API_KEY_STRIPE`, `TOKEN_GITHUB`.
    let holds = || {
        let is_secret = |word: &str| is_one(&TOKENS, word) || word.eq_ignore_ascii_case("key");
        name.contains('_') && !is_one(&ATTRIBUTES, last) && words(name).any(is_secret)
    };
    (is_one(&["auth", "signature"], last) || holds()).then_some(Kind::Unsure)
}

/// What a key is, by its owner.
fn key(owner: &str, name: &str) -> Option<Kind> {
    if owner.is_empty() || is_one(&PUBLIC, owner) {
        return None;
    }
    let is_secret = is_one(&SECRET_KEYS, owner) || is_variable(name) && name.contains('_');
    Some(if is_secret { Kind::Token } else { Kind::Unsure })
}

fn is_qualifier(word: &str) -> bool {
    is_one(&QUALIFIERS, word) || word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word is one of these, in any case.
fn is_one(words: &[&str], word: &str) -> bool {
    words.iter().any(|known| word.eq_ignore_ascii_case(known))
}

fn begins(word: &str, beginning: &str) -> bool {
    word.get(..beginning.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(beginning))
}

fn ends(word: &str, ends: &[&str]) -> bool {
    let end = |length: usize| word.get(word.len().checked_sub(length)?..);
    ends.iter().any(|known| end(known.len()).is_some_and(|end| end.eq_ignore_ascii_case(known)))
}

/// Whether a name is written as variables of the environment are.
pub(crate) fn is_variable(name: &str) -> bool {
    !name.contains(|c: char| c.is_ascii_lowercase())
}

/// The words of a name: divided by signs, and by the capitals of `dbPassword` and `APIKey`.
pub(crate) fn words(name: &str) -> impl Iterator<Item = &str> {
    let bytes = name.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while !bytes.get(at)?.is_ascii_alphanumeric() {
            at += 1;
        }
        let start = at;
        at += 1;
        while bytes.get(at).is_some_and(u8::is_ascii_alphanumeric) && !is_hump(bytes, at) {
            at += 1;
        }
        name.get(start..at)
    })
}

/// Whether a capital begins a word here, within another one.
fn is_hump(bytes: &[u8], at: usize) -> bool {
    let is_upper = |place: usize| bytes.get(place).is_some_and(u8::is_ascii_uppercase);
    let goes_on = || bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase);
    is_upper(at) && (!is_upper(at - 1) || goes_on())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_what_it_is_given() {
        use Kind::{Password, Token, Unsure};
        for (name, expected) in [
            ("password", Some(Password)),
            ("DB_PASS", Some(Password)),
            ("dbPassword2", Some(Password)),
            ("spring.datasource.password", Some(Password)),
            ("PGPASSWORD", Some(Password)),
            ("client_secret", Some(Token)),
            ("token", Some(Token)),
            ("SECRET_KEY_BASE", Some(Unsure)),
            ("apiKey", Some(Token)),
            ("APIKey", Some(Token)),
            ("x-api-key", Some(Token)),
            ("STRIPE_KEY", Some(Token)),
            ("stripe_key", Some(Unsure)),
            ("API_KEY_STRIPE", Some(Unsure)),
            ("key", None),
            ("primary_key", None),
            ("CACHE_KEY", None),
            ("nextPageToken", None),
            ("max_tokens", None),
            ("token_count", None),
            ("SECRET_NAME", None),
            ("compass", None),
            ("author", None),
            ("monkey", None),
            ("", None),
        ] {
            assert_eq!(kind(name), expected, "{name}");
        }
    }
}
