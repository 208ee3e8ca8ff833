//! Tokens that are known by their form alone: the table of `token_formats.txt`.

use std::ops::Range;

use crate::characters::is_varied;
use crate::randomness::is_random;
use crate::scan::Scan;

const TABLE_TEXT: &str = include_str!("token_formats.txt");

/// One line of the table, by places in its text: without addresses there is nothing to
/// do when a program starts.
#[derive(Debug, Clone, Copy)]
struct Form {
    start: u16,
    /// How long the class before the anchor is, with its braces, or 0.
    before: u8,
    anchor: u8,
    /// The third and the fourth byte of the anchor, or 0: they tell most forms apart.
    third: u8,
    fourth: u8,
    rest: u8,
    /// The form before this one whose anchor has the same number.
    next: u16,
}

/// By so many bytes of an open class it is judged. No text may take a time that grows
/// with the square of its length.
const MAX_RUN: usize = 128;

const COUNT: usize = count();
const NOWHERE: u16 = u16::MAX;

/// The compiler reads it, for most programs live for one event.
struct Table {
    forms: [Form; COUNT],
    /// By the number of the anchor, where [`Form::next`] leads on.
    first: [u16; 1024],
}

static TABLE: Table = read();

pub(crate) fn find(scan: &mut Scan<'_>, at: usize) {
    if !scan.is_known(at)
        && let Some(secret) = token(scan.text, at)
    {
        scan.add(secret);
    }
}

/// The secret in the token whose anchor begins here.
fn token(text: &str, at: usize) -> Option<Range<usize>> {
    let [first, second, third, ref rest @ ..] = *text.as_bytes().get(at..)? else { return None };
    let fourth = rest.first().copied().unwrap_or_default();
    let mut number = *TABLE.first.get(self::number(first, second))?;
    let mut is_word = None;
    while let Some(form) = TABLE.forms.get(usize::from(number)) {
        number = form.next;
        let may_be = (form.third == 0 || form.third == third)
            && (form.fourth == 0 || form.fourth == fourth)
            && (form.before > 0
                || *is_word.get_or_insert_with(|| begins_word(text.as_bytes(), at)));
        if may_be && let Some(secret) = form.secret(text, at) {
            return Some(secret);
        }
    }
    None
}

/// A number below 1024 of the first two bytes of an anchor.
const fn number(first: u8, second: u8) -> usize {
    (first as usize & 0x1f) << 5 | second as usize & 0x1f
}

/// The anchors of all forms.
pub(crate) const ANCHORS: [&str; COUNT] = anchors();

#[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
const fn anchors() -> [&'static str; COUNT] {
    let mut anchors = [""; COUNT];
    let (mut number, mut rest) = (0, TABLE_TEXT);
    while let Some((line, behind)) = next_line(rest) {
        rest = behind;
        if is_form(line) {
            let (before, anchor, _) = lengths(line);
            anchors[number] = line.split_at(before).1.split_at(anchor).0;
            number += 1;
        }
    }
    anchors
}

impl Form {
    fn secret(self, text: &str, at: usize) -> Option<Range<usize>> {
        let bytes = text.as_bytes();
        let anchor = self.anchor();
        if !bytes.get(at..)?.starts_with(anchor.as_bytes()) {
            return None;
        }
        let before = self.length_before(bytes, at)?;
        let mut found = Found {
            end: at + anchor.len(),
            body: text.get(at - before..at)?.to_owned(),
            opened: at - before,
            closed: None,
            last: Class::NONE,
        };
        let mut rest = self.rest();
        while let Some(first) = rest.chars().next() {
            rest = rest.get(first.len_utf8()..)?;
            match first {
                '[' => found.opened = found.end,
                ']' => found.closed = Some(found.end),
                '?' if !is_random(&found.body) => return None,
                '?' => {}
                '{' => {
                    let (class, behind) = rest.split_once('}')?;
                    let class = Class::read(class)?;
                    let is_inside = !behind.is_empty() && !behind.starts_with(['[', ']', '?']);
                    let end = found.end + class.length_at(bytes, found.end, is_inside)?;
                    found.last = class;
                    found.body.push_str(text.get(found.end..end)?);
                    found.end = end;
                    rest = behind;
                }
                literal if bytes.get(found.end).copied().map(char::from) == Some(literal) => {
                    found.end += 1;
                }
                _ => return None,
            }
        }
        if !is_varied(&found.body) {
            return None;
        }
        let behind = bytes.get(found.end..)?;
        if found.last.is_open() && found.closed.is_none_or(|closed| closed == found.end) {
            let more = behind.iter().take_while(|byte| found.last.has(**byte)).count();
            return Some(found.opened..found.end + more);
        }
        let goes_on = behind.first().is_some_and(u8::is_ascii_alphanumeric);
        (!goes_on).then(|| found.opened..found.closed.unwrap_or(found.end))
    }

