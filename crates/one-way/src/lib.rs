//! Whether a question speaks of something that cannot be taken back.
//!
//! Such a question is never answered in a person's place. The lists are in
//! `words.txt`, and a project adds its own. Asking once too often costs
//! a person a moment and answering once too often may cost the data, so all
//! texts of a question are searched, a verb of one with a noun of another, and of
//! what begins like an order it is not asked what it is done to: `Overwrite`. Words
//! such as `drop` and `migration` count where somebody is told to do something, and
//! not where a question is about them. What a question proposes to do is an act whatever
//! its verb is, unless the verb or what it is done to belongs to those who write programs.
//!
//! What nobody knows as code or text is asked as well ([`Words::judge`]).
//!
//! Of 127 questions about releases, migrations, drops and their like half were put
//! aside before the rules were written: of those 13 of 63 are asked needlessly (42 of
//! 64 of the other half before). Of 110 that have something done or ask for consent,
//! 1 of 54 put aside is not asked (17 of 56 of the others before). Of 71 acts that
//! other people's programs ask about 6 are not asked (31 before), and 8 of 64 harmless
//! questions are asked needlessly (9). Of 99 acts and 99 subjects written down after
//! that, none of them put aside, 1 and 13 are judged wrongly (11 and 22 before).
//!
//! ```
//! use one_way::{Additions, Words};
//!
//! let words = Words::with(&Additions::default());
//! let finding = words.find(["Which of the databases?", "Keep both", "Reset the second"]);
//! assert_eq!(finding.unwrap().to_string(), "reset ... database");
//! assert_eq!(words.find_order("Push all of it").unwrap().to_string(), "an order to push");
//! assert_eq!(words.find(["Which library shows the drop-down menu?"]), None);
//! ```

mod abroad;
mod character;
mod choice;
mod consent;
mod craft;
mod deed;
mod design;
mod entry;
mod forms;
mod frames;
mod gerund;
mod guard;
mod judge;
mod label;
mod mention;
mod money;
mod naming;
mod open;
mod order;
mod outgoing;
mod person;
mod plain;
mod polarity;
mod proposal;
mod question;
mod said;
#[cfg(test)]
mod tests;
mod text;
mod thing;
mod topic;
#[cfg(test)]
mod word_list;

use std::borrow::Cow;
use std::fmt;
use std::iter;

use serde::{Deserialize, Serialize};

use entry::{Entry, List, TABLE, Table};
pub use question::{Offer, Question};
use text::{Reading, Text};

/// What a project adds to the built-in lists.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Additions {
    /// What is done and, with one of the nouns, cannot be taken back.
    pub verbs: Vec<String>,
    /// What it is done to.
    pub nouns: Vec<String>,
    /// What cannot be taken back by itself.
    pub phrases: Vec<String>,
    /// What says nothing, although a word of it would.
    pub benign: Vec<String>,
}

/// The words by which a question is judged.
#[derive(Debug)]
pub struct Words {
    built_in: &'static Table,
    added: Vec<(List, String)>,
}

/// Why a question is one that cannot be taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// A phrase that suffices, as the list has it.
    Phrase(String),
    /// A verb and a noun, as the lists have them.
    Pair {
        /// What is done.
        verb: String,
        /// What it is done to.
        noun: String,
    },
    /// What is told to be done, as the list has it.
    Order(String),
    /// A word such as `dеlete` with a Cyrillic `е`: what it says to a person and
    /// what it says to a program differ.
    MixedScripts,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Phrase(phrase) => f.write_str(phrase),
            Self::Order(verb) => write!(f, "an order to {verb}"),
            Self::Pair { verb, noun } => write!(f, "{verb} ... {noun}"),
            Self::MixedScripts => f.write_str("letters of several scripts in one word"),
        }
    }
}

/// Verbs of a question behind whose subject an act is part of that.
const MAIN: [&str; 9] = ["be", "carry", "contain", "get", "have", "hold", "return", "show", "use"];

/// Behind one of these and a subject something is done.
const MODALS: [&str; 11] =
    ["can", "could", "did", "do", "does", "may", "might", "must", "should", "will", "would"];

const BETWEEN_ACT_AND_OBJECT: [&str; 12] =
    ["a", "all", "an", "every", "its", "my", "on", "our", "that", "the", "this", "your"];

impl Words {
    /// The built-in lists with those of a project.
    pub fn with(additions: &Additions) -> Self {
        let mut words = Self { built_in: &TABLE, added: Vec::new() };
        words.add_all(List::Verbs, &additions.verbs);
        words.add_all(List::Nouns, &additions.nouns);
        words.add_all(List::Phrases, &additions.phrases);
        words.add_all(List::Benign, &additions.benign);
        words
    }

