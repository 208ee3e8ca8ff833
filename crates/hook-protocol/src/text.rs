//! Text at a length that it may have, and bytes as text.

use std::borrow::Cow;
use std::fmt::Write as _;

/// How much context one reply may carry, in UTF-16 code units, so that it is
/// within the limit however a host counts characters.
///
/// Claude Code delivers 10,000 characters whole; beyond that the agent gets a
/// preview of two kilobytes and a file name, and nobody is told. The margin is
/// for what a host puts around it.
pub const CONTEXT_LIMIT: usize = 9_500;

/// What stands where the rest of a text was left out.
const ELLIPSIS: &str = "...";

/// `text` of at most `longest` characters. What is longer ends with `...`, which
/// counts.
///
/// ```
/// assert_eq!(hook_protocol::shortened("exactly ten", 10), "exactly...");
/// ```
pub fn shortened(text: &str, longest: usize) -> Cow<'_, str> {
    // No text has more characters than bytes.
    if text.len() <= longest || text.chars().nth(longest).is_none() {
        return Cow::Borrowed(text);
    }
    let room = longest.saturating_sub(ELLIPSIS.len());
    let kept = text.char_indices().nth(room).and_then(|(end, _)| text.get(..end));
    Cow::Owned(format!("{}{ELLIPSIS}", kept.unwrap_or_default()))
}

/// The beginning of `text`, of at most `longest` bytes and never within a
/// character. For what is kept, not shown: nothing says that it is not all.
pub fn beginning(text: &str, longest: usize) -> &str {
    let end = (0..=longest.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
    text.get(..end.unwrap_or_default()).unwrap_or_default()
}

/// The end of `text`, as [`beginning`].
pub fn ending(text: &str, longest: usize) -> &str {
    let start = text.len().saturating_sub(longest);
    let start = (start..=text.len()).find(|at| text.is_char_boundary(*at));
    start.and_then(|start| text.get(start..)).unwrap_or_default()
}

/// Bytes as lower-case hexadecimal digits.
///
/// ```
/// assert_eq!(hook_protocol::hex(&[0, 0x7f, 0xff]), "007fff");
/// ```
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut digits, byte| {
        // Writing to a `String` cannot fail.
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

/// `N` bytes from as many pairs of hexadecimal digits, and nothing else.
pub fn from_hex<const N: usize>(digits: &str) -> Option<[u8; N]> {
    let mut values = digits.chars().map(|digit| digit.to_digit(16));
    let mut bytes = [0; N];
    for byte in &mut bytes {
        let (high, low) = (values.next()??, values.next()??);
        *byte = u8::try_from(high << 4 | low).ok()?;
    }
    values.next().is_none().then_some(bytes)
}

/// `text` within [`CONTEXT_LIMIT`], cut between characters, with a sentence that
/// says how much was left out.
pub fn capped(text: String) -> String {
    // No text has more code units than bytes.
    if text.len() <= CONTEXT_LIMIT {
        return text;
    }
    cut(&text, CONTEXT_LIMIT, None).unwrap_or_default()
}

/// `text` of at most `room` UTF-16 code units, cut between characters, with a sentence that
/// says how much was left out and which command shows it; `None` if not even the sentence
/// fits.
pub fn cut(text: &str, room: usize, shown_by: Option<&str>) -> Option<String> {
    if units(text) <= room {
        return Some(text.to_owned());
    }
    let length = text.chars().count();
    // The sentence gets no longer than this: fewer characters are left out.
    let room = room.checked_sub(units(&left_out(length, shown_by)))?;
    let mut used = 0;
    let fits = |c: &char| {
        used += c.len_utf16();
        used <= room
    };
    let kept: String = text.chars().take_while(fits).collect();
    let left = length - kept.chars().count();
    (!kept.is_empty()).then(|| kept + &left_out(left, shown_by))
}

/// The length of `text` in UTF-16 code units, as hosts count.
pub fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

fn left_out(characters: usize, shown_by: Option<&str>) -> String {
    let shown_by = shown_by.map(|command| format!("; `{command}` shows them"));
    format!("\n[{characters} more characters were left out{}.]", shown_by.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_ends_with_dots() {
        for (text, longest, expected) in [
            ("", 0, ""),
            ("abc", 3, "abc"),
            ("abcd", 3, "..."),
            ("abcde", 4, "a..."),
            ("ab", 1, "..."),
            ("ééééé", 5, "ééééé"),
            ("éééééé", 5, "éé..."),
        ] {
            assert_eq!(shortened(text, longest), expected, "{text} {longest}");
        }
    }

    /// At every length there is: what is left is part of the text, as long as may be.
    #[test]
    fn no_cut_falls_within_a_character() {
        for text in ["", "plain", "é", "aé€\u{1f600}b", "\u{1f600}\u{1f600}", "日本語"] {
            for longest in 0..=text.len() + 1 {
                let (first, last) = (beginning(text, longest), ending(text, longest));
                assert!(text.starts_with(first) && text.ends_with(last), "{text} {longest}");
                for part in [first, last] {
                    assert!(part.len() <= longest, "{text} {longest}");
                    assert!(part.len() + 4 > longest.min(text.len()), "{text} {longest}");
                }
                if longest >= text.len() {
                    assert_eq!((first, last), (text, text));
                }
            }
        }
    }

    #[test]
    fn digits_are_read_as_they_are_written() {
        let bytes: [u8; 5] = [0, 1, 0x10, 0xab, 0xff];
        assert_eq!(hex(&bytes), "000110abff");
        assert_eq!(from_hex(&hex(&bytes)), Some(bytes));
        assert_eq!(from_hex("AB"), Some([0xab]));
        for wrong in ["", "a", "abc", "abcd", "+f", "g0", "é", " a"] {
            assert_eq!(from_hex::<1>(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_fits_stays_as_it_is() {
        for text in [String::new(), "é".repeat(CONTEXT_LIMIT)] {
            assert_eq!(capped(text.clone()), text);
        }
    }

    #[test]
    fn what_does_not_fit_says_how_much_is_missing() {
        for (letter, length) in [("x", 9_501), ("é", 12_000), ("\u{1f600}", 2_000_000)] {
            let short = capped(letter.repeat(length));
            // None of the letters occurs in the sentence.
            let kept = short.chars().filter(|c| letter.contains(*c)).count();
            assert!(short.encode_utf16().count() <= CONTEXT_LIMIT);
            assert!(
                short.ends_with(&format!("\n[{} more characters were left out.]", length - kept))
            );
        }
    }
}
