//! The headers of HTTP that hold credentials, RFC 9110, section 11.6, and cookies, RFC 6265.

use std::ops::Range;

use hook_protocol::beginning;

use crate::characters::is_varied;
use crate::placeholder::is_literal;
use crate::randomness::is_random;
use crate::scan::Scan;

pub(crate) const PREFIXES: [&str; 4] = ["bearer ", "basic ", "authorization", "cookie"];

/// How much of credentials is judged, in bytes.
const MAX_JUDGED: usize = 256;

/// How short the credentials are that a scheme announces, and those behind the whole header.
const MIN_ANNOUNCED: usize = 12;
const MIN_NAMED: usize = 8;

/// The attributes of a cookie.
const ATTRIBUTES: [&str; 9] = [
    "comment", "domain", "expires", "httponly", "max-age", "path", "priority", "samesite", "secure",
];

pub(crate) fn find(scan: &mut Scan<'_>, at: usize) {
    if scan.is_known(at) {
        return;
    }
    let text = scan.text;
    let behind = |word: &str| {
        let is_there =
            text.get(at..at + word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word));
        is_there.then_some(at + word.len())
    };
    if let Some(at) = behind("bearer ") {
        add(scan, token(text, at, MIN_ANNOUNCED));
    } else if let Some(at) = behind("basic ") {
        add(scan, basic(text, at));
    } else if let Some(at) = behind("authorization") {
        add(scan, authorization(text, at));
    } else if at >= scan.no_cookie
        && let Some(at) = behind("cookie")
    {
        cookies(scan, at);
    }
}

fn add(scan: &mut Scan<'_>, secret: Option<Range<usize>>) {
    if let Some(secret) = secret {
        scan.add(secret);
    }
}

/// Where the value of a header begins, behind `:` or `=` and the quotes around them.
fn value_start(text: &str, at: usize) -> Option<usize> {
    let is_quote = |c: char| "\"'`\\] \t".contains(c);
    let rest = text.get(at..)?.trim_start_matches(is_quote);
    let rest = ["=>", ":", "=", ","].iter().find_map(|sign| rest.strip_prefix(sign))?;
    let rest = rest.trim_start_matches(is_quote);
    let rest = rest.strip_prefix("f\"").or_else(|| rest.strip_prefix("f'")).unwrap_or(rest);
    crate::count_steps(text.len() - rest.len() - at);
    Some(text.len() - rest.len())
}

/// The credentials behind the scheme, whose header says what they are.
fn authorization(text: &str, at: usize) -> Option<Range<usize>> {
    let start = value_start(text, at)?;
    let rest = text.get(start..)?;
    let scheme = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'-');
    let length = scheme.take(MAX_JUDGED).count();
    if !rest.get(length..)?.starts_with(' ') {
        return token(text, start, MIN_ANNOUNCED);
    }
    let at = start + length + 1;
    let is_basic = rest.get(..length).is_some_and(|scheme| scheme.eq_ignore_ascii_case("basic"));
    let pair = is_basic.then(|| basic(text, at)).flatten();
    pair.or_else(|| token(text, at, MIN_NAMED))
}

/// The `token68` of section 11.2.
fn token(text: &str, at: usize, least: usize) -> Option<Range<usize>> {
    let start = at + text.get(at..)?.bytes().take_while(|byte| b"\"' ".contains(byte)).count();
    let is_token = |byte: &u8| byte.is_ascii_alphanumeric() || b"._~+/=:-".contains(byte);
    let length = |text: &str| text.bytes().take_while(is_token).count();
    let near = beginning(text.get(start..)?, MAX_JUDGED);
    let token = near.get(..length(near))?.trim_end_matches(['.', ':', '-']);
    crate::count_steps(token.len());
    (token.len() >= least && is_random(token)).then_some(())?;
    let more =
        text.get(start + token.len()..).filter(|_| token.len() == near.len()).map_or(0, length);
    Some(start..start + token.len() + more)
}

/// `dXNlcjpwYXNzd29yZA==`, if that is a name and a password.
fn basic(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/=".contains(byte);
    let length = rest.bytes().take_while(is_digit).count();
    crate::count_steps(length);
    let pair = rest.get(..length)?;
    (length > 7 && is_basic_pair(pair)).then_some(at..at + length)
}

/// Whether this is a name and a password in base64, RFC 4648.
pub(crate) fn is_basic_pair(token: &str) -> bool {
    let value = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let digits: Vec<u8> = token.bytes().map_while(value).collect();
    let bytes = digits.chunks(4).flat_map(|chunk| {
        let number = chunk.iter().fold(0_u32, |number, digit| number << 6 | u32::from(*digit));
        let [_, bytes @ ..] = (number << (6 * (4 - chunk.len()))).to_be_bytes();
        bytes.into_iter().take(chunk.len().saturating_sub(1))
    });
    let bytes: Vec<u8> = bytes.collect();
    bytes.contains(&b':')
        && bytes.iter().all(|byte| (0x20..0x7f).contains(byte))
        && is_varied(token)
}

/// The values of all cookies up to the end of the line, or of what is quoted.
fn cookies(scan: &mut Scan<'_>, at: usize) {
    let Some(mut start) = value_start(scan.text, at) else { return };
    let rest = scan.text.get(start..).unwrap_or_default();
    let line = rest.split(['\n', '"', '\'', '`', '\\']).next().unwrap_or_default();
    crate::count_steps(line.len());
    scan.no_cookie = start + line.len();
    for cookie in line.split(';') {
        if let Some((name, value)) = cookie.split_once('=') {
            let value = value.trim_end();
            let is_attribute = ATTRIBUTES.iter().any(|it| name.trim().eq_ignore_ascii_case(it));
            let is_pair = !name.is_empty() && !name.ends_with(' ') && !value.starts_with(' ');
            if is_pair && !is_attribute && value.len() > 7 && is_literal(value) && is_random(value)
            {
                let place = start + name.len() + 1;
                scan.add(place..place + value.len());
            }
        }
        start += cookie.len() + 1;
    }
}
