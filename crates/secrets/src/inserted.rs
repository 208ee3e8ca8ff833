//! Rows that a statement puts into columns which it names: `INSERT INTO t (a, NAME) VALUES (1, 'v'),
//! (2, 'v')`, and `COPY t (a, NAME) FROM stdin;` with its rows below.

use std::ops::Range;

use hook_protocol::{beginning, ending};

use crate::assign;
use crate::columns::is_secret;
use crate::cursor::Value;
use crate::given::How;
use crate::name::{Kind, Name};
use crate::signs::{is_one_of, table};

/// How long the names of the columns are, in bytes.
const MAX_COLUMNS: usize = 1 << 10;

/// How far the next row is, in bytes.
const MAX_BETWEEN: usize = 160;

/// How long a word is that may announce them, in bytes.
const MAX_WORD: usize = 12;

/// So many comments and words stand between two rows.
const MAX_COMMENTS: usize = 8;

/// How long a row is, in bytes.
const MAX_ROW: usize = 16 << 10;

/// What stands between rows, where lines have numbers or signs before them.
static BETWEEN: [bool; 256] = table(b" \t\r\n\\nrt+-|>:,0123456789\xe2\x86\x92");

const COPIED: [&str; 2] = [" FROM stdin;", " FROM STDIN;"];

/// The secrets in the rows of the statement that names its columns here. Up to `seen` all rows
/// are known.
pub(crate) fn below(name: &Name<'_>, seen: &mut usize, found: &mut Vec<Range<usize>>) {
    if name.start >= *seen
        && let Some((columns, end)) = columns(name)
    {
        *seen = rows(name.text, end, &columns, found).unwrap_or(*seen);
    }
}

