//! What is given to a name, in the ways in which code, files and people write it.

use std::ops::Range;

use hook_protocol::ending;

use crate::cursor::{Cursor, Value};
use crate::name::{Kind, Name, ends_loud};
use crate::value::{
    is_hash, is_literal, is_numbered, is_quoted_literal, is_random, is_very_random, names_a_thing,
    turns,
};

/// What stands before the value where a name is one itself: in manifests, settings and
/// the variables of Terraform.
const LABELS: [&str; 3] = ["value", "Value", "default"];

/// How far what stands before a name is looked at, in bytes.
const MAX_BEFORE: usize = 100;

/// How a value is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum How {
    /// Right behind `=`.
    Adjacent,
    /// Behind another operator or with blanks between.
    Assigned,
    /// As an argument or an attribute: `("NAME", "v")`, `name="NAME" value="v"`.
    Beside,
    /// Between two tags.
    Enclosed,
    /// In a sentence: `the token is v`, or with nothing but a blank between.
    Said,
}

/// The secret that is given to this name.
pub(crate) fn secret(name: &Name<'_>) -> Option<Range<usize>> {
    let after = Cursor::new(name.text, name.end);
    let (value, how) = enclosed(name, after)
        .or_else(|| beside(name, after))
        .or_else(|| declared(after))
        .or_else(|| assigned(name, after))
        .or_else(|| said(name, after))?;
    let is_secret = match name.kind {
        Kind::Password => is_password(name, &value, how),
        Kind::Secret => is_token(name, &value, how),
        Kind::Weak => {
            let is_given = how != How::Said || ends_loud(name.said()) || name.is_bare();
            let is_of_a_thing = name.is_bare() && is_hash(value.text);
            is_given && !is_of_a_thing && is_very_random(value.text)
        }
    };
    is_secret.then_some(value.range)
}

fn is_password(name: &Name<'_>, value: &Value<'_>, how: How) -> bool {
    let text = value.text;
    let is_padded = text.starts_with(char::is_whitespace) || text.ends_with(char::is_whitespace);
    if text.len() < 4 || is_padded || stands_for_a_password(text) {
        return false;
    }
    let is_place = text.starts_with(['/', '~', '.'])
        || text.get(1..).is_some_and(|rest| rest.starts_with(":\\"));
    let is_strong = text.len() > 5 && (is_random(text) || has_signs(text));
    // Tests pass: `pass: `cargo test``, `Pass => "..."`, `pass=12`.
    if name.is_pass() && !gives(name) {
        let is_quoted = value.quote.is_some_and(|quote| quote != '`');
        let is_given = how == How::Adjacent || is_quoted && how == How::Assigned;
        return is_given && is_strong && !text.contains(' ') && !is_place;
    }
    match (how, value.quote) {
        (How::Adjacent | How::Assigned | How::Enclosed, Some(_)) => {
            is_quoted_literal(text) && !is_sentence(text)
        }
        (How::Said, Some(_)) => is_quoted_literal(text) && !is_sentence(text),
        (How::Adjacent, None) => is_literal(text) && !is_place && !is_reference(text),
        (How::Enclosed, None) => is_literal(text) && !text.contains(char::is_whitespace),
        (How::Beside, _) => is_strong && !text.contains(' '),
        (How::Assigned, None) => is_strong && !is_place,
        (How::Said, None) => {
            let is_option = name.before() == Some('-');
            let is_said = is_option || !name.said().to_ascii_lowercase().ends_with("pass");
            is_said && is_strong && !is_place && is_random(text)
        }
    }
}

fn is_token(name: &Name<'_>, value: &Value<'_>, how: How) -> bool {
    let text = value.text;
    let is_number = text.len() > 15 && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_secret = text.len() > 5 && is_random(text) && !text.contains(char::is_whitespace)
        || is_number && is_literal(text);
    if is_numbered(text) {
        return false;
    }
    if !is_secret || how != How::Said {
        return is_secret;
    }
    let is_option = name.before() == Some('-') || name.said().contains(['_', '-']);
    let is_of_a_thing = name.is_bare() && is_hash(text);
    is_option || !is_of_a_thing && (turns(text) > 1 || is_very_random(text))
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

/// `<password>v</password>`, `<entry key="password">v</entry>`.
fn enclosed<'t>(name: &Name<'t>, after: Cursor<'t>) -> Option<(Value<'t>, How)> {
    let mut cursor = after;
    match name.before() {
        Some('<' | ':') => cursor.skip_to('>', 60)?,
        Some('"' | '\'') => cursor.skip(|c| matches!(c, '"' | '\'' | '\\')),
        _ => return None,
    }
    if !cursor.eat(">") {
        return None;
    }
    Some((cursor.until_tag()?, How::Enclosed))
}

