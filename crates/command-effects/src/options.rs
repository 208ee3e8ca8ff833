//! Reads the options of a wrapper, as `getopt_long` does.

use shell_syntax::Word;

/// Which options of a program have a value.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Syntax {
    /// Letters whose value is the rest of the word, or else the next word.
    pub(crate) short: &'static str,
    /// Letters whose value, if any, is the rest of the word.
    pub(crate) attached: &'static str,
    /// Names whose value stands after `=` or in the next word.
    pub(crate) long: &'static [&'static str],
}

/// The options that were given.
#[derive(Debug)]
pub(crate) struct Options {
    given: Vec<(String, Option<Value>)>,
    /// The index of the first word that is none.
    pub(crate) operands: usize,
}

/// The value of an option.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub(crate) word: Word,
    /// The index of the word that it stands in.
    pub(crate) index: usize,
}

impl Options {
    /// Reads the options that begin with the word at `start`.
    pub(crate) fn read(words: &[Word], start: usize, syntax: Syntax) -> Self {
        let mut options = Self { given: vec![], operands: start };
        while let Some(word) = words.get(options.operands) {
            let text = word.text.as_str();
            options.operands += 1;
            match text.strip_prefix('-') {
                Some("-") => break,
                Some("") => {}
                Some(rest) => match rest.strip_prefix('-') {
                    Some(name) => options.long(words, name, syntax),
                    None => options.short(words, rest, syntax),
                },
                None => {
                    options.operands -= 1;
                    break;
                }
            }
        }
        options.operands = options.operands.min(words.len());
        options
    }

    /// Whether one of these options was given.
    pub(crate) fn has(&self, names: &[&str]) -> bool {
        self.given.iter().any(|(name, _)| names.contains(&name.as_str()))
    }

    /// The value of the first of these options.
    pub(crate) fn value(&self, names: &[&str]) -> Option<&Value> {
        let (_, value) = self.given.iter().find(|(name, _)| names.contains(&name.as_str()))?;
        value.as_ref()
    }

    fn long(&mut self, words: &[Word], option: &str, syntax: Syntax) {
        let (name, attached) = match option.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (option, None),
        };
        // An unambiguous beginning of a name is enough.
        let known = syntax.long.iter().find(|known| known.starts_with(name));
        let value = match (attached, known) {
            (Some(value), _) => self.attached(words, value),
            (None, Some(_)) => self.next(words),
            (None, None) => None,
        };
        self.given.push((known.map_or(name, |known| *known).to_owned(), value));
    }

    fn short(&mut self, words: &[Word], letters: &str, syntax: Syntax) {
        let mut rest = letters.chars();
        while let Some(letter) = rest.next() {
            let value = match rest.as_str() {
                _ if syntax.attached.contains(letter) => self.attached(words, rest.as_str()),
                _ if !syntax.short.contains(letter) => {
                    self.given.push((letter.to_string(), None));
                    continue;
                }
                "" => self.next(words),
                value => self.attached(words, value),
            };
            self.given.push((letter.to_string(), value));
            return;
        }
    }

    fn attached(&self, words: &[Word], text: &str) -> Option<Value> {
        let index = self.operands - 1;
        let word = Word { text: text.to_owned(), ..words.get(index)?.clone() };
        Some(Value { word, index })
    }

    fn next(&mut self, words: &[Word]) -> Option<Value> {
        let index = self.operands;
        let word = words.get(index)?.clone();
        self.operands += 1;
        Some(Value { word, index })
    }
}
