//! Which line of a text is which line of an earlier one.
//!
//! Lines are compared by their hashes, so a line that was only laid out anew is
//! the same line. Lines that a formatter has broken or joined are told by the
//! hashes of their parts, and lines that were moved by being somewhere else.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;
use std::time::{Duration, Instant};

use similar::{Algorithm, DiffTag, capture_diff_slices_deadline};

use crate::record::line_hash::LineHash;

/// A moved line says as much; a brace is written anew more often than moved.
const SAYS_SOMETHING: usize = 2;

/// A formatter makes no more lines of one, nor one of more.
const MAX_JOINED: usize = 64;

/// In replaced parts that are longer, broken and joined lines are not looked for.
const MAX_REPLACED: usize = 400;

/// After how long a difference is taken as it was found: of two long texts that
/// have nothing in common, the shortest takes seconds.
const PATIENCE: Duration = Duration::from_millis(500);

/// A part of two texts that differs; before, between and after such parts they
/// are the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Differing {
    pub(crate) old: Range<usize>,
    pub(crate) new: Range<usize>,
}

/// What differs between two texts, in their order.
pub(crate) fn diff<T: Eq + Hash>(old: &[T], new: &[T]) -> Vec<Differing> {
    // Where lines are repeated, the same beginning and end tell best what was done.
    let same = |(left, right): &(&T, &T)| left == right;
    let start = old.iter().zip(new).take_while(same).count();
    let (old, new) = (old.get(start..).unwrap_or_default(), new.get(start..).unwrap_or_default());
    let end = old.iter().rev().zip(new.iter().rev()).take_while(same).count();
    let old = old.get(..old.len() - end).unwrap_or_default();
    let new = new.get(..new.len() - end).unwrap_or_default();
    let deadline = Instant::now().checked_add(PATIENCE);
    let ops = capture_diff_slices_deadline(Algorithm::Patience, old, new, deadline);
    let shifted = |range: Range<usize>| range.start + start..range.end + start;
    ops.into_iter()
        .filter(|op| op.tag() != DiffTag::Equal)
        .map(|op| Differing { old: shifted(op.old_range()), new: shifted(op.new_range()) })
        .collect()
}

/// For each line of `new` the line of `old` that it is, from 0.
pub(crate) fn origins(old: &[LineHash], new: &[LineHash]) -> Vec<Option<usize>> {
    let mut origins = Vec::with_capacity(new.len());
    let mut place = 0;
    let parts = diff(old, new);
    for part in &parts {
        origins.extend((place..part.old.start).map(Some));
        origins.resize(part.new.end, None);
        place = part.old.end;
    }
    origins.extend((place..old.len()).map(Some));
    for part in parts {
        rewrapped(old, part.old, new, part.new, &mut origins);
    }
    moved(old, new, &mut origins);
    origins
}

/// Finds in a replaced part the lines that were only broken or joined.
pub(crate) fn rewrapped(
    old: &[LineHash],
    old_range: Range<usize>,
    new: &[LineHash],
    new_range: Range<usize>,
    origins: &mut [Option<usize>],
) {
    if old_range.len() > MAX_REPLACED || new_range.len() > MAX_REPLACED {
        return;
    }
    let mut from = old_range.start;
    let mut to = new_range.start;
    while to < new_range.end {
        let found = (from..old_range.end).find_map(|start| {
            let lengths = same(old.get(start..old_range.end)?, new.get(to..new_range.end)?)?;
            Some((start, lengths))
        });
        let Some((start, (olds, news))) = found else {
            to += 1;
            continue;
        };
        let (old_lines, new_lines) = (start..start + olds, to..to + news);
        by_place(old, &old_lines, new, &new_lines, origins);
        (from, to) = (old_lines.end, new_lines.end);
    }
}

/// How many lines of each side, from the first on, are together the same text.
fn same(old: &[LineHash], new: &[LineHash]) -> Option<(usize, usize)> {
    let (mut left, mut right) = (*old.first()?, *new.first()?);
    let (mut olds, mut news) = (1, 1);
    while left != right {
        if olds.max(news) >= MAX_JOINED {
            return None;
        }
        if left.length() <= right.length() {
            left = left.then(*old.get(olds)?)?;
            olds += 1;
        } else {
            right = right.then(*new.get(news)?)?;
            news += 1;
        }
    }
    (left.length() > 0).then_some((olds, news))
}

