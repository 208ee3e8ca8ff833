//! Private keys, and JSON web tokens.

use std::borrow::Cow;
use std::ops::Range;

use hook_protocol::{beginning, ending};

use crate::formats::is_boundary;
use crate::value::is_very_random;

pub(crate) const BEGINNINGS: [&str; 3] = ["---", "eyj", "private-lines"];

/// The private parameters of a JSON web key: RFC 7518, section 6.
pub(crate) const PARAMETERS: [&str; 7] =
    ["\"d\"", "\"k\"", "\"p\"", "\"q\"", "\"dp\"", "\"dq\"", "\"qi\""];

/// How much of a key of `PuTTY` is read, in bytes.
const MAX_PUTTY: usize = 16 << 10;

/// How far its type may be from a parameter, in bytes.
const MAX_WEB_KEY: usize = 2 << 10;

const BEGIN: &str = "-----BEGIN ";
const END: &str = "-----END ";
const PRIVATE: &str = "PRIVATE KEY";

/// Up to where something does not stand, so that it is looked for once.
#[derive(Debug, Default)]
pub(crate) struct Ahead {
    /// A token begins.
    no_token: usize,
    /// A private key ends in its line.
    no_end: usize,
}

/// The key or token that begins here.
pub(crate) fn at(text: &str, at: usize, ahead: &mut Ahead) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    let may_be_token = at >= ahead.no_token && rest.starts_with("eyJ");
    let found = pem(text, at, &mut ahead.no_end).or_else(|| putty(rest));
    if found.is_none() && may_be_token && is_boundary(text.as_bytes(), at) {
        let length = web_token(rest);
        ahead.no_token = at + part(rest);
        return length.map(|length| at..at + length);
    }
    found.map(|length| at..at + length)
}

/// RFC 7468, and what `OpenPGP` makes of it: up to its end, or as far as there is a key. A page
/// about keys names the first line alone.
fn pem(text: &str, start: usize, no_end: &mut usize) -> Option<usize> {
    let rest = text.get(start..)?;
    let label = label(rest.strip_prefix(BEGIN)?)?;
    label.contains(PRIVATE).then_some(())?;
    let mut end = BEGIN.len() + label.len() + "-----".len();
    let behind = rest.get(end..)?;
    let known = no_end.checked_sub(start + end);
    let line = || behind.find('\n').map_or(behind.len(), |place| place + 1);
    let (first, rest) = behind.split_at_checked(known.unwrap_or_else(line))?;
    if known.is_none() {
        crate::count_steps(first.len());
        if let Some(length) = until_end(first) {
            return Some(end + length);
        }
        if !first.contains(END) {
            *no_end = start + end + first.len();
        }
    }
    let words = first.split_inclusive(char::is_whitespace);
    let keyed = words.take_while(|word| word.trim().is_empty() || is_line_of_key(word));
    let length: usize = keyed.map(str::len).sum();
    let mut at = end + length;
    end += first.get(..length).unwrap_or_default().trim_end().len();
    if length < first.len() {
        return Some(end);
    }
    let lead = Lead::before(text, start);
    let mut is_within = false;
    for line in rest.split_inclusive('\n') {
        crate::count_steps(line.len());
        if let Some(length) = until_end(line) {
            return Some(at + length);
        }
        if !is_line_of_key(line) && !lead.stands_before_key(line, &mut is_within) {
            break;
        }
        at += line.len();
        end = if line.trim().is_empty() { end } else { at - (line.len() - line.trim_end().len()) };
    }
    Some(end)
}

/// Where the last line of a private key ends, if it is this.
fn until_end(line: &str) -> Option<usize> {
    let place = line.find(END)?;
    let label = label(line.get(place + END.len()..)?)?;
    label.contains(PRIVATE).then_some(place + END.len() + label.len() + "-----".len())
}

/// What stands before a key in its armour: RFC 1421 and RFC 9580.
const HEADERS: [&str; 6] = ["Proc-Type:", "DEK-Info:", "Comment:", "Version:", "Charset:", "Hash:"];

/// Whether a line has nothing but digits in base64, within the quotes and marks of code.
fn is_line_of_key(line: &str) -> bool {
    let line = without_colours(line);
    let plain = line.replace("\\n", "").replace("\\r", "");
    let digits = plain.trim_matches(|c: char| c.is_whitespace() || "\"'`,;.+*/#\\>|".contains(c));
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=\\".contains(&byte);
    HEADERS.iter().any(|header| digits.starts_with(header)) || digits.bytes().all(is_digit)
}

/// What a program or a person has put before each line of a key, as far as it is the same or
/// counts: the numbers of `cat -n`, `web-1  | `, times of a log, `+`.
struct Lead<'t>(Cow<'t, str>);

/// How long it may be, and how long a line of a key is that is known behind it, in bytes.
const MAX_LEAD: usize = 120;
const MIN_LINE: usize = 40;

