//! Tokens that are known by their form alone: the table of `formats.txt`.

use std::ops::Range;

use crate::value::{is_random, is_varied};

const TABLE_TEXT: &str = include_str!("formats.txt");

/// One line of the table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Form {
    /// The class that stands before the anchor, or nothing.
    before: &'static str,
    /// The first text, by which the form is found.
    anchor: &'static str,
    rest: &'static str,
    /// The form before this one whose anchor begins with the same byte.
    next: usize,
}

/// By so many bytes of an open class it is judged. No text may take a time that grows
/// with the square of its length.
const MAX_RUN: usize = 128;

const COUNT: usize = count();
const NOWHERE: usize = usize::MAX;

/// The compiler reads it, for most programs live for one event.
struct Table {
    forms: [Form; COUNT],
    /// By the first byte of the anchor, where [`Form::next`] leads on.
    first: [usize; 256],
}

static TABLE: Table = read();

/// The secret in the token whose anchor begins here.
pub(crate) fn at(text: &str, at: usize) -> Option<Range<usize>> {
    let first = *text.as_bytes().get(at)?;
    let mut number = *TABLE.first.get(usize::from(first))?;
    while let Some(form) = TABLE.forms.get(number) {
        if let Some(secret) = form.secret(text, at) {
            return Some(secret);
        }
        number = form.next;
    }
    None
}

/// The anchors of all forms.
#[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
pub(crate) const fn anchors() -> [&'static str; COUNT] {
    let mut anchors = [""; COUNT];
    let (mut number, mut rest) = (0, TABLE_TEXT);
    while let Some((line, behind)) = next_line(rest) {
        rest = behind;
        if is_form(line) {
            anchors[number] = form(line, NOWHERE).anchor;
            number += 1;
        }
    }
    anchors
}

impl Form {
    fn secret(&self, text: &str, at: usize) -> Option<Range<usize>> {
        let bytes = text.as_bytes();
        if !bytes.get(at..)?.starts_with(self.anchor.as_bytes()) {
            return None;
        }
        let before = self.length_before(bytes, at)?;
        if before == 0 && !is_boundary(bytes, at) {
            return None;
        }
        let mut found = Found {
            end: at + self.anchor.len(),
            body: text.get(at - before..at)?.to_owned(),
            opened: at - before,
            closed: None,
            last: Class::NONE,
        };
        let mut rest = self.rest;
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
                    let end = found.end + class.length_at(bytes, found.end)?;
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

    /// How long the class is that stands before the anchor.
    fn length_before(&self, bytes: &[u8], at: usize) -> Option<usize> {
        if self.before.is_empty() {
            return Some(0);
        }
        let class = Class::read(self.before)?;
        let before = bytes.get(..at)?.iter().rev();
        let length =
            before.take(class.most.saturating_add(1)).take_while(|byte| class.has(**byte)).count();
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
    /// open one so many as tell whether they are random.
    fn length_at(self, bytes: &[u8], at: usize) -> Option<usize> {
        let enough = if self.is_open() { self.least.max(MAX_RUN) } else { self.most + 1 };
        let behind = bytes.get(at..)?.iter().take(enough);
        let found = behind.take_while(|byte| self.has(**byte)).count();
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
            b'c' => is_alphanumeric || matches!(byte, b'.' | b'/'),
            b'x' => is_alphanumeric || b"_-.~+/=%".contains(&byte),
            b'p' => is_alphanumeric || b"_-.~@/%".contains(&byte),
            _ => false,
        }
    }
}

/// Whether a word may begin here: not within another one, unless that is `\n` or
/// `%3D` as text is escaped.
pub(crate) fn is_boundary(bytes: &[u8], at: usize) -> bool {
    let back = |distance: usize| at.checked_sub(distance).and_then(|place| bytes.get(place));
    let is_within = bytes.get(at).is_some_and(u8::is_ascii_alphanumeric)
        && back(1).is_some_and(u8::is_ascii_alphanumeric);
    !is_within || back(2) == Some(&b'\\') || back(3) == Some(&b'%')
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
const fn read() -> Table {
    let empty = Form { before: "", anchor: "", rest: "", next: NOWHERE };
    let mut table = Table { forms: [empty; COUNT], first: [NOWHERE; 256] };
    let (mut number, mut rest) = (0, TABLE_TEXT);
    while let Some((line, behind)) = next_line(rest) {
        rest = behind;
        if is_form(line) {
            let found = form(line, NOWHERE);
            let first = &mut table.first[found.anchor.as_bytes()[0] as usize];
            table.forms[number] = Form { next: *first, ..found };
            *first = number;
            number += 1;
        }
    }
    table
}

const fn is_form(line: &str) -> bool {
    !matches!(line.as_bytes(), [] | [b'#', ..])
}

/// The parts of a line up to two blanks.
const fn form(line: &'static str, next: usize) -> Form {
    let (form, _) = line.split_at(place_of(line, 0, *b"  "));
    let (before, form) = match form.as_bytes() {
        [b'{', ..] => form.split_at(place_of(form, 0, *b"}}") + 1),
        _ => ("", form),
    };
    let (anchor, rest) = form.split_at(place_of(form, 0, *b"{["));
    let before = match before.as_bytes() {
        [b'{', .., b'}'] => before.split_at(1).1.split_at(before.len() - 2).0,
        _ => before,
    };
    Form { before, anchor, rest, next }
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
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_can_be_read() {
        let lines = || TABLE_TEXT.lines().filter(|line| is_form(line));
        assert!(lines().is_sorted() && lines().count() > 200);
        for (line, form) in lines().zip(&TABLE.forms) {
            assert_eq!(line.split("  ").count(), 3, "{line}");
            assert!(form.anchor.len() > 1, "{line}");
            let classes = form.rest.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
            let classes = classes.map(|(class, _)| class);
            let all = classes.chain([form.before]).filter(|class| !class.is_empty());
            for class in all {
                let class = Class::read(class).expect(line);
                assert!(class.least > 0 && class.least <= class.most, "{line}");
                assert!(class.has(b'2'), "{line}");
            }
        }
    }
}
