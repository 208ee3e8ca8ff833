//! Texts of others, cut to a length in bytes and never within a character.

/// How long a host's own names of things are that are kept, in bytes: ids, types of
/// agents. A session whose events name longer ones must not outgrow its file.
const LONGEST_NAME: usize = 1 << 10;

/// An id or another name of a host, which is kept whole unless it is none.
pub(crate) fn name(text: &str) -> &str {
    beginning(text, LONGEST_NAME)
}

/// The beginning of `text`, of at most `longest` bytes.
pub(crate) fn beginning(text: &str, longest: usize) -> &str {
    let end = (0..=longest.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
    text.get(..end.unwrap_or_default()).unwrap_or_default()
}

/// The end of `text`, of at most `longest` bytes.
pub(crate) fn end(text: &str, longest: usize) -> &str {
    let start = text.len().saturating_sub(longest);
    let start = (start..=text.len()).find(|at| text.is_char_boundary(*at));
    start.and_then(|start| text.get(start..)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// At every length there is: what is left is part of the text, as long as may be.
    #[test]
    fn no_cut_falls_within_a_character() {
        for text in ["", "plain", "é", "aé€\u{1f600}b", "\u{1f600}\u{1f600}", "日本語"] {
            for longest in 0..=text.len() + 1 {
                let (first, last) = (beginning(text, longest), end(text, longest));
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
}
