//! Where the lines of a text were in the versions before it.

use std::collections::HashMap;
use std::ops::Range;

use similar::{DiffOp, DiffTag};

use crate::decide::lines::{diff, hashes_of_lines, hashes_of_words};

/// Follows lines from the last version of a text to the first.
#[derive(Debug, Clone, Default)]
pub(crate) struct LineMap {
    /// From the first version to the last.
    changes: Vec<Change>,
}

/// From one version to the next.
#[derive(Debug, Clone)]
struct Change {
    operations: Vec<DiffOp>,
    by: Author,
    /// Of lines that a program wrote, those that stood elsewhere: it sorts imports.
    moved: HashMap<usize, Vec<usize>>,
    /// How many lines the versions have.
    counts: (usize, usize),
}

/// Who made a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Author {
    /// The agent: what is different is new.
    Edit,
    /// A program: what is different is what was there, in other words.
    Program,
}

impl LineMap {
    /// With the next version, which an edit made.
    pub(crate) fn edited(self, before: &str, after: &str) -> Self {
        let (before, after) = (hashes_of_lines(before), hashes_of_lines(after));
        self.then(&before, &after, Author::Edit)
    }

    /// With the next version, which a formatter made, or a linter that fixes.
    pub(crate) fn rewritten(self, before: &str, after: &str) -> Self {
        if before == after {
            return self;
        }
        self.then(&hashes_of_words(before), &hashes_of_words(after), Author::Program)
    }

    fn then(mut self, before: &[u64], after: &[u64], by: Author) -> Self {
        let counts = (before.len(), after.len());
        let operations = diff(before, after);
        let moved = match by {
            Author::Edit => HashMap::new(),
            Author::Program => moved(&operations, before, after),
        };
        self.changes.push(Change { operations, by, moved, counts });
        self
    }

    /// Whether a line of the last version, counted from 1, was in none before.
    pub(crate) fn is_new(&self, line: usize) -> bool {
        self.origins(line).is_empty()
    }

    /// Whether line `old` of the first version has become line `new` of the last, or may have.
    pub(crate) fn leads(&self, old: usize, new: usize) -> bool {
        let Some(old) = old.checked_sub(1) else { return false };
        self.origins(new).iter().any(|range| range.contains(&old))
    }

    /// Where a line may have been in the first version, from 0.
    fn origins(&self, line: usize) -> Vec<Range<usize>> {
        let at = line.saturating_sub(1);
        let mut ranges: Vec<Range<usize>> = std::iter::once(at..at + 1).collect();
        for change in self.changes.iter().rev() {
            ranges = ranges.iter().flat_map(|range| change.origins(range)).collect();
        }
        ranges
    }
}

impl Change {
    fn origins(&self, range: &Range<usize>) -> Vec<Range<usize>> {
        let (old_count, new_count) = self.counts;
        if range.start >= new_count {
            // Behind the last line, where parsers miss something.
            let behind = old_count + (range.start - new_count);
            return std::iter::once(behind..behind + 1).collect();
        }
        if let Some(old) = self.moved.get(&range.start).filter(|_| range.len() == 1) {
            return old.iter().map(|line| *line..line + 1).collect();
        }
        let is_before = |it: &DiffOp| it.new_range().end <= range.start;
        let first = self.operations.partition_point(is_before);
        let here = self.operations.iter().skip(first);
        let here = here.take_while(|it| it.new_range().start < range.end);
        here.filter_map(|it| self.origin(it, range)).collect()
    }

    fn origin(&self, operation: &DiffOp, range: &Range<usize>) -> Option<Range<usize>> {
        let (tag, old, new) = operation.as_tag_tuple();
        if tag != DiffTag::Equal && self.by == Author::Edit {
            return None;
        }
        if old.len() != new.len() {
            return Some(old).filter(|old| !old.is_empty());
        }
        let (start, end) = (range.start.max(new.start), range.end.min(new.end));
        (start < end).then(|| old.start + (start - new.start)..old.start + (end - new.start))
    }
}

/// The lines that were taken out at one place and put in at another, from where they are now.
fn moved(operations: &[DiffOp], before: &[u64], after: &[u64]) -> HashMap<usize, Vec<usize>> {
    let others = || operations.iter().filter(|it| it.tag() != DiffTag::Equal);
    let mut removed: HashMap<u64, Vec<usize>> = HashMap::new();
    for line in others().flat_map(DiffOp::old_range) {
        let hash = before.get(line).copied().unwrap_or_default();
        removed.entry(hash).or_default().push(line);
    }
    let added = others().flat_map(DiffOp::new_range);
    added.filter_map(|line| Some((line, removed.get(after.get(line)?)?.clone()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For each line of the last version the lines of the first that it may have been.
    fn check(lines: &LineMap, expected: &[&[usize]]) {
        for (new, expected) in (1..).zip(expected) {
            let found: Vec<usize> = (1..20).filter(|old| lines.leads(*old, new)).collect();
            assert_eq!(&found, expected, "line {new} of {lines:?}");
            assert_eq!(lines.is_new(new), expected.is_empty());
        }
    }

    #[test]
    fn lines_that_an_edit_left_are_followed() {
        check(&LineMap::default(), &[&[1], &[2]]);
        check(
            &LineMap::default().edited("a\nb\nc\n", "x\na\nB\nc\n"),
            &[&[], &[1], &[], &[3], &[4]],
        );
        check(&LineMap::default().edited("a\nb\nc\n", "a\nc\n"), &[&[1], &[3], &[4]]);
        check(&LineMap::default().edited("", "a\n"), &[&[]]);
    }

    #[test]
    fn lines_that_a_formatter_rewrote_are_followed() {
        let formatted = |before, after| LineMap::default().rewritten(before, after);
        check(&formatted("a\nx=1\n", "# head\na\nx = 1\n"), &[&[], &[1], &[2]]);
        check(&formatted("a\n'b'\n'c'\n", "a\n\"b\"\n\"c\"\n"), &[&[1], &[2], &[3]]);
        check(
            &formatted("a\nf(1,2)\nb\n", "a\nf(\n1,\n2\n)\nb\n"),
            &[&[1], &[2], &[2], &[2], &[2], &[3]],
        );
        check(&formatted("import b\nimport a\n", "import a\nimport b\n"), &[&[2], &[1]]);
        check(&formatted("a\nf(\n1\n)\nb\n", "a\nf(1)\nb\n"), &[&[1], &[2, 3, 4], &[5]]);
    }

    #[test]
    fn a_line_of_the_edit_is_new_however_it_was_formatted() {
        let lines = LineMap::default()
            .edited("a\nb\n", "a\nf(1,2)\nb\n")
            .rewritten("a\nf(1,2)\nb\n", "a\nf(\n1,\n2)\nb\n");
        check(&lines, &[&[1], &[], &[], &[], &[2]]);
    }
}
