//! Whether a word such as `drop` or `migration` tells what is to be done, or is what
//! a question is about.
//!
//! `Should I drop it?` and `Run the migration now` tell somebody to do what cannot
//! be taken back. In `Which migration tool?` and `Should the queue drop the oldest?`
//! nobody is told. English says which by the words around.

use crate::entry::{Entry, List};
use crate::text::Text;
use crate::{Finding, Words};

/// How many words may be between a deed and the thing that it is done to.
const REACH: usize = 4;

/// Behind one of these somebody is told to do something.
const TELLING: &[&str] = &[
    "dont", "i", "ill", "let", "lets", "me", "must", "shall", "to", "us", "we", "well", "will",
    "you",
];

/// The same, if what follows is a thing: not in `backup and restore commands`.
const JOINING: &[&str] = &["and", "but", "or"];

/// What may be before an order.
pub(crate) const BEFORE_AN_ORDER: [&str; 8] =
    ["yes", "ok", "okay", "please", "just", "option", "first", "then"];

const ADVERBS: &[&str] = &[
    "also",
    "directly",
    "even",
    "fully",
    "immediately",
    "just",
    "later",
    "now",
    "only",
    "really",
    "safely",
    "simply",
];

/// What asks for a way to do something rather than whether to, or to what.
const ASKING: &[&str] = &["how", "where", "who", "whose", "why"];

/// How a thing begins that something is done to: `Release the crate`, and not
/// `Release notes`.
const THINGS_BEGIN: &[&str] = &[
    "a",
    "again",
    "all",
    "an",
    "any",
    "anyway",
    "both",
    "each",
    "every",
    "everything",
    "existing",
    "from",
    "it",
    "its",
    "last",
    "latest",
    "missing",
    "my",
    "now",
    "old",
    "older",
    "our",
    "previous",
    "some",
    "that",
    "the",
    "their",
    "them",
    "these",
    "this",
    "those",
    "to",
    "today",
    "tonight",
    "v",
    "version",
    "your",
];

const BEING: &[&str] = &["are", "be", "been", "being", "is"];

/// What a person says who wants a thing done at once.
const AT_ONCE: &[&str] = &["again", "anyway", "first", "now", "today", "tonight"];

/// What leads to a word.
#[derive(PartialEq)]
pub(crate) enum Lead {
    /// Nothing: a clause begins here.
    Beginning,
    Telling,
    Joining,
    Other,
}

impl Words {
    /// What is told to be done by the word of this place.
    pub(crate) fn deed(&self, text: &Text, at: usize, entry: Entry<'_>) -> Option<Finding> {
        let end = at + entry.length_at(text, at)?;
        let pair =
            |verb: &str, noun: &str| Finding::Pair { verb: verb.to_owned(), noun: noun.to_owned() };
        match entry.list {
            List::Deeds | List::DeedsOrThings if self.is_told(text, at, end, entry.list) => {
                Some(Finding::Phrase(entry.text.to_owned()))
            }
            List::Deeds => Some(pair(entry.text, self.done_to(text, at, end)?)),
            List::Things => Some(pair(self.start_of(text, at, end)?, entry.text)),
            List::Proceedings => Some(pair(proceeds_to(text, at)?, entry.text)),
            _ => None,
        }
    }

    fn is_told(&self, text: &Text, at: usize, end: usize, list: List) -> bool {
        match lead(text, at) {
            // `Dropped` and `Released` describe.
            Lead::Beginning if text.letters_at(at).ends_with("ed") => false,
            Lead::Beginning => list == List::Deeds || self.begins_thing(text, end),
            Lead::Joining => self.begins_thing(text, end),
            Lead::Telling => !ASKING.contains(&text.letters_at(clause_of(text, at))),
            Lead::Other => false,
        }
    }

    /// Whether a thing begins here, or nothing.
    pub(crate) fn begins_thing(&self, text: &Text, at: usize) -> bool {
        let word = text.letters_at(at);
        !text.is_joined(at, at + 1)
            || THINGS_BEGIN.contains(&word)
            || word.starts_with(char::is_numeric)
            || self.first(text, at, List::Nouns).is_some()
    }

