//! Tables of which the first line names the columns: CSV and its like, Markdown, and what
//! the programs of databases print; also behind the numbers of lines, and in JSON.

mod lines;

use std::ops::Range;

use crate::assign::is_strong;
use crate::generated::is_generated;
use crate::name::{Kind, Name, kind};
use crate::signs::{table, with_letters};
use crate::value::{is_random, is_very_random, turns};
use lines::Lines;

/// What stands between two columns, the clearest first.
const SIGNS: [char; 5] = ['\t', '|', '│', ';', ','];

/// The first bytes of these.
const FIRST: [u8; 5] = [b'\t', b'|', 0xe2, b';', b','];

/// What titles are made of, and what stands around and between them. Code has other signs.
static OF_HEADERS: [bool; 256] = with_letters(table(
    b"_- .#\"'`\t\r|;,0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()/:$?\\+>%&*[]@",
));

/// In bytes.
const MAX_HEADER: usize = 8 << 10;
const MAX_TITLE: usize = 64;
const MAX_WORDS: usize = 10;

/// The title of a column with secrets is shorter: in text, words stand between commas as well.
const MAX_NAME: usize = 40;
const MAX_WORDS_OF_NAME: usize = 3;
const MIN_COLUMNS: usize = 2;

/// So many lines may stand between two rows that are none: empty ones, comments, and the parts of
/// a row with a line break in it.
const MAX_ODD: usize = 2;

/// The secrets in the columns of the table whose first line holds this name. Up to `seen`
/// all lines have been looked at.
pub(crate) fn below(name: &Name<'_>, seen: &mut usize, found: &mut Vec<Range<usize>>) {
    if name.start < *seen || !ends_cell(name) {
        return;
    }
    let (lines, header) = match Lines::around(name.text, name.start) {
        Ok(found) => found,
        Err(end) => {
            *seen = end;
            return;
        }
    };
    *seen = header.end;
    let line = name.text.get(header).unwrap_or_default();
    if line.len() > MAX_HEADER {
        return;
    }
    let Some(titles) = Titles::of(line).or_else(|| Titles::alone(line, lines.clone())) else {
        return;
    };
    let (mut odd, mut is_table) = (0, false);
    for place in lines {
        let line = name.text.get(place.clone()).unwrap_or_default();
        if is_rule(line) {
            continue;
        }
        let Some((start, cells)) = titles.row(line) else {
            odd += 1;
            let is_empty = titles.is_tight && line.trim().is_empty();
            let is_between = is_table || is_empty || line.starts_with('#');
            if odd > MAX_ODD || !is_between {
                return;
            }
            continue;
        };
        (odd, is_table) = (0, true);
        let values = cells.iter().zip(&titles.kinds).filter_map(|(cell, kind)| {
            let cell = start + cell.start..start + cell.end;
            let value = bare(line, cell);
            is_secret((*kind)?, line.get(value.clone())?).then_some(value)
        });
        found.extend(values.map(|it| place.start + it.start..place.start + it.end));
        *seen = place.end;
    }
}

/// Whether nothing but quotes and blanks is between the name and the next column.
fn ends_cell(name: &Name<'_>) -> bool {
    let near = name.text.as_bytes().get(name.end..).unwrap_or_default().iter().take(MAX_TITLE);
    let mut behind = near.skip_while(|byte| matches!(byte, b' ' | b'"' | b'\'' | b'`' | b'*'));
    match behind.next() {
        None | Some(b'\r' | b'\n') => true,
        Some(b'\\') => matches!(behind.next(), Some(b'n' | b'r' | b'"' | b'\\')),
        Some(b'(') => {
            let mut inside = behind.skip_while(|byte| byte.is_ascii_alphanumeric());
            inside.next() == Some(&b')')
        }
        Some(byte) => FIRST.contains(byte),
    }
}

/// The first line of a table.
struct Titles {
    /// What divides the columns.
    sign: char,
    /// For each column what its name says of its values, where one says it.
    kinds: Vec<Option<Kind>>,
    /// Whether something stands before each line.
    is_led: bool,
    /// Whether no blank is behind what divides them, as in text.
    is_tight: bool,
}

impl Titles {
    fn of(line: &str) -> Option<Titles> {
        let within = |line: &str, is_led: bool| {
            let sign = sign_of(line)?;
            // Most lines are none, and this is the cheaper question.
            let first = line.trim_start_matches(['|', '│', ' ', '\t']).split(sign).next()?;
            // What pandas writes. Code is indented by tabs.
            let is_of_index = |title: &str| title.is_empty() && sign != '\t';
            let first = first.get(bare(first, 0..first.len()))?;
            (is_of_index(first) || is_title(first)).then_some(())?;
            let mut cells = cells(line, sign);
            // `user;password;`: with commas it is a list of code.
            if sign == ';'
                && cells.last().is_some_and(|last| {
                    line.get(last.clone()).is_some_and(|it| it.trim().is_empty())
                })
            {
                cells.pop();
            }
            let titles = || cells.iter().filter_map(|cell| line.get(bare(line, cell.clone())));
            let skipped = usize::from(titles().next().is_some_and(is_of_index));
            let is_table = cells.len() >= MIN_COLUMNS + skipped;
            (is_table && titles().skip(skipped).all(is_title)).then_some(())?;
            let kinds: Vec<_> = titles().map(of_title).collect();
            let is_named = kinds.iter().any(Option::is_some);
            let is_tight = !line.contains(", ") && !line.contains("; ");
            is_named.then_some(Titles { sign, kinds, is_led, is_tight })
        };
        within(line, false).or_else(|| within(line.get(lines::lead(line)?..)?, true))
    }

