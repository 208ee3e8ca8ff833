//! Values that a function or a block of the name gives back, and what is sent where the name is
//! asked for.

use super::How;
use super::declared::of_type;
use crate::cursor::{Cursor, Value};
use crate::name::{Kind, Name};

/// What sends a line to a program.
const SENDS: [&str; 4] = ["send ", "exp_send ", "child.sendline(", "child.send("];

/// `NAME() { return "v"; }`, `password { "v" }`, `let(:token) { "v" }`, `fun NAME() = "v"`,
/// `expect "NAME:"; send "v"`, `NAME> v`, and `s:5:"NAME";s:1:"v";` of PHP.
pub(super) fn at<'t>(name: &Name<'t>, after: Cursor<'t>) -> Option<(Value<'t>, How)> {
    let rest = after.rest();
    match rest.as_bytes().first()? {
        b'>' => prompted(name, after),
        b'"' | b'*' | b':' if name.kind == Kind::Password => {
            serialized(after).or_else(|| sent(after))
        }
        b'"' => serialized(after),
        _ if BEFORE_BODIES.iter().any(|open| rest.starts_with(open)) => body(name, after),
        b';' | b'\n' if name.text.get(..name.start)?.ends_with("def ") => body(name, after),
        _ => None,
    }
}

/// What stands behind the name of what gives something back.
const BEFORE_BODIES: [&str; 4] = ["()", ") {", " {", " by lazy {"];

fn body<'t>(name: &Name<'t>, after: Cursor<'t>) -> Option<(Value<'t>, How)> {
    let mut cursor = after;
    let is_called = cursor.eat("()");
    let is_argument = !is_called && cursor.eat(")");
    let before = name.text.get(..name.start)?;
    let start = cursor.at;
    cursor.eat(" ->");
    cursor.at += of_type(cursor);
    let kind = name.text.get(start..cursor.at)?;
    let is_defined = before.ends_with("def ");
    let is_open = cursor.eat("{");
    match cursor.rest().as_bytes().first()? {
        _ if is_open => {}
        b'=' if is_called || kind.ends_with("get() ") => {
            cursor.eat("= ").then_some(())?;
            let value = cursor.value()?;
            return value.quote.map(|_| (value, How::Beside));
        }
        b'\n' if is_defined || is_called && kind.ends_with(':') => {}
        b';' if is_defined && kind.is_empty() => cursor.at += 1,
        _ => return None,
    }
    // `if (token) { "v" }` says less than `{ return "v" }`, and a block of a name is one.
    cursor.skip(char::is_whitespace);
    let gives_back = cursor.eat("return ") || cursor.eat("echo ");
    let value = cursor.value()?;
    value.quote?;
    let mut behind = Cursor::new(name.text, value.range.end + 1);
    behind.eat(";");
    behind.skip(char::is_whitespace);
    let is_closed = if is_open { behind.eat("}") } else { gives_back || behind.eat("end") };
    let is_named = !is_argument || gives_back || before.ends_with(':');
    (is_closed && is_named).then_some((value, How::Beside))
}

/// `token> v`, as a program asks.
fn prompted<'t>(name: &Name<'t>, after: Cursor<'t>) -> Option<(Value<'t>, How)> {
    let mut cursor = after;
    matches!(name.before(), None | Some('\n' | ' ')).then_some(())?;
    cursor.eat("> ").then_some(())?;
    let value = cursor.value()?;
    let behind = name.text.get(value.range.end..)?.trim_start_matches([' ', '\r']);
    let is_alone = behind.is_empty() || behind.starts_with('\n');
    is_alone.then_some((value, How::Said))
}

/// `"NAME";s:32:"v";`, as PHP writes an array.
fn serialized(after: Cursor<'_>) -> Option<(Value<'_>, How)> {
    let mut cursor = after;
    cursor.eat("\";s:").then_some(())?;
    cursor.skip(|c| c.is_ascii_digit());
    cursor.eat(":").then_some(())?;
    let value = cursor.value()?;
    value.quote.map(|_| (value, How::Assigned))
}

/// `expect "password:"` with `send "v\r"` behind it.
fn sent(after: Cursor<'_>) -> Option<(Value<'_>, How)> {
    let mut cursor = after;
    cursor.skip(|c| c.is_whitespace() || "?:*$\"';{})(".contains(c));
    SENDS.iter().any(|word| cursor.eat(word)).then_some(())?;
    cursor.skip(|c| matches!(c, ' ' | '-' | '('));
    let mut value = cursor.value()?;
    value.quote?;
    let end = ["\\r", "\\n"].iter().find_map(|end| value.text.strip_suffix(end));
    value.text = end.unwrap_or(value.text);
    value.range.end = value.range.start + value.text.len();
    Some((value, How::Beside))
}
