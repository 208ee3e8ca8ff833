//! Whether what is given to a name is a secret.

mod code;
mod sent;
mod told;

pub(crate) use code::is_of_strings;

use std::ops::Range;

use hook_protocol::ending;

use crate::bytes;
use crate::cursor::Value;
use crate::generated::is_generated;
use crate::given::{self, How, gives};
use crate::header::is_pair;
use crate::name::{Kind, Name, ends_loud, ends_with_secret, is_variable, names_a_secret};
use crate::plain;
use crate::value::{
    is_hash, is_literal, is_mixed, is_numbered, is_quoted_literal, is_random, is_scrambled,
    is_version, is_very_random, names_a_thing, turns,
};

/// How much of a line is read before a name, in bytes.
const MAX_LEAD: usize = 160;

/// The secret that is given to this name.
pub(crate) fn secret(name: &Name<'_>) -> Option<Range<usize>> {
    let (value, how) = given::to(name)?;
    judged(name, value, how)
}

/// The secret that this value is, if it is one.
pub(crate) fn judged(name: &Name<'_>, value: Value<'_>, how: How) -> Option<Range<usize>> {
    // `"api-key": ["api-key@1.0.0", ...]` of a lock file.
    let is_package = |(_, version): (&str, &str)| version.contains('.') && is_version(version);
    (!value.text.rsplit_once('@').is_some_and(is_package)).then_some(())?;
    if how == How::Paired {
        let is_password = is_password(name, &value, how) || is_chosen(name, &value, how);
        return is_password.then(|| value.whole(name.text));
    }
    let is_secret = match name.kind {
        Kind::Password => is_password(name, &value, how) || is_chosen(name, &value, how),
        Kind::Secret => is_token(name, &value, how) || is_word_for_a_key(name, &value, how),
        Kind::Pair => false,
        Kind::Weak => {
            let is_option = name.before() == Some('-');
            let is_given =
                how != How::Said || is_option || ends_loud(name.said()) || name.is_bare();
            let is_of_a_thing = name.is_bare() && is_hash(value.text);
            let is_own = is_very_random(value.text)
                || !name.is_bare() && how == How::Said && is_generated(value.text);
            is_given && !is_of_a_thing && is_own
                || name.is_auth() && value.text.len() > 11 && is_pair(value.text)
        }
    };
    let is_none = || told::is_no_value(name, &value, how) || code::is_code(name, &value, how);
    (is_secret && !is_none()).then(|| value.whole(name.text))
}

fn is_password(name: &Name<'_>, value: &Value<'_>, how: How) -> bool {
    let text = value.text;
    let is_padded = text.starts_with(char::is_whitespace) || text.ends_with(char::is_whitespace);
    let is_about = is_version(text) || value.quote.is_none() && is_constant(text);
    // `client_secret=client_secret`.
    let is_own_name = value.quote.is_none() && name.said().ends_with(text);
    if text.len() < 4 || is_own_name || is_padded || is_about || plain::stands_for_a_password(text)
    {
        return false;
    }
    let is_place = text.starts_with(['/', '~', '.'])
        || text.get(1..).is_some_and(|rest| rest.starts_with(":\\"));
    let is_strong = is_strong(text);
    // Tests pass: `pass: `cargo test``, `Pass => "..."`, `pass=12`.
    if name.is_pass() && !gives(name) {
        let is_quoted = value.quote.is_some_and(|quote| quote != '`');
        let is_given = matches!(how, How::Adjacent | How::Enclosed)
            || how == How::Assigned
                && (is_quoted
                    || is_mixed(text)
                    || turns(text) > 3
                    || is_generated(text)
                    || plain::is_setting(name, value))
            || how == How::Beside && is_quoted
            || how == How::Said && sent::is_command(name, value);
        return is_given && is_strong && !text.contains(' ') && !is_place;
    }
    if is_clearly_given(name, value, how) && is_generated(text) {
        return true;
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
            // `SetEnv DB_PASS v`.
            let is_said =
                is_option || name.is_set() || !name.said().to_ascii_lowercase().ends_with("pass");
            is_said && is_strong && !is_place && is_random(text)
        }
    }
}

/// Whether a value is one by its place, whatever signs it has.
fn is_clearly_given(name: &Name<'_>, value: &Value<'_>, how: How) -> bool {
    // `getToken(x)`: what ends it closes what was opened in it.
    let behind = name.text.as_bytes().get(value.range.end).copied().unwrap_or_default();
    let opened = match behind {
        b')' => '(',
        b']' => '[',
        b'}' => '{',
        b'>' => '<',
        _ => '\0',
    };
    if value.quote.is_none() && (value.text.contains(opened) || told::is_call(value, behind)) {
        return false;
    }
    match how {
        How::Adjacent | How::Enclosed | How::Argument => true,
        How::Assigned => value.quote.is_some() || ends_line(name.text, value),
        How::Said => value.quote.is_some() || name.before() == Some('-'),
        How::Beside => {
            let is_call = name.text.get(name.end..).is_some_and(|it| it.starts_with('('));
            is_call && value.quote.is_some()
        }
        How::Paired => false,
    }
}

