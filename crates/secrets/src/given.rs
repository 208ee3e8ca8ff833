//! How a value is given to a name, in the ways in which code, files and people write it.

mod around;
mod declared;
mod fallback;
mod line;
mod listed;
mod returned;
mod typed;

use hook_protocol::ending;

use crate::cursor::{Cursor, Value};
use crate::name::{Kind, Name, names_a_secret};
use crate::signs::{is_one_of, table, with_letters};

/// What stands before the value where a name is one itself: in manifests, settings,
/// pages and the variables of Terraform.
const LABELS: [&str; 8] =
    ["value", "Value", "default", "content", "stringValue", "val", "v\"", "S\""];

/// How far what stands before a name is looked at, in bytes.
const MAX_BEFORE: usize = 100;

/// How a value is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum How {
    /// Right behind `=`.
    Adjacent,
    /// Behind another operator or with blanks between.
    Assigned,
    /// As an argument or an attribute, or as what a name is said of: `("NAME", "v")`,
    /// `name="NAME" value="v"`, `invalid password "v"`, `"v" // NAME`.
    Beside,
    /// Between two tags.
    Enclosed,
    /// Behind an option in a list of arguments.
    Argument,
    /// Behind the name of a user.
    Paired,
    /// In a sentence: `the token is v`, or with nothing but a blank between.
    Said,
}

/// What is given to this name.
pub(crate) fn to<'t>(name: &Name<'t>) -> Option<(Value<'t>, How)> {
    let after = Cursor::new(name.text, name.end);
    if name.kind == Kind::Pair {
        return listed::connection(after);
    }
    let next = Next::of(after);
    if next.first == b':' && matches!(next.second, b'?' | b'+') && name.before() == Some('{') {
        // `${NAME:?what is said where it is missing}`.
        return None;
    }
    enclosed(name, after)
        .or_else(|| fallback::of_variable(name, after))
        .or_else(|| fallback::of_declaration(name, after))
        .or_else(|| labelled(name, after))
        .or_else(|| listed::at(name, after))
        .or_else(|| next.is_first(&BEFORE_ARGUMENTS).then(|| beside(name, after)).flatten())
        .or_else(|| next.is_first(&BEFORE_TYPED).then(|| typed::at(name, after)).flatten())
        .or_else(|| next.is_sign(*b"\r\n").then(|| around::posted(name, after)).flatten())
        .or_else(|| declared::at(after))
        .or_else(|| (next.second == b'{').then(|| declared::property(after)).flatten())
        .or_else(|| next.is_first(&BEFORE_BODIES).then(|| returned::at(name, after)).flatten())
        .or_else(|| next.is_first(&BEFORE_TRIED).then(|| tried_first(after)).flatten())
        .or_else(|| next.is_sign(*b"=:").then(|| fallback::of_environment(after)).flatten())
        .or_else(|| next.may_assign().then(|| assigned(name, after)).flatten())
        .or_else(|| listed::written(name))
        .or_else(|| (next.first == b' ').then(|| listed::behind_user(name, after)).flatten())
        .or_else(|| said(name, after))
        .or_else(|| around::in_parentheses(after))
        .or_else(|| next.is_first(&BEFORE_COLUMNS).then(|| around::below(name, after)).flatten())
        .or_else(|| around::before(name))
}

/// The next signs behind a name. They say what the next words cannot be, which is asked first: a
/// text may be full of names to which nothing is given.
pub(crate) struct Next {
    first: u8,
    second: u8,
    /// The first sign behind quotes, a bracket and blanks.
    sign: u8,
}

impl Next {
    pub(crate) fn of(after: Cursor<'_>) -> Next {
        let mut bytes = after.rest().bytes();
        let at = |place: usize| after.rest().as_bytes().get(place).copied().unwrap_or_default();
        let sign = bytes.find(|byte| !matches!(byte, b'"' | b'\'' | b'`' | b']' | b' '));
        Next { first: at(0), second: at(1), sign: sign.unwrap_or_default() }
    }

    fn is_first(&self, signs: &[bool; 256]) -> bool {
        is_one_of(signs, self.first)
    }

    pub(crate) fn is_sign(&self, signs: [u8; 2]) -> bool {
        signs.contains(&self.sign)
    }

    /// Whether something may be given by an operator. Behind a word none is, but for `of` and its
    /// like.
    fn may_assign(&self) -> bool {
        let is_word = self.first == b' ' && self.sign.is_ascii_alphabetic();
        let may_be_purpose = matches!(self.second, b'f' | b'o' | b't' | b'i' | b' ' | b'F');
        self.is_first(&BEFORE_OPERATORS) && (!is_word || may_be_purpose)
    }
}

