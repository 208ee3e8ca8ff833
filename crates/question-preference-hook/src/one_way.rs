//! Whether a question speaks of something that cannot be taken back.
//!
//! Such a question is never answered in a person's place. The lists are English,
//! in `one_way/words.txt`, and a project adds its own. Asking once too often
//! costs a person a moment and answering once too often may cost the data, so
//! all texts of a question are searched, a verb of one with a noun of another.

mod forms;
#[cfg(test)]
mod tests;
mod text;

use std::borrow::Cow;
use std::fmt;
use std::iter;

use serde::{Deserialize, Serialize};

use forms::Forms;
use text::{Case, Text};

const BUILT_IN: &str = include_str!("one_way/words.txt");

/// What a project adds to the built-in lists: `one_way` of its `questions.yaml`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Additions {
    /// What is done and, with one of the nouns, cannot be taken back.
    pub(crate) verbs: Vec<String>,
    /// What it is done to.
    pub(crate) nouns: Vec<String>,
    /// What cannot be taken back by itself.
    pub(crate) phrases: Vec<String>,
    /// What says nothing, although a word of it would.
    pub(crate) benign: Vec<String>,
}

/// The words by which a question is judged.
#[derive(Debug)]
pub(crate) struct Words {
    entries: Vec<Entry>,
    /// The last entry for each [`slot`], from which [`Entry::before`] leads to
    /// the others. Building this takes a fraction of the time of sorting.
    last: Vec<usize>,
}

/// Why a question is one that cannot be taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Finding {
    /// A phrase that suffices, as the list has it.
    Phrase(String),
    /// A verb and a noun, as the lists have them.
    Pair { verb: String, noun: String },
    /// A word such as `dеlete` with a Cyrillic `е`: what it says to a person and
    /// what it says to a program differ.
    MixedScripts,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Phrase(phrase) => f.write_str(phrase),
            Self::Pair { verb, noun } => write!(f, "{verb} ... {noun}"),
            Self::MixedScripts => f.write_str("letters of several scripts in one word"),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum List {
    Verbs,
    Nouns,
    Phrases,
    Benign,
}

impl List {
    const fn forms(self) -> Forms {
        match self {
            Self::Verbs | Self::Phrases => Forms::Verb,
            Self::Nouns | Self::Benign => Forms::Noun,
        }
    }
}

#[derive(Debug)]
struct Entry {
    /// Words in lower case with one space between.
    text: Cow<'static, str>,
    list: List,
    /// The length of the first word.
    first: usize,
    /// The entry before this one in the same slot.
    before: usize,
}

/// How many beginnings of words are told apart, and no entry's number.
const SLOTS: usize = 1 << 10;
const NOWHERE: usize = usize::MAX;

impl Words {
    /// The built-in lists with those of a project.
    pub(crate) fn with(additions: &Additions) -> Self {
        let mut words = Self::empty();
        for (list, entry) in lines() {
            words.add(list, Cow::Borrowed(entry));
        }
        words.add_all(List::Verbs, &additions.verbs);
        words.add_all(List::Nouns, &additions.nouns);
        words.add_all(List::Phrases, &additions.phrases);
        words.add_all(List::Benign, &additions.benign);
        words
    }