/// Maps lines that are together the same text by where in it they begin.
fn by_place(
    old: &[LineHash],
    old_range: &Range<usize>,
    new: &[LineHash],
    new_range: &Range<usize>,
    origins: &mut [Option<usize>],
) {
    let length = |hashes: &[LineHash], at: usize| hashes.get(at).map_or(0, |hash| hash.length());
    let mut from = old_range.start;
    let mut end = length(old, from);
    let mut place = 0;
    for to in new_range.clone() {
        while end <= place && from + 1 < old_range.end {
            from += 1;
            end += length(old, from);
        }
        set(origins, to, from);
        place += length(new, to);
    }
}

/// Finds lines that are gone in one place and came in another: those that are
/// there once on either side, and their neighbours.
pub(crate) fn moved(old: &[LineHash], new: &[LineHash], origins: &mut [Option<usize>]) {
    let mut is_free = vec![true; old.len()];
    for from in origins.iter().flatten() {
        if let Some(free) = is_free.get_mut(*from) {
            *free = false;
        }
    }
    let gone = once(old.iter().enumerate().filter(|(at, _)| is_free.get(*at) == Some(&true)));
    let came = once(new.iter().enumerate().filter(|(at, _)| origins.get(*at) == Some(&None)));
    let mut pairs: Vec<(usize, usize)> =
        came.into_iter().filter_map(|(hash, to)| Some(((*gone.get(&hash)?)?, to?))).collect();
    pairs.sort_unstable();
    for (from, to) in pairs {
        for step in [1, -1] {
            let mut at = Some((from, to));
            while let Some((from, to)) = at {
                let is_same = old.get(from).is_some() && old.get(from) == new.get(to);
                let is_anchor = origins.get(to) == Some(&Some(from));
                let is_new = origins.get(to) == Some(&None) && is_free.get(from) == Some(&true);
                if !is_same || !(is_anchor || is_new) {
                    break;
                }
                set(origins, to, from);
                if let Some(free) = is_free.get_mut(from) {
                    *free = false;
                }
                at = from.checked_add_signed(step).zip(to.checked_add_signed(step));
            }
        }
    }
}

/// Whether one of the lines is more than a bracket.
pub(crate) fn says_something(lines: &[LineHash]) -> bool {
    lines.iter().any(|line| line.length() >= SAYS_SOMETHING)
}

/// The place of each line that stands there once and says something.
fn once<'a>(
    lines: impl Iterator<Item = (usize, &'a LineHash)>,
) -> HashMap<LineHash, Option<usize>> {
    let mut places = HashMap::new();
    for (at, hash) in lines.filter(|(_, hash)| says_something(&[**hash])) {
        places.entry(*hash).and_modify(|place| *place = None).or_insert(Some(at));
    }
    places
}

fn set(origins: &mut [Option<usize>], to: usize, from: usize) {
    if let Some(origin) = origins.get_mut(to) {
        *origin = Some(from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `expected` has for each new line the number of the old one, from 1, or `-`.
    #[track_caller]
    fn check(old: &str, new: &str, expected: &str) {
        let hashes =
            |text: &str| text.split('|').map(|line| LineHash::of(line.as_bytes())).collect();
        let (old, new): (Vec<_>, Vec<_>) = (hashes(old), hashes(new));
        let found = origins(&old, &new);
        let found: Vec<_> = found
            .iter()
            .map(|from| from.map_or("-".into(), |from| (from + 1).to_string()))
            .collect();
        assert_eq!(found.join(" "), expected);
    }

    #[test]
    fn lines_that_stay_are_found() {
        check("one|two|three", "one|two|three", "1 2 3");
        check("one|two|three", "zero|one|three|four", "- 1 3 -");
        check("one|two|three", "  one|2|three", "1 - 3");
        check("{|one|}|{|two|}", "{|one|}|{|1.5|}|{|two|}", "1 2 3 4 - - - 5 6");
    }

    #[test]
    fn lines_that_a_formatter_broke_are_found() {
        check(
            "a = 1|call(first, second)|b = 2",
            "a = 1|call(|first,|second,|)|b = 2",
            "1 2 2 2 2 3",
        );
        check("x|call(|first,|second,|)|y", "x|call(first, second);|y", "1 2 6");
        check("x|let a =|call(b);|y", "x|let a = call(|b);|y", "1 2 3 4");
        check("x|old|call(first, second)|y", "x|new|call(|first, second)|y", "1 - 3 3 4");
    }

    #[test]
    fn lines_that_were_moved_are_found() {
        check(
            "fn one() {|body|}|--|fn two() {|other",
            "--|fn two() {|other|fn one() {|body|}",
            "4 5 6 1 2 3",
        );
        check("}|one|two|three|four", "one|two|three|four|}", "2 3 4 5 -");
    }
}
