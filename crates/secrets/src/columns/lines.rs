//! The lines of a table, which text within text divides by `\n`, and what stands before each.

use std::ops::Range;

use super::{MAX_HEADER, OF_HEADERS};
use crate::signs::is_one_of;

/// So many backslashes stand before `n` where texts are within texts.
const MAX_ESCAPES: usize = 8;

/// Whether a title may have it, or what stands between two.
fn is_part(byte: u8) -> bool {
    is_one_of(&OF_HEADERS, byte) || byte > 0x7f
}

/// The lines below the first one of a table.
#[derive(Clone)]
pub(super) struct Lines<'t> {
    text: &'t str,
    at: usize,
    /// Whether they are divided by `\n` in a string.
    is_escaped: bool,
    is_done: bool,
}

impl<'t> Lines<'t> {
    /// The line around this place, and what is below; nothing if it has other signs than titles
    /// have, and then how far it was read.
    pub(super) fn around(text: &'t str, at: usize) -> Result<(Lines<'t>, Range<usize>), usize> {
        let bytes = text.as_bytes();
        let behind = bytes.get(at..).unwrap_or_default();
        let is_end = |place: usize, byte: u8| byte == b'\\' && is_break(behind, place);
        let mut near = behind.iter().enumerate();
        let stop = near.find(|(place, byte)| !is_part(**byte) || is_end(*place, **byte));
        let end = at + stop.map_or(behind.len(), |(place, _)| place);
        crate::count_steps(end - at);
        let is_escaped = match stop {
            Some((_, b'\\')) => true,
            Some((_, b'\n')) | None => false,
            Some(_) => return Err(end),
        };
        let before = bytes.get(at.saturating_sub(MAX_HEADER)..at).unwrap_or_default();
        let (mut start, mut next) = (at, b' ');
        for byte in before.iter().rev() {
            let is_begun = next == b'n' && *byte == b'\\' || next == b'"' && *byte != b'\\';
            if is_escaped && is_begun {
                start += 1;
                break;
            }
            if *byte == b'\n' {
                break;
            }
            // A call has no blank before its bracket.
            if !is_part(*byte) || next == b'(' && *byte != b' ' {
                return Err(end);
            }
            next = *byte;
            start -= 1;
        }
        crate::count_steps(at - start);
        let mut lines = Lines { text, at, is_escaped, is_done: false };
        lines.behind(end);
        Ok((lines, start..end))
    }

    /// What is below the line that was read.
    pub(super) fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Where the line ends that is read.
    fn end(&self) -> usize {
        let bytes = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let mut last = b' ';
        let found = bytes.iter().enumerate().find(|(place, byte)| {
            let is_end = match **byte {
                b'\n' => true,
                b'\\' => self.is_escaped && is_break(bytes, *place),
                b'"' => self.is_escaped && last != b'\\',
                _ => false,
            };
            last = **byte;
            is_end
        });
        let length = found.map_or(bytes.len(), |(place, _)| place);
        crate::count_steps(length);
        self.at + length
    }

    /// Goes behind the end of a line.
    fn behind(&mut self, end: usize) {
        let bytes = self.text.as_bytes().get(end..).unwrap_or_default();
        let escapes = bytes.iter().take_while(|byte| **byte == b'\\').count();
        self.is_done = match bytes.get(escapes) {
            Some(b'\n') => self.is_escaped,
            Some(_) => escapes == 0,
            None => true,
        };
        self.at = end + escapes + 1;
        // `\r\n`.
        let next = bytes.get(escapes + 1..).unwrap_or_default();
        let again = next.iter().take(escapes).take_while(|byte| **byte == b'\\').count();
        if again > 0 && bytes.get(escapes) == Some(&b'r') && next.get(again) == Some(&b'n') {
            self.at += again + 1;
        }
    }
}

impl Iterator for Lines<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        if self.is_done || self.at >= self.text.len() {
            return None;
        }
        let (start, end) = (self.at, self.end());
        self.behind(end);
        Some(start..end)
    }
}

/// Whether the backslashes here divide lines of text within text.
fn is_break(bytes: &[u8], at: usize) -> bool {
    let near = bytes.iter().skip(at).take(MAX_ESCAPES);
    let next = near.into_iter().find(|byte| **byte != b'\\');
    matches!(next, Some(b'n' | b'r'))
}

/// How long what stands before a line is: its number, `+`, `> `, `web-1  | `.
pub(super) fn lead(line: &str) -> Option<usize> {
    let rest = line.trim_start_matches(' ');
    let behind = |sign: &str, rest: &str| rest.strip_prefix(sign).map(|it| line.len() - it.len());
    let digits = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    if digits.len() < rest.len() {
        return ["→", "\t", "\\t", ":", " | ", "| ", "\\u2192"]
            .iter()
            .find_map(|sign| behind(sign, digits));
    }
    if let [b'+' | b'-' | b'>', next, ..] = line.as_bytes() {
        let is_list = *next == b' ' && !line.starts_with('>');
        return (!is_list).then_some(if *next == b' ' { 2 } else { 1 });
    }
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/');
    let name = rest.trim_start_matches(is_name);
    let is_numbered = || rest.contains(|c: char| c.is_ascii_digit());
    if let Some(number) = name.strip_prefix(':') {
        let number = number.trim_start_matches(|c: char| c.is_ascii_digit());
        return behind(":", number);
    }
    behind("| ", name.trim_start_matches(' ')).filter(|_| is_numbered() && name.len() < rest.len())
}