    /// The noun close behind a deed, or in front of `be dropped`.
    fn done_to(&self, text: &Text, at: usize, end: usize) -> Option<&str> {
        let noun = |place| Some(self.first(text, place, List::Nouns)?.text);
        let is_suffered = at > 0 && BEING.contains(&text.letters_at(at - 1));
        // `The dropped columns` are described.
        let is_description = !is_suffered && text.letters_at(at).ends_with("ed");
        let behind = (end..end + REACH).take_while(|place| text.is_joined(*place, place + 1));
        let behind = behind.filter(|_| !is_description);
        let before = (at.saturating_sub(1 + REACH)..at).rev().filter(|_| is_suffered);
        behind.chain(before).find_map(noun)
    }

    /// What has a thing begin: `run the pending migrations`, or `be run now` behind it.
    fn start_of(&self, text: &Text, at: usize, end: usize) -> Option<&str> {
        let before = (at.saturating_sub(REACH)..at).rev();
        let mut before = before.take_while(|place| text.is_joined(place + 1, place + 2));
        let start = before.find_map(|place| {
            // `Do you want the migration guide?`
            let asks = (place..at).any(|word| TELLING.contains(&text.letters_at(word)));
            let start = self.first(text, place, List::Starts)?;
            let is_told = match lead(text, place) {
                Lead::Beginning | Lead::Joining => true,
                Lead::Telling => !ASKING.contains(&text.letters_at(clause_of(text, place))),
                Lead::Other => false,
            };
            (is_told && !asks).then_some(start.text)
        });
        start.or_else(|| {
            let start = self.first(text, end + 1, List::Starts)?;
            let next = end + 1 + start.length_at(text, end + 1)?;
            let is_suffered = text.is_joined(end, end + 2) && BEING.contains(&text.letters_at(end));
            let is_over = !text.is_joined(next, next + 1);
            let at_once = is_over || AT_ONCE.contains(&text.letters_at(next));
            (is_suffered && at_once).then_some(start.text)
        })
    }

    /// An entry of this list that is there from this word on.
    fn first<'w>(&'w self, text: &Text, at: usize, list: List) -> Option<Entry<'w>> {
        let mut entries = self.candidates(text, at).filter(|entry| entry.list == list);
        entries.find(|entry| entry.length_at(text, at).is_some())
    }
}

/// What leads to something that is to be gone on with: `Proceed with the transfer`.
fn proceeds_to(text: &Text, at: usize) -> Option<&str> {
    let before = (at.saturating_sub(REACH)..at).rev();
    let mut before = before.take_while(|place| text.is_joined(place + 1, place + 2));
    let start = before.find(|place| {
        let is_with = text.letters_at(place + 1) == "with" && place + 1 < at;
        match text.letters_at(*place) {
            "proceed" | "continue" | "ahead" => is_with,
            "confirm" | "initiate" => true,
            _ => false,
        }
    })?;
    Some(text.letters_at(start))
}

pub(crate) fn lead(text: &Text, mut at: usize) -> Lead {
    while text.is_joined(at, at + 1) && at > 0 {
        at -= 1;
        let word = text.letters_at(at);
        if ADVERBS.contains(&word) || BEFORE_AN_ORDER.contains(&word) {
            continue;
        }
        let is_way = word == "to" && at > 0 && ASKING.contains(&text.letters_at(at - 1));
        return match word {
            // `Explain how to restore it`.
            _ if is_way => Lead::Other,
            _ if TELLING.contains(&word) => Lead::Telling,
            _ if JOINING.contains(&word) => Lead::Joining,
            _ => Lead::Other,
        };
    }
    Lead::Beginning
}

/// Where the clause of this word begins.
fn clause_of(text: &Text, at: usize) -> usize {
    (1..=at).rev().find(|place| !text.is_joined(*place, place + 1)).unwrap_or_default()
}
