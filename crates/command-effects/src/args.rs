//! The options and operands of a command, as `getopt_long` reads them.

use shell_syntax::Word;

use crate::glob;

/// Which options of a program have a value. Lists have commas between their items: `-ab` are the
/// letters `a` and `b`, `--name` is a name.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Syntax<'t> {
    /// Their value is the rest of the word, or else the next word.
    pub(crate) value: &'t str,
    /// More of them.
    pub(crate) more: &'t str,
    /// Their value, if any, is the rest of the word.
    pub(crate) attached: &'t str,
    /// They have none, though their name begins that of one which has.
    pub(crate) flag: &'t str,
    /// Words of one dash that match this are operands, and options as well.
    pub(crate) operand: &'t str,
    /// A name stands behind one dash, and letters are not joined.
    pub(crate) one_dash: bool,
    /// Words such as `NAME=value` are no operands.
    pub(crate) assigns: bool,
    /// `-` alone is an option.
    pub(crate) lone_dash: bool,
}

/// What stands behind a program.
#[derive(Debug, Default)]
pub(crate) struct Args<'w> {
    given: Vec<Given<'w>>,
    /// The words that are no options and no values of them.
    pub(crate) operands: Vec<&'w Word>,
    /// The place of each of them among the words.
    pub(crate) places: Vec<usize>,
    one_dash: bool,
}

/// An option.
#[derive(Debug)]
struct Given<'w> {
    /// Without its dashes.
    name: &'w str,
    is_long: bool,
    /// Whether the program has an option of exactly this name: then it begins no other.
    is_whole: bool,
    value: Option<Value>,
}

/// The value of an option.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub(crate) word: Word,
    /// The place of the word in which it stands.
    pub(crate) place: usize,
}

impl<'t> Syntax<'t> {
    /// Whether the option of this letter has a value.
    pub(crate) fn has_value(self, letter: char) -> bool {
        self.valued().any(|known| !known.starts_with("--") && known.contains(letter))
    }

    /// Whether the option of this letter has a value, or may have one.
    pub(crate) fn has_value_at_all(self, letter: char) -> bool {
        let attached = Syntax { value: self.attached, more: "", ..self };
        self.has_value(letter) || attached.has_value(letter)
    }

    /// Whether the option of this name has a value, or may have one.
    pub(crate) fn has_named_value(self, name: &str) -> bool {
        let mut known = self.valued().chain(self.attached.split(','));
        known.any(|known| known.trim_start_matches('-') == name)
    }

    /// Whether an option of this name is known to have no value.
    pub(crate) fn has_flag(self, name: &str) -> bool {
        self.flag.split(',').any(|known| known.trim_start_matches('-') == name)
    }

    /// Whether there is an option of exactly this name, as far as the lists tell.
    fn has_long(self, name: &str) -> bool {
        let mut known = self.valued().chain(self.attached.split(',')).chain(self.flag.split(','));
        known.any(|known| known.strip_prefix("--") == Some(name))
    }

    /// The options that have a value, in both lists.
    fn valued(self) -> impl Iterator<Item = &'t str> {
        self.value.split(',').chain(self.more.split(','))
    }
}

impl<'w> Args<'w> {
    /// Reads `words`, in which options may stand behind operands; the operand of this number and
    /// what stands behind it are not looked into.
    pub(crate) fn read(words: &'w [Word], syntax: Syntax<'_>, last: usize) -> Self {
        let mut args = Self { one_dash: syntax.one_dash, ..Self::default() };
        let mut at = 0;
        let mut no_more = false;
        while let Some(word) = words.get(at) {
            let place = at;
            at += 1;
            let text = word.text.as_str();
            if no_more || !text.starts_with('-') || text == "-" {
                let is_none = syntax.assigns && text.contains('=')
                    || syntax.lone_dash && !no_more && text == "-";
                if !is_none {
                    args.operand(word, place);
                }
                if args.operands.len() >= last {
                    break;
                }
                continue;
            }
            if text == "--" {
                no_more = true;
                continue;
            }
            let next = words.get(at);
            let took = match text.strip_prefix("--") {
                _ if syntax.one_dash => args.named(word, place, next, syntax),
                Some(name) => args.long(name, word, place, next, syntax),
                None => args.letters(word, place, next, syntax),
            };
            at += usize::from(took);
            if !syntax.operand.is_empty()
                && !text.starts_with("--")
                && glob::matches(syntax.operand, text)
            {
                args.operand(word, place);
            }
        }
        args
    }

    /// Whether one of the options in a list was given; of a long one, a beginning is enough.
    pub(crate) fn has(&self, list: &str) -> bool {
        self.matching(list).next().is_some()
    }

    /// Whether any option was given.
    pub(crate) fn has_options(&self) -> bool {
        !self.given.is_empty()
    }