    /// The class that stands before the anchor, or nothing.
    fn before(self) -> &'static str {
        self.part(1, usize::from(self.before).saturating_sub(2))
    }

    /// The first text, by which the form is found.
    fn anchor(self) -> &'static str {
        self.part(usize::from(self.before), usize::from(self.anchor))
    }

    fn rest(self) -> &'static str {
        self.part(usize::from(self.before) + usize::from(self.anchor), usize::from(self.rest))
    }

    fn part(self, from: usize, length: usize) -> &'static str {
        let from = usize::from(self.start) + from;
        TABLE_TEXT.get(from..from + length).unwrap_or_default()
    }

    /// How long the class is that stands before the anchor.
    fn length_before(self, bytes: &[u8], at: usize) -> Option<usize> {
        let class = self.before();
        if class.is_empty() {
            return Some(0);
        }
        let class = Class::read(class)?;
        let before = bytes.get(..at)?.iter().rev();
        let mut length =
            before.take(class.most.saturating_add(2)).take_while(|byte| class.has(**byte)).count();
        crate::count_steps(length);
        // `\n` in a string.
        let back = at.checked_sub(length + 1).and_then(|place| bytes.get(place));
        length -= usize::from(back == Some(&b'\\') && length > 0);
        (class.least..=class.most).contains(&length).then_some(length)
    }
}

/// How far a token has been followed.
struct Found {
    end: usize,
    /// What stands in its classes.
    body: String,
    /// Where the secret begins in it.
    opened: usize,
    closed: Option<usize>,
    /// The class before its end.
    last: Class,
}

/// `a36`: an alphabet and how many of it.
#[derive(Clone, Copy)]
struct Class {
    alphabet: u8,
    least: usize,
    most: usize,
}

impl Class {
    const NONE: Class = Class { alphabet: 0, least: 0, most: 0 };

    /// Whether as many as there are belong to it.
    fn is_open(self) -> bool {
        self.most == usize::MAX
    }

    fn read(text: &str) -> Option<Class> {
        let (alphabet, count) = text.split_at_checked(1)?;
        let alphabet = *alphabet.as_bytes().first()?;
        let (least, most) = if let Some(least) = count.strip_suffix('+') {
            (least.parse().ok()?, usize::MAX)
        } else if let Some((least, most)) = count.split_once('-') {
            (least.parse().ok()?, most.parse().ok()?)
        } else {
            (count.parse().ok()?, count.parse().ok()?)
        };
        Some(Class { alphabet, least, most })
    }

    /// How many bytes from `at` on, if they are as many as may be and no more; of an
    /// open one so many as tell whether they are random. What is behind one of a fixed length within a
    /// token may belong to it.
    fn length_at(self, bytes: &[u8], at: usize, is_inside: bool) -> Option<usize> {
        let enough = match self.most {
            usize::MAX => self.least.max(MAX_RUN),
            most if is_inside && most == self.least => most,
            most => most + 1,
        };
        let behind = bytes.get(at..)?.iter().take(enough);
        let found = behind.take_while(|byte| self.has(**byte)).count();
        crate::count_steps(found);
        (self.least..=self.most).contains(&found).then_some(found)
    }

