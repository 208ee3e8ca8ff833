//! Quoted text of others.

use hook_protocol::one_line;
use secrets::redact;

/// In characters, of quoted text.
pub(crate) const MAX_QUOTE: usize = 300;

/// Text of others on one line, redacted and shortened. It is redacted first: half a secret would not be
/// recognised.
pub(crate) fn quote(text: &str) -> String {
    one_line(&redact(text), MAX_QUOTE)
}
