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

    /// Whether an option of a list is taken back: `-n --no-dry-run`, `--check --no-check`. The name may be cut short.
    pub(super) fn is_contradicted(&self, list: &str) -> bool {
        let mut taken_back = self.words.iter().filter_map(|word| word.text.strip_prefix("--no-"));
        taken_back.any(|name| {
            let is_it = |item: &str| item.strip_prefix("--").is_some_and(|it| it.starts_with(name));
            !name.is_empty() && items(list).any(is_it)
        })
    }

    /// Whether an option was given that is none of a list. What stands behind a program that is run is told to that.
    pub(super) fn has_besides(&self, list: &str) -> bool {
        let runs = |clause: &&Clause<'_>| clause.key == Key::Command;
        let command = self.entry.clauses.iter().find(runs);
        let number = command.and_then(|clause| clause.value.strip_suffix('-')?.parse().ok());
        match number {
            Some(number) => {
                let before = Args::read(self.words, self.entry.settings.syntax, number);
                before.has_besides(list)
            }
            None => self.args.has_besides(list),
        }
    }
}
