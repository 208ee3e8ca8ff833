//! Reads what stands between words: blanks, newlines, operators, and words that are reserved.
//!
//! Bash manual, 3.2.1 "Reserved Words"; POSIX Shell Command Language, 2.3 and 2.4.

use crate::cursor::{Cursor, is_blank, is_name, is_operator};
use crate::parse_error::Unparsed;
use crate::reader::{Reader, SPLIT_HERE_DOCUMENT};

/// What is not a plain word where a command may begin.
const RESERVED: &[&str] = &[
    "!", "{", "}", "[[", "]]", "case", "coproc", "do", "done", "elif", "else", "esac", "fi", "for",
    "function", "if", "in", "select", "then", "time", "until", "while",
];

/// The most digits of a descriptor.
const MAX_DIGITS: usize = 9;

/// The longest bare text that is looked for.
const MAX_BARE: usize = 8;

impl<'a> Reader<'a> {
    /// Passes blanks and a comment, in which a backslash joins nothing.
    pub(crate) fn blanks(&mut self) {
        self.cursor.eat_while(is_blank);
        if self.cursor.peek() == Some('#') {
            while self.cursor.peek_raw().is_some_and(|next| next != '\n') {
                self.cursor.next_raw();
            }
        }
    }

    /// Passes newlines, and reads the here-documents that begin after them.
    pub(crate) fn newlines(&mut self) -> Result<(), Unparsed> {
        loop {
            self.blanks();
            if !self.cursor.eat('\n') {
                return Ok(());
            }
            self.step()?;
            if self.is_before_document {
                return Err(Unparsed::new(SPLIT_HERE_DOCUMENT));
            }
            self.documents()?;
        }
    }

    /// The operator that stands here, a newline among them.
    pub(crate) fn operator(&mut self) -> Option<&'static str> {
        self.blanks();
        match self.cursor.peek()? {
            '\n' => Some("\n"),
            next if is_operator(next) && !self.is_at_process_substitution() => {
                Some(take_operator(&mut self.cursor.clone()))
            }
            _ => None,
        }
    }

    /// Takes the operator that stands here if it is `expected`.
    pub(crate) fn eat(&mut self, expected: &str) -> bool {
        let found = self.operator() == Some(expected);
        if found {
            take_operator(&mut self.cursor);
        }
        found
    }

    /// Takes one of these operators.
    pub(crate) fn eat_any(&mut self, expected: &[&str]) -> Option<&'static str> {
        let found = self.operator().filter(|found| expected.contains(found))?;
        take_operator(&mut self.cursor);
        Some(found)
    }

    /// Whether a word begins here.
    pub(crate) fn is_at_word(&mut self) -> bool {
        self.operator().is_none() && self.cursor.peek().is_some()
    }

    pub(crate) fn is_at_process_substitution(&mut self) -> bool {
        matches!(self.cursor.peek(), Some('<' | '>')) && self.cursor.peek_second() == Some('(')
    }

    /// Whether `((` stands here.
    pub(crate) fn is_at_double_parenthesis(&mut self) -> bool {
        self.blanks();
        self.cursor.peek() == Some('(') && self.cursor.peek_second() == Some('(')
    }

    /// The reserved word that stands here.
    pub(crate) fn reserved(&mut self) -> Option<&'static str> {
        let (text, _) = self.bare_ahead()?;
        RESERVED.iter().find(|word| text.is(word)).copied()
    }

    /// Whether the word that stands here is this one, without quotes.
    pub(crate) fn is_at_bare(&mut self, expected: &str) -> bool {
        self.bare_ahead().is_some_and(|(text, _)| text.is(expected))
    }

    /// Takes a word that stands here if it is this one, without quotes.
    pub(crate) fn eat_word(&mut self, expected: &str) -> bool {
        let after = self.bare_ahead().filter(|(text, _)| text.is(expected));
        if let Some((_, after)) = after {
            self.cursor = after;
            return true;
        }
        false
    }

    /// Takes a word that has to stand here.
    pub(crate) fn expect_word(&mut self, expected: &str) -> Result<(), Unparsed> {
        if self.eat_word(expected) { Ok(()) } else { Err(syntax_error()) }
    }

    /// Takes an operator that has to stand here.
    pub(crate) fn expect(&mut self, expected: &str) -> Result<(), Unparsed> {
        if self.eat(expected) { Ok(()) } else { Err(syntax_error()) }
    }

    /// Passes the descriptor of a redirection, as in `2>` and `{name}>`; whether there is one.
    pub(crate) fn descriptor(&mut self) -> bool {
        self.blanks();
        let start = self.cursor;
        let mut ahead = start;
        let is_descriptor = if ahead.eat('{') {
            let is_number = ahead.peek().is_none_or(|next| next.is_ascii_digit() || next == '}');
            ahead.eat_while(is_name);
            ahead.eat('}') && !is_number
        } else {
            ahead.eat_while(|next| next.is_ascii_digit());
            (1..=MAX_DIGITS).contains(&ahead.since(start).len())
        };
        let redirects = matches!(ahead.peek(), Some('<' | '>')) && ahead.peek_second() != Some('(');
        if is_descriptor && redirects {
            self.cursor = ahead;
        }
        is_descriptor && redirects
    }

    /// Whether an unquoted dash stands here with more behind it.
    pub(crate) fn is_at_joined_dash(&mut self) -> bool {
        self.blanks();
        let mut ahead = self.cursor;
        ahead.eat('-') && !ends_word(ahead)
    }

    /// A short word of characters that reserved words have, and where it ends.
    fn bare_ahead(&mut self) -> Option<(Bare, Cursor<'a>)> {
        self.blanks();
        let mut ahead = self.cursor;
        let mut text = Bare::default();
        while let Some(next) = ahead.peek()
            && (next.is_ascii_lowercase() || matches!(next, '!' | '{' | '}' | '[' | ']' | '-'))
        {
            *text.bytes.get_mut(text.len)? = u8::try_from(next).ok()?;
            text.len += 1;
            ahead.next();
        }
        (ends_word(ahead) && text.len > 0).then_some((text, ahead))
    }
}