/// `("NAME", "v")`, `key="NAME" value="v"`, `name: NAME` with `value: v` behind it.
fn beside<'t>(name: &Name<'t>, after: Cursor<'t>) -> Option<(Value<'t>, How)> {
    let mut cursor = after;
    let is_quoted = matches!(name.before(), Some('"' | '\'' | '`'));
    if is_quoted {
        cursor.skip(|c| matches!(c, '"' | '\'' | '`' | '\\'));
    }
    let mut labelled = cursor;
    labelled.gap(",\"'\\");
    labelled.eat("{");
    labelled.gap("");
    if labelled.at > cursor.at && LABELS.iter().any(|label| labelled.eat(label)) {
        labelled.skip(|c| matches!(c, '"' | '\'' | '\\' | ' '));
        if labelled.eat(":") || labelled.eat("=") {
            labelled.skip(|c| c == ' ');
            return Some((labelled.value()?, How::Assigned));
        }
    }
    let quoted = name.text.get(..name.start).unwrap_or_default();
    let is_argument = quoted.trim_end_matches(['"', '\'', '`', '\\']).ends_with('(');
    if is_quoted && is_argument && cursor.eat(",") {
        cursor.skip(char::is_whitespace);
        let value = cursor.value()?;
        return value.quote.map(|_| (value, How::Beside));
    }
    // `withToken("v")`.
    if !is_quoted && cursor.eat("(") {
        let value = cursor.value()?;
        return value.quote.map(|_| (value, How::Beside));
    }
    None
}

/// `password: str = "v"`, `var token string = "v"`, `char secret[] = "v"`.
fn declared(after: Cursor<'_>) -> Option<(Value<'_>, How)> {
    let mut cursor = after;
    let is_type = |c: char| c.is_alphanumeric() || " _&*'<>[].:|?!".contains(c);
    let length = cursor.rest().chars().take(50).take_while(|c| is_type(*c)).count();
    let kind = cursor.rest().get(..length)?;
    if length < 2 || !kind.contains(|c: char| c.is_alphabetic() || c == ']') {
        return None;
    }
    let is_declared = kind.trim_start().starts_with([':', '[', '?', '!']);
    let is_typed = kind.starts_with(' ') && kind.split_whitespace().count() == 1;
    cursor.at += length;
    let is_given = cursor.eat("=") && !cursor.rest().starts_with(['=', '>']);
    if !is_given || !(is_declared || is_typed) || kind.trim_end().ends_with([':', '?', '.', '|']) {
        return None;
    }
    cursor.skip(|c| c == ' ');
    let value = cursor.value()?;
    value.quote.map(|_| (value, How::Assigned))
}

/// `NAME=v`, `"name": "v"`, `['NAME'] := v`, `| name | v |`.
fn assigned<'t>(name: &Name<'t>, after: Cursor<'t>) -> Option<(Value<'t>, How)> {
    let mut cursor = after;
    cursor.skip(|c| "\\\"'`*".contains(c));
    cursor.eat("]");
    cursor.parenthesis();
    cursor.purpose();
    let start = cursor.at;
    cursor.skip(|c| matches!(c, ' ' | '\t' | '*'));
    let has_blank = cursor.at > start;
    let operator = cursor.operator();
    if operator.is_empty() {
        return None;
    }
    let behind = cursor.at;
    cursor.skip(|c| matches!(c, ' ' | '\t' | '*'));
    // `-passin pass:v`.
    if cursor.block() {
        return Some((cursor.value()?, How::Assigned));
    }
    let is_adjacent = gives(name) || operator == "=" && !has_blank && cursor.at == behind;
    Some((cursor.value()?, if is_adjacent { How::Adjacent } else { How::Assigned }))
}

/// `the token is v`, `--token v`, `the password for the server was: v`.
fn said<'t>(name: &Name<'t>, after: Cursor<'t>) -> Option<(Value<'t>, How)> {
    let mut cursor = after;
    cursor.skip(|c| "\\\"'`*".contains(c));
    let is_explained = cursor.parenthesis() || cursor.purpose();
    if !cursor.blank() {
        return None;
    }
    let is_said = ["is: ", "was: ", "is ", "was "].iter().any(|verb| cursor.eat(verb));
    if is_explained && !is_said {
        return None;
    }
    cursor.skip(|c| matches!(c, ' ' | '\t' | '*'));
    let value = Cursor::spoken(cursor.value()?);
    // `WITH PASSWORD 'v'` of SQL, and `login x password v` of .netrc.
    let is_given = is_said || gives(name);
    let is_quoted = value.quote.is_some();
    Some((value, if gives(name) { How::Adjacent } else { How::Said }))
        .filter(|_| is_given || !is_quoted || name.kind != Kind::Password)
}

/// Whether what stands before a name has a password follow it.
fn gives(name: &Name<'_>) -> bool {
    let before = ending(name.text.get(..name.start).unwrap_or_default(), MAX_BEFORE);
    let mut words = before.rsplit(char::is_whitespace).filter(|word| !word.is_empty());
    let (last, before_last) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    last.eq_ignore_ascii_case("with") && name.said().chars().all(|c| c.is_ascii_uppercase())
        || before_last == "login"
        || last.starts_with("-pass")
}
