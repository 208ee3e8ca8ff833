//! What a terminal, a page or an editor does not show and people copy along, and signs that are
//! escaped: colours, blanks that do not break a line, letters without a width, `&quot;`, `%3D`. A
//! text that has some is scanned a second time without them.

use std::ops::Range;

use crate::scan::Scan;

/// What is not shown or is escaped, and what it is read as.
const SIGNS: [(&str, &str); 50] = [
    ("\u{a0}", " "),
    ("\u{2002}", " "),
    ("\u{2003}", " "),
    ("\u{2007}", " "),
    ("\u{2009}", " "),
    ("\u{202f}", " "),
    ("\u{3000}", " "),
    ("\u{ad}", ""),
    ("\u{200b}", ""),
    ("\u{200c}", ""),
    ("\u{200d}", ""),
    ("\u{200e}", ""),
    ("\u{200f}", ""),
    ("\u{2060}", ""),
    ("\u{2066}", ""),
    ("\u{2069}", ""),
    ("\u{feff}", ""),
    ("\u{201c}", "\""),
    ("\u{201d}", "\""),
    ("\u{2018}", "'"),
    ("\u{2019}", "'"),
    ("\\u00a0", " "),
    ("\\u0022", "\""),
    ("\\u0026", "&"),
    ("\\u0027", "'"),
    ("\\u003d", "="),
    ("\\u003D", "="),
    ("\\x22", "\""),
    ("\\x3d", "="),
    ("&nbsp;", " "),
    ("&quot;", "\""),
    ("&apos;", "'"),
    ("&amp;", "&"),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&#34;", "\""),
    ("&#39;", "'"),
    ("&#58;", ":"),
    ("&#61;", "="),
    ("&#x22;", "\""),
    ("&#x27;", "'"),
    ("&#x3D;", "="),
    ("&#x3d;", "="),
    ("%20", " "),
    ("%22", "\""),
    ("%26", "&"),
    ("%3A", ":"),
    ("%3a", ":"),
    ("%3D", "="),
    ("%3d", "="),
];

/// How a command for a terminal begins, ECMA-48, also as text of logs and shells.
const COMMANDS: [&str; 10] =
    ["\x1b[", "\x1b]", "\x1b(", "\u{9b}", "\\u001b[", "\\x1b[", "\\x1B[", "\\033[", "\\e[", "^[["];

/// How long one is, in bytes.
const MAX_LENGTH: usize = 300;

pub(crate) const PREFIXES: [&str; SIGNS.len() + COMMANDS.len()] = prefixes();

#[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
const fn prefixes() -> [&'static str; SIGNS.len() + COMMANDS.len()] {
    let mut prefixes = [""; SIGNS.len() + COMMANDS.len()];
    let mut place = 0;
    while place < prefixes.len() {
        let is_sign = place < SIGNS.len();
        prefixes[place] = if is_sign { SIGNS[place].0 } else { COMMANDS[place - SIGNS.len()] };
        place += 1;
    }
    prefixes
}

/// Formatting may stand within a secret, and another one behind it.
pub(crate) fn find(scan: &mut Scan<'_>, at: usize) {
    scan.is_formatted |= scan.text.get(at..).is_some_and(|rest| length(rest).is_some());
}

/// A text without formatting.
pub(crate) struct PlainText {
    pub(crate) text: String,
    /// Where its pieces begin, in it and in the text as it is.
    pieces: Vec<(usize, usize)>,
}

impl PlainText {
    /// Nothing, if the text has none.
    pub(crate) fn of(text: &str) -> Option<PlainText> {
        let mut plain = PlainText { text: String::new(), pieces: Vec::new() };
        let mut kept = 0;
        for (at, byte) in text.bytes().enumerate() {
            let may_begin = matches!(byte, b'\x1b' | b'\\' | b'&' | b'^' | b'%' | 0x80..);
            if at < kept || !may_begin {
                continue;
            }
            let rest = text.get(at..).unwrap_or_default();
            if let Some((length, reading)) = length(rest) {
                plain.push(text, kept..at);
                if !reading.is_empty() {
                    plain.pieces.push((plain.text.len(), at));
                    plain.text.push_str(reading);
                }
                kept = at + length;
            }
        }
        if kept == 0 {
            return None;
        }
        crate::count_steps(text.len());
        plain.push(text, kept..text.len());
        Some(plain)
    }

    fn push(&mut self, text: &str, range: Range<usize>) {
        self.pieces.push((self.text.len(), range.start));
        self.text.push_str(text.get(range).unwrap_or_default());
    }

    /// Where something stands in the text as it is.
    pub(crate) fn place(&self, text: &str, plain: &Range<usize>) -> Range<usize> {
        let start = self.at(plain.start);
        let last = self.at(plain.end.saturating_sub(1));
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

/// How long the formatting is with which a text begins, and what it is read as.
fn length(rest: &str) -> Option<(usize, &'static str)> {
    if let Some((sign, reading)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
        return Some((sign.len(), reading));
    }
    let start = COMMANDS.iter().find(|start| rest.starts_with(**start))?;
    let behind = rest.get(start.len()..)?;
    let length = match start.as_bytes() {
        [.., b'('] => 1,
        [.., b']'] => operating_system_command(behind)?,
        _ => control_sequence(behind)?,
    };
    (start.len() + length <= rest.len()).then_some((start.len() + length, ""))
}

/// How long a control sequence is behind its beginning.
fn control_sequence(behind: &str) -> Option<usize> {
    let is_parameter = |byte: &u8| byte.is_ascii_digit() || b";:?<=>".contains(byte);
    let length = behind.bytes().take(MAX_LENGTH).take_while(is_parameter).count();
    behind.as_bytes().get(length)?.is_ascii_alphabetic().then_some(length + 1)
}

/// How long a command of an operating system is, such as a link: up to a bell, or `ESC \`.
fn operating_system_command(behind: &str) -> Option<usize> {
    let near = behind.as_bytes().iter().take(MAX_LENGTH);
    let length = near.take_while(|byte| !matches!(byte, 0x07 | 0x1b | b'\n')).count();
    crate::count_steps(length);
    match behind.as_bytes().get(length..)? {
        [0x07, ..] => Some(length + 1),
        [0x1b, b'\\', ..] => Some(length + 2),
        _ => None,
    }
}
