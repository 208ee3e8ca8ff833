//! The table of programs that `build.rs` writes: places in one text.

use super::line::{ANY_VERSION, Beginnings, Line};

#[expect(clippy::unreadable_literal, reason = "it is written by a program")]
mod rows {
    use super::{Beginnings, Name, Row};

    include!(concat!(env!("OUT_DIR"), "/table.rs"));
}

use rows::{NAMES, ROWS, TEXT};

/// A program, and which of the rows are about it.
struct Name {
    at: u32,
    length: u8,
    first: u16,
    count: u8,
}

/// A [`Line`]. What it says stands in the text behind its head.
struct Row {
    begins: Beginnings,
    at: u32,
    head: u16,
    rest: u16,
    subjects: u16,
}

impl Name {
    fn text(&self) -> &'static str {
        text(self.at, self.length.into())
    }

    fn rows(&self) -> &'static [Row] {
        let first = usize::from(self.first);
        ROWS.get(first..first + usize::from(self.count)).unwrap_or_default()
    }
}

impl Row {
    fn line(&self) -> Line<'static> {
        let Self { begins, at, head, rest, subjects } = *self;
        let rest = text(at + u32::from(head), rest);
        Line { head: text(at, head), rest, subjects, begins }
    }
}

fn text(at: u32, length: u16) -> &'static str {
    let at = at as usize;
    TEXT.get(at..at + usize::from(length)).unwrap_or_default()
}

/// All programs.
#[cfg(test)]
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().map(Name::text)
}

/// The lines of the table about a program; that about all calls is the first.
pub(super) fn built_in<'a>(
    program: &str,
) -> impl ExactSizeIterator<Item = Line<'a>> + Clone + use<'a> {
    rows(program).iter().map(|row| -> Line<'a> { row.line() })
}

fn rows(program: &str) -> &'static [Row] {
    let found = |name: &str| {
        let place = NAMES.binary_search_by(|other| other.text().cmp(name)).ok()?;
        NAMES.get(place).map(Name::rows)
    };
    if let Some(rows) = found(program) {
        return rows;
    }
    let base = program.trim_end_matches(|next: char| next.is_ascii_digit() || next == '.');
    let has_version = |rows: &&[Row]| rows.iter().any(|row| row.subjects & ANY_VERSION != 0);
    if base.len() < program.len()
        && let Some(rows) = found(base).filter(has_version)
    {
        return rows;
    }
    // The few names that are patterns begin like what they match.
    match program.split_once('.') {
        Some((start, _)) => found(&format!("{start}.*")).unwrap_or_default(),
        None => &[],
    }
}
