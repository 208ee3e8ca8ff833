//! The places that tools name: a file and a line, in the forms that compilers, linters and
//! test runners print.

use std::ops::RangeInclusive;

use crate::decide::findings::class;
use crate::decide::findings::range::last_line;
use crate::gather::target::{Target, divides};

/// So many words may stand before the path of another file: `ERROR: b.ts:3:1`.
const MAX_WORDS_BEFORE: usize = 3;

/// A row below the path of its file begins with its place, but for a mark and a rule.
pub(super) const MAX_TOKENS_BEFORE: usize = 3;

/// The place that a line names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    /// Whether it is in this file.
    pub(super) is_here: bool,
    pub(super) line: usize,
    /// The last of its lines.
    pub(super) last: usize,
    /// Whether the line says nothing else.
    pub(super) is_bare: bool,
}

impl Place {
    /// One line, of which something else is said.
    pub(super) fn at(is_here: bool, line: usize) -> Self {
        Self { is_here, line, last: line, is_bare: false }
    }
}

/// The place that `line` names by a path: this file's before another's.
pub(super) fn place(line: &str, target: &Target) -> Option<Place> {
    let here = here(line, target);
    let is_first = |token: &str| names(token, target).next().is_some();
    // `b.py:3:1: x in a.py:7` is about `b.py`.
    let first = line.split(divides).next().filter(|token| !token.is_empty() && !is_first(token));
    let other = first.filter(|_| here.is_some()).and_then(|first| {
        let (line_number, rest) = after_colon(line.get(first.len()..)?)?;
        let has_column = rest.strip_prefix(':').is_some_and(|rest| number(rest).is_some());
        (has_column && looks_like_a_path(first)).then(|| Place::at(false, line_number))
    });
    let here = here.or_else(|| of_class(line, target));
    other.or(here).or_else(|| of_stdin(line)).or_else(|| elsewhere(line))
}

fn of_class(line: &str, target: &Target) -> Option<Place> {
    let first = class::lines(line, target).first().copied();
    first.map(|(line, _)| Place::at(true, line))
}

/// What programs call a line in English, French, German, Spanish, Portuguese, Italian and Dutch.
pub(super) const LINE_WORDS: [&str; 8] =
    ["line", "Line", "ligne", "Zeile", "línea", "linha", "riga", "regel"];

/// What a program calls a file that it was given on its stdin.
const STDIN: [&str; 4] = ["<stdin>", "(stdin)", "stdin", "-"];

fn of_stdin(line: &str) -> Option<Place> {
    let rest = STDIN.iter().find_map(|name| line.strip_prefix(name))?;
    let (line, rest) = after_colon(rest).filter(|(_, rest)| rest.starts_with([':', ' ']))?;
    Some(Place { is_here: true, line, last: last_line(line, rest), is_bare: false })
}

/// What stands before the path of a file in a list of facts: `File:    a.py`.
const FILE_KEYS: [&str; 4] = ["File:", "Path:", "Filename:", "file:"];

/// The path in a list of facts.
pub(super) fn fact(line: &str) -> Option<&str> {
    FILE_KEYS.iter().find_map(|key| line.strip_prefix(key)?.strip_prefix(' ')).map(str::trim)
}

/// Whether a line begins an element of XML.
pub(super) fn is_tag(line: &str) -> bool {
    let name = line.trim_start().strip_prefix('<');
    name.is_some_and(|name| name.starts_with(|first: char| first.is_alphabetic()))
}

/// Whether `line` names this file without a place in it, or is the path of another one:
/// places without a path may follow.
pub(super) fn header(line: &str, target: &Target) -> Option<bool> {
    if names(line, target).next().is_some() {
        return Some(true);
    }
    let line = fact(line).unwrap_or(line);
    let xml = line.trim_start().strip_prefix("<file name=");
    let path = xml.map_or(line, |rest| rest.split('>').next().unwrap_or(rest));
    let path = path.trim_end_matches(['/', ' ']).trim_end_matches(':').trim_matches(['"', '\'']);
    // A path from the root may hold blanks.
    let is_clear = path.starts_with('/') && path.trim_end() == line.trim_end();
    let is_path =
        looks_like_a_path(path) && !path.contains(|it| divides(it) && !(is_clear && it == ' '));
    (is_path && !path.starts_with(char::is_whitespace)).then_some(false)
}

/// The place in this file.
fn here(line: &str, target: &Target) -> Option<Place> {
    names(line, target).find_map(|(before, rest)| behind_name(before, rest))
}

/// The lines of every place in this file that a line names with a path.
pub(super) fn all_here(line: &str, target: &Target) -> Vec<RangeInclusive<usize>> {
    let all = names(line, target).filter_map(|(before, rest)| behind_name(before, rest));
    all.map(|place| place.line..=place.last).collect()
}

