//! A value as it stands in a text: in quotes, or up to what ends it.

use std::ops::Range;

use hook_protocol::beginning;

/// A value that may be a secret.
#[derive(Debug, Clone)]
pub(crate) struct Value<'t> {
    /// What is judged of it.
    pub(crate) text: &'t str,
    pub(crate) start: usize,
    pub(crate) quote: Option<char>,
    /// Whether it may go on behind this.
    is_cut: bool,
}

/// How far the end of a value is looked for, in bytes: no text may take a time that grows with
/// the square of its length. So much of a value is judged, and all of it taken out.
const MAX_UNQUOTED: usize = 256;
const MAX_QUOTED: usize = 1 << 10;

/// The most bytes that a letter has: a text is cut so much before.
const MAX_LETTER: usize = 4;

/// Marks of strings before their quotes: `r"v"`, `b'v'`, `@"v"`.
const STRING_MARKS: &str = "rbfuRBFUL@$";

impl<'t> Value<'t> {
    /// The value that begins here.
    pub(crate) fn at(text: &'t str, at: usize) -> Option<Value<'t>> {
        let rest = text.get(at..)?;
        let mark = rest.len() - rest.trim_start_matches(|c| STRING_MARKS.contains(c)).len();
        let opened = rest.get(if mark > 2 { 0 } else { mark }..)?;
        let escapes = opened.len() - opened.trim_start_matches('\\').len();
        let quote = opened.get(escapes..)?.chars().next()?;
        if !matches!(quote, '"' | '\'' | '`') {
            return Value::unquoted(text, at);
        }
        let mut start = text.len() - opened.len() + escapes + 1;
        let triple = [quote; 2].iter().collect::<String>();
        if text.get(start..)?.starts_with(&triple) {
            start += triple.len();
        }
        Value::quoted(text, start, quote, escapes > 0)
    }

    fn unquoted(text: &'t str, start: usize) -> Option<Value<'t>> {
        let near = beginning(text.get(start..)?, MAX_UNQUOTED);
        let length = to_end(near);
        let is_cut = length > MAX_UNQUOTED - MAX_LETTER;
        Value { text: near.get(..length)?, start, quote: None, is_cut }.filled()
    }

    fn quoted(text: &'t str, start: usize, quote: char, is_escaped: bool) -> Option<Value<'t>> {
        let near = beginning(text.get(start..)?, MAX_QUOTED);
        if let Some(length) = to_quote(near, quote, is_escaped) {
            let is_ended = near.as_bytes().get(length) != Some(&b'\n');
            let value =
                Value { text: near.get(..length)?, start, quote: Some(quote), is_cut: false };
            return value.filled().filter(|_| is_ended);
        }
        // Text has blanks.
        let is_long = near.len() > MAX_QUOTED - MAX_LETTER && !near.contains(' ');
        is_long.then_some(Value { text: near, start, quote: Some(quote), is_cut: true })
    }

    /// Up to the tag that closes, if it does on this line.
    pub(crate) fn until_tag(text: &'t str, at: usize) -> Option<Value<'t>> {
        let near = beginning(text.get(at..)?, MAX_UNQUOTED);
        let (inside, behind) = near.split_once('<')?;
        let trimmed = inside.trim_start();
        let start = at + inside.len() - trimmed.len();
        let value = trimmed.trim_end();
        crate::count_steps(inside.len());
        let is_closed = behind.starts_with('/') && !value.contains('\n');
        Value { text: value, start, quote: None, is_cut: false }.filled().filter(|_| is_closed)
    }

    /// Without the signs that end a sentence.
    pub(crate) fn without_stop(mut self) -> Value<'t> {
        if self.quote.is_none() && !self.is_cut {
            self.text = self.text.trim_end_matches(['.', ':', '!', '?']);
        }
        self
    }

    fn filled(self) -> Option<Value<'t>> {
        (!self.text.is_empty()).then_some(self)
    }

    /// What stands right behind what was judged.
    pub(crate) fn behind(&self, text: &'t str) -> &'t str {
        text.get(self.start + self.text.len()..).unwrap_or_default()
    }

    /// Where all of it stands, of which the beginning was judged.
    pub(crate) fn whole(&self, text: &str) -> Range<usize> {
        let end = self.start + self.text.len();
        let rest = text.get(end..).unwrap_or_default();
        let more = match self.quote {
            _ if !self.is_cut => 0,
            Some(quote) => {
                let before = text.get(..self.start).unwrap_or_default();
                let is_escaped = before.trim_end_matches(quote).ends_with('\\');
                to_quote(rest, quote, is_escaped).unwrap_or(rest.len())
            }
            None => to_end(rest),
        };
        self.start..end + more
    }
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

/// How long a value without quotes is that begins here. Text within text has another line behind
/// `\n`.
fn to_end(text: &str) -> usize {
    let ends = |(at, c): &(usize, char)| match c {
        '\\' => matches!(
            text.as_bytes().get(at + 1),
            None | Some(b'n' | b'r' | b't' | b'"' | b'\'' | b'\n' | b' ')
        ),
        c => c.is_whitespace() || "\"'`,;&)]}<>".contains(*c),
    };
    let length = text.char_indices().find(ends).map_or(text.len(), |(at, _)| at);
    crate::count_steps(length);
    length
}
