//! Shortens text, and writes bytes as text.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The maximum of context in one reply, in [`units`], which keeps it within the limit of every
/// host, whether it counts characters or tokens.
///
/// Claude Code delivers up to 10,000 characters; beyond that, the agent silently gets a preview of
/// two kilobytes and a file name. Codex does the same beyond 2,500 tokens
/// (`additionalContextLimit` of 0.171). The margin is for text that a host adds.
pub const CONTEXT_LIMIT: usize = 9_500;

/// What replaces the rest of a shortened text.
const ELLIPSIS: &str = "...";

/// `text`, shortened to at most `longest` characters, including the `...` at its end.
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

/// The beginning of `text`, at most `longest` bytes, cut between characters. Nothing marks the cut,
/// so it is for text that is stored, not shown.
pub fn beginning(text: &str, longest: usize) -> &str {
    let end = (0..=longest.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
    text.get(..end.unwrap_or_default()).unwrap_or_default()
}

/// The end of `text`, like [`beginning`].
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

/// The bytes of exactly `N` pairs of hexadecimal digits.
pub fn from_hex<const N: usize>(digits: &str) -> Option<[u8; N]> {
    let mut values = digits.chars().map(|digit| digit.to_digit(16));
    let mut bytes = [0; N];
    for byte in &mut bytes {
        let (high, low) = (values.next()??, values.next()??);
        *byte = u8::try_from(high << 4 | low).ok()?;
    }
    values.next().is_none().then_some(bytes)
}

/// `text`, cut to [`CONTEXT_LIMIT`] if necessary, with a sentence that says how much was left out.
pub fn capped(text: String) -> String {
    // No character has more than four units for three bytes.
    if text.len() <= CONTEXT_LIMIT / 4 * 3 {
        return text;
    }
    cut(&text, CONTEXT_LIMIT, None).unwrap_or_default()
}

/// `text`, cut to at most `room` [`units`] if necessary, with a sentence that says how much was left
/// out and which command shows it; `None` if the sentence does not fit.
pub fn cut(text: &str, room: usize, shown_by: Option<&str>) -> Option<String> {
    if units(text) <= room {
        return Some(text.to_owned());
    }
    let length = text.chars().count();
    // The sentence gets no longer than this: fewer characters are left out.
    let room = room.checked_sub(units(&left_out(length, shown_by)))?;
    let mut used = 0;
    let fits = |c: &char| {
        used += units_of(*c);
        used <= room
    };
    let kept: String = text.chars().take_while(fits).collect();
    let left = length - kept.chars().count();
    (!kept.is_empty()).then(|| kept + &left_out(left, shown_by))
}

/// The length of `text` in quarters of a token: four for a Chinese, Japanese or Korean character,
/// which is about one token, and the number of UTF-16 code units for any other.
pub fn units(text: &str) -> usize {
    text.chars().map(units_of).sum()
}

fn units_of(c: char) -> usize {
    match u32::from(c) {
        ..0x1100 => 1,
        // Hangul letters; radicals, kana and ideographs; syllables; forms of other widths; planes 2
        // and 3.
        0x1100..=0x11ff
        | 0x2e80..=0xa4cf
        | 0xac00..=0xd7ff
        | 0xf900..=0xfaff
        | 0xff00..=0xffef
        | 0x2_0000..=0x3_ffff => 4,
        _ => c.len_utf16(),
    }
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
    fn a_character_of_its_own_token_has_four_units() {
        for (text, expected) in [
            ("plain é", 7),
            ("\u{1f600}", 2),
            ("日本語", 12),
            ("ひらカタ", 16),
            ("한국", 8),
            ("，。", 8),
            ("\u{20000}", 4),
            ("a字", 5),
            ("“…”→Ωя", 6),
        ] {
            assert_eq!(units(text), expected, "{text}");
        }
    }

    #[test]
    fn what_fits_stays_as_it_is() {
        for text in [String::new(), "é".repeat(CONTEXT_LIMIT), "字".repeat(CONTEXT_LIMIT / 4)] {
            assert_eq!(capped(text.clone()), text);
        }
    }

    #[test]
    fn what_does_not_fit_says_how_much_is_missing() {
        let letters = [
            ("x", 9_501),
            ("é", 12_000),
            ("\u{1f600}", 2_000_000),
            ("字", 2_376),
            ("か", 9_000),
            ("한", 3_000),
        ];
        for (letter, length) in letters {
            let short = capped(letter.repeat(length));
            // None of the letters occurs in the sentence.
            let kept = short.chars().filter(|c| letter.contains(*c)).count();
            assert!(short.encode_utf16().count() <= CONTEXT_LIMIT);
            assert!(units(&short) <= CONTEXT_LIMIT, "{letter}");
            assert!(
                short.ends_with(&format!("\n[{} more characters were left out.]", length - kept))
            );
        }
    }
}