fn behind_name(before: &str, rest: &str) -> Option<Place> {
    let plain = rest.strip_prefix(['"', '\'']).unwrap_or(rest);
    let found = suffix(rest).or_else(|| after_colon(plain));
    let found = found.or_else(|| Some((before_path(before).or_else(|| apart(before))?, "x")));
    let (line, rest) = found.or_else(|| loose_suffix(rest))?;
    let last = last_line(line, rest);
    Some(Place { is_here: true, line, last, is_bare: is_bare(before, rest) })
}

/// What stands before and behind each name of this file.
pub(super) fn names<'a>(
    line: &'a str,
    target: &Target,
) -> impl Iterator<Item = (&'a str, &'a str)> {
    let name = target.path.file_name().and_then(|name| name.to_str()).unwrap_or("\0");
    let ends = line.match_indices(name).map(|(at, name)| at + name.len());
    ends.filter_map(|end| {
        let (text, rest) = line.split_at_checked(end)?;
        let is_whole = !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_');
        let start = target.named_at_end(text).filter(|_| is_whole)?;
        Some((text.get(..start)?, rest))
    })
}

/// Whether the first word of a line is a path.
pub(super) fn begins_with_path(line: &str, target: &Target) -> bool {
    let line = line.trim_start_matches(|it: char| it.is_whitespace() || matches!(it, '-' | '*'));
    let first = line.split(divides).next().unwrap_or_default();
    looks_like_a_path(first) || target.is_named(first)
}

/// The place of a copy of some lines, as pylint has it, by the name of a module: `==src.a:[3:7]`.
pub(super) fn copy(line: &str, target: &Target) -> Option<Place> {
    let (module, lines) = line.strip_prefix("==")?.strip_suffix(']')?.split_once(":[")?;
    let (first, last) = lines.split_once(':')?;
    let (first, last) = (first.parse::<usize>().ok()?, last.parse().ok()?);
    let rel = target.rel.as_str();
    let dotted = rel.strip_suffix(".py").unwrap_or(rel).replace('/', ".");
    let is_here = dotted.strip_suffix(module).is_some_and(|it| it.is_empty() || it.ends_with('.'));
    // It counts from 0, and the last one is not in it.
    Some(Place { is_here, line: first.saturating_add(1), last, is_bare: false })
}

/// What stands before and behind the name of this file, where a line has it near its beginning.
pub(super) fn named_first<'a>(line: &'a str, target: &Target) -> Option<(&'a str, &'a str)> {
    let named = names(line, target).next()?;
    (named.0.split_whitespace().count() <= MAX_WORDS_BEFORE).then_some(named)
}

/// The place in another file, near the beginning of the line.
fn elsewhere(line: &str) -> Option<Place> {
    let mut start = 0;
    for token in line.split(divides) {
        let end = start + token.len();
        let (before, rest) = (line.get(..start)?, line.get(end..)?);
        // One from the root is clear wherever it stands.
        let is_far = before.split_whitespace().count() > MAX_WORDS_BEFORE;
        if is_far && !token.starts_with('/') {
            start = end + rest.chars().next().map_or(0, char::len_utf8);
            continue;
        }
        let place = suffix(rest).filter(|(_, after)| !is_call(rest, after));
        let place = place.or_else(|| after_tab(rest));
        let place = place.or_else(|| Some((before_path(before)?, "x")));
        if let Some((line, rest)) = place.filter(|_| looks_like_a_path(token)) {
            let is_bare = is_bare(before, rest);
            return Some(Place { is_here: false, line, last: line, is_bare });
        }
        start = end + rest.chars().next().map_or(0, char::len_utf8);
    }
    None
}

/// The line of `line: 3 `, which stands before the path of this file.
fn apart(before: &str) -> Option<usize> {
    let (word, digits) = before.strip_suffix(' ')?.rsplit_once(' ')?;
    let is_word = word.strip_suffix(':').is_some_and(|it| it.ends_with("line"));
    number(digits).filter(|(_, rest)| is_word && rest.is_empty()).map(|(line, _)| line)
}

/// The line of `line 3 of `, which stands before a path.
fn before_path(before: &str) -> Option<usize> {
    let before = before.trim_end_matches(['"', '\'', '`', '(']);
    let before = [" of ", " of file ", " in "].iter().find_map(|it| before.strip_suffix(it))?;
    let (before, digits) = before.rsplit_once(' ')?;
    let (line, rest) = number(digits)?;
    let is_line = ["line", "Line"].iter().any(|word| before.ends_with(word));
    (is_line && rest.is_empty()).then_some(line)
}

