//! What a terminal or an editor does not show, and people copy along: colours, blanks that do not
//! break a line, letters without a width. A text that has some is looked at without them as well.

use std::ops::Range;

pub(crate) const BEGINNINGS: [&str; SIGNS.len() + 1] = beginnings();

/// What is not shown, and what it is read as.
const SIGNS: [(&str, &str); 8] = [
    ("\u{a0}", " "),
    ("\u{202f}", " "),
    ("\u{ad}", ""),
    ("\u{200b}", ""),
    ("\u{200c}", ""),
    ("\u{200d}", ""),
    ("\u{2060}", ""),
    ("\u{feff}", ""),
];

/// These, and what tells a terminal another colour.
#[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
const fn beginnings() -> [&'static str; SIGNS.len() + 1] {
    let mut beginnings = ["\x1b["; SIGNS.len() + 1];
    let mut place = 0;
    while place < SIGNS.len() {
        beginnings[place] = SIGNS[place].0;
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
            if at < kept || !matches!(byte, 0x1b | 0xc2 | 0xe2 | 0xef) {
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

/// How long what is not shown here is, and what it is read as.
fn hidden(rest: &str) -> Option<(usize, &'static str)> {
    if let Some(colour) = rest.strip_prefix("\x1b[") {
        let behind = colour.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        let ends = behind.strip_prefix(['m', 'K'])?;
        return Some((rest.len() - ends.len(), ""));
    }
    let (sign, reading) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign))?;
    Some((sign.len(), reading))
}