/// Whether it is a word that is clearly given to the name.
fn is_chosen(name: &Name<'_>, value: &Value<'_>, how: How) -> bool {
    let text = value.text;
    if text.contains(char::is_whitespace) || plain::stands_for_a_password(text) || is_version(text)
    {
        return false;
    }
    let is_call = || name.text.get(name.end..).is_some_and(|behind| behind.starts_with('('));
    let is_loud = || is_variable(name.said()) && name.said().contains('_');
    match (how, value.quote) {
        (How::Beside, Some(_)) => {
            let is_line = || plain::is_line(name, value) && !name.is_pass();
            let before = name.text.get(..name.start).unwrap_or_default();
            let is_named = || before.ends_with(':') || before.ends_with("#define ");
            (is_call() || is_loud() || is_line() || is_named()) && plain::is_quoted_word(text)
        }
        // `connect` is a word of many.
        (How::Paired, Some(_)) => {
            let called = name.said().rsplit('.').next().unwrap_or_default();
            !called.eq_ignore_ascii_case("connect") && plain::is_quoted_word(text)
        }
        (How::Said, None) if name.before() == Some('-') => plain::is_argument(text),
        (How::Said, None) => {
            let is_compound = name.said().contains('_') || name.said().ends_with("pw");
            is_compound && plain::is_line(name, value) && plain::is_argument(text)
        }
        (How::Assigned, None) => {
            let may_be =
                !name.is_pass() || plain::stands_below_user(name) || plain::stands_in_section(name);
            may_be && !is_reference(text) && plain::is_setting(name, value)
        }
        (How::Adjacent, None) if name.is_pass() => {
            let is_compound = name.said().contains(['.', '_']);
            let is_line = || (is_compound || text.len() > 7) && plain::is_line(name, value);
            plain::is_argument(text) && (plain::stands_below_user(name) || is_line())
        }
        _ => false,
    }
}

/// Whether letters that are no word, or a word in quotes, are given to what keys are kept in.
fn is_word_for_a_key(name: &Name<'_>, value: &Value<'_>, how: How) -> bool {
    let text = value.text;
    let is_given = matches!(how, How::Adjacent | How::Assigned | How::Enclosed | How::Argument);
    let is_key = || {
        let lower = name.said().to_ascii_lowercase().replace(['_', '-', '.'], "");
        ["secretkey", "secret", "appkey", "apikey", "accesskey", "authtoken", "accesstoken"]
            .iter()
            .any(|end| lower.ends_with(end))
    };
    let is_plain = || ends_line(name.text, value) && !text.contains('.');
    let is_apart = || value.quote.is_some() || is_plain() && plain::is_line(name, value);
    let is_loud = || is_variable(name.said()) && how == How::Adjacent && is_set(name, value);
    let is_word = text.len() > 7 && !names_a_thing(text) && (is_key() && is_apart() || is_loud());
    is_given && (plain::is_gibberish(text) || is_sent(name, value))
        || bytes::is_escaped(text)
        || is_given && is_word && plain::is_quoted_word(text) && !names_a_secret(text)
}

/// Whether a line does nothing but set this variable of the environment: `SECRET=v`.
fn is_set(name: &Name<'_>, value: &Value<'_>) -> bool {
    let before = ending(name.text.get(..name.start).unwrap_or_default(), MAX_LEAD);
    crate::count_steps(before.len());
    let line = before.rsplit('\n').next().unwrap_or_default().trim_start();
    matches!(line, "" | "export " | "ENV " | "set " | "ARG " | "- ") && ends_line(name.text, value)
}

/// Whether it is sent with a request: `?api_key=v`, `-H "X-Api-Key: v"`.
fn is_sent(name: &Name<'_>, value: &Value<'_>) -> bool {
    let before = name.text.get(..name.start).unwrap_or_default();
    let is_sent = ["?", "&", "-H \"", "-H '", "--header \"", "--header '"];
    is_sent.iter().any(|sign| before.ends_with(sign))
        && value.text.len() > 7
        && plain::is_argument(value.text)
        && !names_a_secret(value.text)
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
    // `abc***`, `Token2*` and `a*b`.
    let is_masked = text.contains('*') && (text.contains("**") || turns(text) < 3);
    if is_numbered(text) || value.quote.is_none() && is_masked && text.len() < 24 {
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
        return is_secret || is_clearly_given(name, value, how) && is_generated(text);
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