/// `self.equal(1, 2)` calls something; a place in parentheses has a colon behind it.
fn is_call(rest: &str, after: &str) -> bool {
    let behind = after.split_once(')').map_or("", |(_, behind)| behind);
    rest.starts_with('(') && !behind.trim_start().starts_with(':')
}

/// `12:30:45` names no place, and neither do `2026/11/22`, `1.5` and `Note.`
pub(super) fn looks_like_a_path(text: &str) -> bool {
    let extension = text.rsplit_once('.').map_or("", |(_, extension)| extension);
    let is_name = !extension.is_empty() && extension.chars().all(char::is_alphanumeric);
    let has_letters = |text: &str| text.contains(char::is_alphabetic);
    !text.starts_with("//")
        && has_letters(text)
        && (is_name && has_letters(extension) || text.contains(['/', '\\']))
}

/// The line behind a path: `:3`, `(3,7)`, `, line 3`, `on line 3`.
fn suffix(rest: &str) -> Option<(usize, &str)> {
    after_colon(rest).or_else(|| in_parentheses(rest)).or_else(|| after_word(rest))
}

fn after_colon(rest: &str) -> Option<(usize, &str)> {
    let rest = rest.strip_prefix(':')?;
    // The line in a cell of a notebook.
    if let Some(cell) = rest.strip_prefix("cell").and_then(|it| it.strip_prefix([' ', '_'])) {
        let (_, after) = number(cell)?;
        return after_colon(after).filter(|(_, after)| after.starts_with(':'));
    }
    if let Some((line, after)) = rest.strip_prefix('[').and_then(number) {
        return after.starts_with([',', ']']).then_some((line, after));
    }
    if let Some((line, after)) = rest.strip_prefix('(').and_then(number) {
        return after.starts_with(',').then_some((line, after));
    }
    let (line, after) = number(rest.strip_prefix(' ').unwrap_or(rest))?;
    let is_whole = !after.starts_with(|next: char| next.is_alphanumeric() || "_/".contains(next));
    let is_meant = !rest.starts_with(' ') || after.starts_with(':');
    (is_whole && is_meant).then_some((line, after))
}

/// The line in a column of its own.
fn after_tab(rest: &str) -> Option<(usize, &str)> {
    let sign = rest.chars().next().filter(|sign| matches!(sign, '\t' | '|'))?;
    let is_end = |after: &str| after.starts_with(sign) || sign == '|' && after.starts_with(" col ");
    number(rest.strip_prefix(sign)?).filter(|(_, after)| is_end(after))
}

fn in_parentheses(rest: &str) -> Option<(usize, &str)> {
    let (line, after) = number(rest.strip_prefix('(').or_else(|| apart_in_parentheses(rest))?)?;
    after.starts_with([',', ')', ':', '-']).then_some((line, after))
}

/// What is in ` (3):`, ` (3,7):` and `: (3, 7):`.
fn apart_in_parentheses(rest: &str) -> Option<&str> {
    let inside = rest.strip_prefix(':').unwrap_or(rest).strip_prefix(" (")?;
    let (place, after) = inside.split_once(')')?;
    let is_place = place.chars().all(|it| it.is_ascii_digit() || matches!(it, ',' | ' '));
    (is_place && after.starts_with(':')).then_some(inside)
}

fn after_word(rest: &str) -> Option<(usize, &str)> {
    let rest = rest.trim_start_matches(|next: char| next == ' ' || "\"'`)],:;([&".contains(next));
    let words = ["on ", "at ", "in ", "à la ", "en la ", "na ", "alla "];
    let rest = words.iter().find_map(|word| rest.strip_prefix(word)).unwrap_or(rest);
    let words = ["linenumber", "lines"].iter().chain(&LINE_WORDS);
    let spelled = words.into_iter().find_map(|word| rest.strip_prefix(word)).and_then(|rest| {
        let after = rest.trim_start_matches([' ', '=', ':', '"', '\'']);
        if after.len() == rest.len() { None } else { number(after) }
    });
    // Between these there is no blank.
    let joined = || ["第", "行"].iter().find_map(|it| rest.strip_prefix(it));
    spelled.or_else(|| number(joined()?.trim_start()))
}

