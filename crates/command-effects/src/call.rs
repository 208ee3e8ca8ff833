//! A command while its effects are looked up: its words, and the line in which it stands.

use shell_syntax::{RedirectAccess, SimpleCommand, Value, Word};

use crate::items::{Items, with_items};
use crate::outputs::{self, printed_in};
use crate::programs::Programs;
use crate::variables::NOT_TOLD;

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
        let Some(expansion) = word.text.find('$').filter(|_| word.splits) else {
            return word.splits;
        };
        let name = word.text.get(expansion + 1..).unwrap_or_default();
        if name.starts_with('$') && !name.get(1..).unwrap_or_default().contains('$') {
            return false;
        }
        if prints_one_word(&word.text, self.text)
            || prints_one_time(name) && !self.text.contains("date()")
            || self.prints_files(&word.text)
        {
            return false;
        }
        let name = name.trim_start_matches('{');
        let end = name.find(|next: char| next != '_' && !next.is_ascii_alphanumeric());
        let name = name.get(..end.unwrap_or(name.len())).unwrap_or_default();
        let assigned = format!("{name}=");
        let is_hidden = matches!(name, "" | "IFS" | NOT_TOLD);
        let may = is_hidden || self.text.contains(&assigned);
        may && !self.is_one_word(name)
    }

    /// Whether all that is expanded in a word is the folder of the shell or a number of the person, which the
    /// line does not set.
    pub(crate) fn names_a_place(&self, word: &Word) -> bool {
        const TOLD: [&str; 7] =
            ["$(pwd)", "`pwd`", "$(id -u)", "$(id -g)", "${PWD}", "$PWD/", "$PWD:"];
        let rest = TOLD.iter().fold(word.text.clone(), |text, told| text.replace(told, ""));
        let is_set = || {
            ["PWD=", "IFS"].iter().any(|name| self.text.contains(name))
                || ["pwd", "id"].iter().any(|name| is_defined(name, self.text))
        };
        rest.len() < word.text.len() && !rest.contains(['$', '`', '*', '?', '[', '{']) && !is_set()
    }

    /// Whether a word is what a command prints that names files, each with a folder before it. Where a name
    /// has a blank, its parts are taken for names, as `xargs` does.
    fn prints_files(&self, word: &str) -> bool {
        let script = word.strip_prefix("$(").and_then(|script| script.strip_suffix(')'));
        let found = script.and_then(|script| printed_in(script, self.text));
        found.is_some_and(|(folders, _)| folders.iter().all(|folder| !folder.text.is_empty()))
    }

    /// Whether all that a variable may stand for is a number, or a word without a blank.
    fn is_one_word(&self, name: &str) -> bool {
        let mut bound = self.command.bound.iter().filter(|binding| binding.name == name);
        let is_one = |value: &Value| match value {
            Value::Number => true,
            Value::Word(word, _) if word.literal => {
                word.text.chars().all(|next| next.is_ascii_alphanumeric())
            }
            Value::Word(word, _) => prints_one_word(&word.text, self.text),
            Value::Printed(at) => self.commands.get(*at).is_some_and(outputs::prints_one_name),
            Value::Unknown => false,
        };
        shell_syntax::splits_as_usual(self.text)
            && bound.next().is_some_and(|it| it.values.iter().all(is_one))
    }

    /// Why one of the words may turn out to be an option, if it may.
    pub(crate) fn hidden_option(&self) -> Option<String> {
        let hidden = self.words.iter().find(|word| self.may_hide_options(word))?;
        Some(format!("`{}` may become an option", hidden.text))
    }
}

/// Whether a word is one `$(...)` that prints one word, which begins with no dash and has no sign of a pattern.
fn prints_one_word(text: &str, line: &str) -> bool {
    const PLAIN: [&str; 5] = ["uuidgen", "nproc", "whoami", "id -u", "id -un"];
    let inner = text.strip_prefix("$(").and_then(|inner| inner.strip_suffix(')'));
    let Some(script) = inner.map(str::trim) else { return false };
    let program = script.split(' ').next().unwrap_or_default();
    let names = script.strip_prefix("git ").is_some_and(|args| outputs::NAMING.contains(&args));
    let is_told = PLAIN.contains(&script)
        || names
        || script.starts_with("date") && prints_one_time(&format!("({script})"));
    is_told && !is_defined(program, line)
}

/// Whether a line makes a function of this name.
pub(crate) fn is_defined(name: &str, line: &str) -> bool {
    line.match_indices(name).any(|(at, _)| {
        let behind = line.get(at + name.len()..).unwrap_or_default().trim_start();
        let before = line.get(..at).unwrap_or_default().trim_end();
        behind.starts_with('(') || before.ends_with("function")
    })
}

/// Whether this is all behind the `$` of a word that prints a time without a blank: `(date +%s)`.
fn prints_one_time(name: &str) -> bool {
    let words = name.strip_prefix("(date ").map(|name| name.strip_prefix("-u ").unwrap_or(name));
    let format = words.and_then(|name| name.strip_prefix('+')?.split_once(')'));
    format.is_some_and(|(format, behind)| {
        let is_plain = |next: char| next.is_ascii_alphanumeric() || "%-_.:".contains(next);
        let mut fields = format.split('%').skip(1).map(|field| field.trim_start_matches('-'));
        format.chars().all(is_plain)
            && fields.all(|field| {
                field.starts_with(['Y', 'm', 'd', 'H', 'M', 'S', 's', 'N', 'F', 'T', 'j'])
            })
            && !behind.contains(['$', '`'])
    })
}

/// Whether a path is that of the standard input.
pub(crate) fn is_stdin(path: &str) -> bool {
    matches!(path, "-" | "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0")
}

/// Whether a word is the output, or the input, of a command.
pub(crate) fn is_process_substitution(word: &Word) -> bool {
    !word.literal && (word.text.contains("<(") || word.text.contains(">("))
}
