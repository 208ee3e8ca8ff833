//! What the characters of a word say of it while they are read.

use crate::cursor::is_name;

/// What is known of the characters of a word so far.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// No character was quoted or stands in an expansion.
    pub(crate) bare: bool,
    /// Nothing but unquoted expansions: the shell may drop the word, or make several of it.
    pub(crate) only_expansions: bool,
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

impl Shape {
    /// That of a word that has no character yet.
    pub(crate) const EMPTY: Self = Self {
        bare: true,
        only_expansions: false,
        form: Form::Name,
        last: None,
        bracket: false,
        brace: Brace::None,
    };

    /// Whether the word assigns to a variable where assignments may stand.
    pub(crate) fn is_assignment(&self) -> bool {
        matches!(self.form, Form::Assignment(_))
    }

    /// Whether the word of this many bytes is an assignment without a value, as before an array.
    pub(crate) fn ends_with_assignment(&self, length: usize) -> bool {
        self.form == Form::Assignment(length)
    }

    /// Whether the word began `NAME[` and has not come to its `]`.
    pub(crate) fn is_within_subscript(&self) -> bool {
        matches!(self.form, Form::Subscript(_))
    }

    /// Whether a parenthesis would make an extended glob here.
    pub(crate) fn ends_with_glob_operator(&self) -> bool {
        matches!(self.last, Some('?' | '*' | '+' | '@' | '!'))
    }

    /// Notes that something was added which is not a plain character.
    pub(crate) fn not_plain(&mut self) {
        self.bare = false;
        self.only_expansions = false;
        self.last = None;
        if matches!(self.form, Form::Name | Form::Plus | Form::Subscripted) {
            self.form = Form::Other;
        }
    }

    /// Notes an unquoted character that is added to a word of `length` bytes; whether it completes
    /// a glob, a brace expansion or a tilde prefix.
    pub(crate) fn push(&mut self, next: char, length: usize) -> bool {
        self.only_expansions = false;
        let is_pattern = self.is_pattern(next, length);
        self.form = self.form_with(next, length);
        self.last = Some(next);
        is_pattern
    }

    fn form_with(&self, next: char, length: usize) -> Form {
        let named = length > 0;
        match (self.form, next) {
            (Form::Name, '[') if named => Form::Subscript(1),
            (Form::Name | Form::Subscripted, '+') if named => Form::Plus,
            (Form::Name | Form::Subscripted | Form::Plus, '=') if named => {
                Form::Assignment(length + 1)
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

    fn is_pattern(&mut self, next: char, length: usize) -> bool {
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
                Form::Assignment(value) => value == length || self.last == Some(':'),
                _ => self.bare && length == 0,
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