    fn has(self, byte: u8) -> bool {
        let is_alphanumeric = byte.is_ascii_alphanumeric();
        match self.alphabet {
            b'd' => byte.is_ascii_digit(),
            b'h' => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
            b'H' => byte.is_ascii_hexdigit(),
            b't' => matches!(byte, b'A'..=b'Z' | b'2'..=b'7'),
            b'u' => matches!(byte, b'A'..=b'Z' | b'0'..=b'9'),
            b'l' => matches!(byte, b'a'..=b'z' | b'0'..=b'9'),
            b'a' => is_alphanumeric,
            b'w' => is_alphanumeric || matches!(byte, b'_' | b'-'),
            b'b' => is_alphanumeric || matches!(byte, b'+' | b'/' | b'='),
            b's' => is_alphanumeric || matches!(byte, b'+' | b'/'),
            b'c' => is_alphanumeric || matches!(byte, b'.' | b'/'),
            b'e' => is_alphanumeric || b"_-.~".contains(&byte),
            b'x' => is_alphanumeric || b"_-.~+/=%".contains(&byte),
            b'p' => is_alphanumeric || b"_-.~@/%".contains(&byte),
            _ => false,
        }
    }
}

/// Whether a word may begin here: not within another one, unless that is `\n` in a string.
pub(crate) fn begins_word(bytes: &[u8], at: usize) -> bool {
    let back = |distance: usize| at.checked_sub(distance).and_then(|place| bytes.get(place));
    let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    !is_letter(back(1)) || !is_letter(bytes.get(at)) || back(2) == Some(&b'\\')
}

const fn count() -> usize {
    let (mut count, mut rest) = (0, TABLE_TEXT);
    while let Some((line, behind)) = next_line(rest) {
        rest = behind;
        count += is_form(line) as usize;
    }
    count
}

#[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
#[expect(clippy::cast_possible_truncation, reason = "a test reads all parts again")]
const fn read() -> Table {
    let empty =
        Form { start: 0, before: 0, anchor: 0, third: 0, fourth: 0, rest: 0, next: NOWHERE };
    let mut table = Table { forms: [empty; COUNT], first: [NOWHERE; 1024] };
    let (mut number, mut rest) = (0, TABLE_TEXT);
    while let Some((line, behind)) = next_line(rest) {
        if is_form(line) {
            let (before, anchor, length) = lengths(line);
            let bytes = line.split_at(before).1.as_bytes();
            let first = &mut table.first[self::number(bytes[0], bytes[1])];
            table.forms[number as usize] = Form {
                start: (TABLE_TEXT.len() - rest.len()) as u16,
                before: before as u8,
                anchor: anchor as u8,
                third: if anchor > 2 { bytes[2] } else { 0 },
                fourth: if anchor > 3 { bytes[3] } else { 0 },
                rest: length as u8,
                next: *first,
            };
            *first = number;
            number += 1;
        }
        rest = behind;
    }
    table
}

const fn is_form(line: &str) -> bool {
    !matches!(line.as_bytes(), [] | [b'#', ..])
}

/// How long the parts of a line are up to two blanks: the class before the anchor, the
/// anchor, and the rest.
const fn lengths(line: &'static str) -> (usize, usize, usize) {
    let (form, _) = line.split_at(place_of(line, 0, *b"  "));
    let before = match form.as_bytes() {
        [b'{', ..] => place_of(form, 0, *b"}}") + 1,
        _ => 0,
    };
    let (_, behind) = form.split_at(before);
    let anchor = place_of(behind, 0, *b"{[");
    (before, anchor, behind.len() - anchor)
}

/// Where the first of these stands; where both are a blank, two of them.
const fn place_of(text: &str, mut at: usize, [one, other]: [u8; 2]) -> usize {
    let mut bytes = text.as_bytes();
    while let [byte, rest @ ..] = bytes {
        let is_it = match rest {
            [next, ..] if one == b' ' => *byte == one && *next == other,
            _ => *byte == one || *byte == other,
        };
        if is_it {
            return at;
        }
        at += 1;
        bytes = rest;
    }
    at
}

const fn next_line(text: &'static str) -> Option<(&'static str, &'static str)> {
    let end = place_of(text, 0, *b"\n\n");
    if end == text.len() {
        return None;
    }
    let (line, rest) = text.split_at(end);
    Some((line, rest.split_at(1).1))
}

#[cfg(test)]
pub(crate) mod samples;
