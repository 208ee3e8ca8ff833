//! The lines of this file that the words of a finding name beside its place: `redefinition of 'x' from
//! line 4`, `previously declared in a.php:12`.

use std::ops::RangeInclusive;

use crate::decide::findings::place::{LINE_WORDS, all_here, looks_like_a_path, number, pair};
use crate::decide::findings::range::last_line;
use crate::gather::target::{Target, divides};

/// So many lines of a finding are its message.
const MAX_MESSAGE: usize = 4;

/// What is said where another place has to do with the finding, in lower case.
const OTHER: [&str; 9] = [
    "first ",
    "previous",
    "original",
    "declared",
    "defined",
    "definition",
    "opened",
    "overlap",
    "conflict",
];

/// What may stand between a path and the word.
const BETWEEN: [&str; 4] = [" on", " at", " in", ","];

/// The lines that are named in the first lines of a finding which show no source.
pub(super) fn lines(text: &str, target: &Target) -> Vec<RangeInclusive<usize>> {
    let is_shown = |line: &&str| {
        let start = line.trim_start().trim_start_matches(['>', ' ']);
        start.starts_with(|it: char| it.is_ascii_digit() || "|│·┆^~".contains(it))
    };
    let first = text.lines().next();
    let more = text.lines().skip(1).filter(|line| !is_shown(line));
    let message = first.into_iter().chain(more).take(MAX_MESSAGE);
    let of_line = |line: &str| {
        let mut found = spelled(line, target);
        found.extend(shortened(line));
        found.extend(all_here(line, target));
        found
    };
    message.flat_map(of_line).collect()
}

/// `(L4)`, `at L4`, `ln 4`, `ligne 4`; and where another place is spoken of, `4:2` and `on 4`.
fn shortened(line: &str) -> Vec<RangeInclusive<usize>> {
    let lower = line.to_lowercase();
    let is_other = OTHER.iter().any(|words| lower.contains(words));
    let words: Vec<&str> = line.split_whitespace().collect();
    let of = |(at, word): (usize, &&str)| {
        let before = at.checked_sub(1).and_then(|at| words.get(at)).copied().unwrap_or_default();
        let is_last = at + 1 == words.len();
        let bare = word.trim_matches(['(', ')', '[', ']', ',', ';', '.', ':']);
        let marked = || {
            let is_meant = word.starts_with("(L") || ["at", "on", "see", "line"].contains(&before);
            let found = number(bare.strip_prefix('L').filter(|it| !it.starts_with('0'))?);
            found.filter(|(_, rest)| is_meant && rest.is_empty())
        };
        let found = number(bare);
        let named = || {
            let is_line = before == "ln" || LINE_WORDS.iter().skip(2).any(|it| *it == before);
            found.filter(|(_, rest)| is_line && rest.is_empty())
        };
        let placed = || {
            let is_end = is_last && ["on", "at"].contains(&before);
            found
                .filter(|(_, rest)| is_other && (rest.is_empty() && is_end || pair(bare).is_some()))
        };
        let (first, rest) = marked().or_else(named).or_else(placed)?;
        Some(first..=last_line(first, rest))
    };
    words.iter().enumerate().skip(1).filter_map(of).collect()
}

/// `line 4`, `lines 4-6`, where no path of another file stands before it.
fn spelled(line: &str, target: &Target) -> Vec<RangeInclusive<usize>> {
    let lower = line.to_ascii_lowercase();
    let of = |(at, word): (usize, &str)| {
        let (before, rest) = (line.get(..at)?, line.get(at + word.len()..)?);
        let is_word = !before.ends_with(|it: char| it.is_alphanumeric() || matches!(it, '-' | '_'));
        let rest = rest.strip_prefix('s').unwrap_or(rest);
        let (first, rest) = number(rest.trim_start_matches([' ', '#', ':']))?;
        let is_whole = !rest.starts_with(|it: char| it.is_alphanumeric());
        let is_meant = is_word && is_whole && !names_other(before, target);
        is_meant.then(|| first..=last_line(first, rest))
    };
    lower.match_indices("line").filter_map(of).collect()
}

/// Whether a text ends with the path of another file: `b.py on `.
fn names_other(before: &str, target: &Target) -> bool {
    let before = before.trim_end();
    let bare = BETWEEN.iter().find_map(|word| before.strip_suffix(word)).unwrap_or(before);
    let last = bare.trim_end_matches(divides).rsplit(divides).next().unwrap_or_default();
    looks_like_a_path(last) && !target.is_named(last)
}
