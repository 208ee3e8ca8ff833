//! What a terminal, a page or an editor does not show, and people copy along: colours, links, blanks
//! that do not break a line, letters without a width; and signs that are written in another way, such
//! as round quotes. A text that has some is looked at without them as well.

use std::ops::Range;

use crate::signs::{is_one_of, table};

pub(crate) const BEGINNINGS: [&str; SIGNS.len() + STARTS.len()] = beginnings();

/// What is not shown, and what it is read as; and signs that texts write in another way.
const SIGNS: [(&str, &str); 56] = [
    ("\u{a0}", " "),
    ("\u{2002}", " "),
    ("\u{2003}", " "),
    ("\u{2004}", " "),
    ("\u{2005}", " "),
    ("\u{2006}", " "),
    ("\u{2007}", " "),
    ("\u{2008}", " "),
    ("\u{2009}", " "),
    ("\u{200a}", " "),
    ("\u{202f}", " "),
    ("\u{205f}", " "),
    ("\u{3000}", " "),
    ("\u{ad}", ""),
    ("\u{61c}", ""),
    ("\u{200b}", ""),
    ("\u{200c}", ""),
    ("\u{200d}", ""),
    ("\u{200e}", ""),
    ("\u{200f}", ""),
    ("\u{202a}", ""),
    ("\u{202b}", ""),
    ("\u{202c}", ""),
    ("\u{202d}", ""),
    ("\u{202e}", ""),
    ("\u{2060}", ""),
    ("\u{2066}", ""),
    ("\u{2067}", ""),
    ("\u{2068}", ""),
    ("\u{2069}", ""),
    ("\u{feff}", ""),
    ("\u{201c}", "\""),
    ("\u{201d}", "\""),
    ("\u{201e}", "\""),
    ("\u{2018}", "'"),
    ("\u{201a}", "'"),
    ("\u{2019}", "'"),
    ("\\u00a0", " "),
    ("\\u00A0", " "),
    ("\\u200b", ""),
    ("\\u200B", ""),
    ("\\u201c", "\""),
    ("\\u201d", "\""),
    ("&nbsp;", " "),
    ("&#xa0;", " "),
    ("&#xA0;", " "),
    ("&#x22;", "\""),
    ("&#x27;", "'"),
    ("&#x2f;", "/"),
    ("&#x2F;", "/"),
    ("&#x3a;", ":"),
    ("&#x3A;", ":"),
    ("&#x3d;", "="),
    ("&#x3D;", "="),
    ("&ldquo;", "\""),
    ("&rdquo;", "\""),
];

/// How what tells a terminal something begins, also as text of logs and shells, ECMA-48; and the
/// tags of what colours code on a page.
const STARTS: [&str; 13] = [
    "\x1b[", "\x1b]", "\x1b(", "\u{9b}", "\\u001b", "\\u001B", "\\x1b", "\\x1B", "\\033", "\\e[",
    "^[[", "<span", "</span",
];

/// How long one is that goes on to its end, in bytes.
const MAX_LENGTH: usize = 300;

#[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
const fn beginnings() -> [&'static str; SIGNS.len() + STARTS.len()] {
    let mut beginnings = [""; SIGNS.len() + STARTS.len()];
    let mut place = 0;
    while place < beginnings.len() {
        let is_sign = place < SIGNS.len();
        beginnings[place] = if is_sign { SIGNS[place].0 } else { STARTS[place - SIGNS.len()] };
        place += 1;
    }
    beginnings
}

/// Whether something is not shown here.
pub(crate) fn is_at(text: &str, at: usize) -> bool {
    text.get(at..).is_some_and(|rest| hidden(rest).is_some())
}

/// A text without what is not shown.
pub(crate) struct Shown {
    pub(crate) text: String,
    /// Where its pieces begin, in it and in the text as it is.
    pieces: Vec<(usize, usize)>,
}

