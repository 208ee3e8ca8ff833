//! Which lines of a text are new, and where they are after it was formatted.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::{Range, RangeInclusive};
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
        operations(before, after).map(|it| it.added).collect()
    }

    /// Whether one of these lines, which are counted from 1, is one of them.
    pub(crate) fn has_any(&self, lines: &RangeInclusive<usize>) -> bool {
        let start = lines.start().checked_sub(1);
        start.is_some_and(|start| !self.within(&(start..*lines.end())).is_empty())
    }

    /// Where these lines of `before` are in `after`, which a formatter made of it:
    /// what became of them, and what it put beside them.
    ///
    /// Formatters move words and white space. So lines are first compared without
    /// white space, and a line that was changed beside others is not taken for all
    /// of them. One that is gone from its place may stand at another: imports are
    /// sorted.
    pub(crate) fn through(&self, before: &str, after: &str) -> Self {
        let bare = |line: &str| hash(line.split_whitespace());
        let (before, after) = (hashes(before, bare), hashes(after, bare));
        let operations = diff(&before, &after);
        let mut found: Vec<_> = operations.iter().flat_map(|it| self.through_one(it)).collect();

        let others = || operations.iter().filter(|it| it.tag() != DiffTag::Equal);
        let gone = others().flat_map(|it| {
            let old = it.old_range();
            self.within(&old).iter().filter_map(move |range| shifted(range, &old, &old))
        });
        let empty = bare("");
        let gone = gone.filter_map(|range| before.get(range)).flatten();
        let gone: HashSet<u64> = gone.copied().filter(|line| *line != empty).collect();
        let is_found = |line: &usize| after.get(*line).is_some_and(|it| gone.contains(it));
        let moved = others().flat_map(|it| it.new_range()).filter(is_found);
        found.extend(moved.map(|line| line..line + 1));
        found.sort_by_key(|range| range.start);
        found.into_iter().collect()
    }

    /// These and the others.
    pub(crate) fn and(&self, other: &Self) -> Self {
        let mut ranges: Vec<_> = self.ranges.iter().chain(&other.ranges).cloned().collect();
        ranges.sort_by_key(|range| range.start);
        ranges.into_iter().collect()
    }

    /// The same where the two texts differ, or agree, in this way.
    fn through_one(&self, operation: &DiffOp) -> Vec<Range<usize>> {
        let (_, old, new) = operation.as_tag_tuple();
        if old.len() == new.len() {
            let of_old = |range: &Range<usize>| shifted(range, &old, &new);
            return self.within(&old).iter().filter_map(of_old).collect();
        }
        let near =
            old.start.saturating_sub(usize::from(old.is_empty()))..old.end.max(old.start + 1);
        if self.within(&near).is_empty() { Vec::new() } else { vec![new] }
    }

    /// The ranges that have a line of `place`.
    fn within(&self, place: &Range<usize>) -> &[Range<usize>] {
        let start = self.ranges.partition_point(|it| it.end <= place.start);
        let end = self.ranges.partition_point(|it| it.start < place.end);
        self.ranges.get(start..end).unwrap_or_default()
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

/// Lines that were taken out of a text, and those that were put in at their place: either may be none.
pub(crate) struct Operation {
    pub(crate) removed: Range<usize>,
    pub(crate) added: Range<usize>,
}

/// What makes `after` of `before`, line by line.
pub(crate) fn operations(before: &str, after: &str) -> impl Iterator<Item = Operation> {
    let whole = |line: &str| hash([line]);
    let all = diff(&hashes(before, whole), &hashes(after, whole)).into_iter();
    let all = all.filter(|it| it.tag() != DiffTag::Equal);
    all.map(|it| Operation { removed: it.old_range(), added: it.new_range() })
}

/// Where the lines are that hold `part`, wherever it stands in `text`.
pub(crate) fn holding(text: &str, part: &str) -> Vec<Range<usize>> {
    let lines = text.match_indices(part).map(|(at, part)| {
        let line = text.get(..at).unwrap_or_default().matches('\n').count();
        line..line + part.lines().count()
    });
    lines.collect()
}

/// A number for each line: of large files the lines themselves, with their lengths and
/// places, would take several times as much as the text.
fn hashes(text: &str, of: impl Fn(&str) -> u64) -> Vec<u64> {
    text.lines().map(of).collect()
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

/// What of `range` lies in `old`, at its place in `new`, which is as long.
fn shifted(range: &Range<usize>, old: &Range<usize>, new: &Range<usize>) -> Option<Range<usize>> {
    let (start, end) = (range.start.max(old.start), range.end.min(old.end));
    (start < end).then(|| new.start + (start - old.start)..new.start + (end - old.start))
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
    fn a_part_is_found_wherever_it_stands() {
        let check = |text, part, expected| {
            check(&holding(text, part).into_iter().collect(), expected);
        };
        check("a\nb\nc\nb\n", "b", "2, 4");
        check("a\nb c\nd\n", "c\nd", "2-3");
        check("a\n", "z", "");
        check("a\nb\n", "a\n", "1");
    }

    #[track_caller]
    fn check_through(before: &str, touched: &str, after: &str, expected: &str) {
        let touched: Lines = holding(before, touched).into_iter().collect();
        check(&touched.through(before, after), expected);
    }

    #[test]
    fn touched_lines_are_followed_through_formatting() {
        check_through("a\nx=1\nb\n", "x=1", "a\nx = 1\nb\n", "2");
        check_through("a\nx=1\nb\n", "x=1", "# head\n\na\nx = 1\nb\n", "4");
        check_through("a\nx(1,2)\nb\n", "x(1,2)", "a\nx(\n  1,\n  2,\n)\nb\n", "2-5");
        check_through("a\nx(\n1\n)\nb\n", "1", "a\nx(1)\nb\n", "2");
        check_through("a\nb\nc\n", "b", "a\nc\n", "");
        check_through("a\nb\nc\n", "c", "x\ny\na\nb\nc\n", "5");
        // Every line was changed, and each is still told from the others.
        check_through(" a\n b\n c\n", "b", "\ta\n\tb\n\tc\n", "2");
        check_through("'a'\n'b'\n'c'\n", "b", "\"a\"\n\"b\"\n\"c\"\n", "2");
        check_through("a\nb\n", "b", "a\nb\n\n", "2-3");
        // Sorted.
        check_through("m\nb\na\n", "b", "a\nb\nm\n", "2");
        check_through("use z;\nuse b;\nuse c;\n", "use z;", "use b;\nuse c;\nuse z;\n", "3");
        check_through("a\nb\nc\nd\n", "d", "a\n\nb\nc\nd\n", "5");
    }

    /// Of texts in which every line is another, a formatter that moves, indents and
    /// splits lines leaves no doubt where a line has gone.
    #[test]
    fn no_touched_line_is_lost_or_mistaken() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..300 {
            let count = random.usize(1..30);
            let touched: Vec<bool> = (0..count).map(|_| random.u8(0..4) == 0).collect();
            let (mut before, mut after, mut expected) = (vec![], vec![], vec![]);
            for (number, is_touched) in touched.iter().enumerate() {
                before.push(format!("call({number})"));
                for _ in 0..random.usize(0..10) / 8 {
                    after.push("# a line of the formatter's own".to_owned());
                    expected.push(None);
                }
                after.push(format!("{}call( {number} )", "  ".repeat(random.usize(0..3))));
                expected.push(Some(*is_touched));
            }
            let lines = touched.iter().enumerate().filter(|(_, is_touched)| **is_touched);
            let lines: Lines = lines.map(|(at, _)| at..at + 1).collect();
            let (before, after) = (before.join("\n"), after.join("\n"));
            let found = lines.through(&before, &after);
            for (number, expected) in (1..).zip(expected) {
                let is_right = expected.is_none_or(|it| it == found.has_any(&(number..=number)));
                assert!(is_right, "line {number} of\n{after}\n{found:?} of {lines:?}");
            }
        }
    }

    #[test]
    fn a_line_is_one_of_them_or_is_not() {
        let lines = Lines::changed("a\nb\nc\n", "a\nB\nc\nd\n");
        let found: Vec<_> = (0..6).filter(|line| lines.has_any(&(*line..=*line))).collect();
        assert_eq!(found, [2, 4]);
        assert!(lines.has_any(&(3..=9)) && !lines.has_any(&(5..=usize::MAX)));
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
