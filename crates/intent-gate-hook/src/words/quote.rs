//! Words from outside, as they stand in a sentence.

use hook_protocol::one_line;
use secrets::redact;

/// In characters, of words that come from outside.
pub(crate) const MAX_QUOTE: usize = 300;

/// Words from outside, without secrets, on one line and not too many. A secret that is
/// cut in half is not known for one, so secrets are taken out first.
pub(crate) fn quote(text: &str) -> String {
    one_line(&redact(text), MAX_QUOTE)
}
