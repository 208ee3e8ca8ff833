//! Whether what is given to a name is a secret.

use std::ops::Range;

use crate::cursor::Value;
use crate::given::{self, How, gives};
use crate::header::is_pair;
use crate::name::{Kind, Name, ends_loud, ends_with_secret, is_variable};
use crate::value::{
    is_hash, is_literal, is_mixed, is_numbered, is_quoted_literal, is_random, is_scrambled,
    is_version, is_very_random, names_a_thing, turns,
};

/// The secret that is given to this name.
pub(crate) fn secret(name: &Name<'_>) -> Option<Range<usize>> {
    let (value, how) = given::to(name)?;
    if how == How::Paired {
        let is_password = is_password(name, &value, how);
        return is_password.then(|| value.whole(name.text));
    }
    let is_secret = match name.kind {
        Kind::Password => is_password(name, &value, how),
        Kind::Secret => is_token(name, &value, how),
        Kind::Pair => false,
        Kind::Weak => {
            let is_given = how != How::Said || ends_loud(name.said()) || name.is_bare();
            let is_of_a_thing = name.is_bare() && is_hash(value.text);
            is_given && !is_of_a_thing && is_very_random(value.text)
                || name.is_auth() && value.text.len() > 11 && is_pair(value.text)
        }
    };
    is_secret.then(|| value.whole(name.text))
}

fn is_password(name: &Name<'_>, value: &Value<'_>, how: How) -> bool {
    let text = value.text;
    let is_padded = text.starts_with(char::is_whitespace) || text.ends_with(char::is_whitespace);
    let is_about = is_version(text) || value.quote.is_none() && is_constant(text);
    if text.len() < 4 || is_padded || is_about || stands_for_a_password(text) {
        return false;
    }
    let is_place = text.starts_with(['/', '~', '.'])
        || text.get(1..).is_some_and(|rest| rest.starts_with(":\\"));
    let is_strong = is_strong(text);
    // Tests pass: `pass: `cargo test``, `Pass => "..."`, `pass=12`.
    if name.is_pass() && !gives(name) {
        let is_quoted = value.quote.is_some_and(|quote| quote != '`');
        let is_given = matches!(how, How::Adjacent | How::Enclosed)
            || how == How::Assigned && (is_quoted || is_mixed(text) || turns(text) > 3)
            || how == How::Beside && is_quoted;
        return is_given && is_strong && !text.contains(' ') && !is_place;
    }
    match (how, value.quote) {
        (How::Adjacent | How::Assigned | How::Enclosed, Some(_)) => {
            is_quoted_literal(text) && !is_sentence(text)
        }
        (How::Argument, _) => is_quoted_literal(text),
        (How::Said, Some(_)) => is_quoted_literal(text) && !is_sentence(text),
        (How::Adjacent, None) => is_literal(text) && !is_place && !is_reference(text),
        (How::Enclosed, None) => is_literal(text) && !text.contains(char::is_whitespace),
        (How::Beside | How::Paired, _) => is_strong && !text.contains(' '),
        (How::Assigned, None) => {
            let is_alone = is_variable(name.said()) && ends_line(name.text, value);
            !is_place && (is_strong || is_alone && is_literal(text) && !is_reference(text))
        }
        (How::Said, None) => {
            let is_option = name.before() == Some('-');
            let is_said = is_option || !name.said().to_ascii_lowercase().ends_with("pass");
            is_said && is_strong && !is_place && is_random(text)
        }
    }
}

/// Whether it looks like a password by itself.
pub(crate) fn is_strong(text: &str) -> bool {
    text.len() > 5 && (is_random(text) || has_signs(text))
}