impl<'t> Lead<'t> {
    fn before(text: &'t str, at: usize) -> Lead<'t> {
        let before = ending(text.get(..at).unwrap_or_default(), MAX_LEAD);
        crate::count_steps(before.len());
        Lead(without_colours(before.rsplit('\n').next().unwrap_or_default()))
    }

    /// Whether a line goes on with the key. The last line of one may be short.
    fn stands_before_key(&self, line: &str, is_within: &mut bool) -> bool {
        let line = without_colours(line);
        let Some(digits) = self.strip(line.trim_end()).map(str::trim) else { return false };
        let is_long = digits.len() >= MIN_LINE;
        let is_line = (is_long || *is_within || digits.is_empty()) && is_line_of_key(digits)
            || HEADERS.iter().any(|header| digits.starts_with(header));
        *is_within |= is_long;
        is_line
    }

    /// The line without it. Numbers and blanks are as good as each other, and so are the signs of
    /// grep, `key.pem:1:` and `key.pem-2-`.
    fn strip<'l>(&self, line: &'l str) -> Option<&'l str> {
        let is_counted = |c: char| c.is_ascii_digit() || matches!(c, ' ' | '\t');
        let (mut lead, mut line) = (self.0.as_ref(), line);
        while let Some(wanted) = lead.chars().next() {
            let behind = lead.trim_start_matches(is_counted);
            if behind.len() < lead.len() {
                (lead, line) = (behind, line.trim_start_matches(is_counted));
                continue;
            }
            let found = line.chars().next()?;
            let is_sign = |c: char| matches!(c, ':' | '-');
            (found == wanted || is_sign(found) && is_sign(wanted)).then_some(())?;
            lead = lead.get(wanted.len_utf8()..)?;
            line = line.get(found.len_utf8()..)?;
        }
        Some(line)
    }
}

/// A text without what tells a terminal another colour.
fn without_colours(text: &str) -> Cow<'_, str> {
    if !text.contains('\x1b') {
        return Cow::Borrowed(text);
    }
    let mut parts = text.split("\x1b[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let behind = part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        plain.push_str(behind.strip_prefix(['m', 'K']).unwrap_or(part));
    }
    Cow::Owned(plain)
}

fn label(text: &str) -> Option<&str> {
    let (label, _) = text.split_once("-----")?;
    let is_label = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == ' ';
    label.chars().all(is_label).then_some(label)
}

/// The private half of a `PuTTY` key file: as many lines as it says, where its end is not there.
fn putty(text: &str) -> Option<usize> {
    let near = beginning(text, MAX_PUTTY);
    let behind = near.strip_prefix("Private-Lines: ")?;
    let digits = behind.bytes().take_while(u8::is_ascii_digit).count();
    let lines = behind.get(..digits)?.parse().unwrap_or_default();
    let ends = || near.match_indices('\n').map(|(place, _)| place);
    near.find("\nPrivate-MAC").or_else(|| ends().nth(lines)).or(Some(near.len()))
}

/// RFC 7519: header and claims are objects in base64, so both begin with `eyJ`.
fn web_token(text: &str) -> Option<usize> {
    let header = part(text);
    let claims = text.get(header..)?.strip_prefix('.')?;
    let is_token = claims.starts_with("eyJ") && header > 7;
    let length = header + 1 + part(claims);
    // Claims that are no object are still signed, where the header says how.
    let says_how = ["eyJhbGci", "eyJ0eXAi", "eyJraWQi"].iter().any(|begin| text.starts_with(begin));
    if !is_token && (!says_how || part(claims) == 0) {
        return (header > 15).then(|| encrypted(text)).flatten();
    }
    (part(claims) > 7).then_some(())?;
    if !is_token {
        text.get(length..)?.strip_prefix('.').filter(|rest| part(rest) > 19)?;
    }
    let signature = text.get(length..)?.strip_prefix('.');
    Some(length + signature.map_or(0, |signature| 1 + part(signature)))
}

/// How long the part of a token is that begins here.
fn part(text: &str) -> usize {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'=');
    let length = text.as_bytes().iter().take_while(|byte| is_part(byte)).count();
    crate::count_steps(length);
    length
}

/// RFC 7516: five parts, of which the second may be empty.
fn encrypted(text: &str) -> Option<usize> {
    let mut length = part(text);
    for _ in 0..4 {
        let rest = text.get(length..)?.strip_prefix('.')?;
        length += 1 + part(rest);
    }
    let is_whole = !text.get(length..)?.starts_with(['.', '=']);
    (is_whole && length > 80).then_some(length)
}

/// The private parameter of a JSON web key that begins here.
pub(crate) fn parameter(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    let name = PARAMETERS.iter().find(|name| rest.starts_with(**name))?;
    let behind = rest.get(name.len()..)?.trim_start();
    let behind = behind.strip_prefix(':')?.trim_start().strip_prefix('"')?;
    let start = text.len() - behind.len();
    let value = behind.get(..part(behind))?;
    let is_value = behind.get(value.len()..)?.starts_with('"') && is_very_random(value);
    let has_type = |near: &str| near.contains("\"kty\"");
    let is_key = is_value
        && (has_type(ending(text.get(..at)?, MAX_WEB_KEY))
            || has_type(beginning(behind, MAX_WEB_KEY)));
    is_key.then(|| start..start + value.len())
}
