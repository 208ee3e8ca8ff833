//! The programs of a command.

use super::table::{OPTIONS, PasswordOption};
use crate::lists::Lengths;

/// How far the name of a program may be before its option, in bytes.
const MAX_COMMAND: usize = 400;

/// The programs of the command in which a search is, each by the line of [`OPTIONS`].
#[derive(Debug, Default)]
pub(crate) struct Programs {
    /// Up to here the text was read.
    read: usize,
    /// Where a program of the line stands.
    named: [Option<usize>; OPTIONS.len()],
    /// Where one stands that its subcommand follows.
    whole: [Option<usize>; OPTIONS.len()],
}

impl Programs {
    /// Whether a program of this line stands before the option here.
    pub(super) fn are(&mut self, text: &str, at: usize, row: usize) -> bool {
        self.read_to(text, at);
        let place = self.whole.get(row).copied().flatten();
        place.is_some_and(|place| place + MAX_COMMAND >= at)
    }

    /// Reads the words of a command up to an option, and forgets those of another one.
    fn read_to(&mut self, text: &str, at: usize) {
        let bytes = text.as_bytes();
        let start = self.read.max(at.saturating_sub(MAX_COMMAND));
        let ends_command = |place: usize| match bytes.get(place) {
            Some(b'\n') => place.checked_sub(1).and_then(|it| bytes.get(it)) != Some(&b'\\'),
            // The second byte of what is not ASCII ends it as well.
            Some(b'|' | b';' | 0x80..=0xbf) => true,
            Some(b'&') => place.checked_sub(1).and_then(|it| bytes.get(it)) == Some(&b'&'),
            _ => false,
        };
        let command = (start..at).rev().find(|place| ends_command(*place));
        if command.is_some() {
            (self.named, self.whole) = Default::default();
        }
        let mut word = command.map_or(start, |end| end + 1);
        for (place, byte) in bytes.iter().enumerate().take(at).skip(word) {
            if byte.is_ascii_whitespace() {
                self.learn(text.get(word..place).unwrap_or_default(), word);
                word = place + 1;
            }
        }
        self.learn(text.get(word..at).unwrap_or_default(), word);
        crate::count_steps(at.saturating_sub(start));
        self.read = self.read.max(at);
    }

    fn learn(&mut self, word: &str, place: usize) {
        let word = name(word);
        if !LENGTHS.may_have(word) {
            return;
        }
        let rows = OPTIONS.iter().zip(self.named.iter_mut().zip(&mut self.whole));
        for (option, (named, whole)) in rows {
            if option.with == word {
                *whole = (*whole).max(*named);
            }
            if option.programs.contains(&word) {
                *named = Some(place);
                *whole = if option.with.is_empty() { *named } else { *whole };
            }
        }
    }
}

/// The programs and subcommands of [`OPTIONS`]: most words are none of them.
static LENGTHS: Lengths = lengths();

#[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
const fn lengths() -> Lengths {
    let mut lengths = Lengths::NONE;
    let mut row = 0;
    while row < OPTIONS.len() {
        let PasswordOption { programs, with, .. } = &OPTIONS[row];
        let mut place = 0;
        while place < programs.len() {
            lengths = lengths.with(programs[place]);
            place += 1;
        }
        lengths = lengths.with(with);
        row += 1;
    }
    lengths
}

/// A program as a word of a command names it.
fn name(word: &str) -> &str {
    let is_around =
        |byte: &u8| matches!(byte, b'"' | b'\'' | b'`' | b'(' | b'$' | b'\\' | b',' | b'[');
    let bytes = word.as_bytes();
    let end = bytes.iter().rposition(|byte| !is_around(byte)).map_or(0, |last| last + 1);
    let path = bytes.get(..end).unwrap_or_default();
    let start = match path.iter().rposition(|byte| *byte == b'/') {
        Some(slash) => slash + 1,
        None => path.iter().position(|byte| !is_around(byte)).unwrap_or(end),
    };
    word.get(start..end).unwrap_or_default()
}
