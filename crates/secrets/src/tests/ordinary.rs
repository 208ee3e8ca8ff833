//! What developers say and write every day, one thing a line, and no secret in it.

use crate::redact;

const ORDINARY: &str = include_str!("ordinary.txt");

/// Lines at which nobody looked before the rules were done.
const ORDINARY_HELD: &str = include_str!("ordinary-held.txt");

#[test]
fn ordinary_lines_stay() {
    for line in ORDINARY.lines() {
        assert_eq!(redact(line), line);
    }
}

#[test]
fn lines_that_were_held_back_stay() {
    let count = ORDINARY.lines().count() + ORDINARY_HELD.lines().count();
    assert!(count >= 300, "{count}");
    let redacted: Vec<_> = ORDINARY_HELD.lines().filter(|line| redact(line) != *line).collect();
    assert_eq!(redacted, [""; 0]);
}

/// As one text, in which a line might say something of the next.
#[test]
fn ordinary_lines_stay_together() {
    assert_eq!(redact(ORDINARY), ORDINARY);
    assert_eq!(redact(ORDINARY_HELD), ORDINARY_HELD);
}