    /// The title of the only column, with a rule below it.
    fn alone(line: &str, mut lines: Lines<'_>) -> Option<Titles> {
        lines.rest().trim_start_matches(' ').starts_with("--").then_some(())?;
        let title = line.trim();
        let kind = is_title(title).then(|| of_title(title))?;
        let text = lines.rest();
        let rule = lines.next().and_then(|place| text.get(..place.len()))?;
        let is_ruled = rule.trim().len() > 2 && rule.trim().bytes().all(|byte| byte == b'-');
        (kind.is_some() && is_ruled).then(|| Titles {
            sign: '\0',
            kinds: vec![kind],
            is_led: false,
            is_tight: false,
        })
    }

    /// The cells of a line that is a row of the table, and where they begin.
    fn row(&self, line: &str) -> Option<(usize, Vec<Range<usize>>)> {
        let start = if self.is_led { lines::lead(line)? } else { 0 };
        let row = line.get(start..)?;
        let cells = cells(row, self.sign);
        // `ann;v;`
        let is_ended = cells.len() == self.kinds.len() + 1
            && cells
                .last()
                .is_some_and(|last| row.get(last.clone()).is_some_and(|it| it.trim().is_empty()));
        let is_row = cells.len() == self.kinds.len() || is_ended;
        (is_row && !row.trim().is_empty()).then_some((start, cells))
    }
}

/// What divides the columns of a line.
fn sign_of(line: &str) -> Option<char> {
    let mut has = [false; SIGNS.len()];
    for byte in line.bytes() {
        let place = match byte {
            b'\t' => 0,
            b'|' => 1,
            0xe2 => 2,
            b';' => 3,
            b',' => 4,
            _ => continue,
        };
        if let Some(known) = has.get_mut(place) {
            *known = true;
        }
    }
    let signs = SIGNS.into_iter().zip(has).filter(|(_, is_there)| *is_there);
    signs.map(|(sign, _)| sign).find(|sign| sign.is_ascii() || line.contains(*sign))
}

/// What the title of a column says of its values.
fn of_title(title: &str) -> Option<Kind> {
    (title.len() <= MAX_NAME && title.split(' ').count() <= MAX_WORDS_OF_NAME).then_some(())?;
    let foreign = || Name::foreign(title, 0).filter(|name| name.end == title.len());
    kind(title).or_else(|| foreign().map(|name| name.kind)).filter(|kind| *kind != Kind::Pair)
}

/// `user`, `Password (new)`, `User/Login`, `2FA:`.
fn is_title(text: &str) -> bool {
    let title = text.strip_suffix([':', '$', '?']).unwrap_or(text).trim_end();
    let (title, inside) = match title.strip_suffix(')') {
        Some(title) => title.split_once(" (").unwrap_or(("(", "")),
        None => (title, ""),
    };
    let is_part = |c: char| c.is_alphanumeric() || "_- .#/%&'*[]@:".contains(c);
    text.len() <= MAX_TITLE
        && title.starts_with(|first: char| first.is_alphanumeric() || matches!(first, '#' | '@'))
        && (title.starts_with('#') || title.contains(char::is_alphabetic))
        && title.chars().chain(inside.chars()).all(is_part)
        && !title.ends_with('/')
        && title.split(' ').count() <= MAX_WORDS
}

/// `|---|---|`, `+----+----+`, `├───┼───┤`.
fn is_rule(row: &str) -> bool {
    let is_part = |c: char| "-+|=: ".contains(c) || ('\u{2500}'..='\u{257f}').contains(&c);
    (row.contains("--") || row.contains("──") || row.contains("━━"))
        && row.trim().chars().all(is_part)
}

/// The cells of a row; of one with a line at both ends, those between.
fn cells(row: &str, sign: char) -> Vec<Range<usize>> {
    let row = row.trim_end_matches(['\n', '\r']);
    let is_line = matches!(sign, '|' | '│');
    let is_sign = |c: char| c == sign || sign == '│' && matches!(c, '┃' | '║');
    let mut cells = Vec::new();
    let (mut start, mut is_quoted) = (0, false);
    for (at, found) in row.char_indices() {
        let is_opened = || row.get(start..at).is_some_and(|it| it.trim().is_empty());
        if found == '"' && !is_line && (is_quoted || is_opened()) {
            is_quoted = !is_quoted;
        } else if is_sign(found) && !is_quoted {
            cells.push(start..at);
            start = at + found.len_utf8();
        }
    }
    cells.push(start..row.len());
    let is_empty =
        |cell: &Range<usize>| row.get(cell.clone()).is_some_and(|it| it.trim().is_empty());
    if is_line && cells.last().is_some_and(is_empty) {
        cells.pop();
    }
    if is_line && cells.first().is_some_and(is_empty) {
        cells.remove(0);
    }
    cells
}

/// A cell without the blanks and the quotes around it.
fn bare(row: &str, cell: Range<usize>) -> Range<usize> {
    let is_around = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '\\');
    let text = row.get(cell.clone()).unwrap_or_default();
    let value = text.trim_start_matches(is_around);
    let start = cell.end - value.len();
    start..start + value.trim_end_matches(is_around).len()
}

/// Whether what stands in a column is a secret.
pub(crate) fn is_secret(kind: Kind, text: &str) -> bool {
    // `--acc-2` of a style sheet.
    let is_word = !text.contains(char::is_whitespace) && !text.starts_with("--");
    is_word
        && match kind {
            Kind::Password => is_strong(text) || is_generated(text),
            // `text-2xl` is a token of a design.
            Kind::Secret => {
                text.len() > 5 && (turns(text) > 2 || text.len() > 15) && is_random(text)
            }
            Kind::Weak => is_very_random(text),
            Kind::Pair => false,
        }
}
