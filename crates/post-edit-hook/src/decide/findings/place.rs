//! The places that tools name: a file and a line, in the forms that compilers, linters and
//! test runners print.

use crate::decide::findings::range::last_line;
use crate::gather::target::{Target, divides};

/// So many words may stand before the path of another file: `ERROR: b.ts:3:1`.
const MAX_WORDS_BEFORE: usize = 3;

/// A row below the path of its file begins with its place, but for a mark and a rule.
const MAX_TOKENS_BEFORE: usize = 3;

/// What XML, YAML and the commands of CI systems call the line.
const LINE_KEYS: [&str; 11] = [
    "Line: ",
    "line=",
    "linenumber=",
    "beginline=",
    "startline=",
    "line: ",
    "line_number: ",
    "line_no: ",
    "lineNumber: ",
    "lineNumber=",
    "LineNumber=",
];

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
    other.or(here).or_else(|| of_stdin(line)).or_else(|| elsewhere(line))
}

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

/// The line that a row names which stands below the path of its file, or, where it has none,
/// in the output of a program that was given one file.
pub(super) fn row(line: &str, has_path: bool) -> Option<usize> {
    let tokens: Vec<&str> = line.split_whitespace().collect();
    let first = tokens.iter().position(|token| token.contains(char::is_alphanumeric))?;
    let tokens = tokens.get(first..).unwrap_or_default();
    let near = if has_path { MAX_TOKENS_BEFORE } else { 1 };
    let pair = tokens.iter().take(near).find_map(|token| pair(token));
    let pair = pair.or_else(|| tokens.windows(2).take(near).find_map(apart));
    let pair = pair.or_else(|| listed(line, has_path));
    let places = pair.or_else(|| cells(tokens)).or_else(|| attribute(line));
    let numbered = || numbered(line, tokens).filter(|_| has_path);
    places.or_else(|| spelled(line)).or_else(|| leading(tokens)).or_else(numbered)
}

/// The line of `  3      message`, in a column below the title `Line`.
pub(super) fn column(line: &str) -> Option<usize> {
    let row = line.strip_prefix("  ")?.trim_start();
    let (found, rest) = number(row.strip_prefix(':').unwrap_or(row))?;
    rest.starts_with("  ").then_some(found)
}

/// The line of `3,7,rule,message` where nothing names a file.
fn listed(line: &str, has_path: bool) -> Option<usize> {
    let (found, rest) = number(line)?;
    let (_, rest) = number(rest.strip_prefix(',')?)?;
    (!has_path && rest.starts_with(',') && rest.len() > 4).then_some(found)
}

/// The line of an indented `3: message`, and of one between tabs.
fn numbered(line: &str, tokens: &[&str]) -> Option<usize> {
    let (found, rest) = number(tokens.first()?)?;
    let is_row = line.starts_with(char::is_whitespace)
        && (rest == ":" || rest.is_empty() && line.contains(&format!("{found}\t")));
    (is_row && tokens.len() > 2).then_some(found)
}

/// The place in this file.
fn here(line: &str, target: &Target) -> Option<Place> {
    names(line, target).find_map(|(before, rest)| {
        let plain = rest.strip_prefix(['"', '\'']).unwrap_or(rest);
        let found = suffix(rest).or_else(|| after_colon(plain));
        let (line, rest) = found.or_else(|| loose_suffix(rest))?;
        let last = last_line(line, rest);
        Some(Place { is_here: true, line, last, is_bare: is_bare(before, rest) })
    })
}

/// What stands before and behind each name of this file.
fn names<'a>(line: &'a str, target: &Target) -> impl Iterator<Item = (&'a str, &'a str)> {
    let name = target.path.file_name().and_then(|name| name.to_str()).unwrap_or("\0");
    let ends = line.match_indices(name).map(|(at, name)| at + name.len());
    ends.filter_map(|end| {
        let (text, rest) = line.split_at_checked(end)?;
        let is_whole = !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_');
        let start = target.named_at_end(text).filter(|_| is_whole)?;
        Some((text.get(..start)?, rest))
    })
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
        if let Some((line, rest)) = place.filter(|_| looks_like_a_path(token)) {
            let is_bare = is_bare(before, rest);
            return Some(Place { is_here: false, line, last: line, is_bare });
        }
        start = end + rest.chars().next().map_or(0, char::len_utf8);
    }
    None
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
    number(rest.strip_prefix(sign)?).filter(|(_, after)| after.starts_with(sign))
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
    let rest = rest.trim_start_matches(|next: char| next == ' ' || "\"'`)],:;(".contains(next));
    let word = ["on ", "at ", "in "].iter().find_map(|word| rest.strip_prefix(word));
    let rest = word.unwrap_or(rest);
    let words = ["linenumber", "lines", "line", "Line"];
    let rest = words.iter().find_map(|word| rest.strip_prefix(word))?;
    let after = rest.trim_start_matches([' ', '=', ':', '"', '\'']);
    if after.len() == rest.len() { None } else { number(after) }
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
    let cell = text.strip_prefix(',').and_then(number);
    let is_quoted = text.len() < rest.len();
    let cell =
        cell.filter(|(_, after)| after.starts_with(',') || is_quoted && after.starts_with(' '));
    let marks = ["#L", " +", "@"];
    let anchor = marks.iter().find_map(|mark| text.strip_prefix(mark)).and_then(number);
    let last = || {
        let (text, _) = text.rsplit_once('(')?.1.split_once(')')?;
        Some((pair(text)?, "x"))
    };
    let near = || text.split_whitespace().take(MAX_TOKENS_BEFORE + 1).find_map(pair);
    let far = || text.starts_with([':', ' ']).then(|| after_at_line(text)).flatten();
    let last = || last().or_else(|| Some((near()?, "x"))).or_else(far);
    let in_brackets = text.strip_prefix('[').and_then(number);
    // The name of a function stands between.
    let named = text.strip_prefix(':').and_then(|text| {
        let (name, text) = text.split_once(':')?;
        let is_name = !name.is_empty() && name.chars().all(|it| it.is_alphanumeric() || it == '_');
        number(text).filter(|(_, after)| is_name && after.starts_with(':'))
    });
    let quoted = text.strip_prefix(' ').filter(|_| is_quoted).and_then(number);
    let quoted = quoted.filter(|(_, after)| after.starts_with('/'));
    let column = column.or(quoted).or_else(|| after_tab(text));
    spaced.or(column).or(in_brackets).or(named).or(cell).or(anchor).or_else(last)
}

