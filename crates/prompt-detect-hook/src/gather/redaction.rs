//! Text of the host and of the agent, as it is kept: words without secrets, and all at
//! a length that a session's file can bear.
//!
//! Secrets are taken out first: one that is cut in half is not known for one.

use hook_protocol::{beginning, one_line};
use secrets::{REDACTED, redact};

/// How long a host's own names of things are that are kept, in bytes: ids, types of
/// agents. A session whose events name longer ones must not outgrow its file.
const MAX_NAME: usize = 1 << 10;

/// How far behind what is kept secrets are looked for, in bytes: a text may have
/// megabytes, and a private key has some thousands.
const MAX_BEHIND: usize = 16 << 10;

/// How long a secret may be of which a part is not known for one, in bytes.
const MAX_SECRET: usize = 1 << 10;

/// An id or another name of a host, which is kept whole unless it is none.
pub(crate) fn name(text: &str) -> &str {
    beginning(text, MAX_NAME)
}

/// What a host gives as a reason: a name in most cases, words in others.
pub(crate) fn reason(text: &str) -> String {
    self::text(text, MAX_NAME)
}

/// The beginning of a text, of at most `longest` bytes.
pub(crate) fn text(text: &str, longest: usize) -> String {
    beginning(&clean_beginning(text, longest), longest).to_owned()
}

/// A text on one line of at most `longest` characters.
pub(crate) fn line(text: &str, longest: usize) -> String {
    // No character has more bytes than four.
    one_line(&clean_beginning(text, longest * 4), longest)
}

/// The first `enough` bytes of a text and more. A secret may have been cut off with the
/// rest, so the end of what was looked at is left out.
fn clean_beginning(text: &str, enough: usize) -> String {
    let near = beginning(text, enough + MAX_BEHIND);
    let clean = redact(near);
    let is_doubtful = near.len() < text.len() && !clean.ends_with(REDACTED);
    let doubtful = if is_doubtful { MAX_SECRET } else { 0 };
    beginning(&clean, clean.len().saturating_sub(doubtful)).to_owned()
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
                line(&said, longest),
                reason(&format!("{}{said}", " ".repeat(MAX_NAME - longest))),
            ];
            for kept in kept {
                assert!(!kept.contains("1B2"), "{longest}: {kept}");
                assert!(!kept.contains("gh"), "{longest}: {kept}");
            }
        }
    }

    /// Blanks are left out of a line, and secrets of all: what is kept may come from far.
    #[test]
    fn nor_does_the_end_of_what_is_looked_at() {
        let token = format!("ghp_{}", "a1B2c3D4e5".repeat(4).get(..36).unwrap());
        for far in MAX_BEHIND - 100..MAX_BEHIND + 500 {
            let blanks = " ".repeat(far);
            let rest = "y".repeat(2 * MAX_BEHIND);
            let kept = line(&format!("x{blanks}{token} {rest}"), 100);
            assert!(kept.starts_with('x') && !kept.contains("gh"), "{far}: {kept}");
        }
    }

    #[test]
    fn a_text_of_megabytes_is_kept_in_part() {
        for text in
            ["x".repeat(4 << 20), "password=".repeat(1 << 19), " -----BEGIN".repeat(1 << 18)]
        {
            let kept = [self::text(&text, 1_000), line(&text, 1_000)];
            assert!(kept.iter().all(|kept| kept.len() <= 1_000 && !kept.is_empty()));
        }
    }
}
