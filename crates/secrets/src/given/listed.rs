//! Values that stand beside a name in a list, a pair or an object: arguments of programs,
//! columns, `name` and `value` of manifests, a user and a password.

use hook_protocol::ending;

use super::How;
use crate::cursor::{Cursor, Value};
use crate::generated::is_generated;
use crate::name::{Name, names_a_secret, parts};
use crate::value::{is_mixed, is_version};

/// How far the other half of an object is looked for, in bytes.
const MAX_OBJECT: usize = 200;

/// How long the name of a user may be, in bytes.
const MAX_USER: usize = 40;

/// What names the field that holds a name, in lower case.
const NAMES: [&str; 8] = [
    "name",
    "key",
    "parametername",
    "parameterkey",
    "settingname",
    "option_name",
    "optionname",
    "id",
];

const QUOTES: [char; 4] = ['"', '\'', '`', '\\'];

/// What stands beside this name.
pub(crate) fn at<'t>(name: &Name<'t>, after: Cursor<'t>) -> Option<(Value<'t>, How)> {
    argument(name, after)
        .or_else(|| {
            let (start, before) = field(name)?;
            behind_name(after).or_else(|| before_name(start, before))
        })
        .or_else(|| takes_pair(name).then(|| pair(after).or_else(|| said_pair(after))).flatten())
}

/// `["--password", "v"]`, `.arg("--password").arg("v")`, `["api_key", "v"]`, `{"token", "v"}`.
fn argument<'t>(name: &Name<'t>, after: Cursor<'t>) -> Option<(Value<'t>, How)> {
    let mut cursor = after;
    cursor.skip(|c| QUOTES.contains(&c));
    let before = name.text.get(..name.start).filter(|_| cursor.at > after.at)?;
    let quoted = before.trim_end_matches('-');
    let is_option = before.len() > quoted.len() + 1;
    let opened = quoted.trim_end_matches(QUOTES);
    (opened.len() < quoted.len()).then_some(())?;
    let is_called = cursor.eat(").arg(");
    cursor.skip(char::is_whitespace);
    let is_next = is_called || cursor.eat(",") || is_option && cursor.eat("- ");
    let is_listed = opened.trim_end().ends_with(['[', '{', '(', ',']);
    if !is_next || !is_option && !is_listed {
        return None;
    }
    cursor.skip(char::is_whitespace);
    let value = cursor.value()?;
    value.quote?;
    // Names of fields stand in a row as well.
    let is_name = !is_option && names_a_secret(value.text);
    let is_value = !value.text.starts_with('-') && !value.text.contains(' ') && !is_name;
    is_value.then_some((value, if is_option { How::Argument } else { How::Beside }))
}

/// Whether a name is the value of a field such as `name`; what stands before that field,
/// and where that begins.
fn field<'t>(name: &Name<'t>) -> Option<(usize, &'t str)> {
    let around = |byte: &&u8| !matches!(byte, b'"' | b'\'' | b'`' | b'\\' | b' ');
    let last = name.text.as_bytes().get(..name.start)?.iter().rev().take(MAX_OBJECT).find(around);
    last.filter(|last| matches!(last, b':' | b'='))?;
    let before = ending(name.text.get(..name.start)?, MAX_OBJECT);
    let start = name.start - before.len();
    let before = before.trim_end_matches(QUOTES).trim_end_matches(' ');
    let before = before.strip_suffix([':', '='])?.trim_end_matches(' ');
    let before = before.trim_end_matches(QUOTES);
    let rest = before.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    let field = before.get(rest.len()..)?.to_ascii_lowercase();
    NAMES.contains(&field.as_str()).then_some((start, rest))
}

/// `{"key": "NAME", "type": "text", "value": "v"}`, `name: NAME` with `value: v` below.
fn behind_name(after: Cursor<'_>) -> Option<(Value<'_>, How)> {
    let near = hook_protocol::beginning(after.rest(), MAX_OBJECT);
    let end = near.find(['}', '>']).into_iter().chain(near.find("\n- ")).min();
    let object = near.get(..end.unwrap_or(near.len()))?;
    crate::count_steps(object.len());
    let place = object.find("alue")? + "alue".len();
    let mut cursor = Cursor::new(after.text(), after.at + place);
    cursor.skip(|c| QUOTES.contains(&c));
    cursor.blank();
    (cursor.eat(":") || cursor.eat("=")).then_some(())?;
    cursor.skip(|c| c == ' ');
    Some((cursor.value()?, How::Assigned))
}