    /// Whether an option was given that is none of a list. One that is cut short may be another one.
    pub(crate) fn has_besides(&self, list: &str) -> bool {
        let is_listed = |given: &Given<'_>| {
            Given { is_whole: true, value: None, ..*given }.is_in(list, self.one_dash)
        };
        self.given.iter().any(|given| !is_listed(given))
    }

    /// Whether one of the options in a list was given, with a value that the caller looks for.
    pub(crate) fn has_value(&self, list: &str, is_wanted: impl Fn(&Word) -> bool) -> bool {
        self.values(list).any(|value| is_wanted(&value.word))
    }

    /// The value of the last of the options in a list.
    pub(crate) fn value(&self, list: &str) -> Option<&Word> {
        self.matching(list).last()?.value.as_ref().map(|value| &value.word)
    }

    /// The values of all options in a list.
    pub(crate) fn values(&self, list: &str) -> impl Iterator<Item = &Value> {
        self.matching(list).filter_map(|given| given.value.as_ref())
    }

    /// How many words the first option takes, if it has a value.
    pub(crate) fn option_with_value(&self) -> Option<usize> {
        let value = self.given.first()?.value.as_ref()?;
        Some(value.place + 1)
    }

    fn matching(&self, list: &str) -> impl Iterator<Item = &Given<'w>> {
        self.given.iter().filter(move |given| given.is_in(list, self.one_dash))
    }

    fn operand(&mut self, word: &'w Word, place: usize) {
        self.operands.push(word);
        self.places.push(place);
    }

    /// Reads `--name` or `--name=value`; whether the next word is its value.
    fn long(
        &mut self,
        option: &'w str,
        word: &Word,
        place: usize,
        next: Option<&'w Word>,
        syntax: Syntax<'_>,
    ) -> bool {
        if let Some((name, value)) = option.split_once('=') {
            let value = Some(Value { word: part(word, value), place });
            let is_whole = syntax.has_long(name);
            self.given.push(Given { name, is_long: true, is_whole, value });
            return false;
        }
        let begins =
            |known: &str| known.strip_prefix("--").is_some_and(|it| it.starts_with(option));
        let is_flag = syntax.flag.split(',').any(|flag| flag.strip_prefix("--") == Some(option));
        let taken = next.filter(|_| !is_flag && syntax.valued().any(begins));
        let value = taken.map(|word| Value { word: word.clone(), place: place + 1 });
        let is_whole = syntax.has_long(option);
        self.given.push(Given { name: option, is_long: true, is_whole, value });
        taken.is_some()
    }

    /// Reads `-abc` or `-avalue`; whether the next word is the value of the last.
    fn letters(
        &mut self,
        word: &'w Word,
        place: usize,
        next: Option<&'w Word>,
        syntax: Syntax<'_>,
    ) -> bool {
        let mut rest = word.text.trim_start_matches('-');
        while let Some(letter) = rest.chars().next() {
            let (name, behind) = rest.split_at_checked(letter.len_utf8()).unwrap_or((rest, ""));
            rest = behind;
            let has = |known: &str| !known.starts_with("--") && known.contains(letter);
            let is_attached = syntax.attached.split(',').any(has);
            let is_flag = syntax.flag.split(',').any(has);
            if !is_attached && (is_flag || !syntax.has_value(letter)) {
                self.given.push(Given { name, is_long: false, is_whole: true, value: None });
                continue;
            }
            let (value, took) = match next {
                _ if is_attached || !rest.is_empty() => (Some((part(word, rest), place)), false),
                Some(next) => (Some((next.clone(), place + 1)), true),
                None => (None, false),
            };
            let value = value.map(|(word, place)| Value { word, place });
            self.given.push(Given { name, is_long: false, is_whole: true, value });
            return took;
        }
        false
    }

    /// Reads `-name`, `-name=value` or `-nvalue`; whether the next word is its value.
    fn named(
        &mut self,
        word: &'w Word,
        place: usize,
        next: Option<&'w Word>,
        syntax: Syntax<'_>,
    ) -> bool {
        let option = word.text.trim_start_matches('-');
        let (letter, behind) = match option.chars().next() {
            Some(first) if !word.text.starts_with("--") => {
                option.split_at_checked(first.len_utf8()).unwrap_or_default()
            }
            _ => ("", ""),
        };
        let mut taken = None;
        let (name, value) = if syntax.has_named_value(option) {
            taken = next;
            (option, next.map(|next| (next.clone(), place + 1)))
        } else if let Some((name, value)) = option.split_once('=') {
            (name, Some((part(word, value), place)))
        } else if !letter.is_empty() && syntax.has_named_value(letter) {
            (letter, Some((part(word, behind), place)))
        } else {
            (option, None)
        };
        let value = value.map(|(word, place)| Value { word, place });
        self.given.push(Given { name, is_long: true, is_whole: true, value });
        taken.is_some()
    }
}

impl Given<'_> {
    fn is_in(&self, list: &str, one_dash: bool) -> bool {
        list.split(',').any(|item| match item.strip_prefix("--") {
            _ if one_dash => {
                let item = item.trim_start_matches('-');
                item == self.name || item.contains('*') && glob::matches(item, self.name)
            }
            Some(name) if name.contains('*') => self.is_long && glob::matches(name, self.name),
            Some(name) if self.is_whole => self.is_long && name == self.name,
            Some(name) => self.is_long && !self.name.is_empty() && name.starts_with(self.name),
            None => {
                !self.is_long && item.strip_prefix('-').is_some_and(|it| it.contains(self.name))
            }
        })
    }
}

/// A part of a word.
pub(crate) fn part(word: &Word, text: &str) -> Word {
    Word { text: text.to_owned(), ..word.clone() }
}