/// What may stand behind a name to which something is given.
static BEFORE_ARGUMENTS: [bool; 256] = table(b"\"'`\\ (.{,\t");
static BEFORE_TYPED: [bool; 256] = table(b"\"']`");
static BEFORE_BODIES: [bool; 256] = table(b"() \n;:\">*");
static BEFORE_TRIED: [bool; 256] = table(b"\"']) .");
static BEFORE_COLUMNS: [bool; 256] = table(b",;:\n");
static BEFORE_OPERATORS: [bool; 256] = with_letters(table(b"&%\\\"'`*][ \t(=:?.+|<>~!-/"));

/// Whether what stands before a name has a password follow it.
pub(crate) fn gives(name: &Name<'_>) -> bool {
    let before = ending(name.text.get(..name.start).unwrap_or_default(), MAX_BEFORE);
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'');
    let mut words = before.as_bytes().rsplit(is_end).filter(|word| !word.is_empty());
    let (last, before_last) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let is_role =
        || [&b"role"[..], b"user", b"login"].iter().any(|it| before_last.eq_ignore_ascii_case(it));
    name.said().bytes().all(|byte| byte.is_ascii_uppercase())
        && (last.eq_ignore_ascii_case(b"with") || is_role())
        || before_last == b"login" && !matches!(last, b"and" | b"or")
        || last.starts_with(b"-pass")
        || matches!(name.said(), "requirepass" | "masterauth")
}

/// What stands behind a name that is a cell or an element of its own.
const ENDS_OF_NAME: [&str; 5] = ["</key>", "</name>", "</td>", "</th>", "</dt>"];

/// `<password>v</password>`, `<entry key="password">v</entry>`, and
/// `<key>password</key><string>v</string>`.
fn enclosed<'t>(name: &Name<'t>, after: Cursor<'t>) -> Option<(Value<'t>, How)> {
    let mut cursor = after;
    if name.before() == Some('>') && ENDS_OF_NAME.iter().any(|end| cursor.eat(end)) {
        cursor.gap("");
        ["<string", "<value", "<td", "<dd"].iter().any(|tag| cursor.eat(tag)).then_some(())?;
    } else {
        match name.before() {
            Some(';') if cursor.eat("&gt;") => {
                return Some((cursor.until_escaped_tag()?, How::Enclosed));
            }
            Some('<' | ':') => cursor.skip_to('>', 60)?,
            Some('"' | '\'') => {
                cursor.skip(|c| matches!(c, '"' | '\'' | '\\'));
                if cursor.rest().starts_with(" serializeAs") {
                    cursor.skip_to('>', 60)?;
                }
            }
            _ => return None,
        }
    }
    if !cursor.eat(">") {
        return None;
    }
    let _ = cursor.eat("<![CDATA[") || cursor.eat("<value>") || cursor.eat("<Value>");
    Some((cursor.until_tag()?, How::Enclosed))
}

/// What may stand between a name and what is labelled.
static BEFORE_LABELS: [bool; 256] = with_letters(table(b",\"'\\:{]-&% \t\n\x0b\x0c\r"));

/// `key="NAME" value="v"`, `name: NAME` with `value: v` behind it, `"name": {"value": "v"}`,
/// `--name NAME --value v`.
fn labelled<'t>(name: &Name<'t>, after: Cursor<'t>) -> Option<(Value<'t>, How)> {
    let mut cursor = after;
    if !is_one_of(&BEFORE_LABELS, *cursor.rest().as_bytes().first()?) {
        return None;
    }
    cursor.entities();
    cursor.gap(",\"'\\:{]");
    let is_option = cursor.eat("--");
    if cursor.at == after.at || !cursor.rest().starts_with(['v', 'V', 'd', 'c', 'b', 's', 'S']) {
        return None;
    }
    let is_labelled =
        LABELS.iter().any(|label| cursor.eat(label)) || is_option && cursor.eat("body");
    is_labelled.then_some(())?;
    cursor.skip(|c| matches!(c, '"' | '\'' | '\\' | ' '));
    if !(cursor.eat(":") || cursor.eat("=") || is_option && name.before() != Some('-')) {
        return None;
    }
    cursor.skip(|c| c == ' ');
    let is_escaped = cursor.entities();
    let value = cursor.value()?;
    let value = if is_escaped { Cursor::encoded(value) } else { value };
    Some((value, How::Assigned))
}

/// What takes a value behind the name of what it is given to, or is compared with.
const TAKES: [&str; 7] =
    ["(", ".set(", "{", ".equals(", ".equalsIgnoreCase(", ".assign(", ".compareTo("];

