//! The options and operands of a command, as `getopt_long` reads them.

use crate::Word;
use crate::options::Syntax;

/// What stands behind a program.
#[derive(Debug, Default)]
pub(super) struct Args<'a> {
    options: Vec<Given>,
    /// The words that are no options and no values of them.
    pub(super) operands: Vec<&'a Word>,
}

#[derive(Debug)]
struct Given {
    name: String,
    value: Option<Word>,
}

/// Options of which `short` and `long` have a value, and `attached` may have one.
pub(super) const fn options(
    short: &'static str,
    attached: &'static str,
    long: &'static [&'static str],
) -> Syntax {
    Syntax { short, attached, long }
}

impl<'a> Args<'a> {
    /// Reads `words`, in which options may stand behind operands.
    pub(super) fn read(words: &'a [Word], syntax: Syntax) -> Self {
        let mut args = Self::default();
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            let text = word.text.as_str();
            if text == "--" {
                args.operands.extend(rest);
                break;
            } else if let Some(option) = text.strip_prefix("--") {
                args.long(option, word, &mut rest, syntax);
            } else if let Some(letters) = text.strip_prefix('-').filter(|rest| !rest.is_empty()) {
                args.short(letters, word, &mut rest, syntax);
            } else {
                args.operands.push(word);
            }
        }
        args
    }

    /// Whether one of these options was given; of a long one, a beginning is enough.
    pub(super) fn has(&self, names: &[&str]) -> bool {
        self.options.iter().any(|given| given.is_one_of(names))
    }

    /// The value of the last of these options.
    pub(super) fn value(&self, names: &[&str]) -> Option<&Word> {
        self.options.iter().rev().find(|given| given.is_one_of(names))?.value.as_ref()
    }

    /// The values of all of these options.
    pub(super) fn values(&self, names: &[&str]) -> impl Iterator<Item = &Word> {
        self.options
            .iter()
            .filter(|given| given.is_one_of(names))
            .filter_map(|given| given.value.as_ref())
    }

    fn long<'w>(
        &mut self,
        option: &str,
        word: &Word,
        rest: &mut impl Iterator<Item = &'w Word>,
        syntax: Syntax,
    ) {
        let (name, value) = match option.split_once('=') {
            Some((name, value)) => (name, Some(part(word, value))),
            None if syntax.long.iter().any(|known| known.starts_with(option)) => {
                (option, rest.next().cloned())
            }
            None => (option, None),
        };
        self.options.push(Given { name: name.to_owned(), value });
    }

    fn short<'w>(
        &mut self,
        letters: &str,
        word: &Word,
        rest: &mut impl Iterator<Item = &'w Word>,
        syntax: Syntax,
    ) {
        let mut letters = letters.chars();
        while let Some(letter) = letters.next() {
            let value = match letters.as_str() {
                value if syntax.attached.contains(letter) => Some(part(word, value)),
                _ if !syntax.short.contains(letter) => None,
                "" => rest.next().cloned(),
                value => Some(part(word, value)),
            };
            let ends = syntax.attached.contains(letter) || syntax.short.contains(letter);
            self.options.push(Given { name: letter.to_string(), value });
            if ends {
                return;
            }
        }
    }
}

impl Given {
    fn is_one_of(&self, names: &[&str]) -> bool {
        let given = self.name.as_str();
        names.iter().any(|name| {
            *name == given || given.len() > 1 && name.len() > 1 && name.starts_with(given)
        })
    }
}

/// A part of a word.
pub(super) fn part(word: &Word, text: &str) -> Word {
    Word { text: text.to_owned(), ..word.clone() }
}
