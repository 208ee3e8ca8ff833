//! Lines that name this file in a form that nobody knows.

use crate::decide::findings::broken;
use crate::decide::findings::place::{names, number, place};
use crate::decide::findings::row::row;
use crate::decide::findings::shape::{is_closing, is_sum};
use crate::decide::findings::whole::is_benign;
use crate::decide::touched::Touched;
use crate::gather::target::Target;

/// What is counted in a number before it, in lower case.
const UNITS: [&str; 22] = [
    "ms",
    "s",
    "sec",
    "seconds",
    "b",
    "kb",
    "kib",
    "mb",
    "bytes",
    "%",
    "lines",
    "line",
    "rules",
    "checks",
    "characters",
    "tests",
    "files",
    "errors",
    "warnings",
    "problems",
    "issues",
    "times",
];

/// What a number behind it counts or names, in lower case.
const COUNTS: [&str; 8] = ["pid", "ok", "complexity", "rated", "took", "#", "score", "score:"];

/// What a line says before the name of a file that is only at work on it, in lower case.
const AT_WORK: [&str; 12] = [
    "linting",
    "checking",
    "checked",
    "processing",
    "processed",
    "running",
    "formatting",
    "compiling",
    "reading",
    "analyzing",
    "$",
    "+",
];

/// Whether a line is a row with the number of a touched line, and names no file: another program was
/// given this one alone.
pub(super) fn is_touched_row(line: &str, touched: &Touched, target: &Target) -> bool {
    let is_source = || {
        let rest = line.trim_start().trim_start_matches(|it: char| it.is_ascii_digit());
        rest.len() < line.trim_start().len() && rest.trim_start().starts_with(['|', '│', '┆', '▕'])
    };
    // `12:25:13 INFO`, `2026-11-22 12:25:13`
    let is_time = || {
        let first = line.split_whitespace().find(|it| it.contains(':')).unwrap_or_default();
        first.len() > 7 && first.bytes().take(8).all(|it| it.is_ascii_digit() || it == b':')
    };
    let texted = || number(line).filter(|(_, rest)| rest.strip_prefix(':').is_some_and(is_text));
    let marked = || number(line.strip_prefix('L')?).filter(|(_, rest)| rest.starts_with(": "));
    let texted = || texted().or_else(marked);
    let found = row(line, false).or_else(|| texted().map(|(line, _)| line));
    let is_touched = found.is_some_and(|found| touched.has_any(&(found..=found)));
    let is_said = || !is_source() && !is_time() && !is_sum(line) && !is_closing(line);
    is_touched && is_said() && !broken::names_other(line, target)
}

/// Whether a row ends with its line, so that what it says stands below: `Msg 7, State 1, Line 12`.
pub(super) fn lacks_message(row: &str) -> bool {
    let bare = row.trim_end_matches([':', '.']);
    let start = bare.trim_end_matches(|it: char| it.is_ascii_digit());
    start.len() < bare.len() && start.to_lowercase().ends_with("line ")
}

/// Whether something is said behind `12:`, as `grep -n` shows it.
fn is_text(rest: &str) -> bool {
    rest.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// Whether a text names this file, and has the number of a touched line as a word of its own, where no
/// place is known.
pub(super) fn is_touched(text: &str, touched: &Touched, target: &Target) -> bool {
    let is_row = |line: &str| line.starts_with(char::is_whitespace) && has_number(line, touched);
    let names_alone = |line: &str| {
        names(line, target).next().is_some_and(|(before, behind)| {
            before.trim().is_empty() && behind.trim_matches([':', ' ']).is_empty()
        })
    };
    if text.lines().next().is_some_and(names_alone) && text.lines().skip(1).any(is_row) {
        return true;
    }
    text.lines().any(|line| {
        let is_named = line.contains(|it: char| it.is_ascii_digit()) && !is_sum(line);
        let named = Some(()).filter(|()| is_named).and_then(|()| names(line, target).next());
        let is_at_work = |before: &str| {
            let first = before.split_whitespace().next().unwrap_or_default().to_lowercase();
            AT_WORK.contains(&first.as_str())
        };
        let is_named = named.is_some_and(|(before, behind)| {
            !is_benign(behind) && !is_at_work(before) && !behind.contains('%')
        });
        is_named && has_number(line, touched) && place(line, target).is_none()
    })
}

fn has_number(line: &str, touched: &Touched) -> bool {
    let is_part = |it: char| it.is_alphanumeric() || matches!(it, '.' | '_' | '-' | '/' | '%');
    let words: Vec<&str> =
        line.split(|it: char| !is_part(it)).filter(|it| !it.is_empty()).collect();
    let is_line = |word: &str| {
        let word = word.trim_start_matches('L').trim_end_matches('.');
        let found = number(word).filter(|(_, rest)| rest.is_empty() || rest.starts_with('-'));
        found.is_some_and(|(line, _)| touched.has_any(&(line..=line)))
    };
    let is_counted = |at: usize| {
        let of = |at: Option<usize>| at.and_then(|at| words.get(at)).map_or("", |word| *word);
        let (before, behind) = (of(at.checked_sub(1)), of(Some(at + 1)));
        let is_option = before.starts_with("--");
        is_option
            || COUNTS.contains(&before.to_lowercase().as_str())
            || UNITS.contains(&behind.to_lowercase().as_str())
    };
    let is_changes = line.contains(" +") && line.trim_end().ends_with(['+', '-']);
    !is_changes && words.iter().enumerate().any(|(at, word)| is_line(word) && !is_counted(at))
}
