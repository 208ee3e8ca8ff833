//! Values that a declaration gives to a name: of a variable, a property, a column.

use super::How;
use crate::cursor::{Cursor, Value};
use crate::signs::{is_one_of, table};

/// What types are made of, and how long one may be, in bytes.
static OF_TYPES: [bool; 256] =
    table(b" _&*'<>[].:|?!0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
const MAX_TYPE: usize = 50;

/// How a column says what it has where nothing is given.
const DEFAULTS: [&str; 2] = [" DEFAULT ", " default "];

/// How many bytes of a type begin here.
pub(super) fn of_type(cursor: Cursor<'_>) -> usize {
    let near = cursor.rest().bytes().take(MAX_TYPE);
    near.take_while(|byte| is_one_of(&OF_TYPES, *byte)).count()
}

/// `password: str = "v"`, `var token string = "v"`, `char secret[] = "v"`, `NAME varchar(20)
/// DEFAULT 'v'`.
pub(super) fn at(after: Cursor<'_>) -> Option<(Value<'_>, How)> {
    let mut cursor = after;
    let length = of_type(cursor);
    let end = cursor.text().as_bytes().get(cursor.at + length)?;
    matches!(end, b'=' | b'(' | b'\'').then_some(())?;
    let kind = cursor.rest().get(..length)?;
    if *end != b'=' {
        return of_column(cursor, kind);
    }
    if length < 2 || !kind.contains(|c: char| c.is_alphabetic() || c == ']') {
        return None;
    }
    // `Dim password As String = "v"`.
    let is_declared =
        kind.trim_start().starts_with([':', '[', '?', '!']) || kind.starts_with(" As ");
    let is_typed = kind.starts_with(' ') && kind.split_whitespace().count() == 1;
    cursor.at += length;
    let is_given = cursor.eat("=") && !cursor.rest().starts_with(['=', '>']);
    if !is_given || !(is_declared || is_typed) || kind.trim_end().ends_with([':', '?', '.', '|']) {
        return None;
    }
    cursor.skip(|c| c == ' ');
    let value = cursor.value()?;
    value.quote.map(|_| (value, How::Assigned))
}

/// `NAME text DEFAULT 'v'`, `NAME varchar2(20) := 'v'`: `kind` goes up to a bracket or a quote.
fn of_column<'t>(mut cursor: Cursor<'t>, kind: &str) -> Option<(Value<'t>, How)> {
    kind.starts_with(' ').then_some(())?;
    cursor.at += kind.len();
    let mut is_given = DEFAULTS.iter().any(|word| kind.ends_with(word));
    if cursor.eat("(") {
        cursor.skip(|c| c.is_ascii_digit() || c == ',');
        cursor.eat(")").then_some(())?;
        let start = cursor.at;
        cursor.skip(|c| c.is_ascii_alphabetic() || c == ' ');
        let behind = cursor.text().get(start..cursor.at)?;
        is_given = DEFAULTS.iter().any(|word| behind.ends_with(word))
            || cursor.eat(":= ")
            || cursor.eat("= ");
    }
    let value = cursor.value().filter(|_| is_given)?;
    value.quote.map(|_| (value, How::Assigned))
}

/// `string Password { get; set; } = "v"` of C#.
pub(super) fn property(after: Cursor<'_>) -> Option<(Value<'_>, How)> {
    let mut cursor = after;
    cursor.eat(" { get; ").then_some(())?;
    cursor.skip_to('}', MAX_TYPE)?;
    cursor.eat("} = ").then_some(())?;
    let value = cursor.value()?;
    value.quote.map(|_| (value, How::Assigned))
}
