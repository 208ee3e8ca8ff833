//! A command while its effects are looked up: its words, and the line in which it stands.

use shell_syntax::{RedirectAccess, SimpleCommand, Word};

use crate::items::{Items, with_items};
use crate::programs::Programs;
use crate::variables::is_from_outside;

/// A command of a line.
#[derive(Debug)]
pub(crate) struct Call<'a> {
    /// The base name of the program; empty if there is none.
    pub(crate) program: &'a str,
    /// Its arguments, as far as they are known.
    pub(crate) words: Vec<Word>,
    /// What stands for the files that another program puts into them.
    pub(crate) items: Items,
    /// The command as it was read.
    pub(crate) command: &'a SimpleCommand,
    /// All commands of the line, of which this is one.
    pub(crate) commands: &'a [SimpleCommand],
    /// The place of the command among them.
    pub(crate) index: usize,
    /// The line.
    pub(crate) text: &'a str,
    pub(crate) programs: &'a Programs,
}

impl<'a> Call<'a> {
    pub(crate) fn new(
        text: &'a str,
        programs: &'a Programs,
        commands: &'a [SimpleCommand],
        index: usize,
        command: &'a SimpleCommand,
    ) -> Self {
        let (words, items) = with_items(commands, index, command, programs);
        let program = command.program().unwrap_or_default();
        Self { program, words, items, command, commands, index, text, programs }
    }

    /// The command that begins with the argument at `place`, as seen by whoever runs it.
    pub(crate) fn behind(&self, place: usize) -> Option<Call<'a>> {
        let word = self.command.words.get(place + 1)?;
        let program = word.text.rsplit('/').next().unwrap_or_default();
        let words = self.words.get(place + 1..).unwrap_or_default().to_vec();
        let Self { command, commands, index, text, programs, .. } = *self;
        Some(Self {
            program,
            words,
            items: self.items.clone(),
            command,
            commands,
            index,
            text,
            programs,
        })
    }

    /// Whether it runs another command of the line.
    pub(crate) fn runs_another(&self) -> bool {
        self.commands.iter().any(|command| command.runner == Some(self.index))
    }

    /// The script on its standard input.
    pub(crate) fn input(&self) -> Option<&'a Word> {
        self.command.input.as_ref()
    }

    /// Whether it may have more to read on its standard input than a terminal.
    pub(crate) fn may_read(&self) -> bool {
        self.command.fed
            || self.command.input.is_some()
            || self.command.redirects.iter().any(|it| it.access != RedirectAccess::Write)
    }

    /// A word which the line itself fills with what may have a blank in it.
    pub(crate) fn may_hide_options(&self, word: &Word) -> bool {
        const ONE_WORD: [&str; 8] = [
            "$(pwd)",
            "$(nproc)",
            "$(whoami)",
            "$(uname",
            "$(date",
            "$(id",
            "$(git rev-",
            "$(basename",
        ];
        word.splits
            && !is_from_outside(word, self.text)
            && !ONE_WORD.iter().any(|start| word.text.contains(start))
    }

    /// Why one of the words may turn out to be an option, if it may.
    pub(crate) fn hidden_option(&self) -> Option<String> {
        let hidden = self.words.iter().find(|word| self.may_hide_options(word))?;
        Some(format!("`{}` may become an option", hidden.text))
    }
}

/// Whether a path is that of the standard input.
pub(crate) fn is_stdin(path: &str) -> bool {
    matches!(path, "-" | "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0")
}

/// Whether a word is the output, or the input, of a command.
pub(crate) fn is_process_substitution(word: &Word) -> bool {
    !word.literal && (word.text.contains("<(") || word.text.contains(">("))
}
