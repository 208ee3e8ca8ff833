//! A word that was read, and what its characters say of it.

use crate::command::Word;
use crate::script::Script;

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
            word: Word::plain(""),
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
        Self { word: Word::plain(text), ..Self::default() }
    }

    /// A word that stands in for some of a command's.
    pub(crate) fn given(word: &Word) -> Self {
        let only_expansions = word.splits && word.text.starts_with(['$', '`']);
        Self { word: word.clone(), bare: false, only_expansions, ..Self::default() }
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

    /// Whether an array may begin here.
    pub(crate) fn ends_with_assignment(&self) -> bool {
        self.form == Form::Assignment(self.word.text.len())
    }

    /// Whether the word began `NAME[` and has not come to its `]`.
    pub(crate) fn is_within_subscript(&self) -> bool {
        matches!(self.form, Form::Subscript(_))
    }

    /// Whether a parenthesis makes an extended glob here.
    pub(crate) fn ends_with_glob_operator(&self) -> bool {
        matches!(self.last, Some('?' | '*' | '+' | '@' | '!')) && self.word.text != "!"
    }

    /// Whether a redirection operator right after the word makes a descriptor of it.
    pub(crate) fn is_descriptor(&self) -> bool {
        let text = self.word.text.as_str();
        let named = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
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
        self.word.splits = true;
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
    pub(crate) fn push(&mut self, next: char) {
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

/// Whether a character may stand in the name of a variable.
pub(crate) fn is_name(character: char) -> bool {
    character == '_' || character.is_ascii_alphanumeric()
}
