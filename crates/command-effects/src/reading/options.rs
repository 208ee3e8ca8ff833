//! The options of a call, as conditions ask for them; also those that stand before the words of a line: `cargo --config x tree`.

use shell_syntax::Word;

use super::{Reading, may_be};
use crate::args::Args;
use crate::glob;
use crate::programs::{Clause, Key, Settings, items, unquoted};

/// Reads what stands before the words of a line, if an option does.
pub(super) fn before<'a>(before: &'a [Word], settings: Settings<'_>) -> Option<Args<'a>> {
    let has_option = before.iter().any(|word| word.text.starts_with('-'));
    has_option.then(|| Args::read(before, settings.syntax, usize::MAX))
}

impl Reading<'_> {
    /// Whether an option that an item of a condition names stands before the words of the line.
    pub(super) fn stands_before(&self, item: &str) -> bool {
        let Some(before) = &self.before else { return false };
        if let Some(pattern) = item.strip_prefix('"').filter(|pattern| pattern.starts_with('-')) {
            let pattern = pattern.trim_end_matches('"');
            return self.in_front.iter().any(|word| glob::matches(pattern, &word.text));
        }
        match item.split_once('=') {
            _ if !item.starts_with('-') || item.len() < 2 || item == "-*" => false,
            None => before.has(item),
            Some((_, "@" | "@.")) => false,
            Some((option, pattern)) => {
                before.has_value(option, |value| may_be(unquoted(pattern), value))
            }
        }
    }

    /// Whether an option of a list is taken back: `-n --no-dry-run`, `--check --no-check`, `--check=false`, `--check false`.
    /// The name may be cut short.
    pub(super) fn is_contradicted(&self, list: &str) -> bool {
        self.words.iter().enumerate().any(|(at, word)| {
            let Some(name) = word.text.strip_prefix('-') else { return false };
            let name = name.strip_prefix('-').unwrap_or(name);
            let (name, taken_back) = match (name.strip_prefix("no-"), name.split_once('=')) {
                (Some(name), _) => (name, true),
                (None, Some((name, value))) => (name, is_no(value)),
                (None, None) => (name, self.words.get(at + 1).is_some_and(|it| it.text == "false")),
            };
            let is_it = |item: &str| {
                let item = item.trim_matches('"').trim_start_matches('-');
                item.len() > 1
                    && !item.contains('=')
                    && item.trim_end_matches('*').starts_with(name)
            };
            taken_back && name.len() > 1 && items(list).any(is_it)
        })
    }

    /// Whether an item of a condition is about the program itself, and not about another one that it runs.
    pub(super) fn is_its_own(&self, item: &str) -> bool {
        if !item.starts_with('-') || item.len() < 2 {
            return true;
        }
        let Some(number) = self.place_of_a_command() else { return true };
        let option = item.split('=').next().unwrap_or(item);
        Args::read(self.words, self.entry.settings.syntax, number).has(option)
            || self.stands_before(option)
    }

    /// From which operand on the words are another command.
    fn place_of_a_command(&self) -> Option<usize> {
        let runs = |clause: &&Clause<'_>| clause.key == Key::Command;
        let command = self.entry.clauses.iter().find(runs)?;
        command.value.strip_suffix('-')?.parse().ok()
    }

    /// Whether an option was given that is none of a list. What stands behind a program that is run is told to that.
    pub(super) fn has_besides(&self, list: &str) -> bool {
        match self.place_of_a_command() {
            Some(number) => {
                let before = Args::read(self.words, self.entry.settings.syntax, number);
                before.has_besides(list)
            }
            None => self.args.has_besides(list),
        }
    }
}

/// Whether the value of an option says that it was not meant.
fn is_no(value: &str) -> bool {
    matches!(value, "false" | "False" | "0" | "no" | "off" | "none")
}