/// The columns with the names of secrets, each by its number, and where their list ends.
fn columns<'t>(name: &Name<'t>) -> Option<(Vec<(usize, Name<'t>)>, usize)> {
    let text = name.text;
    let near = beginning(text.get(name.end..)?, MAX_COLUMNS);
    let length = near.find(')')?;
    crate::count_steps(length);
    let end = name.end + length + 1;
    let behind = text.get(end..)?;
    let is_values = || is_values(behind, 0).is_some();
    (COPIED.iter().any(|it| behind.starts_with(it)) || is_values()).then_some(())?;
    let before = ending(text.get(..name.start)?, MAX_COLUMNS);
    let start = name.start - before.len() + before.rfind('(')? + 1;
    crate::count_steps(end - start);
    let mut at = start;
    let mut columns = Vec::new();
    for (number, column) in text.get(start..end - 1)?.split(',').enumerate() {
        let is_around = |c: char| !c.is_alphanumeric() && c != '_';
        let inside = column.trim_start_matches(is_around);
        let start = at + column.len() - inside.len();
        let place = start..start + inside.trim_end_matches(is_around).len();
        let is_own = place.start == name.start;
        let named = if is_own { Some(*name) } else { Name::at(text, place) };
        columns.extend(named.filter(|it| it.kind != Kind::Pair).map(|named| (number, named)));
        at += column.len() + 1;
    }
    Some((columns, end))
}

/// Where the rows begin behind the word that announces them.
fn is_values(text: &str, at: usize) -> Option<usize> {
    let start = between(text, at)?;
    let near = beginning(text.get(start..)?, MAX_BETWEEN);
    crate::count_steps(near.len().min(MAX_WORD));
    let is_behind = ["OVERRIDING ", "OUTPUT ", "overriding ", "output "];
    let words = ["VALUES", "values", "Values"];
    if let Some(word) = words.iter().find(|word| near.starts_with(**word)) {
        return Some(start + word.len());
    }
    is_behind.iter().any(|word| near.starts_with(word)).then_some(())?;
    let place = words.iter().find_map(|word| near.find(word))?;
    Some(start + place + "VALUES".len())
}

/// Where something else begins than what stands between rows: blanks, signs and comments.
fn between(text: &str, at: usize) -> Option<usize> {
    let mut at = at;
    for _ in 0..MAX_COMMENTS {
        let near = beginning(text.get(at..)?, MAX_BETWEEN);
        let is_comment = |place: usize| {
            let rest = near.get(place..).unwrap_or_default();
            rest.starts_with("-- ") || rest.starts_with("/*")
        };
        let mut places = near.bytes().enumerate();
        let (length, _) =
            places.find(|(place, byte)| !is_one_of(&BETWEEN, *byte) || is_comment(*place))?;
        crate::count_steps(length);
        at += length;
        let rest = near.get(length..)?;
        let end = if is_comment(length) {
            let ends = if rest.starts_with('-') { "\n" } else { "*/" };
            rest.find(ends)? + ends.len()
        } else if ["ROW(", "row("].iter().any(|row| rest.starts_with(row)) {
            "ROW".len()
        } else {
            return Some(at);
        };
        crate::count_steps(end);
        at += end;
    }
    None
}

/// Takes the secrets of all rows. Where they end.
fn rows(
    text: &str,
    end: usize,
    columns: &[(usize, Name<'_>)],
    found: &mut Vec<Range<usize>>,
) -> Option<usize> {
    let behind = text.get(end..)?;
    if let Some(said) = COPIED.iter().find(|it| behind.starts_with(**it)) {
        return copied(text, end + said.len(), columns, found);
    }
    let mut at = is_values(text, end)?;
    while let Some(start) = between(text, at) {
        if text.as_bytes().get(start) != Some(&b'(') {
            break;
        }
        let (cells, end) = cells(text, start + 1);
        at = end;
        let Some(cells) = cells else { break };
        for (number, name) in columns {
            let Some(cell) = cells.get(*number) else { continue };
            let value = quoted(text, cell.clone());
            found.extend(value.and_then(|value| assign::judged(name, value, How::Assigned)));
        }
    }
    Some(at)
}

/// What stands in quotes in a cell: `'v'`, `N'v'`, `$$v$$`, and as the first argument of a function.
fn quoted(text: &str, cell: Range<usize>) -> Option<Value<'_>> {
    let said = text.get(cell.clone())?;
    let open = said.find(['"', '\'', '`', '$'])?;
    let mark = if said.get(open..)?.starts_with("$$") { "$$" } else { said.get(open..open + 1)? };
    let quote = mark.chars().next()?;
    let before = said.get(..open)?.trim_start();
    let behind = said.get(open + mark.len()..)?;
    let is_call = before.ends_with('(') && before.bytes().all(is_part_of_call);
    let inside = if is_call {
        behind.get(..behind.find(mark)?)?
    } else {
        behind.trim_end().strip_suffix(mark)?
    };
    let start = cell.start + open + mark.len();
    let value = Value {
        text: inside,
        range: start..start + inside.len(),
        quote: Some(quote),
        is_cut: false,
    };
    (is_call || before.len() < 2).then_some(value)
}

/// `crypt(`, `MD5(CONCAT(`.
fn is_part_of_call(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'(')
}

/// The values of a row that begins here, if it ends, and how far it was read.
fn cells(text: &str, start: usize) -> (Option<Vec<Range<usize>>>, usize) {
    let (mut cells, mut from, mut depth, mut quote) = (Vec::new(), start, 0_usize, None);
    let near = beginning(text.get(start..).unwrap_or_default(), MAX_ROW);
    let mut bytes = (start..).zip(near.bytes());
    while let Some((at, byte)) = bytes.next() {
        crate::count_steps(1);
        match (quote, byte) {
            // Where a backslash is a letter, it may be the last one: `'C:\'`.
            (Some(b'"' | b'\'' | b'`'), b'\\') if !ends_in(text, at + 1, quote) => {
                bytes.next();
            }
            (Some(b'$'), b'$') if !text.get(at..).is_some_and(|it| it.starts_with("$$")) => {}
            (Some(open), _) if byte == open => {
                quote = None;
                if open == b'$' {
                    bytes.next();
                }
            }
            (None, b'$') if text.get(at..).is_some_and(|it| it.starts_with("$$")) => {
                quote = Some(b'$');
                bytes.next();
            }
            (None, b'"' | b'\'' | b'`') => quote = Some(byte),
            (None, b'(') => depth += 1,
            (None, b')') if depth == 0 => {
                cells.push(from..at);
                return (Some(cells), at + 1);
            }
            (None, b')') => depth -= 1,
            (None, b',') if depth == 0 => {
                cells.push(from..at);
                from = at + 1;
            }
            (None, b';') => return (None, at),
            _ => {}
        }
    }
    (None, start + near.len())
}

/// Whether the quote that was opened stands here, and the next cell or the end of the row behind it.
fn ends_in(text: &str, at: usize, quote: Option<u8>) -> bool {
    let mut near = text.as_bytes().iter().skip(at);
    near.next().copied() == quote && matches!(near.find(|byte| **byte != b' '), Some(b',' | b')'))
}

/// The rows of `COPY`, with tabs between the values.
fn copied(
    text: &str,
    start: usize,
    columns: &[(usize, Name<'_>)],
    found: &mut Vec<Range<usize>>,
) -> Option<usize> {
    let mut at = start + usize::from(text.get(start..)?.starts_with('\n'));
    for row in text.get(at..)?.split_inclusive('\n') {
        crate::count_steps(row.len());
        if row.starts_with("\\.") || row.trim().is_empty() {
            break;
        }
        let mut start = at;
        for (number, cell) in row.split('\t').enumerate() {
            let value = cell.trim_end();
            let column = columns.iter().find(|(column, _)| *column == number);
            if column.is_some_and(|(_, name)| is_secret(name.kind, value)) {
                found.push(start..start + value.len());
            }
            start += cell.len() + 1;
        }
        at += row.len();
    }
    Some(at)
}
