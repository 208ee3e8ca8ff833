//! Texts that are encoded as a whole and hold a secret: a `.env` file in base64.

use std::ops::Range;

use hook_protocol::{beginning, ending};

use crate::header::decoded;
use crate::vocabulary::ENCODED_BY_LETTER;

/// How much is read before and behind, in bytes.
const MAX_BEFORE: usize = 4 << 10;
const MAX_BEHIND: usize = 16 << 10;

/// What is written on several lines has so many digits on each at least.
const MIN_LINE: usize = 40;

/// The text in base64 in which a name is here, if it holds a secret. Of what is encoded in it so many levels less
/// one are looked into.
pub(super) fn at(text: &str, at: usize, levels: usize, seen: &mut usize) -> Option<Range<usize>> {
    let levels = levels.checked_sub(1)?;
    let behind = text.as_bytes().get(at..)?;
    let words = ENCODED_BY_LETTER.at(text, at);
    (at >= *seen && words.iter().any(|word| behind.starts_with(word.as_bytes()))).then_some(())?;
    let line = line(text, at)?;
    let block = block(text, &line);
    *seen = block.end;
    crate::count_steps(block.len());
    if says_secret(text, &block, levels) {
        return Some(block);
    }
    (line != block && says_secret(text, &line, levels)).then_some(line)
}

fn says_secret(text: &str, place: &Range<usize>, levels: usize) -> bool {
    let mut digits = text.get(place.clone()).unwrap_or_default().to_owned();
    digits.retain(|c| !c.is_whitespace() && c != '=');
    let said = String::from_utf8(decoded(&digits)).unwrap_or_default();
    let is_text = said.bytes().all(|byte| matches!(byte, b' '..0x7f | b'\t' | b'\n' | b'\r'));
    is_text && !super::find_to(&said, levels).secrets.is_empty()
}

/// All digits around this place, with what fills them up.
fn line(text: &str, at: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let before = bytes.get(at.saturating_sub(MAX_BEFORE)..at)?.iter().rev();
    let start = at - before.take_while(|byte| is_digit(**byte)).count();
    let behind = bytes.get(at..)?.iter().take(MAX_BEHIND);
    let end = at + behind.take_while(|byte| is_digit(**byte)).count();
    let padding = bytes.get(end..)?.iter().take(2).take_while(|byte| **byte == b'=').count();
    Some(start..end + padding)
}

/// The same with the lines before and behind that have nothing but digits.
fn block(text: &str, line: &Range<usize>) -> Range<usize> {
    let before = ending(text.get(..line.start).unwrap_or_default(), MAX_BEFORE);
    let behind = beginning(text.get(line.end..).unwrap_or_default(), MAX_BEHIND);
    let above = rows(before.rsplit('\n'), false);
    line.start - above..line.end + rows(behind.split('\n'), true)
}

/// How many bytes from the digits of a line to the end of the last line that has nothing else.
/// The first of `lines` is what stands beside them. The last row of all may be short.
fn rows<'t>(mut lines: impl Iterator<Item = &'t str>, is_below: bool) -> usize {
    let Some(mut length) = lines.next().filter(|it| it.trim().is_empty()).map(str::len) else {
        return 0;
    };
    let mut reached = 0;
    for line in lines {
        let digits = line.trim();
        let is_row = digits.trim_end_matches('=').bytes().all(is_digit);
        let is_long = digits.len() >= MIN_LINE;
        if digits.is_empty() || !is_row || !is_long && !is_below {
            break;
        }
        length += 1 + line.len();
        reached = length;
        if !is_long {
            break;
        }
    }
    reached
}

fn is_digit(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/')
}
