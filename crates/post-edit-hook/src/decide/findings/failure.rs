//! What a program says when it could not do its work: it is missing, it was killed, it broke.

use crate::decide::findings::shape::is_sum;

/// What such a line begins with.
const BEGINNINGS: [&str; 15] = [
    "Traceback (most recent call last)",
    "Oops!",
    "INTERNAL ERROR",
    "Internal error",
    "Killed",
    "Aborted",
    "Segmentation fault",
    "ModuleNotFoundError",
    "ImportError",
    "[Errno ",
    "Cannot find ",
    "Could not find ",
    "Unable to ",
    "Failed to ",
    "thread '",
];

/// A mark before what failed, or before a sum.
const MARKS: [&str; 3] = ["✖ ", "✗ ", "✘ "];

/// What stands in such a line, wherever.
const WORDS: [&str; 24] = [
    "Traceback (most recent call last)",
    "panicked at ",
    "Unhandled exception",
    "internal compiler error",
    "(node:internal/",
    "LoadError)",
    "omething went wrong",
    ": not found",
    "command not found",
    "No such file or directory",
    "Permission denied",
    "No module named",
    "Cannot find module",
    "Cannot find package",
    "annot find config",
    "can't read ",
    "cannot read ",
    "can't open ",
    "annot open ",
    "ould not open ",
    "out of memory",
    "core dumped",
    " timed out",
    " crashed",
];

/// Whether a line begins with what a program says that could not do its work, or is what a shell or the
/// program itself says of that behind its name.
pub(super) fn begins(line: &str) -> bool {
    let starts = |words: &[&str]| words.iter().any(|words| line.starts_with(words));
    let is_begun = starts(&BEGINNINGS) || starts(&MARKS) && !is_sum(line);
    is_begun || names_program(line) && has_words(line) || line.ends_with(" timed out")
}

/// Whether a text that names no place says that a program could not do its work.
pub(super) fn is_in(text: &str) -> bool {
    text.lines().any(|line| begins(line) || has_words(line) && !is_sum(line))
}

fn has_words(line: &str) -> bool {
    WORDS.iter().any(|words| line.contains(words))
}

/// Whether a line begins with a name and a colon: `sh: `, `/usr/bin/mypy: `.
fn names_program(line: &str) -> bool {
    let name = line.split_once(": ").map_or("", |(name, _)| name);
    !name.is_empty() && !name.contains(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_says_that_broke_is_known() {
        for line in [
            "sh: 1: mypy: not found",
            "mypy: can't read file 'a.py': No such file or directory",
            "Oops! Something went wrong! :(",
            "[Errno 2] No such file or directory: 'a.toml'",
            "Killed",
            "INTERNAL ERROR: lint broke",
            "✖ lint failed",
            "lint timed out",
        ] {
            assert!(begins(line) && is_in(line), "{line}");
        }
        for line in ["✖ 3 problems", "x = open('a')", "note: declared here", "raise OSError('no')"]
        {
            assert!(!begins(line) && !is_in(line), "{line}");
        }
    }
}