/// What would be mistaken behind a path that nobody knows: ` 3:5`, ` +3:5`, `@3:5`, `[3, 5]`, `:name:3:`, `,3,`, `#L3`, and the
/// place at the end of the message.
fn loose_suffix(rest: &str) -> Option<(usize, &str)> {
    let text = rest.trim_start_matches('"');
    let spaced = text.strip_prefix(' ').and_then(|text| {
        let (line, after) = number(text)?;
        after.starts_with(':').then_some((line, after))
    });
    let column = ["  ", "\t"].iter().find_map(|gap| text.strip_prefix(gap)).and_then(|text| {
        number(text.trim_start()).filter(|(_, after)| after.starts_with(char::is_whitespace))
    });
    let at_end = || number(text.strip_prefix(", ")?).filter(|(_, after)| after.is_empty());
    let sign = |it: char| matches!(it, ',' | ';');
    let cell = text.strip_prefix(sign).and_then(number);
    let is_quoted = text.len() < rest.len();
    let cell =
        cell.filter(|(_, after)| after.starts_with(sign) || is_quoted && after.starts_with(' '));
    let cell = cell.or_else(at_end);
    let marks = ["#L", " L", " ln ", " Ln ", " +", "@", "#", " : L"];
    let anchor = marks.iter().find_map(|mark| text.strip_prefix(mark)).and_then(number);
    let last = || {
        let (before, text) = text.rsplit_once('(')?;
        let (text, behind) = text.split_once(')')?;
        let spelled =
            || number(LINE_WORDS.iter().find_map(|it| text.strip_prefix(it))?.trim_start());
        let line = pair(text).or_else(|| spelled().map(|(line, _)| line));
        Some((line?, if before.trim().is_empty() { behind } else { "x" }))
    };
    let near = || text.split_whitespace().take(MAX_TOKENS_BEFORE + 1).find_map(pair);
    let far = || text.starts_with([':', ' ']).then(|| after_at_line(text)).flatten();
    let last = || last().or_else(|| Some((near()?, "x"))).or_else(far);
    let in_brackets = text.strip_prefix('[').and_then(number).or_else(|| range_in_brackets(text));
    // The name of a function stands between.
    let named = text.strip_prefix(':').and_then(|text| {
        let (name, text) = text.split_once(':')?;
        let is_name = !name.is_empty() && name.chars().all(|it| it.is_alphanumeric() || it == '_');
        number(text).filter(|(_, after)| is_name && after.starts_with(':'))
    });
    let quoted = text.strip_prefix(' ').filter(|_| is_quoted).and_then(number);
    let quoted = quoted.filter(|(_, after)| after.starts_with('/'));
    let column = column.or(quoted).or_else(|| after_tab(text)).or_else(|| in_cell(text));
    spaced.or(column).or(in_brackets).or(named).or(cell).or(anchor).or_else(last)
}

/// The line of ` [3:5 - 7:9]`.
fn range_in_brackets(text: &str) -> Option<(usize, &str)> {
    let (line, rest) = number(text.strip_prefix(" [")?)?;
    (last_line(line, rest) > line).then_some((line, rest))
}

/// The line in the cell behind that of the path: ` | 3 |`.
fn in_cell(text: &str) -> Option<(usize, &str)> {
    let cell = text.trim_start().strip_prefix(['|', '│'])?.trim_start();
    number(cell).filter(|(_, after)| after.trim_start().starts_with(['|', '│']))
}

/// The line of a message that ends in `at line 3, column 7`.
fn after_at_line(text: &str) -> Option<(usize, &str)> {
    number(text.rsplit_once(" at line ")?.1)
}

/// The number that a text begins with. There is no line 0: what is said of the whole file is
/// no place in it.
pub(super) fn number(text: &str) -> Option<(usize, &str)> {
    let rest = text.trim_start_matches(|next: char| next.is_ascii_digit());
    let line = text.get(..text.len() - rest.len())?.parse().ok()?;
    (line > 0).then_some((line, rest))
}

/// Whether a token is `0:0`, which is no place.
pub(super) fn is_zero(token: &str) -> bool {
    matches!(token.trim_end_matches(':'), "0:0" | "0:1")
}

/// The line of `3:5`, `L3:5`, `[3:5]`, `3:5-3:9` and `3:5:`.
pub(super) fn pair(token: &str) -> Option<usize> {
    let token = token.trim_start_matches(['[', '(']).trim_end_matches([']', ')', ':', ',']);
    let (line, rest) = number(token.strip_prefix('L').unwrap_or(token))?;
    let column = rest.strip_prefix(':')?;
    let rest = column.trim_start_matches(|next: char| next.is_ascii_digit());
    (rest.len() < column.len() && (rest.is_empty() || rest.starts_with('-'))).then_some(line)
}

/// Whether nothing is said before and behind a place but its column.
fn is_bare(before: &str, rest: &str) -> bool {
    // The module or function that it is in.
    let rest = rest.split(" #(").next().unwrap_or(rest);
    let rest = rest.split(": ").next().filter(|_| before.contains('└')).unwrap_or(rest);
    let mut words = rest.split(|next: char| !next.is_alphabetic()).filter(|word| !word.is_empty());
    let is_empty =
        words.all(|word| ["col", "column", "columns", "character", "characters"].contains(&word));
    let words = before.split_whitespace().filter(|word| word.contains(char::is_alphanumeric));
    is_empty && words.count() <= 1
}