fn is_token(name: &Name<'_>, value: &Value<'_>, how: How) -> bool {
    let text = value.text;
    let is_number = text.len() > 15 && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_secret = text.len() > 5 && is_random(text) && !text.contains(char::is_whitespace)
        || is_number && is_literal(text);
    if is_numbered(text) || value.quote.is_none() && text.contains('*') {
        return false;
    }
    // `<secret>{AQAAABAAAAAQ...}</secret>` of Jenkins.
    if how == How::Enclosed && text.starts_with('{') && text.ends_with('}') {
        let mut words = text.split(|c: char| c.is_whitespace() || c == '{' || c == '}');
        return words.any(is_very_random);
    }
    if how != How::Said && (is_noise(value) || name.is_set() && is_scrambled(text)) {
        return true;
    }
    if !is_secret || how != How::Said {
        return is_secret;
    }
    let is_option = name.before() == Some('-') || name.said().contains(['_', '-']);
    let is_of_a_thing = name.is_bare() && is_hash(text);
    is_option || !is_of_a_thing && (turns(text) > 1 || is_very_random(text))
}

/// `AUTH0_CLIENT_SECRET`: the name of another one.
fn is_constant(value: &str) -> bool {
    let is_upper = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    value.contains('_') && value.chars().all(is_upper) && ends_with_secret(value)
}

/// Whether nothing but a comment follows on the line.
fn ends_line(text: &str, value: &Value<'_>) -> bool {
    let rest = text.get(value.range.end..).unwrap_or_default();
    let rest = rest.trim_start_matches([' ', '\r']);
    rest.is_empty() || rest.starts_with(['\n', '#'])
}

/// A long value in quotes with signs everywhere, as the keys of frameworks are made.
fn is_noise(value: &Value<'_>) -> bool {
    let text = value.text;
    if value.quote.is_none() || text.len() < 24 {
        return false;
    }
    // The keys of WordPress hold a blank or two.
    let blanks = text.bytes().filter(|byte| *byte == b' ').count();
    if blanks > text.len() / 20 {
        return false;
    }
    let signs = text.bytes().filter(|byte| b"!@#$%^&*()+={}[]|:;<>?~".contains(byte)).count();
    signs > 4
        && text.bytes().filter(u8::is_ascii_alphanumeric).count() > text.len() / 2
        && text.contains(|c: char| c.is_ascii_digit())
        && text.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ')
        && is_quoted_literal(text)
        && !text.contains("://")
        && !text.contains("}}")
}

/// Words that are written where a password will stand.
fn stands_for_a_password(value: &str) -> bool {
    const WORDS: [&str; 18] = [
        "bool",
        "boolean",
        "bytes",
        "empty",
        "false",
        "hidden",
        "none",
        "null",
        "optional",
        "redacted",
        "required",
        "secret",
        "str",
        "string",
        "text",
        "true",
        "undefined",
        "varchar",
    ];
    let lower = value.to_lowercase();
    let is_word = WORDS.contains(&lower.as_str());
    let is_name = matches!(lower.as_str(), "password" | "passwd" | "passwort" | "passphrase")
        || value.contains(|c: char| c.is_ascii_uppercase() || " _-.".contains(c));
    let is_named = lower.contains("passw") && is_name || lower.starts_with("your");
    is_word || is_named && !value.contains(|c: char| c.is_ascii_digit())
}

/// Whether it is what a form says to a person.
fn is_sentence(value: &str) -> bool {
    let words = value.split_whitespace().count();
    let begins = value.starts_with(char::is_uppercase);
    words > 2 && begins && !value.contains(|c: char| c.is_ascii_digit())
}

/// `self.password`, `settings.PASSWORD`: names with a dot between.
fn is_reference(value: &str) -> bool {
    let is_name = |part: &str| {
        part.starts_with(|first: char| first.is_alphabetic() || first == '_')
            && part.chars().all(|c| c.is_alphanumeric() || c == '_')
            && turns(part) < 3
    };
    value.contains('.') && value.split('.').all(is_name)
}

/// Whether signs stand among letters, as in `S!cret#`.
fn has_signs(value: &str) -> bool {
    let has = |kind: fn(char) -> bool| value.contains(kind);
    has(|c| c.is_ascii_alphabetic())
        && has(|c| "!@#$%^&*+=~?".contains(c))
        && is_literal(value)
        && !value.contains("://")
        && !names_a_thing(value)
        && !value.ends_with(['?', '!', '*'])
        && !value.starts_with(['@', '#', '*', '=', '&', '!'])
}
