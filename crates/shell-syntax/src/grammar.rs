//! Reads lists, pipelines, simple commands and functions.
//!
//! Bash manual, 3.2 "Shell Commands"; POSIX Shell Command Language, 2.10 "Shell Grammar".

use std::rc::Rc;

use crate::command::RedirectAccess;
use crate::parse_error::Unparsed;
use crate::reader::Reader;
use crate::token::syntax_error;
use crate::tree::{AndOr, Command, Condition, Lexed, List, Pipeline, Redirection, Simple};

const REDIRECTIONS: &[&str] =
    &["<", ">", ">>", ">|", "<>", "<&", ">&", "&>", "&>>", "<<<", "<<", "<<-"];

/// The builtins whose arguments may be arrays, in all shells that have arrays.
const DECLARING: &[&str] = &["declare", "export", "local", "readonly", "typeset"];

/// The words that end a list and begin no command.
const CLOSING: &[&str] = &["}", "do", "done", "elif", "else", "esac", "fi", "then"];

impl Reader<'_> {
    /// Reads the whole text as a script.
    pub(crate) fn text(&mut self) -> Result<List, Unparsed> {
        let list = self.list()?;
        if self.cursor.peek().is_some() {
            return Err(syntax_error());
        }
        if !self.pending.is_empty() {
            return Err(Unparsed::new("an unclosed here-document"));
        }
        Ok(list)
    }

    /// Reads a script in parentheses, the first of which was taken.
    pub(crate) fn script(&mut self) -> Result<List, Unparsed> {
        self.inner(|reader| {
            let list = reader.list()?;
            if reader.cursor.peek().is_none() {
                return Err(Unparsed::new("an unclosed substitution"));
            }
            reader.expect(")")?;
            Ok(list)
        })
    }

    /// Reads commands, of which there has to be one.
    pub(crate) fn commands(&mut self) -> Result<List, Unparsed> {
        let list = self.list()?;
        if list.is_empty() { Err(syntax_error()) } else { Ok(list) }
    }

    /// Reads commands up to what cannot begin or separate one.
    pub(crate) fn list(&mut self) -> Result<List, Unparsed> {
        let mut list = vec![];
        loop {
            self.newlines()?;
            if self.is_at_end_of_list() {
                return Ok(list);
            }
            let mut and_or = self.and_or()?;
            let separator = self.eat_any(&[";", "&"]);
            and_or.in_background = separator == Some("&");
            list.push(and_or);
            if separator.is_none() && self.operator() != Some("\n") {
                return Ok(list);
            }
        }
    }

    fn is_at_end_of_list(&mut self) -> bool {
        match self.operator() {
            Some(operator) => matches!(operator, ")" | ";;" | ";&" | ";;&"),
            None if self.cursor.peek().is_none() => true,
            None => self.reserved().is_some_and(|word| CLOSING.contains(&word)),
        }
    }

    fn and_or(&mut self) -> Result<AndOr, Unparsed> {
        let first = self.pipeline()?;
        let mut rest = vec![];
        while let Some(operator) = self.eat_any(&["&&", "||"]) {
            let condition = match operator {
                "&&" => Condition::Success,
                _ => Condition::Failure,
            };
            self.newlines()?;
            rest.push((condition, self.pipeline()?));
        }
        Ok(AndOr { first, rest, in_background: false })
    }

    fn pipeline(&mut self) -> Result<Pipeline, Unparsed> {
        let (mut negated, mut timed) = (false, false);
        loop {
            self.step()?;
            if self.eat_word("!") {
                negated = true;
            } else if self.eat_word("time") {
                timed = true;
                self.eat_word("-p");
                self.eat_word("--");
            } else {
                break;
            }
        }
        let mut commands = vec![];
        let is_alone = self.cursor.peek().is_none() || matches!(self.operator(), Some(";" | "\n"));
        if is_alone && (negated || timed) {
            return Ok(Pipeline { negated, commands });
        }
        commands.push(self.command()?);
        while self.eat_any(&["|", "|&"]).is_some() {
            self.newlines()?;
            commands.push(self.command()?);
        }
        Ok(Pipeline { negated, commands })
    }

    /// Reads a command of any kind.
    pub(crate) fn command(&mut self) -> Result<Command, Unparsed> {
        if let Some(body) = self.compound()? {
            return Ok(Command::Compound { body, redirections: self.redirections()? });
        }
        match self.reserved() {
            Some("function") => self.function_after_keyword(),
            Some("coproc") => self.coprocess(),
            _ if self.is_at_other_reserved() => Err(syntax_error()),
            _ => self.simple(Simple::default()),
        }
    }

    /// Reads the rest of a simple command, or a function that begins like one.
    fn simple(&mut self, mut command: Simple) -> Result<Command, Unparsed> {
        let may_be_function = command.words.is_empty();
        loop {
            self.step()?;
            if self.redirection(&mut command.redirections)? {
                continue;
            }
            if !self.is_at_word() {
                break;
            }
            let is_first = command.words.is_empty() && !begins(&command);
            if is_first && self.is_at_other_reserved() {
                // In zsh, it is reserved behind a redirection too.
                return Err(syntax_error());
            }
            let may_assign = match command.words.first() {
                Some(program) => program.bare_text().is_some_and(|name| DECLARING.contains(&name)),
                None => true,
            };
            let word = if may_assign { self.assignable()? } else { self.word()? };
            if command.words.is_empty() && word.shape.is_assignment() {
                command.assignments.push(Rc::new(word));
                continue;
            }
            command.words.push(Rc::new(word));
            if let [name] = command.words.as_slice()
                && begins(&command)
                && may_be_function
                && self.eat("(")
            {
                self.expect(")")?;
                return self.function(Rc::clone(name));
            }
        }
        if command.words.is_empty() && begins(&command) {
            return Err(syntax_error());
        }
        Ok(Command::Simple(command))
    }

    /// Reads `function NAME`, perhaps with parentheses, and its body.
    fn function_after_keyword(&mut self) -> Result<Command, Unparsed> {
        self.expect_word("function")?;
        let name = Rc::new(self.one_word()?);
        let start = self.cursor;
        if !self.eat("(") || !self.eat(")") {
            // It is a subshell, and the body.
            self.cursor = start;
        }
        self.function(name)
    }

    /// Reads the body of a function.
    fn function(&mut self, name: Rc<Lexed>) -> Result<Command, Unparsed> {
        self.newlines()?;
        let body = self.compound()?.ok_or_else(syntax_error)?;
        Ok(Command::Function { name, body, redirections: self.redirections()? })
    }

    /// Reads `coproc [NAME] COMPOUND` or `coproc SIMPLE`.
    fn coprocess(&mut self) -> Result<Command, Unparsed> {
        self.expect_word("coproc")?;
        let mut command = Simple::default();
        let mut body = self.compound()?;
        let start = self.cursor;
        let is_redirected = self.descriptor();
        self.cursor = start;
        let is_word = !is_redirected && !self.is_at_other_reserved() && self.is_at_word();
        if body.is_none() && is_word {
            let word = Rc::new(self.assignable()?);
            body = self.compound()?;
            let list = if word.shape.is_assignment() {
                &mut command.assignments
            } else {
                &mut command.words
            };
            list.push(word);
        }
        let command = match body {
            Some(body) => Command::Compound { body, redirections: self.redirections()? },
            None if self.is_at_other_reserved() => return Err(syntax_error()),
            None => self.simple(command)?,
        };
        Ok(Command::Coprocess(Box::new(command)))
    }

    /// Whether a reserved word stands here that begins no compound command; `time` is a program
    /// behind `coproc` and `|`.
    fn is_at_other_reserved(&mut self) -> bool {
        self.reserved().is_some_and(|word| word != "time")
    }

    /// Reads redirections alone.
    pub(crate) fn redirections(&mut self) -> Result<Vec<Redirection>, Unparsed> {
        let mut redirections = vec![];
        while self.redirection(&mut redirections)? {
            self.step()?;
        }
        Ok(redirections)
    }

    /// Reads one redirection, if there is any.
    fn redirection(&mut self, redirections: &mut Vec<Redirection>) -> Result<bool, Unparsed> {
        self.descriptor();
        let Some(operator) = self.eat_any(REDIRECTIONS) else {
            return Ok(false);
        };
        if self.descriptor() {
            // It belongs to the next redirection, so that this one has no word.
            return Err(syntax_error());
        }
        let access = match operator {
            "<<" | "<<-" => {
                redirections.push(Redirection::Input(self.start_document(operator == "<<-")?));
                return Ok(true);
            }
            "<<<" => {
                let text = Rc::new(self.one_word()?);
                redirections.push(Redirection::Input(Rc::new(text.into())));
                return Ok(true);
            }
            "<" => Some(RedirectAccess::Read),
            "<>" => Some(RedirectAccess::ReadWrite),
            "<&" => None,
            _ => Some(RedirectAccess::Write),
        };
        if matches!(operator, "<&" | ">&") && self.is_at_joined_dash() {
            // In bash, `>&-x` closes the descriptor, and `x` is a word of the command.
            return Err(Unparsed::new("a word behind `>&-` that shells read differently"));
        }
        let target = Rc::new(self.one_word()?);
        let opens = operator != ">&" || !names_descriptor(&target.word.text);
        redirections.push(Redirection::File { access: access.filter(|_| opens), target });
        Ok(true)
    }

    /// Reads a word that has to stand here.
    pub(crate) fn one_word(&mut self) -> Result<Lexed, Unparsed> {
        if self.is_at_word() { self.word() } else { Err(syntax_error()) }
    }
}

/// Whether nothing stands before the words of a command.
fn begins(command: &Simple) -> bool {
    command.assignments.is_empty() && command.redirections.is_empty()
}

/// `2` and `-`, and `2-`, which moves it.
fn names_descriptor(target: &str) -> bool {
    let number = target.strip_suffix('-').unwrap_or(target);
    number.chars().all(|next| next.is_ascii_digit()) && !target.is_empty()
}
