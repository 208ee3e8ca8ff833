//! Values that are taken where nothing else is there: `${NAME:-v}`, `getenv("X") or "v"`.

use hook_protocol::beginning;

use super::How;
use crate::cursor::{Cursor, Value};
use crate::name::Name;

/// How far is looked, in bytes.
const MAX_LINE: usize = 160;
const MAX_COLUMNS: usize = 300;

/// What stands before the value that is taken where a variable is not set.
const ELSE: [&str; 6] = [" or ", " || ", " ?? ", ", ", " { ", " default "];

/// `${NAME:-v}`, `${NAME:=v}`, `${NAME:v}` of Spring, and `NAME="${1:-v}"`.
pub(super) fn of_variable<'t>(name: &Name<'t>, after: Cursor<'t>) -> Option<(Value<'t>, How)> {
    let mut cursor = after;
    let is_else = if name.text.get(..name.start)?.ends_with("${") {
        [":-", ":=", "-", "=", ":"].iter().any(|sign| cursor.eat(sign))
    } else {
        (cursor.eat("=\"${") || cursor.eat("=${")) && {
            cursor.skip(|c| c.is_ascii_digit());
            cursor.eat(":-")
        }
    };
    (is_else && !cursor.rest().starts_with(['?', '+', '$', '}'])).then_some(())?;
    let near = beginning(cursor.rest(), MAX_LINE);
    let length = near.find(['}', '\n'])?;
    near.get(length..)?.starts_with('}').then_some(())?;
    let range = cursor.at..cursor.at + length;
    let value = Value { text: name.text.get(range.clone())?, range, quote: None, is_cut: false };
    Some((value, How::Adjacent))
}

/// `variable "NAME" { type = string  default = "v" }`.
pub(super) fn of_declaration<'t>(name: &Name<'t>, after: Cursor<'t>) -> Option<(Value<'t>, How)> {
    name.text.get(..name.start)?.ends_with("variable \"").then_some(())?;
    let near = beginning(after.rest(), MAX_COLUMNS);
    crate::count_steps(near.len());
    let block = near.split('}').next()?;
    let place = block.find("default")? + "default".len();
    let mut cursor = Cursor::new(after.text(), after.at + place);
    cursor.blank();
    cursor.eat("=").then_some(())?;
    cursor.blank();
    Some((cursor.value()?, How::Assigned))
}

/// `NAME = getenv("X") or "v"`, `NAME: ENV.fetch("X") { "v" }`.
pub(super) fn of_environment(after: Cursor<'_>) -> Option<(Value<'_>, How)> {
    let mut given = after.rest().bytes().skip_while(|it| matches!(it, b'"' | b'\'' | b']' | b' '));
    matches!(given.next()?, b'=' | b':').then_some(())?;
    let near = beginning(after.rest(), MAX_LINE);
    let line = near.split('\n').next()?;
    // Nearly no line has it, and this is the cheaper question.
    (line.contains("env") || line.contains("ENV")).then_some(())?;
    let place = line.find("env").or_else(|| line.find("ENV"))?;
    crate::count_steps(line.len());
    let behind = line.get(place..)?;
    let tried = ELSE.iter().filter_map(|sign| {
        let at = behind.find(sign)? + sign.len();
        behind.get(at..)?.starts_with(['"', '\'']).then_some(at)
    });
    let start = after.at + place + tried.min()?;
    let value = Cursor::new(after.text(), start).value()?;
    value.quote.map(|_| (value, How::Assigned))
}
