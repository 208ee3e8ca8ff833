//! A place in a text, and what is read from it.

mod delimited;
mod giving;

use std::ops::Range;

use hook_protocol::beginning;

use crate::signs::{is_one_of, table};
use crate::value::is_random;

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
    /// Whether it may go on behind this, which was judged.
    pub(crate) is_cut: bool,
}

/// How far the end of a value is looked for, in bytes: no text may take a time that
/// grows with the square of its length. So much of a value without quotes is judged, and
/// all of it taken out.
const MAX_VALUE: usize = 256;
const MAX_QUOTED: usize = 4 << 10;
const MAX_TAGGED: usize = 1 << 10;

/// The most bytes that a letter has: a text is cut so much before.
const MAX_LETTER: usize = 4;

/// How long the name of a user or of a function is, in bytes.
const MAX_WORD: usize = 80;

/// What ends a value without quotes, and white space.
static ENDS: [bool; 256] = table(b"\"'`,;&)]}<> \t\n\r\x0b\x0c");

/// Quotes as HTML, addresses and JSON escape them.
const ENTITIES: [&str; 9] =
    ["&quot;", "&#34;", "&#39;", "&apos;", "%22", "%27", "\\u0022", "\\u0027", "\\x22"];

/// What makes a value of a text and is written in small letters.
const WRAPPERS: [&str; 10] = [
    "atob",
    "b64decode",
    "base64decode",
    "byte",
    "bytes",
    "default",
    "from",
    "new",
    "of",
    "unhexlify",
];

/// How functions begin that take the name of what they look for or make.
const ASKING: [&str; 9] =
    ["Env", "Fetch", "Find", "Get", "Load", "Lookup", "Param", "Random", "Read"];

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

    /// Goes behind letters, digits and these signs, but not far: there may be names among them, and
    /// each of them asks.
    pub(crate) fn skip_word(&mut self, signs: &str) {
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || signs.as_bytes().contains(byte);
        let distance = self.rest().bytes().take(MAX_WORD).take_while(is_part).count();
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

    /// The value that begins here, in quotes or up to what ends it.
    pub(crate) fn value(&self) -> Option<Value<'t>> {
        if let Some(value) = self.delimited() {
            return Some(value);
        }
        let rest = self.rest();
        let prefix = self.prefix();
        let behind = rest.get(prefix..)?;
        let mark = behind.trim_start_matches('\\');
        let escapes = behind.len() - mark.len();
        let quote = mark.chars().next()?;
        if matches!(quote, '"' | '\'' | '`') {
            let is_triple = mark.len() > 3 && mark.chars().take(3).all(|c| c == quote);
            let opened = prefix + escapes + if is_triple { 3 } else { 1 };
            let start = self.at + opened;
            // `"\"v\""` of Gradle.
            let is_twice = escapes == 0 && self.text.get(start..)?.starts_with("\\\"");
            let start = if is_twice { start + 2 } else { start };
            let quoted = self.quoted(start, quote, escapes > 0 || is_twice);
            return quoted.or_else(|| self.cut_off(start));
        }
        self.cut_at(self.at, unquoted(beginning(rest, MAX_VALUE)), MAX_VALUE)
    }

    /// The length of what may stand before a quote: `r`, `b`, `String::from(`.
    fn prefix(&self) -> usize {
        let rest = self.rest();
        let word = ["new ", "[]"].iter().find(|word| rest.starts_with(**word));
        let word = word.map_or(0, |word| word.len());
        let rest = rest.get(word..).unwrap_or_default();
        let is_wrapper = |c: char| c.is_ascii_alphanumeric() || "_:.!$@&#(".contains(c);
        let near = rest.char_indices().take(40).find(|(_, c)| !is_wrapper(*c));
        match near {
            Some((length, '"' | '\'' | '`' | '\\')) => {
                let prefix = rest.get(..length).unwrap_or_default();
                // Not what takes the name of a variable: `getenv("TOKEN")`.
                let made = prefix.strip_suffix('(').unwrap_or_default();
                let made = made.rsplit(['.', ':']).next().unwrap_or_default();
                let is_type = made.len() > 1
                    && (made == "GetBytes" || !ASKING.iter().any(|verb| made.starts_with(verb)))
                    && made.starts_with(|first: char| first.is_ascii_uppercase());
                let is_call = is_type || WRAPPERS.contains(&made);
                let is_mark = prefix.len() < 4 && !prefix.contains(['(', ':', '.']);
                if is_call || is_mark && word == 0 { word + length } else { 0 }
            }
            _ => 0,
        }
    }

    /// What stands here without the quote that would end it, as the line or the text ends before:
    /// only what looks random, for a quote may be an apostrophe.
    fn cut_off(&self, start: usize) -> Option<Value<'t>> {
        let rest = beginning(self.text.get(start..)?, MAX_VALUE);
        let value = self.cut_at(start, unquoted(rest), MAX_VALUE)?;
        let behind = self.text.as_bytes().get(value.range.end).copied().unwrap_or(b'\n');
        ((behind == b'\n' || value.is_cut) && is_random(value.text)).then_some(value)
    }

    /// Up to the quote that ends it; an escaped one ends what an escaped one began.
    fn quoted(&self, start: usize, quote: char, is_escaped: bool) -> Option<Value<'t>> {
        let near = beginning(self.text.get(start..)?, MAX_QUOTED);
        if let Some(length) = to_quote(near, quote, is_escaped) {
            let is_ended = near.as_bytes().get(length) != Some(&b'\n');
            return if is_ended { self.cut(start, length, Some(quote)) } else { None };
        }
        // Text has blanks.
        let is_long = near.len() > MAX_QUOTED - MAX_LETTER && !near.contains(' ');
        let value = self.cut(start, near.len(), Some(quote)).filter(|_| is_long)?;
        Some(Value { is_cut: true, ..value })
    }

    /// What stands here up to a tag that closes, without the blanks around it.
    pub(crate) fn until_tag(&self) -> Option<Value<'t>> {
        let near = beginning(self.rest(), MAX_TAGGED);
        let Some(length) = near.find('<') else {
            let is_long = !near.contains(char::is_whitespace);
            let value = self.cut_at(self.at, near.len(), MAX_TAGGED)?;
            return Some(value).filter(|value| value.is_cut && is_long);
        };
        let inside = near.get(..length)?;
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

    /// Up to a sign that is escaped.
    pub(crate) fn encoded(mut value: Value<'t>) -> Value<'t> {
        let ends = ["&quot;", "&#34;", "%26", "%22", "%27", "\\u0022", "\\u0027", "\\x22"];
        let end = ends.iter().filter_map(|end| value.text.find(end)).min();
        value.is_cut &= end.is_none();
        value.text = end.and_then(|end| value.text.get(..end)).unwrap_or(value.text);
        value.range.end = value.range.start + value.text.len();
        value
    }

    /// Without the signs that end a sentence.
    pub(crate) fn spoken(mut value: Value<'t>) -> Value<'t> {
        if value.quote.is_none() && !value.is_cut {
            value.text = value.text.trim_end_matches(['.', ':', '!', '?']);
            value.range.end = value.range.start + value.text.len();
        }
        value
    }

    /// What is judged of a value without quotes that may be longer than is looked at.
    fn cut_at(&self, start: usize, length: usize, longest: usize) -> Option<Value<'t>> {
        let is_cut = length > longest - MAX_LETTER;
        self.cut(start, length, None).map(|value| Value { is_cut, ..value })
    }

    fn cut(&self, start: usize, length: usize, quote: Option<char>) -> Option<Value<'t>> {
        let range = start..start + length;
        let text = self.text.get(range.clone())?;
        (length > 0).then_some(Value { text, range, quote, is_cut: false })
    }
}

