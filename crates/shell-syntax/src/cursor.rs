//! A position in shell text that reads `\<newline>` as nothing, as shells do outside single quotes.

/// Where a reader stands in a text; cheap to copy, so that looking ahead is reading on a copy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// How many bytes were read.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// The next character as it is written, line continuations included.
    pub(crate) fn peek_raw(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes the next character as it is written.
    pub(crate) fn next_raw(&mut self) -> Option<char> {
        let next = self.peek_raw()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// The next character after any line continuations, which are passed.
    pub(crate) fn peek(&mut self) -> Option<char> {
        // Nearly all of it is ASCII.
        if let Some(byte) = self.text.as_bytes().get(self.at)
            && byte.is_ascii()
            && *byte != b'\\'
        {
            return Some(char::from(*byte));
        }
        while self.rest().starts_with("\\\n") {
            self.at += 2;
        }
        self.peek_raw()
    }

    /// Takes the next character after any line continuations.
    pub(crate) fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// The character after the next one.
    pub(crate) fn peek_second(mut self) -> Option<char> {
        self.next()?;
        self.peek()
    }

    /// Takes the next character if it is `expected`.
    pub(crate) fn eat(&mut self, expected: char) -> bool {
        let found = self.peek() == Some(expected);
        if found {
            self.at += expected.len_utf8();
        }
        found
    }

    /// Takes characters as long as `wanted` holds.
    pub(crate) fn eat_while(&mut self, wanted: impl Fn(char) -> bool) {
        while let Some(next) = self.peek()
            && wanted(next)
        {
            self.at += next.len_utf8();
        }
    }

    /// Takes the text up to `end` and `end` itself, as written; `None` if there is no `end`.
    pub(crate) fn take_through(&mut self, end: char) -> Option<&'a str> {
        let (taken, _) = self.rest().split_once(end)?;
        self.at += taken.len() + end.len_utf8();
        Some(taken)
    }

    /// Takes one line without its newline, as written; `None` at the end of the text.
    pub(crate) fn take_line(&mut self) -> Option<&'a str> {
        let rest = self.rest();
        if rest.is_empty() {
            return None;
        }
        let line = rest.split('\n').next().unwrap_or(rest);
        self.at = (self.at + line.len() + 1).min(self.text.len());
        Some(line)
    }

    /// What was read since `start`, as written.
    pub(crate) fn since(&self, start: Self) -> &'a str {
        self.text.get(start.at..self.at).unwrap_or_default()
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }
}

/// Whether a character stands between words.
pub(crate) fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t')
}

/// Whether an unquoted character starts an operator, and so ends a word.
pub(crate) fn is_operator(character: char) -> bool {
    matches!(character, '&' | '|' | ';' | '<' | '>' | '(' | ')')
}

/// Whether a character may stand in the name of a variable.
pub(crate) fn is_name(character: char) -> bool {
    character == '_' || character.is_ascii_alphanumeric()
}
