//! Values that stand in parentheses behind a name, in the next column or line, or before it.

use hook_protocol::ending;

use super::{How, MAX_BEFORE};
use crate::cursor::{Cursor, Value};
use crate::generated::is_unordered;
use crate::name::Name;
use crate::value::is_very_random;

/// `the password (v)`.
pub(super) fn in_parentheses(after: Cursor<'_>) -> Option<(Value<'_>, How)> {
    let mut cursor = after;
    (cursor.blank() && cursor.eat("(")).then_some(())?;
    let value = cursor.value()?;
    let mut behind = Cursor::new(after.text(), value.range.end);
    behind.skip(|c| matches!(c, '"' | '\'' | '`'));
    behind.eat(")").then_some((value, How::Said))
}

/// The next column, or the next line.
pub(super) fn below<'t>(name: &Name<'t>, after: Cursor<'t>) -> Option<(Value<'t>, How)> {
    let mut cursor = after;
    // A row of base64 may end as names of passwords do: `...kR+1Pw`.
    let is_row = matches!(name.before(), Some('+' | '/')) || is_unordered(name.said());
    (!is_row).then_some(())?;
    let is_column = cursor.eat(",") || cursor.eat(";");
    if is_column {
        cursor.blank();
    } else {
        cursor.eat(":");
        cursor.eat("\n").then_some(())?;
        cursor.blank();
        cursor.eat("- ");
    }
    let value = cursor.value()?;
    let mut behind = Cursor::new(after.text(), value.range.end);
    behind.skip(|c| matches!(c, '"' | '\'' | '`' | ' ' | '\r'));
    let is_alone = behind.rest().is_empty() || behind.rest().starts_with('\n');
    // Lists of paths have names of secrets in them as well.
    let is_path = value.text.contains('/') && value.text.contains(['.', '-', '_']);
    (is_alone && !is_path && is_very_random(value.text)).then_some((value, How::Beside))
}

/// The part of a form: `name="NAME"`, an empty line, and the value.
pub(super) fn posted<'t>(name: &Name<'t>, after: Cursor<'t>) -> Option<(Value<'t>, How)> {
    name.text.get(..name.start)?.ends_with(" name=\"").then_some(())?;
    let mut cursor = after;
    let is_posted = ["\"\r\n\r\n", "\"\n\n"].iter().any(|between| cursor.eat(between));
    is_posted.then_some(())?;
    Some((cursor.value()?, How::Enclosed))
}

/// What stands between a value and the name that is said of it.
const BETWEEN: [&str; 12] =
    [" as", "//", "#", "/*", "<!--", "<-", " --", " ==", " ===", " !=", " !==", ".equals("];

/// `"v", // NAME`, `use v as the NAME`.
pub(super) fn before<'t>(name: &Name<'t>) -> Option<(Value<'t>, How)> {
    let before = ending(name.text.get(..name.start)?, MAX_BEFORE);
    let mut line = before.trim_end_matches(' ');
    let mut words = 0;
    let line = loop {
        let ends = |last: &u8| matches!(last, b's' | b'/' | b'#' | b'*' | b'-' | b'=' | b'(');
        if line.as_bytes().last().is_some_and(ends)
            && let Some(line) = BETWEEN.iter().find_map(|mark| line.strip_suffix(mark))
        {
            // `--label v --token` is an option, and `a/b//Pw` is a path or base64.
            (!(line.len() + " --".len() == before.len() && name.before() == Some('-')))
                .then_some(())?;
            let is_path = name.before() == Some('/')
                && line.ends_with(|last: char| last.is_ascii_alphanumeric());
            (!is_path).then_some(())?;
            break line;
        }
        // `the stripe secret`: words that belong to the name.
        let behind = line.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        words += 1;
        if behind.len() == line.len() || words > 3 {
            return None;
        }
        line = behind.trim_end_matches(' ');
    };
    let whole = line.rsplit('\n').next()?;
    let shift = line.len() - whole.len();
    let line = whole.trim_end_matches([' ', '\t', ',', ';', ':', ')']);
    let quote = line.chars().next_back().filter(|last| matches!(last, '"' | '\'' | '`'));
    let text = line.strip_suffix(['"', '\'', '`']).unwrap_or(line);
    let is_end = |c: char| quote.map_or(c.is_whitespace() || "\"'`(".contains(c), |q| c == q);
    let start = text.rfind(is_end).map_or(0, |place| place + 1);
    let text = text.get(start..)?;
    let start = name.start - before.len() + shift + start;
    let value = Value { text, range: start..start + text.len(), quote, is_cut: false };
    Some((value, if quote.is_some() { How::Beside } else { How::Said }))
}