impl Value<'_> {
    /// Where all of it stands, of which the beginning was judged.
    pub(crate) fn whole(self, text: &str) -> Range<usize> {
        let Range { start, end } = self.range;
        if !self.is_cut {
            return start..end;
        }
        let rest = |from: usize| text.get(from..).unwrap_or_default();
        let has_signs = self.text.bytes().any(|byte| is_one_of(&ENDS, byte));
        match self.quote {
            Some(quote) => {
                let opened = text.get(..start).unwrap_or_default();
                let is_escaped = opened.trim_end_matches(quote).ends_with('\\');
                let length = to_quote(rest(start), quote, is_escaped);
                start..length.map_or(text.len(), |length| start + length)
            }
            // A line that gives a name what has signs in it.
            None if has_signs => start..to_blank(text, end),
            None => start..end + unquoted(rest(end)),
        }
    }
}

/// Where a word ends, whatever signs it has, of which what stands before `from` is known.
pub(crate) fn to_blank(text: &str, from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    let length = rest.find(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`'));
    let length = length.unwrap_or(rest.len());
    crate::count_steps(length);
    from + length
}

/// How far the quote is that ends what begins here, or the line; an escaped one ends what an
/// escaped one began.
fn to_quote(text: &str, quote: char, is_escaped: bool) -> Option<usize> {
    let mut bytes = text.bytes().enumerate();
    while let Some((length, byte)) = bytes.next() {
        crate::count_steps(1);
        match byte {
            b'\n' => return Some(length),
            b'\\' if is_escaped => return Some(length),
            b'\\' => drop(bytes.next()),
            _ if char::from(byte) == quote => return Some(length),
            _ => {}
        }
    }
    None
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