/// The line of a message that ends in `at line 3, column 7`.
fn after_at_line(text: &str) -> Option<(usize, &str)> {
    number(text.rsplit_once(" at line ")?.1)
}

/// The number that a text begins with. There is no line 0: what is said of the whole file is
/// no place in it.
fn number(text: &str) -> Option<(usize, &str)> {
    let rest = text.trim_start_matches(|next: char| next.is_ascii_digit());
    let line = text.get(..text.len() - rest.len())?.parse().ok()?;
    (line > 0).then_some((line, rest))
}

/// The line of `3:5`, `L3:5`, `[3:5]`, `3:5-3:9` and `3:5:`.
fn pair(token: &str) -> Option<usize> {
    let token = token.trim_start_matches(['[', '(']).trim_end_matches([']', ')', ':', ',']);
    let (line, rest) = number(token.strip_prefix('L').unwrap_or(token))?;
    let column = rest.strip_prefix(':')?;
    let rest = column.trim_start_matches(|next: char| next.is_ascii_digit());
    (rest.len() < column.len() && (rest.is_empty() || rest.starts_with('-'))).then_some(line)
}

/// The line of `3:  5:`.
fn apart(tokens: &[&str]) -> Option<usize> {
    let mut numbers = tokens.iter().map(|token| number(token).filter(|(_, rest)| *rest == ":"));
    let ((line, _), _column) = (numbers.next()??, numbers.next()??);
    Some(line)
}

/// The line of a row of cells: `L3 |`, `L:   3 |`, `#3:`, `3 | ERROR |`.
fn cells(tokens: &[&str]) -> Option<usize> {
    let whole = |text: &str| number(text).filter(|(_, rest)| rest.is_empty()).map(|(line, _)| line);
    let first = *tokens.first()?;
    let second = tokens.get(1).copied().unwrap_or_default();
    if let Some(rest) = first.strip_prefix('#') {
        return whole(rest.strip_suffix(':')?);
    }
    if let Some(rest) = first.strip_prefix('[').and_then(|rest| rest.strip_suffix(',')) {
        return whole(rest).filter(|_| second.contains(']'));
    }
    if let Some((line, rest)) = first.strip_prefix('[').and_then(number) {
        return rest.starts_with("]:").then_some(line);
    }
    if first == "L:" || first == "L" && tokens.get(2).is_some_and(|it| it.starts_with("(C")) {
        return whole(second);
    }
    if let Some(rest) = first.strip_prefix('L') {
        return whole(rest).filter(|_| second.starts_with('|'));
    }
    let in_brackets = |token: &&str| whole(token.strip_prefix("(L")?.strip_suffix(')')?);
    if let Some(line) = tokens.iter().find_map(in_brackets) {
        return Some(line);
    }
    let third = tokens.get(2).copied().unwrap_or_default();
    // A table that is drawn: `2 │ 1 │ error │`.
    let is_drawn = matches!(second, "│" | "║" | "┃") && tokens.get(3) == Some(&second);
    if is_drawn && whole(third).is_some() {
        return whole(first);
    }
    let is_severity = third.len() > 3 && third.bytes().all(|byte| byte.is_ascii_uppercase());
    whole(first).filter(|_| second == "|" && is_severity)
}

/// The line in `line="3"`.
fn attribute(line: &str) -> Option<usize> {
    let value = |key: &&str| {
        let (before, rest) = line.split_once(*key)?;
        let is_whole = !before.ends_with(|last: char| last.is_alphanumeric());
        let rest = rest.trim_start_matches(['"', '\'', ' ']);
        number(rest).filter(|_| is_whole).map(|(line, _)| line)
    };
    LINE_KEYS.iter().find_map(value)
}

/// The line in `at line 3, column 5`, `LINE 3:` and `Line # 3`.
fn spelled(line: &str) -> Option<usize> {
    let lower = line.to_ascii_lowercase();
    let words = lower.match_indices("line ");
    let mut parts =
        words.filter_map(|(at, word)| Some((line.get(..at)?, line.get(at + word.len()..)?)));
    parts.find_map(|(before, rest)| {
        let is_word = !before.ends_with(|last: char| last.is_alphanumeric() || last == '-');
        let rest = rest.trim_start_matches(['#', ' ', ':']);
        number(rest).filter(|_| is_word).map(|(line, _)| line)
    })
}

/// The line in `3: R1 message`. Sources are numbered like this as well.
fn leading(tokens: &[&str]) -> Option<usize> {
    let (line, rest) = number(tokens.first()?)?;
    let rule = tokens.get(1)?;
    let is_rule = rule.starts_with(|first: char| first.is_ascii_uppercase())
        && rule.contains(|it: char| it.is_ascii_digit());
    (rest == ":" && is_rule).then_some(line)
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