    /// The first thing in the texts of one question (itself, its header, labels
    /// and descriptions of its options) that cannot be taken back.
    pub(crate) fn find<'a>(&self, texts: impl IntoIterator<Item = &'a str>) -> Option<Finding> {
        let mut pair = Pair::default();
        for text in texts {
            let split = Text::read(text, Case::Splits);
            let again = split.has_split.then(|| Text::read(text, Case::Ignored));
            for reading in [Some(split), again].into_iter().flatten() {
                if let Some(finding) = self.find_in(reading, &mut pair) {
                    return Some(finding);
                }
            }
        }
        None
    }

    fn empty() -> Self {
        let entries = Vec::with_capacity(BUILT_IN.len() / 12);
        Self { entries, last: vec![NOWHERE; SLOTS] }
    }

    /// In both readings, as a text is read: of `forcePush` each may be meant.
    fn add_all(&mut self, list: List, additions: &[String]) {
        for addition in additions {
            for case in [Case::Splits, Case::Ignored] {
                let text = Text::read(addition, case).to_entry();
                if !text.is_empty() {
                    self.add(list, Cow::Owned(text));
                }
            }
        }
    }

    fn add(&mut self, list: List, text: Cow<'static, str>) {
        let first = text.find(' ').unwrap_or(text.len());
        if let Some(last) = self.last.get_mut(slot(&text)) {
            let before = std::mem::replace(last, self.entries.len());
            self.entries.push(Entry { text, list, first, before });
        }
    }

    fn find_in<'w>(&'w self, mut text: Text, pair: &mut Pair<'w>) -> Option<Finding> {
        if text.mixes_scripts {
            return Some(Finding::MixedScripts);
        }
        self.take_out_benign(&mut text);
        for at in 0..text.len() {
            for entry in self.matches(&text, at) {
                match entry.list {
                    List::Phrases => return Some(Finding::Phrase(entry.text.to_string())),
                    List::Verbs => pair.verb = pair.verb.or(Some(&entry.text)),
                    List::Nouns => pair.noun = pair.noun.or(Some(&entry.text)),
                    List::Benign => {}
                }
            }
            if let (Some(verb), Some(noun)) = (pair.verb, pair.noun) {
                return Some(Finding::Pair { verb: verb.to_owned(), noun: noun.to_owned() });
            }
        }
        None
    }

    fn take_out_benign(&self, text: &mut Text) {
        let mut at = 0;
        while at < text.len() {
            let count = self.benign_length_at(text, at).unwrap_or_default();
            text.take_out(at, count);
            at += count.max(1);
        }
    }

    /// The length of the longest benign phrase at this word. One that runs on
    /// into a noun is the beginning of something else: `drop shadow tables`.
    fn benign_length_at(&self, text: &Text, at: usize) -> Option<usize> {
        self.candidates(text, at)
            .filter(|entry| entry.list == List::Benign)
            .filter_map(|entry| entry.length_at(text, at))
            .filter(|length| *length == 1 || !self.runs_on(text, at, *length))
            .max()
    }

    /// Whether a noun ends behind these words and begins among or next to them.
    fn runs_on(&self, text: &Text, at: usize, length: usize) -> bool {
        let end = at + length;
        let ends_behind = |start: usize| {
            let mut nouns = self.matches(text, start).filter(|entry| entry.list == List::Nouns);
            nouns.any(|noun| start + noun.text.split(' ').count() > end)
        };
        text.word(end).is_some_and(|word| word.is_joined) && (at..=end).any(ends_behind)
    }

    /// The entries that say something and are there from this word on.
    fn matches(&self, text: &Text, at: usize) -> impl Iterator<Item = &Entry> {
        self.candidates(text, at)
            .filter(|entry| entry.list != List::Benign)
            .filter(move |entry| entry.length_at(text, at).is_some())
    }

    /// The entries that begin like the word there.
    fn candidates(&self, text: &Text, at: usize) -> impl Iterator<Item = &Entry> {
        let word = text.word(at).map(|word| text.letters(word)).unwrap_or_default();
        let last = self.last.get(slot(word)).copied().unwrap_or(NOWHERE);
        iter::successors(self.entries.get(last), |entry| self.entries.get(entry.before))
    }
}

/// What has been seen so far of a verb with a noun.
#[derive(Debug, Default)]
struct Pair<'w> {
    verb: Option<&'w str>,
    noun: Option<&'w str>,
}

impl Entry {
    fn first_word(&self) -> &str {
        self.text.get(..self.first).unwrap_or_default()
    }

    /// How many words it has, if they are there from this word on.
    fn length_at(&self, text: &Text, at: usize) -> Option<usize> {
        let word = text.word(at)?;
        if word.is_benign || !self.list.forms().accept(self.first_word(), text.letters(word)) {
            return None;
        }
        let mut length = 1;
        for base in self.text.split(' ').skip(1) {
            let word = text.word(at + length)?;
            let breaks = self.list == List::Benign && !word.is_joined;
            if word.is_benign || breaks || !self.list.forms().accept(base, text.letters(word)) {
                return None;
            }
            length += 1;
        }
        Some(length)
    }
}

/// The entries of the built-in lists.
fn lines() -> impl Iterator<Item = (List, &'static str)> {
    let mut list = List::Phrases;
    BUILT_IN.lines().filter_map(move |line| {
        match line {
            "[verbs]" => list = List::Verbs,
            "[nouns]" => list = List::Nouns,
            "[phrases]" => list = List::Phrases,
            "[benign]" => list = List::Benign,
            _ if line.is_empty() || line.starts_with('#') => {}
            _ => return Some((list, line)),
        }
        None
    })
}

/// A number for the first two letters, which all forms of a word share.
fn slot(text: &str) -> usize {
    let mut letters = text.bytes().take_while(|letter| *letter != b' ');
    let mut next = || usize::from(letters.next().unwrap_or_default() & 0x1f);
    next() << 5 | next()
}
