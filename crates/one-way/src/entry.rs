//! The entries of the lists, and where in a text they are.

use std::iter;

use crate::forms::Forms;
use crate::text::Text;

const BUILT_IN: &str = include_str!("words.txt");

/// In an entry: up to [`List::gap`] words that it does not name.
pub(crate) const GAP: &str = "...";

/// A section of `words.txt`, which says what the sections are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum List {
    Verbs,
    Nouns,
    Phrases,
    Stems,
    Deeds,
    DeedsOrThings,
    Things,
    Proceedings,
    Starts,
    Orders,
    WholeOrders,
    Asked,
    Acts,
    Benign,
}

impl List {
    pub(crate) const ALL: [(Self, &str); 14] = [
        (Self::Verbs, "[verbs]"),
        (Self::Nouns, "[nouns]"),
        (Self::Phrases, "[phrases]"),
        (Self::Stems, "[stems]"),
        (Self::Deeds, "[deeds]"),
        (Self::DeedsOrThings, "[deeds or things]"),
        (Self::Things, "[things]"),
        (Self::Proceedings, "[proceedings]"),
        (Self::Starts, "[starts]"),
        (Self::Orders, "[orders]"),
        (Self::WholeOrders, "[whole orders]"),
        (Self::Asked, "[asked]"),
        (Self::Acts, "[acts]"),
        (Self::Benign, "[benign]"),
    ];

    const fn forms(self) -> Forms {
        match self {
            Self::Verbs
            | Self::Phrases
            | Self::Deeds
            | Self::DeedsOrThings
            | Self::Starts
            | Self::Acts => Forms::Verb,
            Self::Nouns | Self::Things | Self::Proceedings | Self::Benign => Forms::Noun,
            Self::Stems => Forms::Stem,
            Self::Orders | Self::WholeOrders | Self::Asked => Forms::None,
        }
    }

    /// A benign phrase must not reach over to what it does not speak of.
    const fn gap(self) -> usize {
        match self {
            Self::Benign => 1,
            _ => 3,
        }
    }

    /// Whether an entry may count anywhere in a text.
    pub(crate) const fn speaks(self) -> bool {
        matches!(
            self,
            Self::Verbs
                | Self::Nouns
                | Self::Phrases
                | Self::Stems
                | Self::Deeds
                | Self::DeedsOrThings
                | Self::Things
                | Self::Proceedings
        )
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry<'a> {
    /// Words in lower case with one space between.
    pub(crate) text: &'a str,
    pub(crate) list: List,
    /// The length of the first word: most candidates differ there.
    first: usize,
    /// In a [`Table`], the entry before this one in the same slot.
    before: usize,
}

impl<'a> Entry<'a> {
    pub(crate) const fn new(list: List, text: &'a str) -> Self {
        Self::behind(NOWHERE, list, text)
    }

    const fn behind(before: usize, list: List, text: &'a str) -> Self {
        let mut rest = text.as_bytes();
        while let [letter, behind @ ..] = rest
            && *letter != b' '
        {
            rest = behind;
        }
        Self { text, list, first: text.len() - rest.len(), before }
    }

    /// How many words it names.
    pub(crate) fn word_count(&self) -> usize {
        self.text.split(' ').filter(|word| *word != GAP).count()
    }

    /// How many words it takes up, if it is there from this word on.
    pub(crate) fn length_at(&self, text: &Text, at: usize) -> Option<usize> {
        let first = self.text.get(..self.first).unwrap_or_default();
        if !self.accepts(first, text, at) {
            return None;
        }
        let mut length = 1;
        let mut gap = 0;
        for base in self.text.split(' ').skip(1) {
            if base == GAP {
                gap = self.list.gap();
                continue;
            }
            while !self.accepts(base, text, at + length) {
                // Words that say nothing are no words between.
                let is_benign = text.word(at + length)?.is_benign;
                gap = if is_benign { gap } else { gap.checked_sub(1)? };
                length += 1;
            }
            length += 1;
            gap = 0;
        }
        let is_whole = self.list != List::Benign || text.is_joined(at + 1, at + length);
        is_whole.then_some(length)
    }

    fn accepts(&self, base: &str, text: &Text, at: usize) -> bool {
        text.word(at).is_some_and(|word| {
            !word.is_benign && self.list.forms().accept(base, text.letters(word))
        })
    }
}

/// How many beginnings of words are told apart, and no entry's number.
const SLOTS: usize = 1 << 10;
const NOWHERE: usize = usize::MAX;

/// The entries of the built-in lists. The compiler has read them, since they are
/// many and the program lives for a question.
#[derive(Debug)]
pub(crate) struct Table {
    entries: [Entry<'static>; count()],
    /// The last entry for each [`slot`], from which [`Entry::before`] leads to the
    /// others.
    last: [usize; SLOTS],
}

pub(crate) static TABLE: Table = Table::read();

impl Table {
    /// The entries that begin like this word.
    pub(crate) fn candidates<'a>(&'a self, word: &str) -> impl Iterator<Item = Entry<'a>> {
        let entries: &[Entry<'a>] = &self.entries;
        let last = self.last.get(slot(word.as_bytes())).copied().unwrap_or(NOWHERE);
        iter::successors(entries.get(last), |entry| entries.get(entry.before)).copied()
    }

    #[expect(clippy::large_stack_arrays, reason = "called by the compiler alone")]
    pub(crate) const fn empty() -> Self {
        Self { entries: [Entry::new(List::Verbs, ""); count()], last: [NOWHERE; SLOTS] }
    }

    #[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
    const fn read() -> Self {
        let mut table = Self::empty();
        let (mut number, mut section, mut rest) = (0, 0, BUILT_IN);
        while let Some((line, behind)) = next_line(rest) {
            rest = behind;
            match line.as_bytes() {
                [b'[', ..] => section += 1,
                bytes if is_entry(bytes) => {
                    let last = &mut table.last[slot(bytes)];
                    let kind = List::ALL[section - 1].0;
                    table.entries[number] = Entry::behind(*last, kind, line);
                    *last = number;
                    number += 1;
                }
                _ => {}
            }
        }
        table
    }
}

const fn count() -> usize {
    let (mut count, mut rest) = (0, BUILT_IN);
    while let Some((line, behind)) = next_line(rest) {
        rest = behind;
        count += is_entry(line.as_bytes()) as usize;
    }
    count
}

/// The first line and what is behind it.
const fn next_line(text: &str) -> Option<(&str, &str)> {
    let mut bytes = text.as_bytes();
    while let [byte, behind @ ..] = bytes {
        if *byte == b'\n' {
            let (line, _) = text.split_at(text.len() - bytes.len());
            let (_, rest) = text.split_at(text.len() - behind.len());
            return Some((line, rest));
        }
        bytes = behind;
    }
    None
}

const fn is_entry(line: &[u8]) -> bool {
    !matches!(line, [] | [b'#' | b'[', ..])
}

/// A number for the first two letters, which all forms of a word share.
const fn slot(word: &[u8]) -> usize {
    let (first, second) = match word {
        [] => (0, 0),
        [first] | [first, b' ', ..] => (*first, 0),
        [first, second, ..] => (*first, *second),
    };
    ((first & 0x1f) as usize) << 5 | (second & 0x1f) as usize
}

/// The lines of the built-in lists.
#[cfg(test)]
pub(crate) fn built_in() -> impl Iterator<Item = Entry<'static>> {
    TABLE.entries.iter().copied()
}

/// The headings of the built-in lists.
#[cfg(test)]
pub(crate) fn headings() -> impl Iterator<Item = &'static str> {
    BUILT_IN.lines().filter(|line| line.starts_with('['))
}