/// A short word; there is one in each place where a command may begin.
#[derive(Debug, Default)]
struct Bare {
    bytes: [u8; MAX_BARE],
    len: usize,
}

impl Bare {
    fn is(&self, text: &str) -> bool {
        self.bytes.get(..self.len) == Some(text.as_bytes())
    }
}

/// Whether no character of a word stands here.
fn ends_word(mut cursor: Cursor<'_>) -> bool {
    match cursor.peek() {
        None => true,
        Some('<' | '>') => cursor.peek_second() != Some('('),
        Some(next) => is_blank(next) || next == '\n' || is_operator(next),
    }
}

/// The reason for everything that the grammar does not know.
pub(crate) fn syntax_error() -> Unparsed {
    Unparsed::new("syntax error")
}

/// Takes the operator that begins here.
fn take_operator(cursor: &mut Cursor<'_>) -> &'static str {
    let first = cursor.next();
    let mut eat = |next| cursor.eat(next);
    match first {
        Some('\n') => "\n",
        Some('&') if eat('&') => "&&",
        Some('&') if eat('>') => {
            if eat('>') {
                "&>>"
            } else {
                "&>"
            }
        }
        Some('&') => "&",
        Some('|') if eat('|') => "||",
        Some('|') if eat('&') => "|&",
        Some('|') => "|",
        Some(';') if eat(';') => {
            if eat('&') {
                ";;&"
            } else {
                ";;"
            }
        }
        Some(';') if eat('&') => ";&",
        Some(';') => ";",
        Some('<') if eat('<') => match () {
            () if eat('<') => "<<<",
            () if eat('-') => "<<-",
            () => "<<",
        },
        Some('<') if eat('&') => "<&",
        Some('<') if eat('>') => "<>",
        Some('<') => "<",
        Some('>') if eat('>') => ">>",
        Some('>') if eat('&') => ">&",
        Some('>') if eat('|') => ">|",
        Some('>') => ">",
        Some('(') => "(",
        _ => ")",
    }
}
