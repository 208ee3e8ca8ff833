//! What a command runs in addition to itself, according to the caller.

use std::ops::Range;

use crate::command::Word;
use crate::parse_error::Unparsed;

/// A command or script that a command runs, as `sudo` and `sh -c` do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// What runs.
    pub what: What,
    /// Where it runs.
    pub place: Place,
}

/// What a command runs. Ranges refer to the words of that command, including its program;
/// substitutions in those words belong to what runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// The command that consists of these words.
    Command {
        /// Words before the others.
        before: Vec<Word>,
        /// Words of the command itself.
        words: Range<usize>,
    },
    /// A script.
    Script {
        /// Its text; expansions in it have happened before it is read.
        text: Word,
        /// The words that it is made of.
        words: Range<usize>,
        /// The word that is its `$0`; `$1` and the others follow.
        parameters: Option<usize>,
    },
    /// The script on its standard input, if there is a [`crate::SimpleCommand::input`].
    Input,
    /// Unknown: the whole text is refused.
    Unparsed(Unparsed),
}

/// Where a command or script runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the shell itself, so that a `cd` counts.
    Here,
    /// In a process in the same directory.
    Same,
    /// In this directory.
    In(Word),
    /// Unknown.
    Unknown,
}

impl Run {
    /// The command that a range of words is.
    pub fn command(words: Range<usize>, place: Place) -> Self {
        Self { what: What::Command { before: vec![], words }, place }
    }

    /// The script that a word, or a part of it, is.
    pub fn script(text: Word, word: usize, place: Place) -> Self {
        Self { what: What::Script { text, words: word..word + 1, parameters: None }, place }
    }

    /// The script that a range of `words` makes when joined with blanks.
    pub fn joined(words: &[Word], range: Range<usize>, place: Place) -> Self {
        let joined = words.get(range.clone()).unwrap_or_default();
        let texts: Vec<&str> = joined.iter().map(|word| word.text.as_str()).collect();
        let text = Word {
            text: texts.join(" "),
            literal: joined.iter().all(|word| word.literal),
            splits: joined.iter().any(|word| word.splits),
        };
        Self { what: What::Script { text, words: range, parameters: None }, place }
    }

    /// The words of the command that belong to it.
    pub(crate) fn covers(&self) -> Range<usize> {
        match &self.what {
            What::Command { words, .. } | What::Script { words, .. } => words.clone(),
            What::Input | What::Unparsed(_) => 0..0,
        }
    }
}
