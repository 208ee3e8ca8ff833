//! Finds the end of an expansion, and the scripts in it.
//!
//! Bash manual, 3.5.3 to 3.5.6. What stands between is kept as it is written.

use crate::cursor::{Cursor, is_name};
use crate::parse_error::Unparsed;
use crate::reader::{Quoting, Reader};
use crate::tree::Lexed;

impl Reader<'_> {
    /// Reads what begins with `$` or a backquote.
    pub(crate) fn expansion(&mut self, word: &mut Lexed, quoting: Quoting) -> Result<(), Unparsed> {
        let start = self.cursor;
        let first = self.cursor.next();
        if let Some(value) = self.constant(quoting) {
            word.push_quoted(&value);
            return Ok(());
        }
        if first == Some('`') {
            self.backquoted(word, quoting)?;
            return self.end_expansion(word, start, quoting);
        }
        match self.cursor.peek() {
            Some('\'') if quoting == Quoting::None => return self.ansi_c_quoted(word),
            Some('"') if quoting == Quoting::None => return self.double_quoted(word),
            Some('(') if self.cursor.peek_second() == Some('(') => {
                self.arithmetic_expansion(word)?;
            }
            Some('(') => self.substitution(word)?,
            Some('{') => self.deeper(|reader| reader.parameter(word, quoting))?,
            Some('[') => self.old_arithmetic(word)?,
            Some(next) if next == '_' || next.is_ascii_alphabetic() => {
                self.cursor.eat_while(|next| next == '_' || next.is_ascii_alphanumeric());
            }
            // In zsh `$=name` is `$name`, split.
            Some('=' | '~' | '^' | '+') if self.cursor.peek_second().is_some_and(is_name) => {
                self.cursor.next();
                self.cursor.eat_while(is_name);
            }
            Some('@' | '*' | '#' | '?' | '-' | '$' | '!' | '0'..='9') => {
                self.cursor.next();
            }
            _ => {
                word.push_quoted("$");
                return Ok(());
            }
        }
        self.end_expansion(word, start, quoting)
    }

    /// Takes `NAME` or `{NAME}` if its value is known.
    fn constant(&mut self, quoting: Quoting) -> Option<String> {
        if self.constants.is_empty() {
            return None;
        }
        let mut cursor = self.cursor;
        let is_braced = cursor.eat('{');
        let name_from = cursor;
        cursor.eat_while(is_name);
        let name = cursor.since(name_from);
        let ends =
            if is_braced { cursor.eat('}') } else { !matches!(cursor.peek(), Some('[' | ':')) };
        let value = match quoting {
            Quoting::None => self.constants.unquoted(name),
            Quoting::Double | Quoting::HereDocument => self.constants.value(name),
        };
        let value = value.filter(|_| ends)?.to_owned();
        self.cursor = cursor;
        Some(value)
    }

    /// Reads `<(...)` or `>(...)`.
    pub(crate) fn process_substitution(&mut self, word: &mut Lexed) -> Result<(), Unparsed> {
        let start = self.cursor;
        self.cursor.next();
        self.substitution(word)?;
        word.push_expansion(self.cursor.since(start));
        Ok(())
    }

    /// Reads `((expression))`; whether both parentheses close at once.
    pub(crate) fn double_parenthesis(&mut self, word: &mut Lexed) -> Result<bool, Unparsed> {
        self.cursor.next();
        self.cursor.next();
        self.deeper(|reader| reader.balanced(word, '(', ')'))?;
        Ok(self.cursor.eat(')'))
    }

    /// Reads an arithmetic expression whose opening bracket was taken, and its closing one.
    fn balanced(&mut self, word: &mut Lexed, opening: char, closing: char) -> Result<(), Unparsed> {
        let mut open = vec![self.cursor.at().saturating_sub(1)];
        let mut inner = Lexed::default();
        while !open.is_empty() {
            self.step()?;
            match self.cursor.peek() {
                Some('$' | '`') => self.expansion(&mut inner, Quoting::Double)?,
                Some('"') => self.double_quoted(&mut inner)?,
                Some('\'') => self.quoted_or_not()?,
                Some('\\') => {
                    self.cursor.next();
                    self.cursor.next_raw();
                }
                Some(next) => {
                    if next == opening {
                        open.push(self.cursor.at());
                    }
                    self.cursor.next();
                    if next == closing {
                        self.close(&mut open);
                    }
                }
                None => return Err(Unparsed::new("an unclosed arithmetic expression")),
            }
        }
        word.scripts.append(&mut inner.scripts);
        Ok(())
    }

    /// Closes the last of the brackets that are open at these places. Two parentheses that open
    /// at once and do not close so are two subshells, should they turn out to be commands.
    fn close(&mut self, open: &mut Vec<usize>) {
        if let Some(inner) = open.pop()
            && let Some(outer) = open.last().filter(|outer| **outer + 1 == inner)
            && self.cursor.peek() != Some(')')
        {
            self.subshells.insert(*outer);
        }
    }

    fn end_expansion(
        &self,
        word: &mut Lexed,
        start: Cursor<'_>,
        quoting: Quoting,
    ) -> Result<(), Unparsed> {
        let written = self.cursor.since(start);
        if quoting == Quoting::None {
            self.no_newline_before_document(written)?;
        }
        // A line may be continued within a name and after it.
        let is_name = !written.contains(['(', '{', '[', '`']);
        let joined = if is_name { written.replace("\\\n", "") } else { written.to_owned() };
        match quoting {
            Quoting::None => word.push_split(&joined),
            Quoting::Double | Quoting::HereDocument => word.push_expansion(&joined),
        }
        Ok(())
    }

    fn substitution(&mut self, word: &mut Lexed) -> Result<(), Unparsed> {
        self.cursor.next();
        let script = self.deeper(Self::script)?;
        word.scripts.push(script);
        Ok(())
    }

    /// Reads `((...))` after its dollar. Shells differ in what `$((...) ...)` is.
    fn arithmetic_expansion(&mut self, word: &mut Lexed) -> Result<(), Unparsed> {
        if self.double_parenthesis(word)? {
            return Ok(());
        }
        Err(Unparsed::new("a substitution that begins like an arithmetic one"))
    }

    /// Reads `[...]` after its dollar, which some shells take for text.
    fn old_arithmetic(&mut self, word: &mut Lexed) -> Result<(), Unparsed> {
        self.cursor.next();
        let start = self.cursor;
        self.deeper(|reader| reader.balanced(word, '[', ']'))?;
        if self.cursor.since(start).contains([';', '&', '|', '<', '>', '#', '\n']) {
            return Err(Unparsed::new("operators in an old arithmetic expansion"));
        }
        Ok(())
    }

    /// Reads `` `...` `` after its first quote: a script in which backslashes quote once more.
    fn backquoted(&mut self, word: &mut Lexed, quoting: Quoting) -> Result<(), Unparsed> {
        let mut text = String::new();
        loop {
            self.step()?;
            match self.cursor.next_raw() {
                None => return Err(Unparsed::new("an unclosed backquote")),
                Some('`') => break,
                Some('\\') => match self.cursor.next_raw() {
                    Some(next @ ('$' | '`' | '\\')) => text.push(next),
                    Some('"') if quoting != Quoting::None => text.push('"'),
                    next => {
                        text.push('\\');
                        text.extend(next);
                    }
                },
                Some(next) => text.push(next),
            }
        }
        let script = self.deeper(|reader| reader.aside(&text, |reader| reader.text()))?;
        word.scripts.push(script);
        Ok(())
    }

    /// Reads `{...}` after its dollar.
    fn parameter(&mut self, word: &mut Lexed, quoting: Quoting) -> Result<(), Unparsed> {
        self.cursor.next();
        if matches!(self.cursor.peek(), Some(' ' | '\t' | '\n' | '|')) {
            return Err(Unparsed::new("a substitution in the current shell"));
        }
        let mut inner = Lexed::default();
        loop {
            self.step()?;
            match self.cursor.peek() {
                None => return Err(Unparsed::new("an unclosed parameter expansion")),
                Some('}') => break,
                Some('\\') => {
                    self.cursor.next();
                    self.cursor.next_raw();
                }
                Some('\'') if quoting == Quoting::None => self.quoted_here(&mut inner)?,
                Some('\'') => self.quoted_or_not()?,
                Some('"') if quoting != Quoting::HereDocument => self.double_quoted(&mut inner)?,
                Some('"') => self.same_in_quotes('"')?,
                Some('$' | '`') => self.expansion(&mut inner, quoting)?,
                Some('<' | '>')
                    if quoting == Quoting::None && self.is_at_process_substitution() =>
                {
                    self.process_substitution(&mut inner)?;
                }
                Some(_) => {
                    self.cursor.next();
                }
            }
        }
        self.cursor.next();
        word.scripts.append(&mut inner.scripts);
        Ok(())
    }

    fn quoted_here(&mut self, word: &mut Lexed) -> Result<(), Unparsed> {
        self.cursor.next();
        let quoted = self.cursor.take_through('\'').ok_or_else(unclosed)?;
        word.push_quoted(quoted);
        Ok(())
    }

    /// Passes a quoted text where shells differ in whether the quote quotes.
    fn quoted_or_not(&mut self) -> Result<(), Unparsed> {
        self.same_in_quotes('\'')
    }

    fn same_in_quotes(&mut self, quote: char) -> Result<(), Unparsed> {
        self.cursor.next();
        let quoted = self.cursor.take_through(quote).ok_or_else(unclosed)?;
        if quoted.contains(['\'', '"', '`', '$', '\\', '{', '}', '(', ')', '[', ']', '\n']) {
            return Err(Unparsed::new("a quote that some shells read differently"));
        }
        Ok(())
    }
}

fn unclosed() -> Unparsed {
    Unparsed::new("an unclosed quote")
}
