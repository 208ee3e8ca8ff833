//! A place in a text, and what is read from it.

use std::ops::Range;

use hook_protocol::beginning;

use crate::signs::{is_one_of, table};

/// A place in a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cursor<'t> {
    text: &'t str,
    pub(crate) at: usize,
}

/// A value that is given to something.
#[derive(Debug, Clone)]
pub(crate) struct Value<'t> {
    pub(crate) text: &'t str,
    pub(crate) range: Range<usize>,
    /// What stands around it.
    pub(crate) quote: Option<char>,
}

/// What gives a value to a name.
const OPERATORS: [&str; 24] = [
    "=", ":", ":=", "::=", ":::=", "?=", ".=", "+=", "=>", "==", "===", "!=", "!==", "||=", "??=",
    "<-", "->", "|", "~=", "//=", "=:", "<<", "<<<", "=~",
];

/// The signs of these, and how many one has.
static OF_OPERATORS: [bool; 256] = table(b"=:?.+|<>~!-/");
const MAX_OPERATOR: usize = 4;

/// What says that a name has a value.
const VERBS: [&str; 17] = [
    "lautet", "ist", "est", "es", "is", "was", "are", "has", "been", "now", "to", "set", "reset",
    "changed", "rotated", "updated", "equals",
];

/// One letter more than the longest of them has.
const MAX_VERB: usize = 8;

/// How far the end of a value is looked for, in bytes: no text may take a time that
/// grows with the square of its length. So much of a value without quotes is judged, and
/// all of it taken out.
const MAX_VALUE: usize = 256;
const MAX_QUOTED: usize = 4 << 10;
const MAX_TAGGED: usize = 1 << 10;

/// What ends a value without quotes, and white space.
static ENDS: [bool; 256] = table(b"\"'`,;&)]}<> \t\n\r\x0b\x0c");

/// Quotes as HTML, addresses and JSON escape them.
const ENTITIES: [&str; 9] =
    ["&quot;", "&#34;", "&#39;", "&apos;", "%22", "%27", "\\u0022", "\\u0027", "\\x22"];

impl<'t> Cursor<'t> {
    pub(crate) fn new(text: &'t str, at: usize) -> Cursor<'t> {
        Cursor { text, at }
    }

    pub(crate) fn text(&self) -> &'t str {
        self.text
    }

    pub(crate) fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(crate) fn eat(&mut self, wanted: &str) -> bool {
        let is_there = self.rest().starts_with(wanted);
        self.at += if is_there { wanted.len() } else { 0 };
        is_there
    }

    /// Goes on to what `is_skipped` no longer holds for.
    pub(crate) fn skip(&mut self, is_skipped: impl Fn(char) -> bool) {
        let rest = self.rest();
        let distance = rest.find(|c| !is_skipped(c)).unwrap_or(rest.len());
        crate::count_steps(distance);
        self.at += distance;
    }

    /// Goes behind white space, also where text within text has it, and these signs.
    pub(crate) fn gap(&mut self, signs: &str) {
        loop {
            self.skip(char::is_whitespace);
            let (next, second) = match *self.rest().as_bytes() {
                [next, second, ..] => (next, second),
                [next] => (next, b' '),
                [] => return,
            };
            if next == b'\\' && matches!(second, b'n' | b'r' | b't') {
                self.at += 2;
                continue;
            }
            if !signs.as_bytes().contains(&next) {
                return;
            }
            self.at += 1;
        }
    }

    /// Goes behind quotes that are escaped. Whether any are.
    pub(crate) fn entities(&mut self) -> bool {
        let start = self.at;
        let may_be = |cursor: &Cursor<'_>| cursor.rest().starts_with(['&', '%', '\\']);
        while may_be(self) && ENTITIES.iter().any(|entity| self.eat(entity)) {}
        self.at > start
    }

    /// Goes behind what stands before a value in YAML, `!vault` and `&anchor`, and in a
    /// shell: `$(echo v)`.
    pub(crate) fn tag(&mut self) {
        let mut behind = *self;
        if behind.eat("!!") || behind.eat("!") || behind.eat("&") {
            behind.skip(|c| c.is_ascii_alphanumeric());
            if behind.blank() {
                *self = behind;
            }
        }
        let _ = self.eat("$(echo ") || self.eat("$(printf %s ");
    }

    /// Goes on to `wanted`, if it is on this line and so near.
    pub(crate) fn skip_to(&mut self, wanted: char, within: usize) -> Option<()> {
        let mut near = self.rest().char_indices().take(within);
        let (distance, found) = near.find(|(_, c)| *c == wanted || *c == '\n' || *c == '<')?;
        self.at += distance;
        (found == wanted).then_some(())
    }

    pub(crate) fn blank(&mut self) -> bool {
        let start = self.at;
        self.skip(|c| matches!(c, ' ' | '\t'));
        self.at > start
    }

    /// ` 2` before a colon.
    pub(crate) fn counted(&mut self) {
        let mut behind = *self;
        if behind.blank() && behind.rest().starts_with(|first: char| first.is_ascii_digit()) {
            behind.skip(|c| c.is_ascii_digit());
            if behind.rest().starts_with(':') {
                *self = behind;
            }
        }
    }