/// `{"value": "v", "name": "NAME"}`, `<param value="v" name="NAME">`.
fn before_name(shift: usize, rest: &str) -> Option<(Value<'_>, How)> {
    let rest = rest.trim_end_matches(QUOTES).trim_end();
    let rest = rest.trim_end_matches([',', ';']).trim_end();
    let start = rest.rfind("alue")? + "alue".len();
    let mut cursor = Cursor::new(rest, start);
    cursor.skip(|c| QUOTES.contains(&c));
    cursor.blank();
    (cursor.eat(":") || cursor.eat("=")).then_some(())?;
    cursor.skip(|c| c == ' ');
    let value = cursor.value()?;
    let mut behind = Cursor::new(rest, value.range.end);
    behind.skip(|c| QUOTES.contains(&c));
    behind.rest().is_empty().then_some(())?;
    let range = value.range.start + shift..value.range.end + shift;
    Some((Value { range, ..value }, How::Assigned))
}

/// The last words of names of what takes a user and a password.
const PAIRS: [&str; 9] = [
    "auth",
    "basicauth",
    "login",
    "cred",
    "creds",
    "credential",
    "credentials",
    "authentication",
    "authenticate",
];

fn takes_pair(name: &Name<'_>) -> bool {
    // Most names end with other letters.
    let [.., before, last] = *name.said().as_bytes() else { return false };
    let ends = [b"th", b"in", b"ed", b"ds", b"al", b"ls", b"on", b"te"];
    if !ends.contains(&&[before | 0x20, last | 0x20]) {
        return false;
    }
    let last = parts(name.said()).last().unwrap_or_default();
    PAIRS.iter().any(|pair| last.eq_ignore_ascii_case(pair))
}

/// `auth=("ann", "v")`, `.basic_auth("ann", Some("v"))`, `NetworkCredential("ann", "v")`.
fn pair(after: Cursor<'_>) -> Option<(Value<'_>, How)> {
    let mut cursor = after;
    cursor.skip(|c| matches!(c, '"' | '\'' | ' '));
    cursor.rest().starts_with(['=', ':', '(', '[']).then_some(())?;
    if cursor.eat("=") || cursor.eat(":") {
        cursor.blank();
        cursor.eat("new ");
        let start = cursor.at;
        cursor.skip_word("._:");
        // `auth = require_scopes("read", "write")`.
        let called = after.text().get(start..cursor.at)?.to_ascii_lowercase();
        let is_of_pair = ["auth", "cred", "login", "basic", "digest", "pass"];
        (called.is_empty() || is_of_pair.iter().any(|word| called.contains(word))).then_some(())?;
    }
    (cursor.eat("(") || cursor.eat("[")).then_some(())?;
    cursor.skip(char::is_whitespace);
    let user = cursor.value()?;
    user.quote?;
    cursor.at = user.range.end;
    cursor.skip(|c| QUOTES.contains(&c));
    cursor.eat(",").then_some(())?;
    cursor.skip(char::is_whitespace);
    cursor.eat("Some(");
    let value = cursor.value()?;
    value.quote?;
    let mut behind = Cursor::new(after.text(), value.range.end);
    behind.skip(|c| QUOTES.contains(&c));
    behind.skip(char::is_whitespace);
    let is_last = behind.rest().starts_with([')', ']', ',']);
    is_last.then_some((value, How::Paired))
}

/// `Login: ann / v`, `the credentials are ann:v`.
fn said_pair(after: Cursor<'_>) -> Option<(Value<'_>, How)> {
    let mut cursor = after;
    cursor.rest().starts_with([' ', '\t', ':']).then_some(())?;
    let is_said = cursor.verbs() || cursor.eat(":") && cursor.blank();
    is_said.then_some(())?;
    let user = cursor.at;
    cursor.skip_word("._@-");
    (cursor.at > user).then_some(())?;
    cursor.blank();
    (cursor.eat("/") || cursor.eat(":")).then_some(())?;
    cursor.blank();
    let value = Cursor::spoken(cursor.value()?);
    let is_word = value.quote.is_none() && !value.text.contains(['/', ':']);
    is_word.then_some((value, How::Paired))
}

/// The last of two arguments in quotes, if a generator has made it and the first is a name.
pub(super) fn second<'t>(first: &Value<'t>, text: &'t str) -> Option<Value<'t>> {
    let is_name = |byte: u8| byte.is_ascii_lowercase() || matches!(byte, b'_' | b'@' | b'.');
    (first.quote.is_some() && first.text.bytes().all(is_name)).then_some(())?;
    let mut cursor = Cursor::new(text, first.range.end + 1);
    cursor.eat(", ").then_some(())?;
    let value = cursor.value()?;
    let is_last = text.get(value.range.end + 1..)?.starts_with(')');
    let is_made = is_generated(value.text) || is_mixed(value.text);
    (value.quote.is_some() && is_last && is_made).then_some(value)
}