    /// The first thing in the texts of one question (itself, its header, labels
    /// and descriptions of its options) that cannot be taken back.
    pub fn find<'a>(&self, texts: impl IntoIterator<Item = &'a str>) -> Option<Finding> {
        let texts = texts.into_iter().enumerate();
        let texts: Vec<(&str, bool)> = texts.map(|(at, text)| (text, at > 0)).collect();
        self.find_among(&texts)
    }

    /// The same of texts of which some are labels; the first is the question.
    fn find_among(&self, texts: &[(&str, bool)]) -> Option<Finding> {
        let mut pair = Pair::default();
        let ((question, _), options) = texts.split_first()?;
        let is_design = self.asks_for_a_name(&mention::without_names(question));
        let is_money = !money::is_about_amounts(question);
        if let Some(name) = choice::find(question, options) {
            return Some(Finding::Phrase(name.to_owned()));
        }
        for (at, (text, is_label)) in texts.iter().enumerate() {
            let said = if at == 0 { mention::without_names(text) } else { Cow::Borrowed(*text) };
            if is_disguised(text) {
                return Some(Finding::MixedScripts);
            }
            if is_money && money::names_amount(text) || money::names_rate(text) {
                return Some(Finding::Phrase("an amount of money".to_owned()));
            }
            for reading in readings(&said) {
                if is_design && *is_label && is_name(&reading) {
                    continue;
                }
                if let Some(finding) = self.find_in(reading, &mut pair) {
                    return Some(finding);
                }
            }
            if is_disguised(text) {
                return Some(Finding::MixedScripts);
            }
        }
        None
    }

    /// Whether a question asks how something looks, or what it is called: an option of one word
    /// is then a name, and nothing that is done.
    pub fn asks_for_a_name(&self, question: &str) -> bool {
        self.is_about_design(&Text::read(question, Reading::Parted))
    }

    /// `Which log should the cleanup wipe?` asks for a name, and has something done.
    fn is_about_design(&self, text: &Text) -> bool {
        design::is_about_design(text) && !self.has_done(text)
    }

    /// Whether something does, behind `should` and its like, what the lists have.
    fn has_done(&self, text: &Text) -> bool {
        let says = |at: usize| MODALS.contains(&text.letters_at(at));
        let is_told = |at: usize| {
            let is_name = self.benign_length_at(text, at).is_some()
                || self.name_length_at(text, at).is_some()
                || self.benign_length_at(text, at - 1).is_some();
            let is_act = |entry: &Entry<'_>| {
                entry.list != List::Nouns && !text.letters_at(at).ends_with("ed")
            };
            let rest = |behind: usize| MAIN.contains(&text.letters_at(behind));
            // `To get` says what for.
            let is_aim = |behind: usize| text.letters_at(behind - 1) == "to";
            let is_main = !(at + 1..text.len()).any(|it| rest(it) && !is_aim(it));
            let has_subject = is_main && !naming::DETERMINERS.contains(&text.letters_at(at - 1));
            has_subject && !is_name && self.matches(text, at).any(|entry| is_act(&entry))
        };
        (1..text.len()).filter(|at| says(*at)).any(|at| (at + 2..at + 7).any(is_told))
    }

    /// In both readings, as a text is read: of `forcePush` each may be meant.
    fn add_all(&mut self, list: List, additions: &[String]) {
        for text in additions.iter().flat_map(|addition| readings(addition)) {
            let is_void = list == List::Benign && self.says_no_less(&text);
            if text.len() > 0 && !is_void {
                self.added.push((list, text.to_entry()));
            }
        }
    }

    /// Whether the text is a verb or a phrase and nothing more. A benign phrase has
    /// to say more than what it takes out: `delete` cannot be benign.
    fn says_no_less(&self, text: &Text) -> bool {
        self.matches(text, 0).any(|entry| {
            let is_all = entry.length_at(text, 0) == Some(text.len());
            is_all && entry.list != List::Nouns && entry.word_count() == text.len()
        })
    }

    fn find_in<'w>(&'w self, mut text: Text, pair: &mut Pair<'w>) -> Option<Finding> {
        if text.mixes_scripts {
            return Some(Finding::MixedScripts);
        }
        if self.is_about_design(&text) {
            return None;
        }
        self.take_out_benign(&mut text);
        for at in 0..text.len() {
            for entry in self.matches(&text, at) {
                match entry.list {
                    List::Phrases | List::Stems => {
                        return Some(Finding::Phrase(entry.text.to_string()));
                    }
                    List::Verbs => pair.verb = pair.verb.or(Some(entry.text)),
                    List::Nouns => pair.noun = pair.noun.or(Some(entry.text)),
                    List::Deeds | List::DeedsOrThings | List::Things | List::Proceedings => {
                        if let Some(finding) = self.deed(&text, at, entry) {
                            return Some(finding);
                        }
                    }
                    List::Orders
                    | List::WholeOrders
                    | List::Asked
                    | List::Starts
                    | List::Acts
                    | List::Benign => {}
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
            let count = self.benign_length_at(text, at);
            let count = count.or_else(|| self.name_length_at(text, at)).unwrap_or_default();
            if count > 1 && self.takes_along(text, at + count) {
                // What is done is done to the other thing as well.
                text.take_out(at + 1, count);
            } else {
                text.take_out(at, count);
            }
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
            .filter(|_| !self.is_acted_on(text, at))
            .max()
    }

    /// Whether something else is named with it: `Remove the unused import and the users`.
    fn takes_along(&self, text: &Text, end: usize) -> bool {
        let has_more = text.is_joined(end, end + 1)
            && ["and", "including", "or", "plus"].contains(&text.letters_at(end));
        let is_thing = BETWEEN_ACT_AND_OBJECT.contains(&text.letters_at(end + 1));
        let mut near = (end + 1..end + 4).take_while(|at| text.is_joined(*at, *at + 1));
        // What has an act of its own says so itself.
        let is_act = |entry: &Entry<'_>| matches!(entry.list, List::Verbs | List::Phrases);
        has_more && is_thing && !near.any(|at| self.matches(text, at).any(|it| is_act(&it)))
    }

    /// Whether these words are what something is done to: the delete button may be
    /// anywhere, but to click the delete button is to delete.
    fn is_acted_on(&self, text: &Text, at: usize) -> bool {
        let mut before = at;
        while text.is_joined(before, before + 1)
            && let Some(word) = text.word(before - 1)
        {
            before -= 1;
            if !BETWEEN_ACT_AND_OBJECT.contains(&text.letters(word)) {
                let mut acts = self.candidates(text, before).filter(|it| it.list == List::Acts);
                return acts.any(|act| act.length_at(text, before).is_some());
            }
        }
        false
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
    fn matches<'w>(&'w self, text: &Text, at: usize) -> impl Iterator<Item = Entry<'w>> {
        self.candidates(text, at)
            .filter(|entry| entry.list.speaks())
            .filter(move |entry| entry.length_at(text, at).is_some())
    }

    /// The entries that begin like the word there, those of the project first.
    fn candidates<'w>(&'w self, text: &Text, at: usize) -> impl Iterator<Item = Entry<'w>> {
        let word = text.word(at).map(|word| text.letters(word)).unwrap_or_default();
        let added = self.added.iter().map(|(list, text)| Entry::new(*list, text));
        added.chain(self.built_in.candidates(word))
    }
}

