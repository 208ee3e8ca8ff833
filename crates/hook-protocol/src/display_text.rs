//! Makes text that others wrote safe for a terminal and for one line of a message.

use std::borrow::Cow;

use crate::invisible_chars::{ends_line, is_invisible, picks_variant, turns_direction};
use crate::text::shortened;

/// Replaces a character that is not shown.
const REPLACEMENT: char = '\u{fffd}';

/// `text` on one line of at most `longest` characters, [`shortened`](crate::shortened) if
/// necessary. Line breaks, control characters and invisible characters become blanks, so that the
/// text can neither look like a second line nor hide its end.
pub fn one_line(text: &str, longest: usize) -> String {
    // No character has more bytes than four.
    shortened(&joined(text, longest.saturating_mul(4)), longest).into_owned()
}

/// Like [`one_line`], without a limit.
pub fn whole_line(text: &str) -> String {
    joined(text, usize::MAX)
}

/// The words of `text` until they are more than `enough` bytes.
fn joined(text: &str, enough: usize) -> String {
    let is_gap = |c: char| c.is_whitespace() || is_unruly(c);
    let mut line = String::new();
    for word in text.split(is_gap).filter(|word| !word.is_empty()) {
        if line.len() > enough {
            break;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// `text` on one line, with characters that would break the line or hide a part of it escaped, as
/// `\n` or `\u{202e}`. For names that anybody may have chosen.
pub fn escape_line(text: &str) -> String {
    let mut line = String::new();
    for c in text.chars() {
        if is_unruly(c) {
            line.extend(c.escape_default());
        } else {
            line.push(c);
        }
    }
    line
}

/// `text` with every kind of line break replaced by `\n`, so that a prefix can be put before every
/// line, and otherwise like [`tame`].
pub fn tame_text(text: &str) -> String {
    tame(&text.replace("\r\n", "\n").replace(ends_line, "\n")).into_owned()
}

/// The same JSON with the characters escaped that a terminal might interpret.
pub fn tame_json(json: &str) -> String {
    let escaped = |c: char| match c {
        _ if is_unruly(c) => format!("\\u{:04x}", u32::from(c)),
        _ => c.to_string(),
    };
    json.chars().map(escaped).collect()
}

/// `text` without characters that a terminal interprets: control characters except line breaks and
/// tabs, and those that change the direction of writing.
pub fn tame(text: &str) -> Cow<'_, str> {
    if text.contains(is_wild) {
        Cow::Owned(text.replace(is_wild, REPLACEMENT.encode_utf8(&mut [0; 4])))
    } else {
        Cow::Borrowed(text)
    }
}

fn is_wild(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t') || turns_direction(c)
}

/// Variation selectors hide nothing, and belong to the character before them.
fn is_unruly(c: char) -> bool {
    c.is_control() || ends_line(c) || is_invisible(c) && !picks_variant(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_not_shown() {
        for (text, expected) in [
            ("plain\ttext\n", "plain\ttext\n"),
            ("é \u{1f600}\u{200d}", "é \u{1f600}\u{200d}"),
            ("a\u{1b}[2Jb\u{7}", "a\u{fffd}[2Jb\u{fffd}"),
            ("a\u{9b}1m\r", "a\u{fffd}1m\u{fffd}"),
            ("abc\u{202e}cba\u{2066}", "abc\u{fffd}cba\u{fffd}"),
        ] {
            assert_eq!(tame(text), expected);
        }
    }

    #[test]
    fn a_line_is_one_line() {
        for (text, expected) in [
            ("plain", "plain"),
            (" a\n\nb\tc ", "a b c"),
            ("a\u{1b}[31mb", "a [31mb"),
            ("abc\u{202e}cba", "abc cba"),
            ("\u{1f600} é \u{2764}\u{fe0f}", "\u{1f600} é \u{2764}\u{fe0f}"),
            ("a\u{e0041}\u{ad}b", "a b"),
            ("exactly ten", "exactly..."),
            ("exactly t.", "exactly t."),
            (&format!("yes{}but", " ".repeat(500)), "yes but"),
            (&format!("yes{}but not now", "\u{1b}".repeat(500)), "yes but..."),
            (&"é".repeat(500), "ééééééé..."),
        ] {
            assert_eq!(one_line(text, 10), expected);
        }
        assert_eq!(whole_line(" a\r\nb\u{202e}\u{7}c  d "), "a b c d");
        assert_eq!(one_line("as it is", usize::MAX), "as it is");
    }

    #[test]
    fn a_name_is_one_line_and_whole() {
        for (name, line) in [
            ("é \u{1f600} [x] `y`", "é \u{1f600} [x] `y`"),
            ("a\nb\r\tc", r"a\nb\r\tc"),
            ("a\u{1b}[2J\u{7f}", r"a\u{1b}[2J\u{7f}"),
            ("a\u{85}b\u{2028}c\u{2029}d", r"a\u{85}b\u{2028}c\u{2029}d"),
            ("cba\u{202e}abc\u{200b}", r"cba\u{202e}abc\u{200b}"),
        ] {
            assert_eq!(escape_line(name), line);
        }
    }

    #[test]
    fn every_line_break_is_one() {
        for (text, expected) in [
            ("a\r\nb\n\tc", "a\nb\n\tc"),
            ("a\rb\u{b}c\u{c}d\u{85}e\u{2028}f\u{2029}g", "a\nb\nc\nd\ne\nf\ng"),
            ("a\u{1b}[2J\0 \u{202e}b", "a\u{fffd}[2J\u{fffd} \u{fffd}b"),
            ("\u{1f600}\u{200d} é", "\u{1f600}\u{200d} é"),
        ] {
            assert_eq!(tame_text(text), expected);
        }
    }

    #[test]
    fn json_is_tame_and_the_same() {
        let text = "a\u{1b}\u{7f}\u{9b}\u{202e}é\u{1f600}\n";
        let json = tame_json(&serde_json::to_string(text).unwrap());
        assert!(!json.chars().any(is_unruly), "{json}");
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }
}
