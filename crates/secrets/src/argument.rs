//! Random values among the words of a command: `-p v`, `-a ann:v`, `echo v | kinit ann`,
//! `cat <<< v`, `ann:v@10.0.0.5`. The program may be any, so the value has to say what it is.

use std::ops::Range;

use hook_protocol::{beginning, ending};

use crate::cursor::{Cursor, Value};
use crate::generated::is_generated;
use crate::signs::{is_one_of, table};
use crate::value::{is_hash, is_mixed, is_random, names_a_thing, turns};
use crate::which;

pub(crate) const BEGINNINGS: [&str; 6] = ["@", "<<<", "echo ", "ntf ", "/p ", "/user:"];

/// Options of one letter that programs take a password or a key with.
static LETTERS: [bool; 256] = table(b"AKPXacCkpstwu");

/// How long what stands before a host may be, and a line that prints something, in bytes.
const MAX_WORD: usize = 120;
const MAX_LINE: usize = 200;

/// What may end the name of a host.
static OF_HOSTS: [bool; 256] =
    table(b"-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

/// The value in a command where something begins here.
pub(crate) fn at(text: &str, at: usize) -> Option<Range<usize>> {
    if text.as_bytes().get(at) == Some(&b'@') {
        return before_host(text, at);
    }
    let mark = BEGINNINGS.get(which(text, at, &BEGINNINGS)?)?;
    let mut cursor = Cursor::new(text, at + mark.len());
    match *mark {
        "<<<" => {
            (!cursor.rest().starts_with('<')).then_some(())?;
            cursor.blank();
            unmistakable(text, cursor.value()?)
        }
        "/p " => unmistakable(text, cursor.value()?),
        "/user:" => {
            let user = cursor.rest().bytes().take(MAX_LINE);
            let length = user.take_while(|byte| !byte.is_ascii_whitespace()).count();
            crate::count_steps(length);
            cursor.at += length;
            cursor.blank().then_some(())?;
            unmistakable(text, cursor.value()?)
        }
        _ => printed(text, cursor.at),
    }
}

/// The value of the short option that begins here: `-p v`, `-pv`, `-u ann:v`, and of a long one
/// behind the name of a user: `--auth ann:v`.
pub(crate) fn of_option(text: &str, at: usize) -> Option<Range<usize>> {
    let option = text.as_bytes().get(at + 1)?;
    let mut cursor = Cursor::new(text, at + 2);
    if *option == b'-' || text.as_bytes().get(at + 2).is_some_and(u8::is_ascii_lowercase) {
        if let Some(value) = is_attached(text, at) {
            return Some(value);
        }
        cursor.skip_word("-");
        let mut word = cursor.rest().bytes().take(MAX_LINE).skip(1);
        // Nearly no option takes a value with a colon.
        word.find(|byte| *byte == b':' || byte.is_ascii_whitespace()).filter(|it| *it == b':')?;
        (cursor.eat("=") || cursor.blank()).then_some(())?;
        return of_user(text, &cursor.value()?);
    }
    is_one_of(&LETTERS, *option).then_some(())?;
    if !cursor.blank() {
        return is_attached(text, at);
    }
    let value = cursor.value()?;
    if matches!(option, b'k' | b's' | b't') && is_lower_key(value.text) {
        return Some(value.whole(text));
    }
    of_user(text, &value).or_else(|| unmistakable(text, value))
}

/// `-pv`.
fn is_attached(text: &str, at: usize) -> Option<Range<usize>> {
    matches!(text.as_bytes().get(at + 1)?, b'p' | b'k' | b'P').then_some(())?;
    let value = Cursor::new(text, at + 2).value()?;
    let is_one = value.text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (is_one && !value.text.starts_with(char::is_uppercase) || has_order_of_none(value.text))
        .then(|| unmistakable(text, value))
        .flatten()
}

/// `ann:v`.
fn of_user(text: &str, value: &Value<'_>) -> Option<Range<usize>> {
    let (user, password) = value.text.split_once(':')?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || "_-.@\\".contains(c);
    (user.len() > 1 && user.chars().all(is_name)).then_some(())?;
    let start = value.range.start + user.len() + 1;
    let value = Value { text: password, range: start..value.range.end, ..value.clone() };
    unmistakable(text, value)
}

/// `echo v |`, `printf "v\n" |`: what stands here, in quotes or not.
fn printed(text: &str, at: usize) -> Option<Range<usize>> {
    let line = beginning(text.get(at..)?, MAX_LINE).split('\n').next()?;
    let (said, _) = line.split_once('|')?;
    crate::count_steps(said.len());
    let mut place = at;
    for word in said.split([' ', '"', '\'']) {
        for part in word.split("\\n") {
            let value = part.split_once(':').map_or(part, |(_, value)| value);
            if is_unmistakable(value) {
                let start = place + part.len() - value.len();
                return Some(start..start + value.len());
            }
            place += part.len() + "\\n".len();
        }
        place -= 1;
    }
    None
}

/// `ann:v@host`, `ann/v@host:1521`, and `//<user>:v@<host>` of documentation. What begins with a
/// scheme and names its user is an address, RFC 3986.
fn before_host(text: &str, at: usize) -> Option<Range<usize>> {
    let before = text.as_bytes().get(at.checked_sub(1)?)?;
    before.is_ascii_graphic().then_some(())?;
    let near = ending(text.get(..at)?, MAX_WORD);
    let word = near.rsplit(|c: char| c.is_whitespace() || "\"'`=,(".contains(c)).next()?;
    crate::count_steps(word.len());
    let (user, password) = word.rsplit_once([':', '/'])?;
    (user.len() > 1 && !user.ends_with('/')).then_some(())?;
    let host = text.get(at + 1..)?;
    let range = at - password.len()..at;
    let is_divided = word.get(user.len()..)?.starts_with(':') && !word.contains("://");
    (is_divided || user.contains("://") || !user.contains(['/', ':'])).then_some(())?;
    if user.ends_with(['>', '}']) {
        let is_strong = password.len() > 5 && (is_random(password) || is_mixed(password));
        return (is_strong && user.contains("//")).then_some(range);
    }
    let length = host.bytes().take_while(|byte| is_one_of(&OF_HOSTS, *byte)).count();
    let (name, behind) = (host.get(..length)?, host.get(length..)?);
    let is_number = name.split('.').count() == 4;
    let is_host = is_number
        || name.len() > 2 && name.rsplit('.').next()?.bytes().all(|byte| byte.is_ascii_lowercase());
    // `domain/ann:v@host`: an address of mail has no slash, and a version no such host.
    let is_of_domain = is_divided && user.contains('/') && (is_number || name.contains('.'));
    let is_password =
        is_unmistakable(password) || is_of_domain && password.len() > 5 && is_random(password);
    (is_host && !behind.starts_with('@') && is_password).then_some(range)
}

fn unmistakable(text: &str, value: Value<'_>) -> Option<Range<usize>> {
    is_unmistakable(value.text).then(|| value.whole(text))
}

/// Whether it is a password or a key by itself, whatever takes it.
fn is_unmistakable(value: &str) -> bool {
    is_mixed(value) && is_random(value) && !value.contains(['/', ':', '=', ' '])
        || is_generated(value) && has_order_of_none(value)
}

/// Whether letters of one case and digits follow each other without order.
fn is_lower_key(value: &str) -> bool {
    let is_lower = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    value.len() > 19 && value.bytes().all(is_lower) && turns(value) > 3 && !is_hash(value)
}

/// Whether it has digits and capitals where names of things have none.
fn has_order_of_none(value: &str) -> bool {
    let has_two = value.as_bytes().windows(2).any(|pair| pair.iter().all(u8::is_ascii_uppercase));
    let is_digit = |c: char| c.is_ascii_digit();
    let inside = value.trim_matches(is_digit);
    inside.contains(is_digit)
        && (has_two || turns(value) > 2)
        && is_random(value)
        && !is_hash(value)
        && !names_a_thing(value)
}
