//! What developers say and write every day, one thing a line, and no secret in it.

use crate::redact;

const LINES: &str = include_str!("ordinary_lines.txt");

#[test]
fn ordinary_lines_stay() {
    let redacted: Vec<_> = LINES.lines().filter(|line| redact(line) != *line).collect();
    assert_eq!(redacted, [""; 0]);
}

/// As one text, in which a line might say something of the next.
#[test]
fn ordinary_lines_stay_together() {
    assert_eq!(redact(LINES), LINES);
}
