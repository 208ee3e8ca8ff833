//! Names that secrets are given to.

use std::ops::Range;

use hook_protocol::ending;

use crate::signs::{is_one_of, table};
use crate::vocabulary::{
    ABOUT, BEHIND, FOREIGN_BY_LETTER, KEYS_OF, NO_KEYS_OF, OWNERS, PASSWORD_ENDS, PASSWORDS,
    SECRET_ENDS, SECRETS,
};
use crate::which;

/// A name in a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Name<'t> {
    pub(crate) text: &'t str,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) kind: Kind,
}

/// What is taken for a secret behind a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Anything that is given to it.
    Password,
    /// What looks random.
    Secret,
    /// What looks very random: the name may be that of many things.
    Weak,
    /// What is handed over behind the name of a user.
    Pair,
}

/// How far a name is followed, in bytes.
const MAX_NAME: usize = 80;

/// What names are made of.
static OF_NAMES: [bool; 256] =
    table(b"_-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

/// What a name is asked for or told, with a value: `pass.equals("v")`.
const METHODS: [&str; 4] = [".equals", ".equalsIgnoreCase", ".assign", ".compareTo"];

/// What has a token that is a place in a list, or a part of a text.
const NO_TOKENS: [&str; 12] = [
    "bos",
    "cls",
    "continuation",
    "cursor",
    "eos",
    "mask",
    "next",
    "pad",
    "page",
    "sep",
    "sync",
    "unk",
];

/// What passes something on, or does something so often.
const NO_PASS: [&str; 16] = [
    "all",
    "any",
    "proxy",
    "uwsgi",
    "fastcgi",
    "scgi",
    "grpc",
    "memcached",
    "one",
    "two",
    "multi",
    "single",
    "first",
    "second",
    "post",
    "by",
];

impl<'t> Name<'t> {
    /// Where the name is in which a word of `BEGINNINGS` stands at this place.
    pub(crate) fn place(text: &str, at: usize) -> Option<Range<usize>> {
        let bytes = text.as_bytes();
        let joins = |byte: &u8| is_one_of(&OF_NAMES, *byte);
        let before = bytes.get(at.saturating_sub(MAX_NAME)..at)?.iter().rev();
        let start = at - before.take_while(|byte| joins(byte)).count();
        let behind = bytes.get(at..)?.iter().take(MAX_NAME);
        let end = at + behind.take_while(|byte| joins(byte)).count();
        crate::count_steps(end - start);
        let mut place = trimmed(bytes, start..end);
        let said = text.get(place.clone())?;
        let methods = if said.as_bytes().contains(&b'.') { METHODS.as_slice() } else { &[] };
        let method = methods.iter().find(|method| said.ends_with(**method));
        place.end -= method.map_or(0, |method| method.len());
        Some(place)
    }

    /// The name at this place, if secrets are given to it.
    pub(crate) fn at(text: &'t str, place: Range<usize>) -> Option<Name<'t>> {
        let mut name = Name { text, start: place.start, end: place.end, kind: Kind::Weak };
        name.kind = name.judged()?;
        Some(name)
    }

    /// The word for a password in another language that stands at this place.
    pub(crate) fn foreign(text: &'t str, at: usize) -> Option<Name<'t>> {
        let words = FOREIGN_BY_LETTER.at(text, at);
        let word = words.get(which(text, at, words)?)?;
        let end = at + word.len();
        let is_letter = |c: char| c.is_ascii_alphanumeric();
        let is_whole =
            !text.get(..at)?.ends_with(is_letter) && !text.get(end..)?.starts_with(is_letter);
        is_whole.then_some(Name { text, start: at, end, kind: Kind::Password })
    }

    pub(crate) fn said(&self) -> &'t str {
        self.text.get(self.start..self.end).unwrap_or_default()
    }

    /// A word by itself, as people say it of many things.
    pub(crate) fn is_bare(&self) -> bool {
        let is_word = matches!(self.said(), "token" | "Token" | "secret" | "Secret");
        is_word || self.kind == Kind::Weak && self.said().eq_ignore_ascii_case("key")
    }

    /// `pass`, which tests do as well.
    pub(crate) fn is_pass(&self) -> bool {
        let last = self.said().rsplit('.').next().unwrap_or_default();
        last.eq_ignore_ascii_case("pass") || last == "log_pass"
    }

    /// `"auth"` in the files of registries.
    pub(crate) fn is_auth(&self) -> bool {
        matches!(self.said(), "auth" | "_auth")
    }

    /// A variable of the environment.
    pub(crate) fn is_set(&self) -> bool {
        self.said().contains('_') && is_variable(self.said())
    }

    /// The character before it.
    pub(crate) fn before(&self) -> Option<char> {
        self.text.get(..self.start)?.chars().next_back()
    }

    fn judged(&self) -> Option<Kind> {
        let said = self.said();
        if said.eq_ignore_ascii_case("key") {
            let owner = ending(self.text.get(..self.start)?, MAX_NAME);
            let owner = owner.trim_end_matches([' ', '-']);
            let owner = owner.rsplit(|c: char| !c.is_ascii_alphanumeric()).next()?;
            return match owner.to_ascii_lowercase().as_str() {
                owner if KEYS_OF.has(owner) => Some(Kind::Secret),
                owner if NO_KEYS_OF.has(owner) => None,
                _ => Some(Kind::Weak),
            };
        }
        kind(said)
    }
}

/// What a name says of its value.
pub(crate) fn kind(name: &str) -> Option<Kind> {
    let whole = name.to_ascii_lowercase();
    let mut lower: Vec<&str> = Vec::with_capacity(8);
    lower.extend(places(name).filter_map(|place| whole.get(place)));
    let is_behind =
        |part: &&str| BEHIND.has(part) || part.bytes().all(|byte| byte.is_ascii_digit());
    let end = lower.iter().rposition(|part| !is_behind(part))?;
    let last = lower.get(end)?.trim_end_matches(|c: char| c.is_ascii_digit());
    let before = end.checked_sub(1).and_then(|place| lower.get(place)).copied();
    match last {
        "clientsecret" => Some(Kind::Password),
        // An assembly has one of .NET.
        "token" if before == Some("key") && lower.first() == Some(&"public") => None,
        // A cursor in a list, which is longer than a page.
        "token" if before.is_some_and(|before| NO_TOKENS.contains(&before)) => None,
        // `%24skiptoken` of Azure.
        _ if last.ends_with("skiptoken") => None,
        // `proxy_pass` of nginx, and `two-pass`.
        "pass" if before.is_some_and(|before| NO_PASS.contains(&before)) => None,
        // The name of one, as Helm is given it.
        "secret" if matches!(before, Some("existing" | "pull")) => None,
        "secret" if before == Some("client") => Some(Kind::Password),
        // `NONCE_SALT` of WordPress, `hash_salt` of Drupal. That of one password is stored beside it.
        "salt" if matches!(before, Some("auth" | "hash" | "in" | "nonce")) => Some(Kind::Secret),
        "pepper" => Some(Kind::Secret),
        _ if is_password(last) => Some(Kind::Password),
        _ if is_secret(last) => Some(Kind::Secret),
        "key" => {
            let before = before?;
            match before {
                "data" | "session" if is_variable(name) => Some(Kind::Weak),
                _ if NO_KEYS_OF.has(before) => None,
                _ if is_variable(name) || KEYS_OF.has(before) => Some(Kind::Secret),
                _ => Some(Kind::Weak),
            }
        }
        "connect" | "connection" | "mysqli" | "pdo" => Some(Kind::Pair),
        "api" | "auth" | "authenticate" | "login" | "pat" | "sig" | "signature" => Some(Kind::Weak),
        "access" | "private" if ends_loud(name) => Some(Kind::Weak),
        _ if lower.len() < 2 || ABOUT.has(last) => None,
        _ => {
            // `my_password_secure`, `apikeyOfVendor`.
            if lower.iter().any(|part| is_password(part)) {
                return Some(Kind::Secret);
            }
            // `API_KEY_STRIPE`, `TOKEN_GITHUB`.
            let has_key = || {
                let is_key = |pair: &[&str]| matches!(pair, [owner, "key"] if KEYS_OF.has(owner));
                lower.windows(2).any(is_key)
            };
            let holds = name.contains('_') && (has_key() || lower.iter().any(|it| is_secret(it)));
            holds.then_some(Kind::Weak)
        }
    }
}

/// `new_password2`: what is rather the name of a field than the value of one.
pub(crate) fn names_a_secret(value: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    value.bytes().all(is_part) && kind(value).is_some_and(|kind| kind != Kind::Pair)
}

/// Whether the last word of a name is one that secrets are given to.
pub(crate) fn ends_with_secret(name: &str) -> bool {
    let last = parts(name).last().unwrap_or_default().to_ascii_lowercase();
    last == "key" || is_password(&last) || is_secret(&last)
}

/// Whether a name is written as those of the environment are.
pub(crate) fn is_variable(name: &str) -> bool {
    !name.contains(|c: char| c.is_ascii_lowercase())
}

/// Whether the last word of a name is in capitals.
pub(crate) fn ends_loud(name: &str) -> bool {
    parts(name).last().is_some_and(is_variable)
}

fn is_password(word: &str) -> bool {
    // The last letter tells most apart.
    let owner = || match word.as_bytes().last()? {
        b's' => word.strip_suffix("pass"),
        b'w' => word.strip_suffix("pw"),
        _ => None,
    };
    PASSWORDS.has(word)
        || ends_with_one(word, &PASSWORD_ENDS)
        || owner().is_some_and(|owner| OWNERS.has(owner))
}

fn is_secret(word: &str) -> bool {
    SECRETS.contains(&word) || ends_with_one(word, &SECRET_ENDS)
}

/// Whether a word ends with one of these: their last letters tell most apart.
fn ends_with_one(word: &str, ends: &[&str]) -> bool {
    let last = word.as_bytes().last();
    ends.iter().any(|end| end.as_bytes().last() == last && word.ends_with(end))
}

/// The words of a name: `api`, `KEY` of `apiKEY_2`, and so on.
pub(crate) fn parts(name: &str) -> impl Iterator<Item = &str> {
    places(name).filter_map(|place| name.get(place))
}

/// Where the words are: divided by signs, by the capitals of `dbPassword` and `APIKey`.
fn places(name: &str) -> impl Iterator<Item = Range<usize>> {
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
        Some(start..at)
    })
}

