//! Reads one word: quoting, and where its expansions are.
//!
//! Bash manual, 3.1.2 "Quoting" and 3.5 "Shell Expansions". Nothing is expanded.

use crate::ansi_c;
use crate::lexed::Lexed;
use crate::lexer::{Lexer, is_blank, is_operator};
use crate::unparsed::Unparsed;

impl Lexer<'_> {
    /// Reads the word that begins here.
    pub(crate) fn word(&mut self) -> Result<Lexed, Unparsed> {
        let mut word = Lexed::default();
        while let Some(next) = self.cursor.peek() {
            match next {
                '\'' => self.single_quoted(&mut word)?,
                '"' => self.double_quoted(&mut word)?,
                '\\' => self.escaped(&mut word),
                '$' | '`' => self.expansion(&mut word, Quoting::None)?,
                '<' | '>' if self.at_process_substitution() => {
                    self.process_substitution(&mut word)?;
                }
                '(' if self.parenthesis(&mut word)? => {}
                _ if is_blank(next) || next == '\n' || is_operator(next) => break,
                _ => {
                    self.cursor.next();
                    word.push(next);
                }
            }
        }
        if word.is_within_subscript() {
            return Err(Unparsed::new("an unclosed subscript"));
        }
        Ok(word)
    }

    fn single_quoted(&mut self, word: &mut Lexed) -> Result<(), Unparsed> {
        self.cursor.next();
        let quoted = self.cursor.take_through('\'').ok_or_else(unclosed_quote)?;
        self.no_newline_before_here_document(quoted)?;
        word.push_quoted(quoted);
        Ok(())
    }

    pub(crate) fn double_quoted(&mut self, word: &mut Lexed) -> Result<(), Unparsed> {
        let start = self.cursor;
        self.cursor.next();
        word.push_quoted("");
        loop {
            match self.cursor.peek().ok_or_else(unclosed_quote)? {
                '"' => break,
                '$' | '`' => self.expansion(word, Quoting::Double)?,
                '\\' => self.escaped_in(word, &['$', '`', '"', '\\']),
                other => {
                    self.cursor.next();
                    word.push_quoted(other.encode_utf8(&mut [0; 4]));
                }
            }
        }
        self.cursor.next();
        self.no_newline_before_here_document(self.cursor.since(start))?;
        word.push_quoted("");
        Ok(())
    }

    /// Reads `\c` where the backslash quotes only some characters.
    pub(crate) fn escaped_in(&mut self, word: &mut Lexed, special: &[char]) {
        self.cursor.next();
        match self.cursor.peek_raw() {
            Some(next) if special.contains(&next) => {
                self.cursor.next_raw();
                word.push_quoted(next.encode_utf8(&mut [0; 4]));
            }
            _ => word.push_quoted("\\"),
        }
    }

    fn escaped(&mut self, word: &mut Lexed) {
        self.cursor.next();
        let next = self.cursor.next_raw().unwrap_or('\\');
        word.push_quoted(next.encode_utf8(&mut [0; 4]));
    }

    /// Reads `$'...'` from its quote on.
    pub(crate) fn ansi_c_quoted(&mut self, word: &mut Lexed) -> Result<(), Unparsed> {
        self.cursor.next();
        let start = self.cursor;
        let mut end = start;
        loop {
            match self.cursor.next_raw().ok_or_else(unclosed_quote)? {
                '\'' => break,
                '\\' => {
                    self.cursor.next_raw();
                }
                _ => {}
            }
            end = self.cursor;
        }
        let quoted = end.since(start);
        self.no_newline_before_here_document(quoted)?;
        word.push_quoted(&ansi_c::decode(quoted));
        Ok(())
    }

    /// Reads a parenthesis that belongs to the word: of an array, or of an extended glob.
    fn parenthesis(&mut self, word: &mut Lexed) -> Result<bool, Unparsed> {
        let start = self.cursor;
        if word.ends_with_assignment() {
            self.deeper(|lexer| lexer.array(word))?;
        } else if self.is_extended_glob(word) {
            self.cursor.next();
            let inside = self.cursor;
            self.deeper(|lexer| lexer.group(word))?;
            if !is_plain_group(self.cursor.since(inside)) {
                return Err(Unparsed::new("a glob that may run a command in zsh"));
            }
        } else {
            return Ok(false);
        }
        word.push_expansion(self.cursor.since(start));
        Ok(true)
    }

    /// `!(` may be a negated subshell and `name?()` a function definition: those are no globs.
    fn is_extended_glob(&self, word: &Lexed) -> bool {
        let mut inside = self.cursor;
        inside.next();
        inside.eat_while(is_blank);
        inside.peek() != Some(')') && word.ends_with_glob_operator()
    }

    /// Reads the elements of `NAME=(...)`.
    fn array(&mut self, word: &mut Lexed) -> Result<(), Unparsed> {
        self.cursor.next();
        loop {
            self.cursor.eat_while(is_blank);
            match self.cursor.peek() {
                Some(')') => break,
                Some('\n') if self.pending.is_empty() => {
                    self.cursor.next();
                }
                Some('#') => self.comment(),
                Some(next)
                    if next == '\n' || is_operator(next) && !self.at_process_substitution() =>
                {
                    return Err(Unparsed::new("an operator in an array"));
                }
                Some(_) => word.scripts.extend(self.word()?.scripts),
                None => return Err(Unparsed::new("an unclosed array")),
            }
        }
        self.cursor.next();
        Ok(())
    }

    /// Reads the rest of an extended glob.
    fn group(&mut self, word: &mut Lexed) -> Result<(), Unparsed> {
        let mut open = 1_usize;
        let mut inner = Lexed::default();
        while open > 0 {
            match self.cursor.peek() {
                Some('\'') => self.single_quoted(&mut inner)?,
                Some('"') => self.double_quoted(&mut inner)?,
                Some('\\') => self.escaped(&mut inner),
                Some('$' | '`') => self.expansion(&mut inner, Quoting::None)?,
                Some('<' | '>') if self.at_process_substitution() => {
                    self.process_substitution(&mut inner)?;
                }
                Some('\n' | '#') | None => return Err(Unparsed::new("an unclosed glob")),
                Some(next) => {
                    self.cursor.next();
                    open = match next {
                        '(' => open + 1,
                        ')' => open - 1,
                        _ => open,
                    };
                }
            }
        }
        word.scripts.append(&mut inner.scripts);
        Ok(())
    }

    /// Shells differ in whether a here-document begins in the middle of a quoted text.
    fn no_newline_before_here_document(&self, quoted: &str) -> Result<(), Unparsed> {
        if !self.pending.is_empty() && quoted.contains('\n') {
            return Err(Unparsed::new("a quoted newline before a here-document"));
        }
        Ok(())
    }
}

/// Whether a group, as in `@(a|b)` or `+([0-9])`, is no glob qualifier of zsh, as in
/// `*(e:'rm x':)`: those have no `|` or `(`, and begin with one of certain characters.
fn is_plain_group(rest: &str) -> bool {
    let is_class = rest.starts_with('[') && rest.ends_with("])");
    is_class || rest.contains(['|', '(']) || rest.starts_with(['\\', '?'])
}

/// In which quotes an expansion stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Quoting {
    None,
    Double,
    /// The text of a here-document, in which a double quote is a plain character.
    HereDocument,
}

fn unclosed_quote() -> Unparsed {
    Unparsed::new("an unclosed quote")
}
