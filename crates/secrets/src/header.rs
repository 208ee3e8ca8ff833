//! The headers of RFC 9110 that hold credentials, section 11.6, and cookies, RFC 6265.

use std::ops::Range;

use hook_protocol::beginning;

use crate::cursor::Cursor;
use crate::is_word;
use crate::value::{is_literal, is_random, is_varied};

pub(crate) const BEGINNINGS: [&str; 4] = ["bearer", "basic", "authorization", "cookie"];

/// The parts of a cookie that are about it.
const ATTRIBUTES: [&str; 9] = [
    "comment", "domain", "expires", "httponly", "max-age", "path", "priority", "samesite", "secure",
];

/// How much of credentials is judged, in bytes.
const MAX_JUDGED: usize = 256;

/// The secrets of the header whose name, or whose scheme, begins here. Up to `no_cookies`
/// all cookies are known.
pub(crate) fn at(text: &str, at: usize, no_cookies: &mut usize, found: &mut Vec<Range<usize>>) {
    let behind =
        |word: &str| is_word(text, at, &[word]).then(|| Cursor::new(text, at + word.len()));
    if let Some(cursor) = behind("bearer") {
        found.extend(credentials(cursor, 12));
    } else if let Some(cursor) = behind("basic") {
        found.extend(basic(cursor));
    } else if let Some(cursor) = behind("authorization") {
        found.extend(authorization(cursor));
    } else if at >= *no_cookies
        && let Some(cursor) = behind("cookie")
    {
        *no_cookies = cookies(cursor, found).unwrap_or(at);
    }
}

fn authorization(mut cursor: Cursor<'_>) -> Option<Range<usize>> {
    value_begins(&mut cursor).then_some(())?;
    let mut behind = cursor;
    behind.skip(|c| c.is_ascii_alphanumeric() || c == '-');
    let scheme = cursor.rest().get(..behind.at - cursor.at).unwrap_or_default();
    let has_scheme = !scheme.is_empty() && behind.rest().starts_with([' ', '%']);
    if !has_scheme {
        return token(cursor, 12);
    }
    // The header says what follows: it may be short, and like the name of a thing.
    credentials(behind, 8).or_else(|| sent(behind))
}

/// Goes behind `:` or `=` and the quotes around them.
fn value_begins(cursor: &mut Cursor<'_>) -> bool {
    cursor.skip(|c| matches!(c, '"' | '\'' | '`' | '\\' | ']'));
    cursor.blank();
    let is_given = cursor.eat("=>") || cursor.eat(":") || cursor.eat("=") || cursor.eat(",");
    cursor.skip(|c| matches!(c, ' ' | '\t' | '"' | '\'' | '`' | '\\'));
    // `f"Bearer v"`.
    let _ = cursor.eat("f\"") || cursor.eat("f'");
    is_given
}

/// `Bearer orange-token-99`.
fn sent(mut cursor: Cursor<'_>) -> Option<Range<usize>> {
    cursor.blank().then_some(())?;
    let value = cursor.value().filter(|value| value.quote.is_none())?;
    let has_digit = value.text.contains(|c: char| c.is_ascii_digit());
    let is_token = value.text.len() > 9 && has_digit && is_literal(value.text);
    is_token.then(|| value.whole(cursor.text()))
}

fn credentials(mut cursor: Cursor<'_>, least: usize) -> Option<Range<usize>> {
    (cursor.eat("%20") || cursor.blank()).then_some(())?;
    // `--oauth2-bearer "v"`.
    let is_quoted = cursor.rest().starts_with(['"', '\'']);
    cursor.skip(|c| matches!(c, '"' | '\''));
    let begins = cursor.rest().starts_with(|first: char| first.is_ascii_alphanumeric());
    (begins || !is_quoted).then_some(())?;
    token(cursor, least)
}

/// The `token68` of section 11.2.
fn token(cursor: Cursor<'_>, least: usize) -> Option<Range<usize>> {
    let is_token = |byte: &u8| byte.is_ascii_alphanumeric() || b"._~+/=:-".contains(byte);
    let length = |text: &str| text.bytes().take_while(|byte| is_token(byte)).count();
    let near = beginning(cursor.rest(), MAX_JUDGED);
    let token = near.get(..length(near))?;
    crate::count_steps(token.len());
    (token.len() >= least && is_random(token)).then_some(())?;
    Some(cursor.at..cursor.at + length(cursor.rest()))
}

/// `Basic dXNlcjpwYXNzd29yZA==`, if that is a name and a password.
fn basic(mut cursor: Cursor<'_>) -> Option<Range<usize>> {
    cursor.blank().then_some(())?;
    let mut behind = cursor;
    behind.skip(|c| c.is_ascii_alphanumeric() || "+/=".contains(c));
    let token = cursor.rest().get(..behind.at - cursor.at)?;
    (token.len() > 7 && is_pair(token)).then_some(cursor.at..behind.at)
}

/// Whether this is a name and a password in base64.
pub(crate) fn is_pair(token: &str) -> bool {
    let said = decoded(token);
    let is_text = said.contains(&b':') && said.iter().all(|byte| matches!(byte, 0x20..0x7f));
    is_text && is_varied(token)
}

/// Base64, RFC 4648.
pub(crate) fn decoded(text: &str) -> Vec<u8> {
    let value = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let digits: Vec<u8> = text.bytes().map_while(value).collect();
    let bytes = digits.chunks(4).flat_map(|chunk| {
        let number = chunk.iter().fold(0_u32, |number, digit| number << 6 | u32::from(*digit));
        let number = number << (6 * (4 - chunk.len()));
        let [_, bytes @ ..] = number.to_be_bytes();
        bytes.into_iter().take(chunk.len().saturating_sub(1))
    });
    bytes.collect()
}

/// The values of all cookies up to the end of the line, or of what is quoted. How far
/// that is.
fn cookies(mut cursor: Cursor<'_>, found: &mut Vec<Range<usize>>) -> Option<usize> {
    value_begins(&mut cursor).then_some(())?;
    let line = cursor.rest().split(['\n', '"', '\'', '`', '\\']).next().unwrap_or_default();
    let mut start = cursor.at;
    for cookie in line.split(';') {
        if let Some((name, value)) = cookie.split_once('=') {
            let place = start + name.len() + 1;
            let value = value.trim_end();
            let is_about = ATTRIBUTES.contains(&name.trim().to_ascii_lowercase().as_str());
            let is_pair = !name.is_empty() && !name.ends_with(' ') && !value.starts_with(' ');
            if is_pair && !is_about && value.len() > 7 && is_random(value) {
                found.push(place..place + value.len());
            }
        }
        start += cookie.len() + 1;
    }
    crate::count_steps(line.len());
    Some(cursor.at + line.len())
}