/// What has been seen so far of a verb with a noun.
#[derive(Debug, Default)]
struct Pair<'w> {
    verb: Option<&'w str>,
    noun: Option<&'w str>,
}

/// Whether a text is written so that a program reads another one than a person sees: `&#100;`
/// for `d`, or signs that turn the direction around.
fn is_disguised(text: &str) -> bool {
    let turns = |it: char| matches!(it, '\u{202d}' | '\u{202e}' | '\u{2066}'..='\u{2068}');
    let is_code = |(at, _): (usize, &str)| {
        let behind = text.get(at + 2..).unwrap_or_default();
        behind.starts_with(|first: char| first.is_ascii_digit() || first == 'x')
    };
    text.contains(turns) || text.match_indices("&#").any(is_code)
}

/// Whether a label is one word, beside `(recommended)`: it may be a name.
pub(crate) fn is_one_word(label: &str) -> bool {
    is_name(&Text::read(label, Reading::Joined))
}

fn is_name(label: &Text) -> bool {
    let is_recommended = label.letters_at(1) == "recommended";
    label.len() == 1 || label.len() == 2 && is_recommended
}

/// What a text may say, the plain reading first.
fn readings(text: &str) -> impl Iterator<Item = Text> {
    let parted = Text::read(text, Reading::Parted);
    let joined = parted.is_ambiguous.then(|| Text::read(text, Reading::Joined));
    iter::once(parted).chain(joined)
}
