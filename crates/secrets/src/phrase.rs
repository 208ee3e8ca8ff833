//! The words that restore a wallet: BIP 39.

use std::ops::Range;

use hook_protocol::beginning;

use crate::cursor::Cursor;
use crate::which;

pub(crate) const BEGINNINGS: [&str; 4] =
    ["mnemonic", "recovery phrase", "secret phrase", "seed phrase"];

/// How long the name may be, in bytes.
const MAX_NAME: usize = 80;

/// A phrase has 12 words at least, and 24 at most, of 3 to 8 letters.
const MIN_WORDS: usize = 12;
const MAX_WORDS: usize = 24;

/// The words that are given to what begins here.
pub(crate) fn at(text: &str, at: usize) -> Option<Range<usize>> {
    let name = BEGINNINGS.get(which(text, at, &BEGINNINGS)?)?;
    let mut cursor = Cursor::new(text, at + name.len());
    let is_sign = |c: char| c == '_' || c.is_ascii_alphabetic();
    let near = beginning(cursor.rest(), MAX_NAME);
    let behind = near.find(|c| !is_sign(c) && !matches!(c, '"' | '\'' | '`' | '*'));
    cursor.at += behind?;
    let is_said = cursor.verbs();
    cursor.blank();
    let is_given = !cursor.operator().is_empty();
    (is_said || is_given).then_some(())?;
    cursor.gap("\"'`\\*");
    let start = cursor.at;
    let mut end = start;
    let mut count = 0;
    while count < MAX_WORDS {
        let rest = text.get(end..)?;
        let word = rest.strip_prefix(' ').filter(|_| count > 0).unwrap_or(rest);
        let length = word.bytes().take_while(u8::is_ascii_lowercase).take(9).count();
        if !(3..=8).contains(&length) || count > 0 && word.len() == rest.len() {
            break;
        }
        end += rest.len() - word.len() + length;
        count += 1;
    }
    (count >= MIN_WORDS).then_some(start..end)
}
