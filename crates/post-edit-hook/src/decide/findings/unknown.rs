//! Lines that name this file in a form that nobody knows.

use crate::decide::findings::place::{names, number, place};
use crate::decide::findings::shape::is_sum;
use crate::decide::findings::whole::is_benign;
use crate::decide::touched::Touched;
use crate::gather::target::Target;

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
        let is_named = named.is_some_and(|(_, behind)| !is_benign(behind));
        is_named && has_number(line, touched) && place(line, target).is_none()
    })
}

fn has_number(line: &str, touched: &Touched) -> bool {
    let is_part = |it: char| it.is_alphanumeric() || matches!(it, '.' | '_' | '-' | '/' | '%');
    let mut words = line
        .split(|it: char| !is_part(it))
        .map(|word| word.trim_start_matches('L').trim_end_matches('.'));
    words.any(|word| {
        let found = number(word).filter(|(_, rest)| rest.is_empty() || rest.starts_with('-'));
        found.is_some_and(|(line, _)| touched.has_any(&(line..=line)))
    })
}