/// Whether a capital begins a word here, within another one.
fn is_hump(bytes: &[u8], at: usize) -> bool {
    let is_upper = |place: usize| bytes.get(place).is_some_and(u8::is_ascii_uppercase);
    let goes_on = || bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase);
    is_upper(at) && (!is_upper(at - 1) || goes_on())
}

/// Without what only joins names.
fn trimmed(bytes: &[u8], mut range: Range<usize>) -> Range<usize> {
    let joins = |place: usize| bytes.get(place).is_some_and(|byte| matches!(byte, b'-' | b'.'));
    while range.start < range.end && joins(range.start) {
        range.start += 1;
    }
    while range.start < range.end && joins(range.end - 1) {
        range.end -= 1;
    }
    range
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_what_it_is_given() {
        use Kind::{Password, Secret, Weak};
        for (name, expected) in [
            ("password", Some(Password)),
            ("DB_PASS", Some(Password)),
            ("dbPassword2", Some(Password)),
            ("spring.datasource.password", Some(Password)),
            ("client_secret", Some(Password)),
            ("clientSecret", Some(Password)),
            ("PGPASSWORD", Some(Password)),
            ("token", Some(Secret)),
            ("SECRET_KEY_BASE", Some(Secret)),
            ("apiKey", Some(Secret)),
            ("APIKey", Some(Secret)),
            ("x-api-key", Some(Secret)),
            ("STRIPE_KEY", Some(Secret)),
            ("stripe_key", Some(Weak)),
            ("beamerKey", Some(Weak)),
            ("API_KEY_STRIPE", Some(Weak)),
            ("TOKEN_GITHUB", Some(Weak)),
            ("sig", Some(Weak)),
            ("key", None),
            ("primary_key", None),
            ("cacheKey", None),
            ("CACHE_KEY", None),
            ("max_tokens", None),
            ("token_count", None),
            ("TOKEN_URL", None),
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