impl Shown {
    /// Nothing, if all of the text is shown.
    pub(crate) fn of(text: &str) -> Option<Shown> {
        let mut shown = Shown { text: String::new(), pieces: Vec::new() };
        let mut kept = 0;
        for (at, byte) in text.bytes().enumerate() {
            if at < kept || !is_one_of(&FIRST, byte) {
                continue;
            }
            let rest = text.get(at..).unwrap_or_default();
            if let Some((length, reading)) = hidden(rest) {
                shown.push(text, kept..at);
                if !reading.is_empty() {
                    shown.pieces.push((shown.text.len(), at));
                    shown.text.push_str(reading);
                }
                kept = at + length;
            }
        }
        if kept == 0 {
            return None;
        }
        crate::count_steps(text.len());
        shown.push(text, kept..text.len());
        Some(shown)
    }

    fn push(&mut self, text: &str, range: Range<usize>) {
        self.pieces.push((self.text.len(), range.start));
        self.text.push_str(text.get(range).unwrap_or_default());
    }

    /// Where something stands in the text as it is.
    pub(crate) fn place(&self, text: &str, shown: &Range<usize>) -> Range<usize> {
        let start = self.at(shown.start);
        let last = self.at(shown.end.saturating_sub(1));
        let end = (last + 1..text.len()).find(|end| text.is_char_boundary(*end));
        start..end.unwrap_or(text.len())
    }

    fn at(&self, place: usize) -> usize {
        let piece = self.pieces.partition_point(|(start, _)| *start <= place).checked_sub(1);
        let (start, original) =
            piece.and_then(|piece| self.pieces.get(piece)).copied().unwrap_or_default();
        original + (place - start)
    }
}

/// The first bytes of all of them.
static FIRST: [bool; 256] = table(b"\x1b\xc2\xd8\xe2\xe3\xef\\&^<");

/// How long what is not shown here is, and what it is read as.
fn hidden(rest: &str) -> Option<(usize, &'static str)> {
    if let Some(length) = told(rest).or_else(|| tag(rest)) {
        return Some((length, ""));
    }
    let (sign, reading) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign))?;
    Some((sign.len(), reading))
}

/// How long what is told to a terminal is: colours, sets of letters, links.
fn told(rest: &str) -> Option<usize> {
    const WAYS: [&str; 8] = ["\x1b", "\\u001b", "\\u001B", "\\x1b", "\\x1B", "\\033", "\\e", "^["];
    let start = match rest.strip_prefix('\u{9b}') {
        Some(behind) => return sequence(behind).map(|length| '\u{9b}'.len_utf8() + length),
        None => WAYS.iter().find(|way| rest.starts_with(**way))?,
    };
    let behind = rest.get(start.len()..)?;
    let length = match *behind.as_bytes().first()? {
        b'[' => 1 + sequence(behind.get(1..)?)?,
        b'(' if *start == "\x1b" && behind.as_bytes().get(1)?.is_ascii_alphanumeric() => 2,
        b']' if *start == "\x1b" => command(behind)?,
        _ => return None,
    };
    Some(start.len() + length)
}

/// How long a control sequence is behind its beginning.
fn sequence(behind: &str) -> Option<usize> {
    let is_parameter = |byte: &u8| byte.is_ascii_digit() || b";:?<=>".contains(byte);
    let length = behind.bytes().take(MAX_LENGTH).take_while(is_parameter).count();
    behind.as_bytes().get(length)?.is_ascii_alphabetic().then_some(length + 1)
}

/// How long a command of an operating system is, such as a link: up to a bell, or `ESC \`.
fn command(behind: &str) -> Option<usize> {
    let near = behind.as_bytes().iter().take(MAX_LENGTH);
    let length = near.take_while(|byte| !matches!(byte, 0x07 | 0x1b | b'\n')).count();
    crate::count_steps(length);
    match behind.as_bytes().get(length..)? {
        [0x07, ..] => Some(length + 1),
        [0x1b, b'\\', ..] => Some(length + 2),
        _ => None,
    }
}

/// How long the tag of a span is.
fn tag(rest: &str) -> Option<usize> {
    const END: &str = "</span>";
    if rest.starts_with(END) {
        return Some(END.len());
    }
    let attributes = rest.strip_prefix("<span")?;
    attributes.starts_with([' ', '>']).then_some(())?;
    let near = attributes.bytes().take(MAX_LENGTH);
    let length = near.take_while(|byte| !matches!(byte, b'>' | b'<' | b'\n')).count();
    crate::count_steps(length);
    attributes.as_bytes().get(length).filter(|byte| **byte == b'>')?;
    Some(rest.len() - attributes.len() + length + 1)
}
