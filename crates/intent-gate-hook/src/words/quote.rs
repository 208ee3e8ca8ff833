//! Words from outside, as they stand in a sentence.

use hook_protocol::one_line;

/// In characters, of words that come from outside.
pub(crate) const MAX_QUOTE: usize = 300;

/// Words from outside, on one line and not too many.
pub(crate) fn quote(text: &str) -> String {
    one_line(text, MAX_QUOTE)
}
