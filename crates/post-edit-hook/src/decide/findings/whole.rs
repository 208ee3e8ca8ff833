//! What is said of a file as a whole: `a.py: no newline at the end`. It is about no line, so that
//! no other finding tells it.

use crate::decide::findings::place::{is_zero, named_first};
use crate::decide::findings::shape::is_sum;
use crate::gather::target::Target;

/// What a line begins with behind the name of its file that says how it went, or where the
/// lines below are, in lower case.
const BENIGN: [&str; 30] = [
    "ok",
    "okay",
    "pass",
    "passed",
    "success",
    "succeeded",
    "valid",
    "clean",
    "done",
    "fixed",
    "formatted",
    "reformatted",
    "unchanged",
    "skipped",
    "skipping",
    "ignored",
    "ignoring",
    "checked",
    "checking",
    "linting",
    "no",
    "note",
    "info",
    "debug",
    "in",
    "at",
    "from",
    "line",
    "see",
    "is",
];

/// What formatters say of a file that they would change, in lower case.
const UNFORMATTED: [&str; 7] = [
    "would reformat",
    "would be reformatted",
    "not formatted",
    "unformatted",
    "needs formatting",
    "incorrectly formatted",
    "incorrectly sorted",
];

/// Whether a line says something of this file, and of no line of it.
pub(super) fn is_about(line: &str, target: &Target) -> bool {
    let Some((before, behind)) = named_first(line, target) else { return false };
    if is_unformatted(line) {
        return true;
    }
    // `[warn] a.py`
    let is_graded = before.starts_with('[') && before.ends_with("] ") && !before.contains(": ");
    if is_graded && (behind.is_empty() || behind.starts_with(' ') && says_something(behind.trim()))
    {
        return true;
    }
    let Some(said) = behind.strip_prefix(':').filter(|_| before.trim().is_empty()) else {
        return false;
    };
    // `a.py:0:0: of the whole file`
    let said = said.trim_start_matches(['0', ':', ' ', '\t']);
    says_something(said)
}

/// Whether what stands behind the name of a file says how it went: `: checked in 3 ms`.
pub(super) fn is_benign(behind: &str) -> bool {
    let said = behind.trim_start_matches([':', ' ']);
    let first = said.split(|it: char| !it.is_alphanumeric()).next().unwrap_or_default();
    BENIGN.contains(&first.to_lowercase().as_str())
}

/// Whether a line says that a file would be changed; where a diff says how, it says nothing of its own.
pub(super) fn is_unformatted(line: &str) -> bool {
    let lower = line.to_lowercase();
    UNFORMATTED.iter().any(|words| lower.contains(words))
}

/// Whether what stands behind the name of a file, or in a row below it, is something that is wrong.
fn says_something(said: &str) -> bool {
    let first = said.split(|it: char| !it.is_alphanumeric()).next().unwrap_or_default();
    let is_word = first.starts_with(char::is_alphabetic);
    is_word && !is_benign(said) && !said.ends_with(':') && said.contains(' ') && !is_sum(said)
}

/// Whether a row below the name of this file is about all of it: `0:0  error  x`.
pub(super) fn is_row(line: &str) -> bool {
    line.starts_with(char::is_whitespace) && line.split_whitespace().next().is_some_and(is_zero)
}

/// Whether a row below the name of this file has no number, where the row above has one, as those of
/// editorconfig-checker: `\t3: Trailing whitespace`.
pub(super) fn is_unnumbered(line: &str, above: &str) -> bool {
    let numbered = |row: &str| {
        let row = row.strip_prefix('\t')?;
        let said = row.trim_start_matches(|it: char| it.is_ascii_digit());
        (said.len() < row.len() && said.starts_with(": ")).then_some(())
    };
    let row = line.strip_prefix('\t').filter(|row| !row.starts_with(char::is_whitespace));
    numbered(above).is_some() && row.is_some_and(says_something)
}
