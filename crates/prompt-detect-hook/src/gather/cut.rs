//! Text of the host and of the agent, as it is kept: words without secrets, and all at
//! a length that a session's file can bear.
//!
//! Secrets are taken out first: one that is cut in half is not known for one.

use std::borrow::Cow;

use hook_protocol::{beginning, ending, one_line};
use secrets::redact;

/// How long a host's own names of things are that are kept, in bytes: ids, types of
/// agents. A session whose events name longer ones must not outgrow its file.
const MAX_NAME: usize = 1 << 10;

/// An id or another name of a host, which is kept whole unless it is none.
pub(crate) fn name(text: &str) -> &str {
    beginning(text, MAX_NAME)
}

/// What a host gives as a reason: a name in most cases, words in others.
pub(crate) fn reason(text: &str) -> Cow<'_, str> {
    match redact(text) {
        Cow::Borrowed(text) => Cow::Borrowed(name(text)),
        Cow::Owned(text) => Cow::Owned(name(&text).to_owned()),
    }
}

/// The beginning of a text, of at most `longest` bytes.
pub(crate) fn text(text: &str, longest: usize) -> String {
    beginning(&redact(text), longest).to_owned()
}

/// The end of a text, of at most `longest` bytes.
pub(crate) fn end(text: &str, longest: usize) -> String {
    ending(redact(text).trim(), longest).to_owned()
}

/// A text on one line of at most `longest` characters.
pub(crate) fn line(text: &str, longest: usize) -> String {
    one_line(&redact(text), longest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// At every length, so also at each that cuts the token.
    #[test]
    fn no_length_leaves_a_part_of_a_secret() {
        let token = format!("ghp_{}", "a1B2c3D4e5".repeat(4).get(..36).unwrap());
        let said = format!("It is {token} here");
        for longest in 0..said.len() {
            let kept = [
                text(&said, longest),
                end(&said, longest),
                line(&said, longest),
                reason(&format!("{}{said}", " ".repeat(MAX_NAME - longest))).into_owned(),
            ];
            for kept in kept {
                assert!(!kept.contains("1B2"), "{longest}: {kept}");
                assert!(!kept.contains("gh"), "{longest}: {kept}");
            }
        }
    }
}
