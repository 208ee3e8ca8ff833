//! Reads `[[ ... ]]`.
//!
//! Bash manual, 3.2.5.2 "Conditional Constructs" and 6.4 "Bash Conditional Expressions". Nothing
//! in it runs but what is substituted in its words, so that only they are kept.

use std::rc::Rc;

use crate::parse_error::Unparsed;
use crate::reader::Reader;
use crate::token::syntax_error;
use crate::tree::{Compound, Lexed};

/// The letters of the operators that stand before a word.
const UNARY: &str = "abcdefghknoprstuvwxzGLNORS";

/// The operators that stand between two words, `<` and `>` aside.
const BINARY: &[&str] =
    &["=", "==", "!=", "=~", "-ef", "-eq", "-ge", "-gt", "-le", "-lt", "-ne", "-nt", "-ot"];

impl Reader<'_> {
    pub(crate) fn test_command(&mut self) -> Result<Compound, Unparsed> {
        self.expect_word("[[")?;
        let mut words = vec![];
        let mut open = 0_usize;
        loop {
            self.step()?;
            self.newlines()?;
            if self.eat_word("!") {
                words.push(Rc::new(Lexed::bare("!")));
                continue;
            }
            if self.eat("(") {
                open += 1;
                continue;
            }
            self.term(&mut words)?;
            while open > 0 && self.eat(")") {
                open -= 1;
                self.newlines()?;
            }
            if self.eat_any(&["&&", "||"]).is_none() {
                break;
            }
            words.push(Rc::new(Lexed::bare("&&")));
        }
        self.expect_word("]]")?;
        if open > 0 { Err(syntax_error()) } else { Ok(Compound::Words(words)) }
    }

    /// Reads one test, and the newlines after it.
    fn term(&mut self, words: &mut Vec<Rc<Lexed>>) -> Result<(), Unparsed> {
        let first = self.operand()?;
        let is_unary = first
            .bare_text()
            .and_then(|text| text.strip_prefix('-'))
            .is_some_and(|letter| letter.len() == 1 && UNARY.contains(letter));
        words.push(Rc::new(first));
        if is_unary {
            words.push(Rc::new(self.operand()?));
            return self.newlines();
        }
        if matches!(self.operator(), Some("&&" | "||" | ")")) || self.is_at_test_end() {
            return Ok(());
        }
        if self.eat_any(&["<", ">"]).is_none() {
            let operator = self.operand()?;
            let operator = operator.bare_text().filter(|text| BINARY.contains(text));
            match operator.ok_or_else(syntax_error)? {
                "=~" => words.push(Rc::new(self.regular_expression()?)),
                name @ ("=" | "==" | "!=") => {
                    words.push(Rc::new(Lexed::bare(name)));
                    words.push(Rc::new(self.pattern()?));
                }
                _ => words.push(Rc::new(self.operand()?)),
            }
        } else {
            words.push(Rc::new(self.operand()?));
        }
        self.newlines()
    }

    fn is_at_test_end(&mut self) -> bool {
        self.is_at_bare("]]")
    }

    fn operand(&mut self) -> Result<Lexed, Unparsed> {
        if self.is_at_test_end() { Err(syntax_error()) } else { self.one_word() }
    }
}
