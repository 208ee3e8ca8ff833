//! Which lines of a text are new.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::time::{Duration, Instant};

use similar::{Algorithm, DiffOp, DiffTag, capture_diff_slices_deadline};

/// After this a comparison of two texts becomes coarse instead of exact.
const PATIENCE: Duration = Duration::from_millis(500);

/// More ranges than a line should name.
const MAX_RANGES: usize = 8;

/// Some lines of a text, counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Lines {
    /// In order, without gaps of nothing between them, from 0.
    ranges: Vec<Range<usize>>,
}

impl Lines {
    /// The lines of `after` that are not those of `before`.
    pub(crate) fn changed(before: &str, after: &str) -> Self {
        let operations = diff(&hashes_of_lines(before), &hashes_of_lines(after));
        let changed = operations.iter().filter(|it| it.tag() != DiffTag::Equal);
        changed.map(DiffOp::new_range).collect()
    }

    /// Whether this line, counted from 1, is one of them.
    pub(crate) fn has(&self, line: usize) -> bool {
        let first = self.ranges.partition_point(|it| it.end < line);
        self.ranges.get(first).is_some_and(|it| it.start < line)
    }

    /// As words: `3-5, 9`.
    pub(crate) fn words(&self) -> String {
        let range = |it: &Range<usize>| match it.len() {
            1 => it.end.to_string(),
            _ => format!("{}-{}", it.start + 1, it.end),
        };
        let mut words: Vec<String> = self.ranges.iter().take(MAX_RANGES).map(range).collect();
        if self.ranges.len() > MAX_RANGES {
            words.push("...".to_owned());
        }
        words.join(", ")
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }
}

impl FromIterator<Range<usize>> for Lines {
    /// The lines of all ranges, which come in the order of their beginnings.
    fn from_iter<I: IntoIterator<Item = Range<usize>>>(ranges: I) -> Self {
        let mut lines = Self::default();
        for range in ranges.into_iter().filter(|range| !range.is_empty()) {
            match lines.ranges.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => lines.ranges.push(range),
            }
        }
        lines
    }
}

/// A number for each line: of large files the lines themselves, with their lengths and
/// places, would take several times as much as the text.
pub(super) fn hashes_of_lines(text: &str) -> Vec<u64> {
    lines(text).map(|line| hash([line])).collect()
}

/// The same without white space, which formatters move.
pub(super) fn hashes_of_words(text: &str) -> Vec<u64> {
    lines(text).map(|line| hash(line.split_whitespace())).collect()
}

/// The lines of a text without their ends, and without a byte order mark.
fn lines(text: &str) -> std::str::Lines<'_> {
    text.strip_prefix('\u{feff}').unwrap_or(text).lines()
}

/// The hash of words, wherever one ends and the next begins.
fn hash<'a>(words: impl IntoIterator<Item = &'a str>) -> u64 {
    let mut hasher = DefaultHasher::new();
    words.into_iter().for_each(|word| hasher.write(word.as_bytes()));
    hasher.finish()
}

/// How `after` differs from `before`.
pub(super) fn diff<T: Hash + Eq + Ord>(before: &[T], after: &[T]) -> Vec<DiffOp> {
    let deadline = Instant::now() + PATIENCE;
    capture_diff_slices_deadline(Algorithm::Myers, before, after, Some(deadline))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(found: &Lines, expected: &str) {
        assert_eq!(found.words(), expected);
    }

    #[test]
    fn new_and_changed_lines_are_found() {
        check(&Lines::changed("", "a\nb\n"), "1-2");
        check(&Lines::changed("a\nb\nc\n", "a\nB\nc\n"), "2");
        check(&Lines::changed("a\nb\n", "x\na\nb\ny\nz"), "1, 4-5");
        check(&Lines::changed("a\nb\nc\n", "a\nc\n"), "");
        check(&Lines::changed("a\r\nb\r\n", "a\nB\n"), "2");
        check(&Lines::changed("a\nb", "a\nb\n"), "");
    }

    #[test]
    fn a_line_is_one_of_them_or_is_not() {
        let lines = Lines::changed("a\nb\nc\n", "a\nB\nc\nd\n");
        let found: Vec<_> = (0..6).filter(|line| lines.has(*line)).collect();
        assert_eq!(found, [2, 4]);
    }

    #[test]
    fn many_ranges_are_not_all_named() {
        let text = |of: fn(usize) -> usize| {
            let lines: Vec<_> = (0..40).map(|n| of(n).to_string()).collect();
            lines.join("\n")
        };
        check(
            &Lines::changed(&text(|n| n), &text(|n| n + n % 2 * 1_000)),
            "2, 4, 6, 8, 10, 12, 14, 16, ...",
        );
    }
}
