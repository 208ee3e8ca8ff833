//! A script as the grammar sees it: brush's tokens, with every word that needs reading replaced
//! by a reference to what [`crate::lexer`] read.
//!
//! The grammar is brush's, the tokens are ours: brush's own tokenizer and word parser take some
//! running text for quoted text (`\$'...'`, `"${a:-'}"`, `$((`, here-document delimiters) and
//! need exponential time for some nestings. A reference cannot be mistaken for anything.

use std::rc::Rc;

use brush_parser::ast::{Program, Word as AstWord};
use brush_parser::{ParserOptions, SourcePosition, SourceSpan, Token};

use crate::lexed::Lexed;
use crate::nesting::Nesting;
use crate::unparsed::Unparsed;

/// Opens and closes a reference; no text that is read has a NUL.
const MARK: char = '\0';

/// The tokens of a script and the words they refer to.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    tokens: Vec<Token>,
    words: Vec<Rc<Lexed>>,
    nesting: Nesting,
    span: SourceSpan,
    has_case: bool,
}

impl Script {
    pub(crate) fn new() -> Self {
        // A number that touches a redirection is for the lexer, so no two tokens may touch.
        let position = |index| SourcePosition { index, line: 1, column: 1 };
        let span = SourceSpan { start: position(1).into(), end: position(2).into() };
        Self { tokens: vec![], words: vec![], nesting: Nesting::default(), span, has_case: false }
    }

    /// Whether a closing parenthesis may belong to a `case` pattern.
    pub(crate) fn has_case(&self) -> bool {
        self.has_case
    }

    /// Adds an operator.
    pub(crate) fn operator(&mut self, operator: &str) -> Result<(), Unparsed> {
        if operator == "(" {
            self.separate_parenthesis()?;
        }
        self.nesting.operator(operator)?;
        self.token(Token::Operator, operator);
        Ok(())
    }

    /// Adds a word.
    pub(crate) fn word(&mut self, word: Lexed) -> Result<(), Unparsed> {
        let reserved = word.reserved().map(str::to_owned);
        match reserved.as_deref() {
            Some("case") => self.has_case = true,
            Some("esac") => self.end_case()?,
            _ => {}
        }
        self.nesting.word(reserved.as_deref())?;
        let name = word.assigned_name().map(|name| format!("{name}="));
        let text = match reserved {
            Some(reserved) => reserved,
            None => name.unwrap_or_default() + &self.refer(word),
        };
        self.token(Token::Word, &text);
        Ok(())
    }

    /// Adds `((expression))`, or the header of a `for ((;;))`.
    pub(crate) fn arithmetic(&mut self, expression: Lexed) -> Result<(), Unparsed> {
        self.separate_parenthesis()?;
        self.nesting.operator(";")?;
        let header = matches!(self.tokens.last(), Some(Token::Word(word, _)) if word == "for");
        let expression = self.refer(expression);
        let operators: &[&str] = if header { &["(", "(", ";", ";"] } else { &["(", "("] };
        for operator in operators {
            self.token(Token::Operator, operator);
        }
        self.token(Token::Word, &expression);
        self.token(Token::Operator, ")");
        self.token(Token::Operator, ")");
        Ok(())
    }

    /// Adds a here-document and returns the slot that its text goes into.
    pub(crate) fn here_document(&mut self) -> Result<usize, Unparsed> {
        let slot = self.words.len();
        let body = self.refer(Lexed::default());
        self.nesting.operator("<<")?;
        self.nesting.word(None)?;
        self.token(Token::Operator, "<<");
        self.token(Token::Word, "E");
        self.token(Token::Word, &body);
        self.token(Token::Word, "E");
        Ok(slot)
    }

    /// Fills the slot of a here-document.
    pub(crate) fn fill(&mut self, slot: usize, body: Lexed) {
        if let Some(word) = self.words.get_mut(slot) {
            *word = Rc::new(body);
        }
    }

    /// What brush's grammar makes of the tokens.
    pub(crate) fn parse(&self) -> Result<Program, Unparsed> {
        brush_parser::parse_tokens(&self.tokens, &ParserOptions::default())
            .map_err(|_| Unparsed::new("syntax error"))
    }

    /// The word that a word of the syntax tree refers to.
    pub(crate) fn lexed(&self, word: &AstWord) -> Rc<Lexed> {
        self.references(&word.value).next().unwrap_or_else(|| Rc::new(Lexed::bare(&word.value)))
    }

    /// All words that a text of the syntax tree refers to.
    pub(crate) fn references(&self, text: &str) -> impl Iterator<Item = Rc<Lexed>> {
        text.split(MARK)
            .skip(1)
            .step_by(2)
            .filter_map(|index| self.words.get(index.parse::<usize>().ok()?).cloned())
    }

    /// The words in their order if nothing else is here, operators among them as plain words.
    pub(crate) fn into_words(self) -> Vec<Rc<Lexed>> {
        let word = |token: &Token| self.lexed(&AstWord::from(token.to_str().to_owned()));
        self.tokens.iter().map(word).collect()
    }

    /// Keeps the grammar from taking an `esac` for one more pattern, which it does where patterns
    /// may stand: after `;;`, and after `in`.
    fn end_case(&mut self) -> Result<(), Unparsed> {
        match self.tokens.iter_mut().rev().find(|token| token.to_str() != "\n") {
            Some(Token::Operator(last, _)) if matches!(last.as_str(), ";;" | ";&" | ";;&") => {
                "\n".clone_into(last);
                Ok(())
            }
            Some(Token::Word(last, _)) if last == "in" => Err(Unparsed::new("an empty case")),
            _ => Ok(()),
        }
    }

    /// Keeps the grammar from trying `( (` as arithmetic, which takes it exponential time.
    fn separate_parenthesis(&mut self) -> Result<(), Unparsed> {
        if !matches!(self.tokens.last(), Some(Token::Operator(last, _)) if last == "(") {
            return Ok(());
        }
        if self.nesting.in_test() {
            return Err(Unparsed::new("nested parentheses in a test"));
        }
        self.token(Token::Operator, "\n");
        Ok(())
    }

    fn refer(&mut self, word: Lexed) -> String {
        self.words.push(Rc::new(word));
        format!("{MARK}{}{MARK}", self.words.len() - 1)
    }

    fn token(&mut self, kind: fn(String, SourceSpan) -> Token, text: &str) {
        self.tokens.push(kind(text.to_owned(), self.span.clone()));
    }
}
