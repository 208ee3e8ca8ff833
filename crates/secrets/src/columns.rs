//! Tables of which the first line names the columns: CSV and its like, Markdown, and what
//! the programs of databases print.

use std::ops::Range;

use crate::assign::is_strong;
use crate::name::{Kind, Name, kind};
use crate::signs::{is_one_of, table, with_letters};
use crate::value::{is_random, is_very_random};

/// What stands between two columns, the clearest first.
const SIGNS: [u8; 4] = [b'\t', b'|', b';', b','];

/// What titles are made of, and what stands around and between them. Code has other signs.
static OF_HEADERS: [bool; 256] = with_letters(table(
    b"_- .#\"'`\t\r|;,0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
));

/// In bytes.
const MAX_HEADER: usize = 1 << 10;
const MAX_TITLE: usize = 40;
const MIN_COLUMNS: usize = 2;

/// The secrets in the columns of the table whose first line holds this name. Up to `seen`
/// all lines have been looked at.
pub(crate) fn below(name: &Name<'_>, seen: &mut usize, found: &mut Vec<Range<usize>>) {
    if name.start < *seen || !ends_cell(name) {
        return;
    }
    let header = line_of(name.text, name.start);
    *seen = header.end;
    let line = name.text.get(header.clone()).unwrap_or_default();
    let may_name = |line: &&str| {
        line.len() <= MAX_HEADER && line.bytes().all(|byte| is_one_of(&OF_HEADERS, byte))
    };
    let named = Some(line).filter(may_name).and_then(columns);
    let Some((sign, columns)) = named else { return };
    let mut at = header.end + 1;
    for row in name.text.get(at..).unwrap_or_default().split_inclusive('\n') {
        crate::count_steps(row.len());
        if !is_rule(row) {
            let cells = cells(row, sign);
            if cells.len() != columns.len() {
                return;
            }
            let values = cells.iter().zip(&columns).filter_map(|(cell, kind)| {
                let value = bare(row, cell.clone());
                is_secret((*kind)?, row.get(value.clone())?).then_some(value)
            });
            found.extend(values.map(|value| at + value.start..at + value.end));
        }
        at += row.len();
        *seen = at;
    }
}

/// Whether nothing but quotes and blanks is between the name and the next column.
fn ends_cell(name: &Name<'_>) -> bool {
    let mut behind =
        name.text.as_bytes().get(name.end..).unwrap_or_default().iter().take(MAX_TITLE);
    let next = behind.find(|byte| !matches!(byte, b' ' | b'"' | b'\'' | b'`'));
    next.is_none_or(|byte| SIGNS.contains(byte) || matches!(byte, b'\r' | b'\n'))
}

/// The line around this place.
fn line_of(text: &str, at: usize) -> Range<usize> {
    let bytes = text.as_bytes();
    let before = bytes.get(at.saturating_sub(MAX_HEADER)..at).unwrap_or_default();
    let start = at - before.iter().rev().take_while(|byte| **byte != b'\n').count();
    let behind = text.get(at..).unwrap_or_default();
    let end = at + behind.find('\n').unwrap_or(behind.len());
    crate::count_steps(end - start);
    start..end
}

/// What divides the columns, and for each what its name says of its values, where one says it.
fn columns(line: &str) -> Option<(u8, Vec<Option<Kind>>)> {
    let sign = SIGNS.into_iter().find(|sign| line.as_bytes().contains(sign))?;
    let cells = cells(line, sign);
    let is_table = cells.len() >= MIN_COLUMNS;
    let titles = || cells.iter().filter_map(|cell| line.get(bare(line, cell.clone())));
    (is_table && titles().all(is_title)).then_some(())?;
    let kinds: Vec<_> = titles().map(|it| kind(it).filter(|kind| *kind != Kind::Pair)).collect();
    kinds.iter().any(Option::is_some).then_some((sign, kinds))
}

fn is_title(text: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ' ' | '.' | '#');
    text.len() <= MAX_TITLE
        && text.starts_with(|first: char| first.is_alphabetic() || first == '#')
        && text.chars().all(is_part)
        && text.split(' ').count() < 4
}

/// `|---|---|`, `+----+----+`.
fn is_rule(row: &str) -> bool {
    row.contains("--") && row.trim().bytes().all(|byte| b"-+|=: ".contains(&byte))
}

/// The cells of a row; of one with a line at both ends, those between.
fn cells(row: &str, sign: u8) -> Vec<Range<usize>> {
    let row = row.trim_end_matches(['\n', '\r']);
    let mut cells = Vec::new();
    let (mut start, mut is_quoted) = (0, false);
    for (at, byte) in row.bytes().enumerate() {
        if byte == b'"' && sign != b'|' {
            is_quoted = !is_quoted;
        } else if byte == sign && !is_quoted {
            cells.push(start..at);
            start = at + 1;
        }
    }
    cells.push(start..row.len());
    let is_empty =
        |cell: &Range<usize>| row.get(cell.clone()).is_some_and(|it| it.trim().is_empty());
    if sign == b'|' && cells.last().is_some_and(is_empty) {
        cells.pop();
    }
    if sign == b'|' && cells.first().is_some_and(is_empty) {
        cells.remove(0);
    }
    cells
}

/// A cell without the blanks and the quotes around it.
fn bare(row: &str, cell: Range<usize>) -> Range<usize> {
    let is_around = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`');
    let text = row.get(cell.clone()).unwrap_or_default();
    let value = text.trim_start_matches(is_around);
    let start = cell.end - value.len();
    start..start + value.trim_end_matches(is_around).len()
}

fn is_secret(kind: Kind, text: &str) -> bool {
    let is_word = !text.contains(char::is_whitespace);
    is_word
        && match kind {
            Kind::Password => is_strong(text),
            Kind::Secret => text.len() > 5 && is_random(text),
            Kind::Weak => is_very_random(text),
            Kind::Pair => false,
        }
}
