//! The redirections of a command.

use std::rc::Rc;

use brush_parser::ast::{IoFileRedirectKind as Kind, IoFileRedirectTarget as Target, IoRedirect};

use crate::command::{Redirect, RedirectAccess};
use crate::lexed::Lexed;
use crate::script::Script;

/// The redirections of a command, and the words in them.
#[derive(Debug, Default)]
pub(crate) struct Redirections {
    pub(crate) files: Vec<Redirect>,
    /// Targets, and texts that a later one replaces.
    pub(crate) words: Vec<Rc<Lexed>>,
    /// The last here-string or here-document.
    pub(crate) stdin: Option<Rc<Lexed>>,
}

impl Redirections {
    /// Reads the redirections in `list`.
    pub(crate) fn new<'a>(script: &Script, list: impl IntoIterator<Item = &'a IoRedirect>) -> Self {
        let mut redirections = Self::default();
        for redirect in list {
            redirections.add(script, redirect);
        }
        redirections
    }

    /// Reads one more redirection.
    fn add(&mut self, script: &Script, redirect: &IoRedirect) {
        match redirect {
            IoRedirect::File(_, kind, Target::Filename(word) | Target::Duplicate(word)) => {
                self.file(kind, script.lexed(word));
            }
            IoRedirect::File(_, _, Target::Fd(_) | Target::ProcessSubstitution(..)) => {}
            IoRedirect::OutputAndError(word, _) => self.file(&Kind::Write, script.lexed(word)),
            IoRedirect::HereDocument(_, document) => self.input(script.lexed(&document.doc)),
            IoRedirect::HereString(_, word) => self.input(script.lexed(word)),
        }
    }

    fn file(&mut self, kind: &Kind, target: Rc<Lexed>) {
        let text = target.word.text.as_str();
        let access = match kind {
            Kind::Read => Some(RedirectAccess::Read),
            Kind::Write | Kind::Append | Kind::Clobber => Some(RedirectAccess::Write),
            Kind::ReadAndWrite => Some(RedirectAccess::ReadWrite),
            Kind::DuplicateOutput if !is_descriptor(text) => Some(RedirectAccess::Write),
            Kind::DuplicateOutput | Kind::DuplicateInput => None,
        };
        if let Some(access) = access
            && !target.is_process_substitution()
        {
            self.files.push(Redirect { access, target: target.word.clone() });
        }
        self.words.push(target);
    }

    fn input(&mut self, text: Rc<Lexed>) {
        self.words.extend(self.stdin.replace(text));
    }
}

/// `2` and `-`, and `2-`, which moves it.
fn is_descriptor(target: &str) -> bool {
    let number = target.strip_suffix('-').unwrap_or(target);
    number.chars().all(|next| next.is_ascii_digit()) && !target.is_empty()
}
