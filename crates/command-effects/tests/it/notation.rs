//! What is found in a text, in the notation of the tests, by the table alone.

use crate::commands;
use crate::printer::show_all;

/// Checks which commands are found in a text.
#[track_caller]
pub(crate) fn check(text: &str, expected: &str) {
    let found = commands(text).unwrap_or_else(|err| panic!("{text}\n{err}"));
    assert_eq!(show_all(&found), expected, "{text}");
}