    /// ` (staging)`.
    pub(crate) fn parenthesis(&mut self) -> bool {
        let mut inside = *self;
        inside.blank();
        if !inside.eat("(") {
            return false;
        }
        let found = inside.rest().char_indices().take(41).find(|(_, c)| matches!(c, ')' | '\n'));
        match found {
            Some((length, ')')) if length > 0 => {
                self.at = inside.at + length + 1;
                true
            }
            _ => false,
        }
    }

    /// ` for the test server`, up to an operator or the verb behind it.
    pub(crate) fn purpose(&mut self) -> bool {
        let rest = self.rest();
        let second = || rest.as_bytes().get(1).copied().unwrap_or_default();
        if !rest.starts_with(' ')
            || !matches!(second(), b'f' | b'o' | b't' | b'i')
            || ![" for ", " of ", " to ", " on ", " in "].iter().any(|word| rest.starts_with(word))
        {
            return false;
        }
        let near = rest.char_indices().take(48).map(|(place, _)| place).skip(5);
        let ends = |place: &usize| {
            let behind = rest.get(*place..).unwrap_or_default();
            [" is ", " is: ", ":", "=", " =", "\n", "."].iter().any(|end| behind.starts_with(end))
        };
        let Some(length) = near.into_iter().find(ends) else {
            return false;
        };
        if rest.get(..length).is_some_and(|said| said.contains(['"', '\'', '`', ',', ';', '('])) {
            return false;
        }
        self.at += length;
        true
    }