/// `strcmp(NAME, "v")`.
fn is_compared(name: &Name<'_>) -> bool {
    let before = ending(name.text.get(..name.start).unwrap_or_default(), MAX_BEFORE);
    ["cmp(", "equal(", "equals(", "Equal(", "Equals(", "compare("]
        .iter()
        .any(|it| before.ends_with(it))
}

/// `{NAME, "v"}`, `{NAME, <<"v">>}` of Erlang.
fn is_tuple(name: &Name<'_>, mut cursor: Cursor<'_>) -> bool {
    let is_atom = name.said().starts_with(|first: char| first.is_ascii_lowercase());
    name.before() == Some('{') && is_atom && {
        cursor.eat("<<");
        let behind = cursor.value().and_then(|it| cursor.text().get(it.range.end + 1..));
        behind.is_some_and(|behind| behind.starts_with(['}', '>']))
    }
}

/// `("NAME", "v")`, `withToken("v")`.
fn beside<'t>(name: &Name<'t>, after: Cursor<'t>) -> Option<(Value<'t>, How)> {
    let mut cursor = after;
    if matches!(name.before(), Some('"' | '\'' | '`')) {
        cursor.skip(|c| matches!(c, '"' | '\'' | '`' | '\\'));
        cursor.blank();
        let quoted = name.text.get(..name.start).unwrap_or_default();
        let quoted = quoted.trim_end_matches(['"', '\'', '`', '\\']).trim_end_matches(' ');
        if !quoted.ends_with(['(', ',']) || !cursor.eat(",") {
            return None;
        }
        cursor.skip(char::is_whitespace);
    } else {
        let is_taken = match cursor.rest().as_bytes().first()? {
            b'(' | b'.' | b'{' => TAKES.iter().any(|sign| cursor.eat(sign)),
            _ => cursor.eat(", ") && (is_compared(name) || is_tuple(name, cursor)),
        };
        is_taken.then_some(())?;
        cursor.eat("<<");
    }
    let mut value = cursor.value()?;
    // `checkPassword("ann", "v")`.
    if let Some(second) = listed::second(&value, after.text()) {
        value = second;
    }
    // Names of fields stand beside each other as well.
    (value.quote.is_some() && !names_a_secret(value.text)).then_some((value, How::Beside))
}

/// `NAME=v`, `"name": "v"`, `['NAME'] := v`, `| name | v |`, and `name%3Dv` of addresses.
fn assigned<'t>(name: &Name<'t>, after: Cursor<'t>) -> Option<(Value<'t>, How)> {
    let mut cursor = after;
    cursor.entities();
    cursor.skip(|c| matches!(c, '\\' | '"' | '\'' | '`' | '*'));
    cursor.eat("]");
    let _ = cursor.eat("[0]") || cursor.eat("[1]");
    cursor.counted();
    cursor.parenthesis();
    cursor.purpose();
    let start = cursor.at;
    cursor.skip(|c| matches!(c, ' ' | '\t' | '*'));
    let has_blank = cursor.at > start;
    let is_encoded = cursor.rest().starts_with('%');
    // `SET PASSWORD FOR 'ann'@'%' = 'v'`.
    if name.said() == "PASSWORD" && cursor.eat("FOR ") {
        cursor.skip_to('=', 60)?;
    }
    // `Password......: v`.
    if cursor.rest().starts_with("...") {
        cursor.skip(|c| c == '.');
    }
    let operator = cursor.operator();
    let is_listed = has_blank && cursor.eat("- ") && {
        let is_marked = start > after.at;
        let is_quoted = cursor.rest().starts_with(['"', '\'', '`']);
        is_marked || is_quoted || name.kind == Kind::Password
    };
    // `...lPw==` fills up base64.
    let is_filled = operator == "==" && !has_blank && cursor.rest().starts_with('\n');
    if is_filled || operator.is_empty() && !is_listed {
        return None;
    }
    let behind = cursor.at;
    cursor.skip(|c| matches!(c, ' ' | '\t' | '*'));
    if let Some(value) = next_line(cursor) {
        return Some((value, How::Assigned));
    }
    // `-passin pass:v`.
    if cursor.block() {
        return Some((cursor.value()?, How::Assigned));
    }
    cursor.tag(operator);
    let is_encoded = cursor.entities() || is_encoded;
    cursor.item();
    let is_windows = operator == ":" && name.before() == Some('/');
    let is_touching = (operator == "=" || is_windows) && !has_blank && cursor.at == behind;
    let is_adjacent = is_touching || gives(name);
    let value = cursor.value();
    let value = line::until_end(name, cursor.at, value.as_ref()).or(value)?;
    let value = line::if_so(name, &value).or_else(|| line::changed(name, &value)).unwrap_or(value);
    let value = line::formatted(&cursor, &value).unwrap_or(value);
    let value = if is_encoded { Cursor::encoded(value) } else { value };
    let value = if is_touching { line::whole(name, value) } else { value };
    let behind = name.text.get(value.range.end..).unwrap_or_default();
    // `{{ .Values.password | b64enc }}`: a function of a template.
    let is_piped = operator == "|"
        && value.quote.is_none()
        && ending(name.text.get(..name.start)?, MAX_BEFORE).rsplit('\n').next()?.contains("{{");
    if is_piped || operator == ":" && value.quote.is_none() && behind.starts_with(" = ") {
        // `NAME: Type = v`.
        return None;
    }
    Some((value, if is_adjacent { How::Adjacent } else { How::Assigned }))
}

