//! Codes that people say: `PIN: 4821`, `backup codes: 1234-5678 8765-4321`.

use std::ops::Range;

use crate::cursor::Cursor;
use crate::which;

/// What a code is called; the longer ones from where their letters are rare.
pub(crate) const BEGINNINGS: [&str; 13] = [
    "pin:",
    "pin is",
    "pin code",
    "passcode",
    "2fa code",
    "mfa code",
    "otp code",
    "otp:",
    "rification code",
    "covery code",
    "ckup code",
    "ecurity code",
    "-time code",
];

/// How many digits a code has.
const DIGITS: std::ops::RangeInclusive<usize> = 4..=10;

/// So many codes may follow each other.
const MAX_CODES: usize = 20;

/// The codes that are said here.
pub(crate) fn at(text: &str, at: usize) -> Option<Range<usize>> {
    let name = BEGINNINGS.get(which(text, at, &BEGINNINGS)?)?;
    let is_cut = name.len() > "passcode".len();
    let is_within = !is_cut && text.get(..at)?.ends_with(|last: char| last.is_alphanumeric());
    (!is_within).then_some(())?;
    let mut cursor = Cursor::new(text, at + name.len());
    cursor.eat("s");
    cursor.blank();
    let is_said = cursor.eat("is ") || cursor.eat("are ") || cursor.eat(":") || cursor.eat("=");
    (is_said || name.ends_with([':', 's'])).then_some(())?;
    cursor.gap("\"'`*");
    let (start, mut end) = (cursor.at, None);
    for _ in 0..MAX_CODES {
        let word = Cursor::new(text, cursor.at);
        cursor.skip(|c| c.is_ascii_alphanumeric() || c == '-');
        if !is_code(text.get(word.at..cursor.at)?) {
            break;
        }
        end = Some(cursor.at);
        cursor.gap(",-*");
    }
    end.map(|end| start..end)
}

/// `482193`, `9f86-d081-884c`.
fn is_code(text: &str) -> bool {
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let is_group = |part: &str| part.len() > 2 && part.bytes().all(|it| it.is_ascii_alphanumeric());
    let has_digit = text.contains(|c: char| c.is_ascii_digit());
    is_number(text) && DIGITS.contains(&text.len())
        || text.contains('-') && has_digit && text.split('-').all(is_group)
}
