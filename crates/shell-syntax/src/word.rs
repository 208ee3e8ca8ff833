//! Reads one word: quoting, and where its expansions are.
//!
//! Bash manual, 3.1.2 "Quoting" and 3.5 "Shell Expansions". Nothing is expanded.

use crate::ansi_c;
use crate::command::Word;
use crate::cursor::{is_blank, is_operator};
use crate::parse_error::Unparsed;
use crate::reader::{Quoting, Reader};
use crate::token::syntax_error;
use crate::tree::Lexed;

impl Reader<'_> {
    /// Reads the word that begins here.
    pub(crate) fn word(&mut self) -> Result<Lexed, Unparsed> {
        self.word_of(Kind::Plain)
    }

    /// Reads the word that begins here where an assignment may stand.
    pub(crate) fn assignable(&mut self) -> Result<Lexed, Unparsed> {
        self.word_of(Kind::Assignable)
    }

    /// Reads the pattern that a test compares with.
    pub(crate) fn pattern(&mut self) -> Result<Lexed, Unparsed> {
        if self.is_at_word() { self.word_of(Kind::Pattern) } else { Err(syntax_error()) }
    }

    /// Reads the regular expression that a test compares with.
    pub(crate) fn regular_expression(&mut self) -> Result<Lexed, Unparsed> {
        let is_operator = !matches!(self.operator(), None | Some("(" | "|" | "||"));
        if is_operator || self.cursor.peek().is_none() {
            return Err(syntax_error());
        }
        self.word_of(Kind::Regex)
    }

    /// Reads words to the end of the text, in which operators are plain characters.
    pub(crate) fn words(&mut self) -> Result<Vec<Word>, Unparsed> {
        let mut words = vec![];
        loop {
            self.cursor.eat_while(|next| is_blank(next) || next == '\n');
            if self.cursor.peek().is_none() {
                return Ok(words);
            }
            words.push(self.word_of(Kind::Argument)?.word);
        }
    }

    fn word_of(&mut self, kind: Kind) -> Result<Lexed, Unparsed> {
        let mut word = Lexed::default();
        while let Some(next) = self.cursor.peek() {
            self.step()?;
            match next {
                '\'' => self.single_quoted(&mut word)?,
                '"' => self.double_quoted(&mut word)?,
                '\\' => self.escaped(&mut word),
                '$' | '`' => self.expansion(&mut word, Quoting::None)?,
                _ if kind == Kind::Argument && is_operator(next) => {
                    self.cursor.next();
                    word.push(next);
                }
                '<' | '>' if self.is_at_process_substitution() => {
                    self.process_substitution(&mut word)?;
                }
                '(' if self.parenthesis(&mut word, kind)? => {}
                '|' if kind == Kind::Regex => {
                    self.cursor.next();
                    word.push(next);
                }
                _ if is_blank(next) || next == '\n' || is_operator(next) => break,
                _ => {
                    self.cursor.next();
                    word.push(next);
                }
            }
        }
        if word.shape.is_within_subscript() {
            return Err(Unparsed::new("an unclosed subscript"));
        }
        Ok(word)
    }

    fn single_quoted(&mut self, word: &mut Lexed) -> Result<(), Unparsed> {
        self.cursor.next();
        let quoted = self.cursor.take_through('\'').ok_or_else(unclosed_quote)?;
        self.no_newline_before_document(quoted)?;
        word.push_quoted(quoted);
        Ok(())
    }

    pub(crate) fn double_quoted(&mut self, word: &mut Lexed) -> Result<(), Unparsed> {
        let start = self.cursor;
        self.cursor.next();
        word.push_quoted("");
        loop {
            self.step()?;
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
        self.no_newline_before_document(self.cursor.since(start))?;
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
            self.step()?;
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
        self.no_newline_before_document(quoted)?;
        word.push_quoted(&ansi_c::decode(quoted));
        Ok(())
    }

    /// Reads a parenthesis that belongs to the word: of an array, or of an extended glob.
    fn parenthesis(&mut self, word: &mut Lexed, kind: Kind) -> Result<bool, Unparsed> {
        let start = self.cursor;
        let is_regex = kind == Kind::Regex;
        if word.shape.ends_with_assignment(word.word.text.len()) && !is_regex {
            if kind != Kind::Assignable {
                return Err(Unparsed::new("an array where nothing is assigned"));
            }
            self.deeper(|reader| reader.array(word))?;
        } else if is_regex || self.is_extended_glob(word, kind) {
            self.cursor.next();
            let inside = self.cursor;
            self.deeper(|reader| reader.group(word, kind))?;
            let written = self.cursor.since(inside);
            self.no_newline_before_document(written)?;
            let names_files = matches!(kind, Kind::Plain | Kind::Assignable);
            if names_files && !is_plain_group(written) {
                return Err(Unparsed::new("a glob that may run a command in zsh"));
            }
        } else {
            return Ok(false);
        }
        word.push_expansion(self.cursor.since(start));
        Ok(true)
    }

    /// `!(` may be a negated subshell and `name?()` a function definition: those are no globs.
    fn is_extended_glob(&self, word: &Lexed, kind: Kind) -> bool {
        let mut inside = self.cursor;
        inside.next();
        inside.eat_while(is_blank);
        let may_negate = kind == Kind::Pattern || word.word.text != "!";
        inside.peek() != Some(')') && may_negate && word.shape.ends_with_glob_operator()
    }

    /// Reads the elements of `NAME=(...)`.
    fn array(&mut self, word: &mut Lexed) -> Result<(), Unparsed> {
        self.cursor.next();
        loop {
            self.step()?;
            match self.operator() {
                Some(")") => break,
                Some("\n") if self.pending.is_empty() => {
                    self.cursor.next();
                }
                Some(_) => return Err(Unparsed::new("an operator in an array")),
                None if self.is_at_word() => word.scripts.extend(self.word()?.scripts),
                None => return Err(Unparsed::new("an unclosed array")),
            }
        }
        self.cursor.next();
        Ok(())
    }

    /// Reads the rest of an extended glob, or of a group in a regular expression.
    fn group(&mut self, word: &mut Lexed, kind: Kind) -> Result<(), Unparsed> {
        let mut open = 1_usize;
        let mut inner = Lexed::default();
        while open > 0 {
            self.step()?;
            match self.cursor.peek() {
                Some('\'') => self.single_quoted(&mut inner)?,
                Some('"') => self.double_quoted(&mut inner)?,
                Some('\\') => self.escaped(&mut inner),
                Some('$' | '`') => self.expansion(&mut inner, Quoting::None)?,
                Some('<' | '>') if self.is_at_process_substitution() => {
                    self.process_substitution(&mut inner)?;
                }
                None => return Err(Unparsed::new("an unclosed glob")),
                Some('\n' | '#') if kind != Kind::Regex => {
                    return Err(Unparsed::new("an unclosed glob"));
                }
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
}

/// Whether a group, as in `@(a|b)` or `+([0-9])`, is no glob qualifier of zsh, as in
/// `*(e:'rm x':)`: those have no `|` or `(`, and begin with one of certain characters.
fn is_plain_group(rest: &str) -> bool {
    let is_class = rest.starts_with('[') && rest.ends_with("])");
    is_class || rest.contains(['|', '(']) || rest.starts_with(['\\', '?'])
}

/// What kind of word is read, which tells what its operators and parentheses are.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Plain,
    /// One that may begin an array.
    Assignable,
    Pattern,
    Regex,
    /// One of a text that is no script.
    Argument,
}

fn unclosed_quote() -> Unparsed {
    Unparsed::new("an unclosed quote")
}
