//! Values that go on to the end of their line, with signs in them that end others.

use hook_protocol::{beginning, ending};

use super::MAX_BEFORE;
use crate::cursor::{Cursor, Value};
use crate::generated::is_generated;
use crate::name::{Kind, Name, is_variable};
use crate::value::is_mixed;

/// How much of a line is read, in bytes; what is longer goes on to its next blank.
const MAX_LINE: usize = 256;

/// The most bytes that a letter has.
const MAX_LETTER: usize = 4;

/// What a line gives to a name up to its end, if it does nothing else and that is a password with
/// signs that would end it: `DB_PASSWORD=k3Rw9xQ,pLm2aT7u`.
pub(super) fn until_end<'t>(
    name: &Name<'t>,
    start: usize,
    value: Option<&Value<'t>>,
) -> Option<Value<'t>> {
    let end = value.map_or(start, |value| value.range.end);
    let next = name.text.as_bytes().get(end)?;
    let is_cut = value.is_none_or(|it| it.quote.is_none()) && next.is_ascii_graphic();
    is_cut.then_some(())?;
    let rest = name.text.get(start..)?;
    let line = beginning(rest, MAX_LINE).split('\n').next()?;
    (value.is_none_or(|value| value.text.len() < line.len())).then_some(())?;
    let is_cut = line.len() > MAX_LINE - MAX_LETTER;
    let line = line.trim_end();
    let judged = beginning(line, MAX_BEFORE);
    let before = ending(name.text.get(..name.start)?, MAX_BEFORE).rsplit('\n').next()?;
    let lead = before.trim_start_matches(|c: char| c.is_whitespace() || c == '-');
    let is_alone = matches!(lead, "" | "export " | "ENV " | "set " | "ARG ");
    let is_password = is_generated(judged) || is_mixed(judged) && !line.contains([' ', '"', '\'']);
    (is_alone && is_password).then_some(())?;
    let text = line.split_ascii_whitespace().next()?;
    let is_cut = is_cut && text.len() == line.len();
    Some(Value { text, range: start..start + text.len(), quote: None, is_cut })
}

/// `v` of `NAME = x ? "v" : null`.
pub(super) fn if_so<'t>(name: &Name<'t>, value: &Value<'t>) -> Option<Value<'t>> {
    value.quote.is_none().then_some(())?;
    let behind = name.text.get(value.range.end..)?;
    behind.strip_prefix(" ? ")?.starts_with(['"', '\'']).then_some(())?;
    Cursor::new(name.text, value.range.end + " ? ".len()).value()
}

/// `v` of `printf "NAME=%s\n" "v"` and of `"NAME: %s" % "v"`.
pub(super) fn formatted<'t>(at: &Cursor<'t>, value: &Value<'t>) -> Option<Value<'t>> {
    value.text.starts_with("%s").then_some(())?;
    let mut cursor = Cursor::new(at.text(), value.range.start + "%s".len());
    cursor.eat("\\n");
    let is_ended = cursor.eat("\"") || cursor.eat("'");
    let is_given = cursor.eat(" % ") || cursor.eat(", ") || cursor.eat(" ");
    let given = (is_ended && is_given).then(|| cursor.value())??;
    given.quote.map(|_| given.clone())
}

/// `"v" -> "w"` of a plan of Terraform, as one.
pub(super) fn changed<'t>(name: &Name<'t>, value: &Value<'t>) -> Option<Value<'t>> {
    let quote = value.quote?;
    let between = name.text.get(value.range.end..)?.strip_prefix(quote)?;
    between.strip_prefix(" -> ")?.starts_with(quote).then_some(())?;
    let new = Cursor::new(name.text, value.range.end + quote.len_utf8() + " -> ".len()).value()?;
    Some(Value { range: value.range.start..new.range.end, ..new })
}

/// A password of a command or of `.netrc` with signs in it that end others: `password k3R}w9x`.
pub(super) fn to_blank<'t>(name: &Name<'t>, value: Value<'t>) -> Value<'t> {
    let next = name.text.as_bytes().get(value.range.end);
    let is_cut = value.quote.is_none()
        && next.is_some_and(|next| b",;&)]}<>".contains(next))
        && (name.kind == Kind::Password || name.before() == Some('-'));
    if !is_cut {
        return value;
    }
    let rest = beginning(name.text.get(value.range.start..).unwrap_or_default(), MAX_LINE);
    let word = rest.split(|c: char| c.is_whitespace() || "\"'`".contains(c)).next();
    let word = word.unwrap_or_default().trim_end_matches([',', ';', '.', ':', ')', ']', '}', '>']);
    if word.len() > value.text.len() && is_generated(word) {
        let range = value.range.start..value.range.start + word.len();
        return Value { text: word, range, quote: None, is_cut: false };
    }
    value
}

/// A value of a `.env` file with all signs in it: `SECRET_KEY=r&lv)b`.
pub(super) fn whole<'t>(name: &Name<'t>, value: Value<'t>) -> Value<'t> {
    let rest = name.text.get(value.range.start..).unwrap_or_default();
    let line = beginning(rest, MAX_LINE);
    let line = line.split(['\n', '\r']).next().unwrap_or_default();
    let begins = name.text.get(..name.start).is_some_and(|it| it.is_empty() || it.ends_with('\n'));
    let has_signs = line.contains(['&', '(', ')', '^', '%', '!', '*', '@']);
    let is_code = line.contains([' ', ';', '"', '\'', '`', '|', '$', '<', '\t']);
    let is_longer = value.quote.is_none() && line.len() > value.text.len();
    if begins && is_variable(name.said()) && is_longer && has_signs && !is_code && line.len() > 20 {
        let range = value.range.start..value.range.start + line.len();
        let is_cut = line.len() > MAX_LINE - MAX_LETTER;
        return Value { text: line, range, quote: None, is_cut };
    }
    value
}