/// `change_password ann v`, `--login ann v`: only what a generator has made.
pub(super) fn behind_user<'t>(name: &Name<'t>, after: Cursor<'t>) -> Option<(Value<'t>, How)> {
    let rest = after.rest().as_bytes();
    let is_user =
        |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(**byte, b'_' | b'-' | b'.' | b'@');
    let length = rest.iter().skip(1).take(MAX_USER).take_while(is_user).count();
    (length > 1 && rest.get(length + 1) == Some(&b' ')).then_some(())?;
    // Most next words are short or have no digit, and this is the cheaper question.
    let word = rest.iter().skip(length + 2).take(MAX_USER);
    let word = word.take_while(|byte| !byte.is_ascii_whitespace());
    let (count, digits) = word.fold((0, 0), |(count, digits), byte| {
        (count + 1, digits + usize::from(byte.is_ascii_digit()))
    });
    (count > 7 && digits > 0).then_some(())?;
    // `example.com/api-key v1.0.0 h1:...` of Go.
    let user = after.rest().get(1..=length)?;
    (!is_version(user) && user != "for").then_some(())?;
    let value = Cursor::new(name.text, after.at + length + 2).value()?;
    let behind = name.text.get(value.range.end..)?;
    let is_apart = behind.is_empty() || behind.starts_with([' ', '\n', '\r', '"', '\'', '`']);
    // Versions of Go are longer than others, and their hashes begin so.
    let is_given = is_apart
        && !value.text.starts_with("h1:")
        && (is_generated(value.text) || is_mixed(value.text));
    is_given.then_some((value, How::Paired))
}

/// `connect("host", "ann", "v")`, `new PDO($dsn, "ann", "v")`: the third argument.
pub(crate) fn connection(after: Cursor<'_>) -> Option<(Value<'_>, How)> {
    let mut cursor = after;
    cursor.blank();
    cursor.eat("(").then_some(())?;
    for _ in 0..2 {
        cursor.skip(char::is_whitespace);
        let value = cursor.value()?;
        cursor.at = value.range.end;
        cursor.skip(|c| QUOTES.contains(&c));
        cursor.eat(",").then_some(())?;
    }
    cursor.skip(char::is_whitespace);
    let value = cursor.value().filter(|value| value.quote.is_some())?;
    let mut behind = Cursor::new(after.text(), value.range.end);
    behind.skip(|c| QUOTES.contains(&c));
    behind.skip(char::is_whitespace);
    behind.rest().starts_with([')', ',']).then_some((value, How::Paired))
}

/// `echo "v" > ~/.NAME`, `printf %s v | base64 > NAME`.
pub(crate) fn written<'t>(name: &Name<'t>) -> Option<(Value<'t>, How)> {
    is_target(name).then_some(())?;
    let before = ending(name.text.get(..name.start)?, MAX_OBJECT);
    let line = before.rsplit('\n').next()?;
    let (command, path) = line.rsplit_once('>')?;
    let is_path = !path.trim_start().contains([' ', '"', '\'', '|', ';', '<', '=']);
    let source = command.trim_end_matches([' ', '>']);
    let source = source.strip_suffix("| base64").unwrap_or(source).trim_end();
    let is_echo = ["echo ", "printf "].iter().any(|program| source.contains(program));
    (is_path && is_echo).then_some(())?;
    let quote = source.chars().next_back().filter(|last| matches!(last, '"' | '\''));
    let inside = source.strip_suffix(['"', '\'']).unwrap_or(source);
    let open = inside.rfind(quote.unwrap_or(' '))? + 1;
    let start = name.start - line.len() + open;
    let range = start..start + inside.len() - open;
    let text = name.text.get(range.clone())?;
    Some((Value { text, range, quote, is_cut: false }, How::Beside))
}

/// Whether `>` and nothing that ends a path stands before the name. Hardly a name has one there,
/// and the next byte mostly says so.
fn is_target(name: &Name<'_>) -> bool {
    let mut is_apart = false;
    let before = name.text.as_bytes().get(..name.start).unwrap_or_default();
    for byte in before.iter().rev().take(MAX_OBJECT) {
        match byte {
            b'>' => return true,
            b'\n' | b'"' | b'\'' | b'|' | b';' | b'<' | b'=' => return false,
            b' ' => is_apart = true,
            byte if is_apart && byte.is_ascii_graphic() => return false,
            _ => {}
        }
    }
    false
}
