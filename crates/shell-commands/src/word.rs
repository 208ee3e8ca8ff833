//! Reads one word: quoting, and where its expansions are.
//!
//! Bash manual, 3.1.2 "Quoting" and 3.5 "Shell Expansions". Nothing is expanded.

use crate::cursor::Cursor;
use crate::lexer::{Lexer, is_blank, is_operator};
use crate::script::Script;
use crate::{Unparsed, Word, ansi_c};

/// A word, and what its reader learned beyond the [`Word`].
#[derive(Clone, Debug)]
pub(crate) struct Lexed {
    pub(crate) word: Word,
    /// The scripts in its substitutions.
    pub(crate) scripts: Vec<Script>,
    /// No character was quoted or stands in an expansion.
    bare: bool,
    /// Nothing but unquoted expansions: the shell may drop the word, or make several of it.
    only_expansions: bool,
    form: Form,
    /// The last character, if it was an unquoted literal one.
    last: Option<char>,
    bracket: bool,
    brace: Brace,
}

/// How much of `NAME=`, `NAME[...]=` or `NAME+=` the beginning of a word is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    Name,
    Subscript(usize),
    Subscripted,
    Plus,
    /// An assignment; its value begins here.
    Assignment(usize),
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Brace {
    None,
    Open,
    Several,
}

impl Default for Lexed {
    fn default() -> Self {
        Self {
            word: Word {
                text: String::new(),
                literal: true,
            },
            scripts: vec![],
            bare: true,
            only_expansions: false,
            form: Form::Name,
            last: None,
            bracket: false,
            brace: Brace::None,
        }
    }
}

impl Lexed {
    /// A literal word without quotes.
    pub(crate) fn bare(text: &str) -> Self {
        Self {
            word: Word {
                text: text.to_owned(),
                literal: true,
            },
            ..Self::default()
        }
    }

    /// The text, if the grammar may take the word for more than a plain one.
    pub(crate) fn reserved(&self) -> Option<&str> {
        let text = self.word.text.as_str();
        let is_operator = text.len() < 4 && text.starts_with(['-', '=']);
        let reserved = is_operator || RESERVED.contains(&text);
        (self.bare && reserved).then_some(text)
    }

    /// The name that the word assigns to where assignments may stand.
    pub(crate) fn assigned_name(&self) -> Option<&str> {
        let Form::Assignment(_) = self.form else {
            return None;
        };
        self.word.text.split(|next| !is_name(next)).next()
    }

    /// Whether a redirection operator right after the word makes a descriptor of it.
    pub(crate) fn is_descriptor(&self) -> bool {
        let text = self.word.text.as_str();
        let named = text
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'));
        let number = text.len() < 10 && text.chars().all(|next| next.is_ascii_digit());
        self.bare && (number || named.is_some_and(|name| name.chars().all(is_name)))
    }

    /// Whether the shell may drop the word.
    pub(crate) fn may_be_nothing(&self) -> bool {
        let text = self.word.text.as_str();
        self.only_expansions || text == "$@" || text.starts_with("${") && text.ends_with("[@]}")
    }

    /// Whether the word is `<(...)` or `>(...)`, and so no file's name.
    pub(crate) fn is_process_substitution(&self) -> bool {
        !self.word.literal && (self.word.text.starts_with("<(") || self.word.text.starts_with(">("))
    }

    /// Adds quoted text.
    pub(crate) fn push_quoted(&mut self, text: &str) {
        self.word.text.push_str(text);
        self.not_plain();
        self.only_expansions = false;
    }

    /// Adds an expansion as it is written.
    pub(crate) fn push_expansion(&mut self, written: &str) {
        self.only_expansions = false;
        self.word.text.push_str(written);
        self.word.literal = false;
        self.not_plain();
    }

    /// Adds an expansion whose value the shell may split into several words, or none.
    pub(crate) fn push_split(&mut self, written: &str) {
        let only = self.only_expansions || self.word.text.is_empty() && self.bare;
        self.push_expansion(written);
        self.only_expansions = only;
    }

    fn not_plain(&mut self) {
        self.bare = false;
        self.last = None;
        if matches!(self.form, Form::Name | Form::Plus | Form::Subscripted) {
            self.form = Form::Other;
        }
    }

    /// Adds an unquoted character.
    fn push(&mut self, next: char) {
        self.only_expansions = false;
        self.word.literal &= !self.is_pattern(next);
        self.form = self.form_with(next);
        self.word.text.push(next);
        self.last = Some(next);
    }

    fn form_with(&self, next: char) -> Form {
        let named = !self.word.text.is_empty();
        match (self.form, next) {
            (Form::Name, '[') if named => Form::Subscript(1),
            (Form::Name | Form::Subscripted, '+') if named => Form::Plus,
            (Form::Name | Form::Subscripted | Form::Plus, '=') if named => {
                Form::Assignment(self.word.text.len() + 1)
            }
            (Form::Name, '0'..='9') if !named => Form::Other,
            (Form::Name, _) if is_name(next) => Form::Name,
            (Form::Subscript(depth), '[') => Form::Subscript(depth + 1),
            (Form::Subscript(1), ']') => Form::Subscripted,
            (Form::Subscript(depth), ']') => Form::Subscript(depth - 1),
            (Form::Subscript(_) | Form::Assignment(_), _) => self.form,
            _ => Form::Other,
        }
    }

    /// Whether an unquoted character completes a glob, a brace expansion or a tilde prefix.
    fn is_pattern(&mut self, next: char) -> bool {
        match next {
            '*' | '?' => true,
            '[' => {
                self.bracket = true;
                false
            }
            ']' => self.bracket && self.last != Some('['),
            '{' => {
                self.brace = Brace::Open;
                false
            }
            ',' => self.several(),
            '.' if self.last == Some('.') => self.several(),
            '}' => self.brace == Brace::Several,
            '~' => match self.form {
                Form::Assignment(value) => value == self.word.text.len() || self.last == Some(':'),
                _ => self.bare && self.word.text.is_empty(),
            },
            _ => false,
        }
    }

    fn several(&mut self) -> bool {
        if self.brace == Brace::Open {
            self.brace = Brace::Several;
        }
        false
    }
}

/// What the grammar looks at, options and operators of a test aside.
const RESERVED: &[&str] = &[
    "!", "!=", "{", "}", "[[", "]]", "case", "coproc", "do", "done", "elif", "else", "esac", "fi",
    "for", "function", "if", "in", "select", "then", "time", "until", "while",
];

fn is_name(character: char) -> bool {
    character == '_' || character.is_ascii_alphanumeric()
}

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
        match word.form {
            Form::Subscript(_) => Err(Unparsed::new("an unclosed subscript")),
            _ => Ok(word),
        }
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
        if word.form == Form::Assignment(word.word.text.len()) {
            self.deeper(|lexer| lexer.array(word))?;
        } else if self.is_extended_glob(word) {
            self.cursor.next();
            self.deeper(|lexer| lexer.group(word))?;
        } else {
            return Ok(false);
        }
        word.push_expansion(self.cursor.since(start));
        Ok(true)
    }

    /// `!(` may be a negated subshell and `name?()` a function definition: those are no globs.
    fn is_extended_glob(&self, word: &Lexed) -> bool {
        let mut inside: Cursor<'_> = self.cursor;
        inside.next();
        inside.eat_while(is_blank);
        inside.peek() != Some(')')
            && matches!(word.last, Some('?' | '*' | '+' | '@' | '!'))
            && word.word.text != "!"
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
