//! The rows that stand below the path of their file, or that a program prints of the one file
//! that it was given: they begin with a line.

use crate::decide::findings::place::{LINE_WORDS, MAX_TOKENS_BEFORE, number, pair};
use crate::decide::findings::{At, Finding};

/// What XML, YAML and the commands of CI systems call the line.
const LINE_KEYS: [&str; 12] = [
    "Line: ",
    "Line=",
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

/// The line that a row names which stands below the path of its file, or, where it has none,
/// in the output of a program that was given one file.
pub(super) fn row(line: &str, has_path: bool) -> Option<usize> {
    let tokens: Vec<&str> = line.split_whitespace().collect();
    let first = tokens.iter().position(|token| token.contains(char::is_alphanumeric))?;
    let tokens = tokens.get(first..).unwrap_or_default();
    if let ["cell", place, ..] = tokens {
        // Of a notebook.
        let (_, line) = place.split_once(':').filter(|_| has_path)?;
        return pair(line);
    }
    let near = if has_path { MAX_TOKENS_BEFORE } else { 1 };
    let pair = tokens.iter().take(near).find_map(|token| pair(token));
    let pair = pair.or_else(|| tokens.windows(2).take(near).find_map(apart));
    let pair = pair.or_else(|| listed(line, has_path)).or_else(|| enclosed(line));
    let places = pair.or_else(|| cells(tokens)).or_else(|| attribute(line));
    let numbered = || numbered(line, tokens).filter(|_| has_path);
    let wide = || wide(line).filter(|_| has_path);
    let places = places.or_else(|| spelled(line)).or_else(|| leading(tokens)).or_else(numbered);
    places.or_else(wide).or_else(|| of_shader(tokens)).or_else(|| graded(tokens))
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

/// The line of `  3    message    rule`, in columns.
fn wide(line: &str) -> Option<usize> {
    let mut cells =
        line.strip_prefix("  ")?.trim().split("  ").map(str::trim).filter(|it| !it.is_empty());
    let (found, rest) = number(cells.next()?)?;
    let said = cells.next().filter(|said| said.starts_with(char::is_alphabetic));
    (rest.is_empty() && said.is_some() && cells.next().is_some()).then_some(found)
}

/// The line of `E: 3, 7: message`.
fn graded(tokens: &[&str]) -> Option<usize> {
    let [kind, line, column, ..] = tokens else { return None };
    let (line, rest) = number(line)?;
    let column = column.strip_suffix(':')?;
    let is_place = column.bytes().all(|byte| byte.is_ascii_digit()) && rest == ",";
    (kind.len() == 2 && kind.ends_with(':') && is_place).then_some(line)
}

/// The line of `ERROR: 0:3: message`, where the first number is that of a text.
fn of_shader(tokens: &[&str]) -> Option<usize> {
    let (kind, place) = (tokens.first()?, tokens.get(1)?);
    let (line, rest) = number(place.strip_prefix("0:")?)?;
    (["ERROR:", "WARNING:"].contains(kind) && rest == ":").then_some(line)
}

/// The line of `(at 3:5)`, `[Ln 3, Col 5]`, and of `l.3 ` and `3┆ `, which show what is there.
fn enclosed(line: &str) -> Option<usize> {
    let behind = |mark: &str| line.split_once(mark).map(|(_, rest)| rest);
    let at = behind("(at ").and_then(|rest| pair(rest.split([')', ' ']).next()?));
    let spelled = || number(behind("[Ln ")?).filter(|(_, rest)| rest.starts_with([',', ']']));
    let trimmed = line.trim_start();
    let shown = || number(trimmed).filter(|(_, rest)| rest.starts_with('┆'));
    let of_tex = || number(line.strip_prefix("l.")?).filter(|(_, rest)| rest.starts_with(' '));
    let others = || spelled().or_else(shown).or_else(of_tex).map(|(line, _)| line);
    at.or_else(others)
}

/// The findings of `grep -n` in one file, `3:text`: so is each line, and they are in order.
pub(super) fn counted(lines: &[String]) -> Option<Vec<Finding>> {
    let (mut found, mut last) = (Vec::new(), 0);
    for text in lines.iter().filter(|line| !line.is_empty() && *line != "--") {
        let (line, rest) = number(text).filter(|(line, _)| *line > last)?;
        last = line;
        let is_context = rest.starts_with('-');
        let rest = rest.strip_prefix([':', '-'])?;
        // A time, or an item of a list.
        let is_text = !rest.starts_with(|first: char| first.is_ascii_digit() || first == ' ');
        (is_text || rest.starts_with("  ")).then_some(())?;
        if !is_context {
            found.push(Finding { text: text.clone(), at: At::Here(vec![line..=line]) });
        }
    }
    Some(found).filter(|found| !found.is_empty())
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
    // `(3, 7)  rule  message`
    if let Some(rest) = first.strip_prefix('(').and_then(|rest| rest.strip_suffix(',')) {
        return whole(rest)
            .filter(|_| second.strip_suffix(')').is_some_and(|it| whole(it).is_some()));
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

/// The line in `at line 3, column 5`, `LINE 3:`, `Line # 3` and `Zeile 3`.
fn spelled(line: &str) -> Option<usize> {
    let lower = line.to_ascii_lowercase();
    let of = |word: &str| {
        let word = format!("{} ", word.to_ascii_lowercase());
        let mut found = lower.match_indices(&word).map(|(at, word)| (at, at + word.len()));
        found.find_map(|(start, end)| {
            let (before, rest) = (line.get(..start)?, line.get(end..)?);
            let is_word = !before.ends_with(|last: char| last.is_alphanumeric() || last == '-');
            let rest = rest.trim_start_matches(['#', ' ', ':']);
            number(rest).filter(|_| is_word).map(|(line, _)| line)
        })
    };
    LINE_WORDS.iter().find_map(|word| of(word))
}

/// The lines of a finding behind the first, where it has a list of them: `[3, 7]:rule: x`,
/// `lines 3, 7: x`.
pub(super) fn others(line: &str) -> Vec<usize> {
    let in_brackets = line.split_once('[').and_then(|(_, rest)| {
        let (inside, behind) = rest.split_once("]:")?;
        behind.starts_with(char::is_alphabetic).then_some(inside)
    });
    let behind_word = || {
        let (_, rest) = line.split_once("lines ")?;
        rest.split(|it: char| !it.is_ascii_digit() && !matches!(it, ',' | ' ')).next()
    };
    let list = in_brackets.or_else(behind_word).unwrap_or_default();
    let numbers = list.split(',').map(|it| number(it.trim()).filter(|(_, rest)| rest.is_empty()));
    let numbers: Option<Vec<usize>> = numbers.map(|it| it.map(|(line, _)| line)).collect();
    numbers.unwrap_or_default().into_iter().skip(1).collect()
}

/// The line in `3: R1 message`. Sources are numbered like this as well.
fn leading(tokens: &[&str]) -> Option<usize> {
    let (line, rest) = number(tokens.first()?)?;
    let rule = tokens.get(1)?;
    let is_rule = rule.starts_with(|first: char| first.is_ascii_uppercase())
        && rule.contains(|it: char| it.is_ascii_digit());
    (rest == ":" && is_rule).then_some(line)
}
