//! Text of others, made safe to show at a terminal.

use std::borrow::Cow;

/// What stands in place of a character that is not shown.
const REPLACEMENT: char = '\u{fffd}';

/// `text` without what a terminal obeys instead of showing: control characters,
/// save line breaks and tabs, and those that turn the direction of writing.
pub(crate) fn tame(text: &str) -> Cow<'_, str> {
    if text.contains(is_wild) {
        Cow::Owned(text.replace(is_wild, REPLACEMENT.encode_utf8(&mut [0; 4])))
    } else {
        Cow::Borrowed(text)
    }
}

fn is_wild(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t')
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}')
        || matches!(c, '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::tame;

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
}
