//! Nothing is larger than a person reads at once.

use std::collections::BTreeSet;
use std::path::Path;

use super::Finding;

/// The lines of a source file.
const MAX_LINES: usize = 400;

/// The `main.rs` of a hook registers handlers and does nothing else.
const MAX_LINES_OF_A_MAIN: usize = 20;

/// The files of tests: `tests` and those of the crates.
const MAX_TEST_FILES: usize = 1_600;

/// The words of the short page of a hook, code and tables included.
const MAX_WORDS: usize = 1_200;

/// Whether one file is too large.
pub(super) fn check(path: &str, text: &str) -> Option<Finding> {
    let is_source = Path::new(path).extension().is_some_and(|it| it == "rs");
    let (size, max, unit) = if path.starts_with("docs/hooks/") {
        (text.split_whitespace().count(), MAX_WORDS, "words")
    } else if path.starts_with("tests/") || !is_source {
        return None;
    } else if path.ends_with("-hook/src/main.rs") {
        (text.lines().count(), MAX_LINES_OF_A_MAIN, "lines")
    } else {
        (text.lines().count(), MAX_LINES, "lines")
    };
    (size > max).then(|| Finding::new(path, format!("{size} {unit}, at most {max}")))
}

/// Whether the tests have too many files.
pub(super) fn tests(files: &BTreeSet<String>) -> Option<Finding> {
    let count = files.iter().filter(|path| is_of_tests(path)).count();
    let message = || format!("{count} files, at most {MAX_TEST_FILES}: put cases into tables");
    (count > MAX_TEST_FILES).then(|| Finding::new("tests", message()))
}

fn is_of_tests(path: &str) -> bool {
    let krate = path.strip_prefix("crates/").and_then(|path| path.split_once('/'));
    path.starts_with("tests/") || krate.is_some_and(|(_, path)| path.starts_with("tests/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_file_has_its_own_limit() {
        let found = |path: &str, lines: usize| check(path, &"x\n".repeat(lines)).is_some();
        for (path, max) in [
            ("crates/a/src/lib.rs", MAX_LINES),
            ("crates/a-hook/src/main.rs", MAX_LINES_OF_A_MAIN),
            ("docs/hooks/a-hook.md", MAX_WORDS),
        ] {
            assert_eq!((found(path, max), found(path, max + 1)), (false, true), "{path}");
        }
        assert!(!found("tests/golden/a.rs", 9_999) && !found("docs/faq.md", 9_999));
    }

    #[test]
    fn the_files_of_tests_are_counted_wherever_they_are() {
        let files = |count: usize| {
            let name = |at| format!("{}tests/{at}", if at % 2 == 0 { "" } else { "crates/a/" });
            (0..count).map(name).collect()
        };
        assert_eq!(tests(&files(MAX_TEST_FILES)), None);
        assert!(tests(&files(MAX_TEST_FILES + 1)).is_some());
    }
}