/// `NAME =` with `"v"` on the next line, perhaps in parentheses; `name:` with one word below.
fn next_line(mut cursor: Cursor<'_>) -> Option<Value<'_>> {
    cursor.eat("(");
    cursor.eat("\\");
    cursor.skip(|c| matches!(c, ' ' | '\r'));
    // `password: Some(` of Rust.
    cursor.eat("Some(");
    cursor.rest().starts_with('\n').then_some(())?;
    let text = cursor.text();
    cursor.skip(char::is_whitespace);
    // `string(12) "v"` of PHP.
    if cursor.eat("string(") {
        cursor.skip(|c| c.is_ascii_digit());
        cursor.eat(") ").then_some(())?;
    }
    let value = cursor.value()?;
    let line = text.get(..value.range.start)?.rsplit('\n').next()?;
    let is_indented = line.starts_with([' ', '\t']);
    let behind = text.get(value.range.end..)?;
    let behind = behind.trim_start_matches([' ', '\r']);
    let is_alone = behind.is_empty() || behind.starts_with('\n');
    let is_word = is_indented && is_alone && !value.text.contains([':', '=']);
    (value.quote.is_some() || is_word).then_some(value)
}

/// What stands before what is taken where a variable is not set.
const TRIED: [&str; 8] = [
    " or ",
    " || ",
    " ?? ",
    " ?: ",
    ".unwrap_or(",
    ".unwrap_or_else(|_| ",
    ".unwrap_or_else(|| ",
    " | default ",
];

/// `getenv("NAME") or "v"`.
fn tried_first(after: Cursor<'_>) -> Option<(Value<'_>, How)> {
    let mut cursor = after;
    cursor.skip(|c| matches!(c, '"' | '\'' | ']'));
    cursor.eat(")");
    matches!(cursor.rest().as_bytes().first()?, b' ' | b'.').then_some(())?;
    let is_tried = TRIED.iter().any(|sign| cursor.eat(sign));
    if !is_tried || cursor.at < after.at + 4 {
        return None;
    }
    let value = cursor.value()?;
    value.quote.map(|_| (value, How::Beside))
}

/// `the token is v`, `--token v`, `the password for the server was: v`, and
/// `has been changed to v`.
fn said<'t>(name: &Name<'t>, after: Cursor<'t>) -> Option<(Value<'t>, How)> {
    let mut cursor = after;
    let is_tabbed = cursor.eat("\\t");
    cursor.skip(|c| matches!(c, '\\' | '"' | '\'' | '`' | '*'));
    let may_be_said = cursor.rest().starts_with([' ', '\t', '(']);
    (is_tabbed || may_be_said).then_some(())?;
    let mut is_said = cursor.verbs();
    let is_explained = !is_said && (cursor.parenthesis() || cursor.purpose());
    is_said |= is_explained && cursor.verbs();
    let is_apart = is_said || is_tabbed || cursor.blank();
    if !is_apart || is_explained && !is_said {
        return None;
    }
    cursor.skip(|c| matches!(c, ' ' | '\t' | '*'));
    let _ = cursor.eat("-String ") || cursor.eat("7 ") || cursor.eat("5 ");
    // `"v" /* NAME */`.
    (!after.rest().starts_with(" */")).then_some(())?;
    let value = line::to_blank(name, Cursor::spoken(cursor.value()?));
    // `WITH PASSWORD 'v'` of SQL, and `login x password v` of .netrc.
    let is_only_near = value.quote.is_some() && !is_said && name.kind == Kind::Password;
    let is_option = name.before() == Some('-');
    let how = if gives(name) {
        How::Adjacent
    } else if is_only_near && is_option {
        How::Assigned
    } else if is_only_near {
        How::Beside
    } else {
        How::Said
    };
    Some((value, how))
}
