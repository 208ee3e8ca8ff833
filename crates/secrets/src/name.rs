//! Names that secrets are given to.

use std::ops::Range;

use hook_protocol::ending;

use crate::is_word;
use crate::vocabulary::{
    ABOUT, BEHIND, FOREIGN, KEYS_OF, NO_KEYS_OF, PASSWORD_ENDS, PASSWORDS, SECRET_ENDS, SECRETS,
};

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

/// What a name is asked for or told, with a value: `pass.equals("v")`.
const METHODS: [&str; 4] = [".equals", ".equalsIgnoreCase", ".assign", ".compareTo"];

impl<'t> Name<'t> {
    /// Where the name is in which a word of `BEGINNINGS` stands at this place.
    pub(crate) fn place(text: &str, at: usize) -> Option<Range<usize>> {
        let bytes = text.as_bytes();
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let joins = |byte: &u8| is_word(byte) || matches!(byte, b'-' | b'.');
        let before = bytes.get(at.saturating_sub(MAX_NAME)..at)?.iter().rev();
        let start = at - before.take_while(|byte| joins(byte)).count();
        let behind = bytes.get(at..)?.iter().take(MAX_NAME);
        let end = at + behind.take_while(|byte| joins(byte)).count();
        crate::count_steps(end - start);
        let mut place = trimmed(bytes, start..end);
        let said = text.get(place.clone())?;
        let method = METHODS.iter().find(|method| said.ends_with(**method));
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
        let first = text.as_bytes().get(at)? | 0x20;
        let begins = |word: &&&str| word.as_bytes().first().is_some_and(|it| it | 0x20 == first);
        let mut words = FOREIGN.iter().filter(begins);
        let word = words.find(|word| is_word(text, at, &[word]))?;
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
        last.eq_ignore_ascii_case("pass")
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
                owner if KEYS_OF.contains(&owner) => Some(Kind::Secret),
                owner if NO_KEYS_OF.contains(&owner) => None,
                _ => Some(Kind::Weak),
            };
        }
        kind(said)
    }
}

/// What a name says of its value.
pub(crate) fn kind(name: &str) -> Option<Kind> {
    let lower: Vec<String> = parts(name).map(str::to_ascii_lowercase).collect();
    let is_behind = |part: &String| {
        BEHIND.contains(&part.as_str()) || part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let end = lower.iter().rposition(|part| !is_behind(part))?;
    let last = lower.get(end)?.trim_end_matches(|c: char| c.is_ascii_digit());
    let before = end.checked_sub(1).and_then(|place| lower.get(place)).map(String::as_str);
    match last {
        "clientsecret" => Some(Kind::Password),
        // An assembly has one of .NET.
        "token" if before == Some("key") && lower.first().is_some_and(|it| it == "public") => None,
        "secret" if before == Some("client") => Some(Kind::Password),
        _ if is_password(last) => Some(Kind::Password),
        _ if is_secret(last) => Some(Kind::Secret),
        "key" => {
            let before = before?;
            match before {
                _ if NO_KEYS_OF.contains(&before) => None,
                _ if is_variable(name) || KEYS_OF.contains(&before) => Some(Kind::Secret),
                _ => Some(Kind::Weak),
            }
        }
        "connect" | "connection" | "mysqli" | "pdo" => Some(Kind::Pair),
        "api" | "auth" | "login" | "pat" | "sig" | "signature" => Some(Kind::Weak),
        "access" | "private" if ends_loud(name) => Some(Kind::Weak),
        _ if ABOUT.contains(&last) => None,
        _ => {
            // `API_KEY_STRIPE`, `TOKEN_GITHUB`.
            let holds = |part: &String| is_password(part) || is_secret(part);
            let has_key = lower.windows(2).any(|pair| {
                matches!(pair, [owner, key] if key == "key" && KEYS_OF.contains(&owner.as_str()))
            });
            // `my_password_secure`, `apikeyOfVendor`.
            if lower.iter().any(|part| is_password(part)) && lower.len() > 1 {
                return Some(Kind::Secret);
            }
            (name.contains('_') && (has_key || lower.iter().any(holds))).then_some(Kind::Weak)
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
    PASSWORDS.contains(&word) || PASSWORD_ENDS.iter().any(|end| word.ends_with(end))
}

fn is_secret(word: &str) -> bool {
    SECRETS.contains(&word) || SECRET_ENDS.iter().any(|end| word.ends_with(end))
}

/// The words of a name: `api`, `KEY` of `apiKEY_2`, and so on.
pub(crate) fn parts(name: &str) -> impl Iterator<Item = &str> {
    name.split(|c: char| !c.is_ascii_alphanumeric()).flat_map(humps).filter(|part| !part.is_empty())
}

/// The words of `dbPassword` and `APIKey`.
fn humps(word: &str) -> impl Iterator<Item = &str> {
    let bytes = word.as_bytes();
    let kind = |place: usize| bytes.get(place).map(u8::is_ascii_uppercase);
    let begins = move |place: &usize| {
        let before = place.checked_sub(1).and_then(kind);
        let is_upper = kind(*place) == Some(true);
        is_upper
            && (before == Some(false) || before == Some(true) && kind(place + 1) == Some(false))
    };
    let mut start = 0;
    let ends = (1..word.len()).filter(begins).chain([word.len()]);
    ends.filter_map(move |end| {
        let part = word.get(start..end);
        start = end;
        part
    })
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
