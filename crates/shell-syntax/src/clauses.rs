//! Reads compound commands.
//!
//! Bash manual, 3.2.5 "Compound Commands"; POSIX Shell Command Language, 2.9.4.

use std::rc::Rc;

use crate::parse_error::Unparsed;
use crate::reader::Reader;
use crate::token::syntax_error;
use crate::tree::{Arm, Compound, Lexed, List};

impl Reader<'_> {
    /// Reads a compound command, if one begins here.
    pub(crate) fn compound(&mut self) -> Result<Option<Compound>, Unparsed> {
        if self.operator() == Some("(") {
            return self.within(Self::parenthesis_command).map(Some);
        }
        let read: fn(&mut Self) -> Result<Compound, Unparsed> = match self.reserved() {
            Some("{") => Self::group_command,
            Some("if") => Self::if_command,
            Some("while" | "until") => Self::while_command,
            Some("for" | "select") => Self::for_command,
            Some("case") => Self::case_command,
            Some("[[") => Self::test_command,
            _ => return Ok(None),
        };
        self.within(read).map(Some)
    }

    /// Reads `((expression))`; what is not closed by `))` is a subshell in a subshell.
    fn parenthesis_command(&mut self) -> Result<Compound, Unparsed> {
        if self.is_at_double_parenthesis() && !self.subshells.contains(&self.cursor.at()) {
            let start = self.cursor;
            let mut expression = Lexed::default();
            if self.double_parenthesis(&mut expression)? {
                self.no_newline_before_document(self.cursor.since(start))?;
                return Ok(Compound::Words(vec![Rc::new(expression)]));
            }
            self.cursor = start;
            self.subshells.insert(start.at());
        }
        self.expect("(")?;
        let list = self.commands()?;
        self.expect(")")?;
        Ok(Compound::Subshell(list))
    }

    fn group_command(&mut self) -> Result<Compound, Unparsed> {
        self.expect_word("{")?;
        let list = self.commands()?;
        self.expect_word("}")?;
        Ok(Compound::Group(list))
    }

    fn if_command(&mut self) -> Result<Compound, Unparsed> {
        self.expect_word("if")?;
        let mut branches = vec![];
        loop {
            let condition = self.commands()?;
            self.expect_word("then")?;
            branches.push((condition, self.commands()?));
            if !self.eat_word("elif") {
                break;
            }
        }
        let otherwise = if self.eat_word("else") { Some(self.commands()?) } else { None };
        self.expect_word("fi")?;
        Ok(Compound::If { branches, otherwise })
    }

    fn while_command(&mut self) -> Result<Compound, Unparsed> {
        let negated = self.eat_word("until");
        if !negated {
            self.expect_word("while")?;
        }
        let condition = self.commands()?;
        self.expect_word("do")?;
        let body = self.commands()?;
        self.expect_word("done")?;
        Ok(Compound::While { condition, negated, body })
    }

    fn for_command(&mut self) -> Result<Compound, Unparsed> {
        let may_count = self.eat_word("for");
        if !may_count {
            self.expect_word("select")?;
        }
        let words = if may_count && self.is_at_double_parenthesis() {
            let start = self.cursor;
            let mut header = Lexed::default();
            if !self.double_parenthesis(&mut header)? {
                return Err(syntax_error());
            }
            self.no_newline_before_document(self.cursor.since(start))?;
            self.eat(";");
            vec![Rc::new(header)]
        } else {
            self.names()?
        };
        self.newlines()?;
        Ok(Compound::For { words, body: self.for_body()? })
    }

    /// Reads `NAME in WORDS;`.
    fn names(&mut self) -> Result<Vec<Rc<Lexed>>, Unparsed> {
        let mut words = vec![Rc::new(self.one_word()?)];
        if self.eat(";") {
            return Ok(words);
        }
        self.newlines()?;
        if !self.eat_word("in") {
            return Ok(words);
        }
        while self.is_at_word() {
            self.step()?;
            words.push(Rc::new(self.word()?));
        }
        if !self.eat(";") && self.operator() != Some("\n") {
            return Err(syntax_error());
        }
        Ok(words)
    }

    fn for_body(&mut self) -> Result<List, Unparsed> {
        let end = if self.eat_word("{") { "}" } else { "done" };
        if end == "done" {
            self.expect_word("do")?;
        }
        let body = self.commands()?;
        self.expect_word(end)?;
        Ok(body)
    }

    fn case_command(&mut self) -> Result<Compound, Unparsed> {
        self.expect_word("case")?;
        let subject = Rc::new(self.one_word()?);
        self.newlines()?;
        self.expect_word("in")?;
        let mut arms = vec![];
        loop {
            self.step()?;
            self.newlines()?;
            if self.eat_word("esac") {
                break;
            }
            let (arm, is_last) = self.arm()?;
            arms.push(arm);
            if is_last {
                self.expect_word("esac")?;
                break;
            }
        }
        Ok(Compound::Case { subject, arms })
    }

    /// Reads an arm of a `case`; whether it has no `;;`, and so is the last one.
    fn arm(&mut self) -> Result<(Arm, bool), Unparsed> {
        self.eat("(");
        let mut patterns = vec![];
        loop {
            self.step()?;
            patterns.push(Rc::new(self.one_word()?));
            if !self.eat("|") {
                break;
            }
        }
        self.expect(")")?;
        let body = self.list()?;
        let end = self.eat_any(&[";;", ";&", ";;&"]);
        let falls_through = matches!(end, Some(";&" | ";;&"));
        Ok((Arm { patterns, body, falls_through }, end.is_none()))
    }
}
