//! Text of the agent, cut down to what the log keeps of it.

use hook_protocol::shortened;

/// `text` with its line breaks made blanks, at most `longest` characters of it.
/// Nothing else is changed: the log keeps what was said.
pub(crate) fn flattened(text: &str, longest: usize) -> String {
    let is_break = |c: char| matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}');
    shortened(&text.replace(is_break, " "), longest).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_keeps_what_was_said_on_one_line() {
        assert_eq!(flattened("a\r\nb\u{1b}\u{2028}c", 20), "a  b\u{1b} c");
        assert_eq!(flattened("äöüäöü", 5), "äö...");
    }
}
