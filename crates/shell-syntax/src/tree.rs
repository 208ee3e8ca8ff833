//! A script as it was read: words, and the commands that they make.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::command::{RedirectAccess, Word};
use crate::shape::Shape;

/// Commands that run one after the other.
pub(crate) type List = Vec<AndOr>;

/// Pipelines with `&&` and `||` between them.
#[derive(Debug)]
pub(crate) struct AndOr {
    pub(crate) first: Pipeline,
    pub(crate) rest: Vec<(Condition, Pipeline)>,
    /// Whether the shell goes on without waiting for it.
    pub(crate) in_background: bool,
}

/// When the next pipeline runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Condition {
    /// `&&`
    Success,
    /// `||`
    Failure,
}

/// Commands with pipes between them; none after a lonely `!` or `time`.
#[derive(Debug)]
pub(crate) struct Pipeline {
    pub(crate) negated: bool,
    pub(crate) commands: Vec<Command>,
}

/// A command of any kind.
#[derive(Debug)]
pub(crate) enum Command {
    Simple(Simple),
    Compound { body: Compound, redirections: Vec<Redirection> },
    Function { name: Rc<Lexed>, body: Compound, redirections: Vec<Redirection> },
    Coprocess(Box<Command>),
}

/// A command as the grammar has it.
#[derive(Debug, Default)]
pub(crate) struct Simple {
    pub(crate) assignments: Vec<Rc<Lexed>>,
    pub(crate) words: Vec<Rc<Lexed>>,
    pub(crate) redirections: Vec<Redirection>,
}

/// A command that is made of others.
#[derive(Debug)]
pub(crate) enum Compound {
    /// `{ ...; }`
    Group(List),
    /// `( ... )`
    Subshell(List),
    /// `(( ... ))` and `[[ ... ]]`, which run what is substituted in their words.
    Words(Vec<Rc<Lexed>>),
    /// `for` and `select`, with the words of their header.
    For { words: Vec<Rc<Lexed>>, body: List },
    /// `while`, and `until` where it is negated.
    While { condition: List, negated: bool, body: List },
    /// Conditions with what runs if they hold.
    If { branches: Vec<(List, List)>, otherwise: Option<List> },
    /// `case`
    Case { subject: Rc<Lexed>, arms: Vec<Arm> },
}

/// One `pattern) commands ;;` of a `case`.
#[derive(Debug)]
pub(crate) struct Arm {
    pub(crate) patterns: Vec<Rc<Lexed>>,
    pub(crate) body: List,
    /// Whether the next one may run after it.
    pub(crate) falls_through: bool,
}

/// A redirection.
#[derive(Debug)]
pub(crate) enum Redirection {
    /// To or from a file; without access if it opens none, as `2>&1`.
    File { access: Option<RedirectAccess>, target: Rc<Lexed> },
    /// A here-string or here-document, whose text may come later.
    Input(Document),
}

/// The text of a here-document, empty until it is read.
pub(crate) type Document = Rc<OnceCell<Rc<Lexed>>>;

/// A word, and what its reader learned beyond the [`Word`].
#[derive(Debug)]
pub(crate) struct Lexed {
    pub(crate) word: Word,
    /// The scripts in its substitutions.
    pub(crate) scripts: Vec<List>,
    pub(crate) shape: Shape,
}

impl Default for Lexed {
    fn default() -> Self {
        Self { word: Word::plain(""), scripts: vec![], shape: Shape::EMPTY }
    }
}

impl Lexed {
    /// A literal word without quotes.
    pub(crate) fn bare(text: &str) -> Self {
        Self { word: Word::plain(text), ..Self::default() }
    }

    /// A word that stands in for some of a command's.
    pub(crate) fn given(word: &Word) -> Self {
        let mut shape = Shape::EMPTY;
        shape.not_plain();
        shape.only_expansions = word.splits && word.text.starts_with(['$', '`']);
        Self { word: word.clone(), shape, ..Self::default() }
    }

    /// The text, if nothing in it is quoted or expanded.
    pub(crate) fn bare_text(&self) -> Option<&str> {
        self.shape.bare.then_some(self.word.text.as_str())
    }

    /// Whether the shell may drop the word.
    pub(crate) fn may_be_nothing(&self) -> bool {
        let text = self.word.text.as_str();
        let is_list = text == "$@" || text.starts_with("${") && text.ends_with("[@]}");
        self.shape.only_expansions || is_list
    }

    /// Whether the word is `<(...)` or `>(...)`, and so no file's name.
    pub(crate) fn is_process_substitution(&self) -> bool {
        !self.word.literal && (self.word.text.starts_with("<(") || self.word.text.starts_with(">("))
    }

    /// Adds quoted text.
    pub(crate) fn push_quoted(&mut self, text: &str) {
        self.word.text.push_str(text);
        self.shape.not_plain();
    }

    /// Adds an expansion as it is written.
    pub(crate) fn push_expansion(&mut self, written: &str) {
        self.word.text.push_str(written);
        self.word.literal = false;
        self.shape.not_plain();
    }

    /// Adds an expansion whose value the shell may split into several words, or none.
    pub(crate) fn push_split(&mut self, written: &str) {
        let first = self.word.text.is_empty() && self.shape.bare;
        let only = self.shape.only_expansions || first;
        self.push_expansion(written);
        self.word.splits = true;
        self.shape.only_expansions = only;
    }

    /// Adds an unquoted character.
    pub(crate) fn push(&mut self, next: char) {
        self.word.literal &= !self.shape.push(next, self.word.text.len());
        self.word.text.push(next);
    }
}
