//! Text of the agent and of the person, as the log keeps it.

use hook_protocol::{beginning, shortened};
use secrets::redact;

/// In bytes, far beyond what is kept: a label may be as long as the agent likes.
const MAX_READ: usize = 4 << 10;

/// `text` without secrets, with its line breaks made blanks, at most `longest`
/// characters of it. Nothing else is changed: the log keeps what was said. Secrets are
/// taken out first: one that is cut in half is not known for one.
pub(crate) fn kept(text: &str, longest: usize) -> String {
    let is_break = |c: char| matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}');
    shortened(&redact(beginning(text, MAX_READ)).replace(is_break, " "), longest).into_owned()
}
