//! Text of the agent and of the person, as the log keeps it.

use hook_protocol::shortened;
use secrets::redact;

/// `text` without secrets, with its line breaks made blanks, at most `longest`
/// characters of it. Nothing else is changed: the log keeps what was said. Secrets are
/// taken out first: one that is cut in half is not known for one.
pub(crate) fn kept(text: &str, longest: usize) -> String {
    let is_break = |c: char| matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}');
    shortened(&redact(text).replace(is_break, " "), longest).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_keeps_what_was_said_on_one_line() {
        assert_eq!(kept("a\r\nb\u{1b}\u{2028}c", 20), "a  b\u{1b} c");
        assert_eq!(kept("äöüäöü", 5), "äö...");
    }

    /// At every length, so also at each that cuts the token.
    #[test]
    fn no_length_leaves_a_part_of_a_secret() {
        let token = format!("ghp_{}", "a1B2c3D4e5".repeat(4).get(..36).unwrap());
        for longest in 0..60 {
            let kept = kept(&format!("It is {token} here"), longest);
            assert!(!kept.contains("gh"), "{longest}: {kept}");
        }
    }
}
