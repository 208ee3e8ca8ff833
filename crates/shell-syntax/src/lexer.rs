//! Reads shell text into the words and operators of a [`Script`].
//!
//! Bash manual, 3.1.1 "Shell Operation", steps 2 and 3; POSIX Shell Command Language, 2.3 "Token
//! Recognition". Where shells read the same text differently, the text is refused.

use crate::cursor::Cursor;
use crate::heredoc::Pending;
use crate::lexed::Lexed;
use crate::script::Script;
use crate::unparsed::{MAX_DEPTH, Unparsed};

/// How many parentheses in a substitution may turn out to belong to a `case`.
const MAX_CASE_PATTERNS: usize = 32;

/// Reads `text`, which stands `depth` levels deep in substitutions and scripts.
pub(crate) fn lex(text: &str, depth: usize) -> Result<Script, Unparsed> {
    Lexer::new(text, depth).script(End::Text)
}

/// What ends a script.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum End {
    /// The end of the text.
    Text,
    /// The parenthesis that closes a substitution.
    Parenthesis,
}

/// A reader of one text; the scripts in its substitutions are read in the same go.
#[derive(Debug)]
pub(crate) struct Lexer<'a> {
    pub(crate) cursor: Cursor<'a>,
    pub(crate) depth: usize,
    /// Here-documents whose text begins after the next newline.
    pub(crate) pending: Vec<Pending>,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str, depth: usize) -> Self {
        Self { cursor: Cursor::new(text), depth, pending: vec![] }
    }

    /// Reads one level deeper.
    pub(crate) fn deeper<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, Unparsed>,
    ) -> Result<T, Unparsed> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Unparsed::new("substitutions are nested too deeply"));
        }
        let value = read(self)?;
        self.depth -= 1;
        Ok(value)
    }

    /// Reads a script up to its end, and the parenthesis that ends it.
    pub(crate) fn script(&mut self, end: End) -> Result<Script, Unparsed> {
        let outer = std::mem::take(&mut self.pending);
        let mut script = Script::new();
        let mut closers = Closers::default();
        loop {
            self.cursor.eat_while(is_blank);
            let Some(next) = self.cursor.peek() else {
                break;
            };
            match next {
                '\n' if !outer.is_empty() => return Err(Unparsed::new(SPLIT_HERE_DOCUMENT)),
                '\n' => self.newline(&mut script)?,
                '#' => self.comment(),
                ')' if end == End::Parenthesis && closers.ends(&script)? => {
                    self.cursor.next();
                    if !self.pending.is_empty() {
                        return Err(Unparsed::new(SPLIT_HERE_DOCUMENT));
                    }
                    self.pending = outer;
                    return Ok(script);
                }
                '(' if self.cursor.peek_second() == Some('(') => {
                    self.double_parenthesis(&mut script, &mut closers)?;
                }
                _ if is_operator(next) && !self.at_process_substitution() => {
                    closers.count(next);
                    self.operator(&mut script)?;
                }
                _ => self.script_word(&mut script)?,
            }
        }
        match (end, self.pending.is_empty()) {
            (End::Parenthesis, _) => Err(Unparsed::new("an unclosed substitution")),
            (End::Text, false) => Err(Unparsed::new("an unclosed here-document")),
            (End::Text, true) => Ok(script),
        }
    }

    pub(crate) fn at_process_substitution(&mut self) -> bool {
        matches!(self.cursor.peek(), Some('<' | '>')) && self.cursor.peek_second() == Some('(')
    }

    /// Passes a comment, in which a backslash joins nothing.
    pub(crate) fn comment(&mut self) {
        while self.cursor.peek_raw().is_some_and(|next| next != '\n') {
            self.cursor.next_raw();
        }
    }

    fn newline(&mut self, script: &mut Script) -> Result<(), Unparsed> {
        self.cursor.next();
        script.operator("\n")?;
        for pending in std::mem::take(&mut self.pending) {
            let (slot, body) = self.here_document(&pending)?;
            script.fill(slot, body);
        }
        Ok(())
    }

    /// Reads `((expression))`; what is not closed by `))` is a subshell in a subshell.
    fn double_parenthesis(
        &mut self,
        script: &mut Script,
        closers: &mut Closers,
    ) -> Result<(), Unparsed> {
        let start = self.cursor;
        let mut expression = Lexed::default();
        self.cursor.next();
        self.cursor.next();
        self.arithmetic(&mut expression, '(', ')')?;
        if self.cursor.eat(')') {
            return script.arithmetic(expression);
        }
        self.cursor = start;
        self.cursor.next();
        closers.count('(');
        script.operator("(")
    }

    fn operator(&mut self, script: &mut Script) -> Result<(), Unparsed> {
        match self.take_operator() {
            "<<" => self.start_here_document(script, false),
            "<<-" => self.start_here_document(script, true),
            // The grammar refuses `|&` after a test; what it adds opens no file.
            "|&" => script.operator("|"),
            operator => script.operator(operator),
        }
    }

    fn take_operator(&mut self) -> &'static str {
        let first = self.cursor.next();
        let mut eat = |next| self.cursor.eat(next);
        match first {
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

    /// Reads a word; the descriptor of a redirection (`2>`, `{name}>`) is none.
    fn script_word(&mut self, script: &mut Script) -> Result<(), Unparsed> {
        let word = self.word()?;
        let redirected = matches!(self.cursor.peek(), Some('<' | '>'));
        if redirected && word.is_descriptor() {
            return Ok(());
        }
        script.word(word)
    }
}

/// Decides which closing parenthesis ends a substitution.
#[derive(Debug, Default)]
struct Closers {
    open: usize,
    tried: usize,
}

impl Closers {
    fn count(&mut self, operator: char) {
        match operator {
            '(' => self.open += 1,
            ')' => self.open = self.open.saturating_sub(1),
            _ => {}
        }
    }

    /// Whether the parenthesis after `script` ends it. That of a pattern in a `case` does not,
    /// and is known by what stands before it being no complete script.
    fn ends(&mut self, script: &Script) -> Result<bool, Unparsed> {
        if self.open > 0 || !script.has_case() {
            return Ok(self.open == 0);
        }
        self.tried += 1;
        if self.tried > MAX_CASE_PATTERNS {
            return Err(Unparsed::new("too many case patterns in a substitution"));
        }
        Ok(script.parse().is_ok())
    }
}

const SPLIT_HERE_DOCUMENT: &str = "a here-document that begins within a substitution";

pub(crate) fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t')
}

/// Whether an unquoted character starts an operator, and so ends a word.
pub(crate) fn is_operator(character: char) -> bool {
    matches!(character, '&' | '|' | ';' | '<' | '>' | '(' | ')')
}
