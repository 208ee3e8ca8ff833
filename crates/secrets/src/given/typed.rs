//! What a test types into a field of a page: `page.fill('#NAME', 'v')`,
//! `getByLabel('NAME').fill('v')`, `find_element(By.ID, "NAME").send_keys("v")`,
//! `fill in "NAME" with "v"`.

use hook_protocol::ending;

use super::{How, MAX_BEFORE};
use crate::cursor::{Cursor, Value};
use crate::name::{Name, names_a_secret};

/// What stands between a field and what is typed into it, behind the quote.
const TYPES: [&str; 14] = [
    ").fill(",
    ").type(",
    ").val(",
    ").clear().type(",
    ").first().fill(",
    ").send_keys(",
    ").sendKeys(",
    ").setValue(",
    ").set(",
    ")).sendKeys(",
    ").set_text(",
    ", with: ",
    " with ",
    " => ",
];

/// The ends of what takes a field and a text, before the first bracket.
const TAKES: [&str; 9] =
    ["fill", "type", "typeText", "setValue", "set_value", "fill_in", "sendKeys", "input", "change"];

/// What is typed into the field of this name.
pub(super) fn at<'t>(name: &Name<'t>, after: Cursor<'t>) -> Option<(Value<'t>, How)> {
    let mut cursor = after;
    cursor.skip(|c| matches!(c, '"' | '\'' | '`' | ']'));
    let [first, second, ..] = *cursor.rest().as_bytes() else { return None };
    let may_be = match first {
        b')' => matches!(second, b'.' | b')'),
        b' ' => matches!(second, b'w' | b'='),
        b',' => true,
        _ => false,
    };
    may_be.then_some(())?;
    let is_typed = TYPES.iter().any(|between| cursor.eat(between)) && {
        // `"NAME" => "v"` and `"NAME" with "v"` are said of others as well.
        let between = name.text.get(after.at..cursor.at)?;
        !between.ends_with([' ']) || between.contains(", with") || is_filled(name)
    };
    if !is_typed {
        (cursor.eat(", ") || cursor.eat(",")).then_some(())?;
        is_taken(name).then_some(())?;
    }
    let value = cursor.value()?;
    // `.fill(password)`.
    value.quote?;
    (!names_a_secret(value.text)).then_some((value, How::Assigned))
}

/// `I fill in "NAME" with "v"`.
fn is_filled(name: &Name<'_>) -> bool {
    let before = ending(name.text.get(..name.start).unwrap_or_default(), MAX_BEFORE);
    let line = before.rsplit('\n').next().unwrap_or_default();
    ["fill", "enter", "type", "set the"].iter().any(|verb| line.contains(verb))
}

/// `page.fill('#NAME', 'v')`.
fn is_taken(name: &Name<'_>) -> bool {
    let before = ending(name.text.get(..name.start).unwrap_or_default(), MAX_BEFORE);
    let line = before.rsplit('\n').next().unwrap_or_default();
    line.rsplit_once('(').is_some_and(|(called, field)| {
        field.starts_with(['"', '\'', '`']) && TAKES.iter().any(|verb| called.ends_with(verb))
    })
}