    /// What gives a value to what stands before it; empty if it is nothing.
    pub(crate) fn operator(&mut self) -> &'t str {
        let rest = self.rest();
        let first = rest.as_bytes().first().copied().unwrap_or_default();
        let is_escaped = matches!(first, b'%' | b'&') || !first.is_ascii();
        if !is_escaped && !is_one_of(&OF_OPERATORS, first) {
            return "";
        }
        if is_escaped
            && ["%3D", "%3d", "%3A", "%3a", "：", "＝", "→", "&#61;"]
                .iter()
                .any(|operator| self.eat(operator))
        {
            return "=";
        }
        let signs = rest.bytes().take(MAX_OPERATOR);
        let length = signs.take_while(|byte| is_one_of(&OF_OPERATORS, *byte)).count();
        // A value may begin with a sign.
        let operator = (1..=length).rev().filter_map(|length| rest.get(..length));
        let operator = operator.into_iter().find(|found| OPERATORS.contains(found));
        // The path of `Token::Number`, and an address.
        let is_path =
            |found: &&str| *found == ":" && (rest.starts_with("::") || rest.starts_with("://"));
        let operator = operator.filter(|found| !is_path(found)).unwrap_or_default();
        self.at += operator.len();
        operator
    }

    /// Goes into a list: `["v"]`, and `- v` on the next line.
    pub(crate) fn item(&mut self) {
        let mut behind = *self;
        if behind.eat("[") && behind.rest().starts_with(['"', '\'']) {
            *self = behind;
        }
        let mut below = *self;
        if below.eat("\n") && below.blank() && below.eat("- ") {
            *self = below;
        }
    }

    /// Goes on to the first word of a block of YAML: `|` at the end of a line.
    pub(crate) fn block(&mut self) -> bool {
        let mut behind = *self;
        let is_block = behind.eat("|") || behind.eat(">");
        behind.skip(|c| matches!(c, '-' | '+'));
        if !is_block || !behind.eat("\n") || !behind.blank() {
            return false;
        }
        *self = behind;
        true
    }

    /// The value that begins here, in quotes or up to what ends it.
    pub(crate) fn value(&self) -> Option<Value<'t>> {
        let rest = self.rest();
        let prefix = self.prefix();
        let behind = rest.get(prefix..)?;
        let mark = behind.trim_start_matches('\\');
        let escapes = behind.len() - mark.len();
        let quote = mark.chars().next()?;
        if matches!(quote, '"' | '\'' | '`') {
            let is_triple = mark.len() > 3 && mark.chars().take(3).all(|c| c == quote);
            let opened = prefix + escapes + if is_triple { 3 } else { 1 };
            return self.quoted(self.at + opened, quote, escapes > 0);
        }
        self.cut(self.at, unquoted(beginning(rest, MAX_VALUE)), None)
    }

    /// The length of what may stand before a quote: `r`, `b`, `String::from(`.
    fn prefix(&self) -> usize {
        let rest = self.rest();
        let word = if rest.starts_with("new ") { "new ".len() } else { 0 };
        let rest = rest.get(word..).unwrap_or_default();
        let is_wrapper = |c: char| c.is_ascii_alphanumeric() || "_:.!$@&#(".contains(c);
        let near = rest.char_indices().take(40).find(|(_, c)| !is_wrapper(*c));
        match near {
            Some((length, '"' | '\'' | '`' | '\\')) => {
                let prefix = rest.get(..length).unwrap_or_default();
                // Not what takes the name of a variable: `getenv("TOKEN")`.
                let made = prefix.strip_suffix('(').unwrap_or_default();
                let made = made.rsplit(['.', ':']).next().unwrap_or_default();
                let is_call = made.starts_with(|first: char| first.is_ascii_uppercase())
                    || matches!(made, "default" | "from" | "new" | "of");
                let is_mark = prefix.len() < 4 && !prefix.contains(['(', ':', '.']);
                if is_call || is_mark && word == 0 { word + length } else { 0 }
            }
            _ => 0,
        }
    }

    /// Up to the quote that ends it; an escaped one ends what an escaped one began.
    fn quoted(&self, start: usize, quote: char, is_escaped: bool) -> Option<Value<'t>> {
        let rest = beginning(self.text.get(start..)?, MAX_QUOTED);
        let mut bytes = rest.bytes().enumerate();
        while let Some((length, byte)) = bytes.next() {
            crate::count_steps(1);
            match byte {
                b'\\' if is_escaped => return self.cut(start, length, Some(quote)),
                b'\\' => drop(bytes.next()),
                b'\n' => return None,
                _ if char::from(byte) == quote => return self.cut(start, length, Some(quote)),
                _ => {}
            }
        }
        None
    }

    /// What stands here up to a tag that closes, without the blanks around it.
    pub(crate) fn until_tag(&self) -> Option<Value<'t>> {
        let near = beginning(self.rest(), MAX_TAGGED);
        let inside = near.get(..near.find('<')?)?;
        near.get(inside.len()..)?.starts_with("</").then_some(())?;
        let before = inside.len() - inside.trim_start().len();
        let value = inside.trim();
        let value = value.strip_suffix("]]>").unwrap_or(value);
        if value.contains('\n') { None } else { self.cut(self.at + before, value.len(), None) }
    }

    /// Up to a tag that closes, in text in which the signs of tags are escaped.
    pub(crate) fn until_escaped_tag(&self) -> Option<Value<'t>> {
        let near = beginning(self.rest(), MAX_TAGGED);
        let length = near.find("&lt;")?;
        near.get(length..)?.starts_with("&lt;/").then_some(())?;
        let is_one_line = !near.get(..length)?.contains('\n');
        self.cut(self.at, length, None).filter(|_| is_one_line)
    }

    /// ` is `, ` has been changed to: `.
    pub(crate) fn verbs(&mut self) -> bool {
        let start = self.at;
        loop {
            let mut behind = *self;
            if !behind.blank() {
                break;
            }
            let letters = behind.rest().bytes().take(MAX_VERB);
            let length = letters.take_while(u8::is_ascii_lowercase).count();
            let word = behind.rest().get(..length).unwrap_or_default();
            behind.at += length;
            if !behind.rest().starts_with([' ', ':']) || !VERBS.contains(&word) {
                break;
            }
            *self = behind;
        }
        let is_said = self.at > start;
        if is_said {
            self.eat(":");
        }
        is_said && self.blank()
    }

    /// Up to a sign that is escaped.
    pub(crate) fn encoded(mut value: Value<'t>) -> Value<'t> {
        let ends = ["&quot;", "&#34;", "%26", "%22", "%27", "\\u0022", "\\u0027", "\\x22"];
        let end = ends.iter().filter_map(|end| value.text.find(end)).min();
        value.text = end.and_then(|end| value.text.get(..end)).unwrap_or(value.text);
        value.range.end = value.range.start + value.text.len();
        value
    }

    /// Without the signs that end a sentence.
    pub(crate) fn spoken(mut value: Value<'t>) -> Value<'t> {
        if value.quote.is_none() {
            value.text = value.text.trim_end_matches(['.', ':', '!', '?']);
            value.range.end = value.range.start + value.text.len();
        }
        value
    }

    fn cut(&self, start: usize, length: usize, quote: Option<char>) -> Option<Value<'t>> {
        let range = start..start + length;
        let text = self.text.get(range.clone())?;
        (length > 0).then_some(Value { text, range, quote })
    }
}

impl Value<'_> {
    /// Where all of it stands, of which the beginning was judged.
    pub(crate) fn whole(self, text: &str) -> Range<usize> {
        let Range { start, end } = self.range;
        let is_cut = self.quote.is_none() && end - start > MAX_VALUE - 4;
        let rest = text.get(end..).filter(|_| is_cut).unwrap_or_default();
        start..end + unquoted(rest)
    }
}

/// How long a value without quotes is that begins here. Text within text has another line
/// behind `\n`.
fn unquoted(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_end = |at: usize, byte: u8| match byte {
        b'\\' => matches!(bytes.get(at + 1), Some(b'n' | b'r' | b't')),
        0x80.. => text.get(at..).is_some_and(|rest| rest.starts_with(char::is_whitespace)),
        _ => is_one_of(&ENDS, byte),
    };
    let end = bytes.iter().enumerate().find(|(at, byte)| is_end(*at, **byte));
    let length = end.map_or(text.len(), |(at, _)| at);
    crate::count_steps(length);
    length
}
