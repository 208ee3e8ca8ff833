//! What a question asks to do, or a label tells to do, that cannot be taken back whatever it
//! is done to.
//!
//! Who asks may explain before: each sentence of a question is looked at, and in it whatever
//! begins like `or should I`.

use crate::craft::{self, is_in};
use crate::deed::{self, BEFORE_AN_ORDER, Lead};
use crate::entry::List;
use crate::text::{Reading, Text};
use crate::thing::Thing;
use crate::{Finding, Words, readings};

/// What may be before one that is asked for.
const ASKS_FOR_AN_ORDER: [&str; 33] = [
    "should", "shall", "can", "may", "could", "do", "you", "want", "me", "we", "to", "go", "ahead",
    "and", "now", "ready", "safe", "would", "like", "is", "it", "ok", "okay", "fine", "if", "lets",
    "also", "are", "for", "good", "happy", "sure", "wish",
];

/// Of these one has to be among them where what follows may be what is done by a program:
/// `Should undo restore the selection?`
const ASKS_FOR_US: [&str; 8] = ["i", "we", "me", "to", "you", "ahead", "ready", "lets"];

/// What an order is about that takes something of somebody, or all of it.
const POSSESSED: [&str; 11] = [
    "all",
    "every",
    "everybody",
    "everyone",
    "everything",
    "his",
    "my",
    "our",
    "their",
    "these",
    "your",
];
/// What may be behind one that says no more.
const BEHIND_AN_ORDER: [&str; 9] =
    ["recommended", "it", "them", "this", "these", "all", "everything", "anyway", "now"];
const GOES_ON_WITH: [&str; 4] = ["and", "before", "or", "then"];

/// The labels of a question that is to be confirmed, and words of one that does not say what.
const CONFIRMS: &str = "abort absolutely accept affirmative agree agreed allow approve back cancel carry certainly confirm \
     confirmed continue correct course decline definitely deny do false fine go good hold later lgtm looks n no nope not now off \
     ok okay on please proceed ready reject right start stop sure thumbs true wait wrong y yeah yep yes yup";
const GOES_ON: &str = "absolutely accept again agreed ahead all alright anyway are be begin by can carry complete confirm continue correct could \
     despite do does even everything fine finish for forward from go going good here i if im in is it just keep lets lgtm like look looks me move my next now of \
     ok okay on our out plan please proceed ready really resume retry right set shall should so sounds start still sure that thats the then \
     there this to try want warning warnings way we well wish with work works would yes you your";

/// Yes and no in other languages: what such a question says this list hardly reads.
const FOREIGN: &str = "ano da ei evet hay\u{131}r igen ja jo kyll\u{e4} n\u{e3}o nao ne nee nei nein nej nem nie non nu oui \
     s\u{ec} s\u{ed} si sim tak tidak ya c\u{f3} kh\u{f4}ng \
     \u{434}\u{430} \u{43d}\u{435}\u{442} \u{442}\u{430}\u{43a} \u{43d}\u{456} \u{3bd}\u{3b1}\u{3b9} \u{3cc}\u{3c7}\u{3b9} \
     \u{5db}\u{5df} \u{5dc}\u{5d0} \u{646}\u{639}\u{645} \u{644}\u{627} \u{939}\u{93e}\u{901} \u{939}\u{93e}\u{902} \
     \u{928}\u{939}\u{940}\u{902} \u{306f}\u{3044} \u{3044}\u{3044}\u{3048} \u{3046}\u{3093} \u{4e86}\u{89e3} \u{662f} \
     \u{662f}\u{7684} \u{5426} \u{4e0d} \u{53ef}\u{4ee5} \u{597d} \u{597d}\u{7684} \u{4e0d}\u{884c} \u{786e}\u{8ba4} \
     \u{53d6}\u{6d88} \u{540c}\u{610f} \u{c608} \u{b124} \u{c544}\u{b2c8}\u{c694}";

/// So many words may be in a label that only says yes or no, and one less than that.
const MAX_CONFIRMS: usize = 7;

/// So many words may be around an order: a question that repeats them takes no longer for it.
const MAX_FRAME: usize = 40;

/// What is written and kept by version control: `remove the other ideas from the document`.
const WRITTEN: [&str; 18] = [
    "class",
    "code",
    "comment",
    "component",
    "diff",
    "doc",
    "docs",
    "document",
    "draft",
    "file",
    "form",
    "function",
    "list",
    "module",
    "page",
    "plan",
    "readme",
    "report",
];

impl Words {
    /// What a question or the label of an option begins by telling to do, if that
    /// cannot be taken back whatever it is done to.
    pub fn find_order(&self, text: &str) -> Option<Finding> {
        if !asks(text) {
            return self.order_in(text, false);
        }
        let mut sentences = sentences(text);
        let first = self.order_in(sentences.next()?, true);
        first
            .or_else(|| sentences.filter(|it| asks(it)).find_map(|it| self.order_in(it, true)))
            .or_else(|| self.announced(text))
    }

    /// What has been said before `Continue?` that will be done.
    fn announced(&self, text: &str) -> Option<Finding> {
        let text = text.trim();
        let question = sentences(text).last().filter(|last| last.len() < text.len())?;
        let said = Text::read(question, Reading::Parted);
        let says_nothing = said.skip(0, |word| is_in(GOES_ON, word)) == said.len();
        let before = text.get(..text.len() - question.len()).filter(|_| says_nothing)?;
        let mut texts = readings(before);
        texts.find_map(|mut text| {
            let consequence = says_consequence(&text)
                .then(|| Finding::Order("go on with what happens then".to_owned()));
            self.take_out_benign(&mut text);
            (0..text.len())
                .find_map(|at| {
                    let is_announced = at > 0 && ["will", "to"].contains(&text.letters_at(at - 1));
                    let told = || self.told_at(&text, at).filter(|_| is_announced);
                    told().or_else(|| announced_at(&text, at))
                })
                .or(consequence)
        })
    }

    /// What a question asks to go on with, if what would be answered, or else each option, only
    /// says yes or no: what is done counts then without what it is done to, and so does a
    /// question that does not say what.
    pub fn find_confirmation(
        &self,
        question: &str,
        labels: &[&str],
        answer: Option<&str>,
    ) -> Option<Finding> {
        if labels.iter().any(|label| is_foreign(label)) {
            return Some(Finding::Phrase("a yes or no in another language".to_owned()));
        }
        let is_confirmed = match answer {
            Some(answer) => confirms(answer),
            None => labels.iter().all(|label| confirms(label)),
        };
        if !is_confirmed {
            return None;
        }
        readings(question).find_map(|mut text| {
            self.take_out_benign(&mut text);
            if text.skip(0, |word| is_in(GOES_ON, word)) == text.len() {
                let said = if text.len() > 0 { text.to_entry() } else { "go on".to_owned() };
                return Some(Finding::Order(said));
            }
            (0..text.len()).find_map(|at| self.told_at(&text, at))
        })
    }

    fn order_in(&self, sentence: &str, is_question: bool) -> Option<Finding> {
        readings(sentence).find_map(|mut text| {
            // What is benign is looked for where it could matter: most texts tell nothing.
            self.order_of(&text, is_question)?;
            self.take_out_benign(&mut text);
            self.order_of(&text, is_question)
        })
    }

    fn order_of(&self, text: &Text, is_question: bool) -> Option<Finding> {
        // An objection has been made, and is to be passed over.
        let is_passed = is_question && text.len() > 1 && last(text) == "anyway";
        clauses(text)
            .find_map(|begin| self.order_from(text, begin, is_question))
            .or_else(|| is_passed.then(|| Finding::Order("go on anyway".to_owned())))
    }

    /// What the clause that begins here tells or asks to do.
    fn order_from(&self, text: &Text, start: usize, is_question: bool) -> Option<Finding> {
        let begin = text.skip_few(start, MAX_FRAME, |word| BEFORE_AN_ORDER.contains(&word));
        let asked = text.skip_few(begin, MAX_FRAME, |word| ASKS_FOR_AN_ORDER.contains(&word));
        let is_asked = (begin..asked).any(|at| ASKS_FOR_US.contains(&text.letters_at(at)));
        if start > 0 && !is_asked {
            return None;
        }
        let begins = self.order_at(text, begin, |list, _| list == List::Orders);
        let whole = || {
            self.order_at(text, asked, |list, end| {
                let rest = text.skip_few(end, MAX_FRAME, |word| BEHIND_AN_ORDER.contains(&word));
                let is_next = GOES_ON_WITH.contains(&text.letters_at(rest));
                let goes_on = rest > end && (is_next || !text.is_joined(rest, rest + 1));
                let is_order = matches!(list, List::Orders | List::WholeOrders);
                is_order && (rest == text.len() || goes_on)
            })
        };
        let is_told = is_question && asked == begin;
        let of_somebody = || {
            self.order_at(text, asked, |list, end| {
                let is_possessed = POSSESSED.contains(&text.letters_at(end));
                let is_thing = is_told && self.begins_thing(text, end);
                list == List::Asked && (is_asked || is_possessed || is_thing)
            })
        };
        begins.or_else(whole).or_else(of_somebody)
    }

    fn told_at(&self, text: &Text, at: usize) -> Option<Finding> {
        let is_told = matches!(deed::lead(text, at), Lead::Beginning | Lead::Telling);
        let mut verbs = self.matches(text, at).filter(|it| is_told && it.list == List::Verbs);
        let verb = verbs.next().filter(|_| !is_written(text, at))?;
        Some(Finding::Order(verb.text.to_owned()))
    }

    fn order_at(
        &self,
        text: &Text,
        at: usize,
        counts: impl Fn(List, usize) -> bool,
    ) -> Option<Finding> {
        let mut entries = self.candidates(text, at);
        entries.find_map(|entry| {
            let length = entry.length_at(text, at)?;
            counts(entry.list, at + length).then(|| Finding::Order(entry.text.to_string()))
        })
    }
}

/// The sentences of a text, each with the mark at its end.
pub(crate) fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let ends = |(at, mark): &(usize, char)| match mark {
            '\n' => true,
            '.' | '!' | '?' | ':' | ';' | '\u{2013}' | '\u{2014}' => {
                is_gap(rest, at + mark.len_utf8())
            }
            '-' => is_gap(rest, at + 1) && rest.get(..*at).is_some_and(|it| it.ends_with(' ')),
            _ => false,
        };
        let end = rest.char_indices().find(ends).map_or(rest.len(), |(at, it)| at + it.len_utf8());
        let (sentence, behind) = rest.split_at_checked(end).filter(|_| !rest.is_empty())?;
        rest = behind;
        Some(sentence)
    })
}

fn is_gap(text: &str, at: usize) -> bool {
    text.get(at..).is_some_and(|behind| behind.starts_with(char::is_whitespace))
}

pub(crate) fn asks(text: &str) -> bool {
    text.trim_end().ends_with(['?', '\u{ff1f}'])
}

/// Whatever will happen is gone on with, but for what is done to a text or a program day by day.
fn announced_at(text: &Text, at: usize) -> Option<Finding> {
    let before = text.letters_at(at.checked_sub(1)?);
    let is_going =
        before == "to" && at > 1 && is_in("about going needs wants", text.letters_at(at - 2));
    let verb = text.letters_at(at);
    let thing = Thing::read(text, at + 1);
    let is_written = || thing.is_craft || craft::is_topic(text.letters_at(thing.head));
    let says_little =
        is_in("be cover do get give go have make not only read run still take then turn", verb);
    let is_day_by_day =
        craft::is_harmless(verb) || craft::is_careful(verb) && is_written() || verb.is_empty();
    let is_done = !says_little && !is_day_by_day;
    let is_told = is_in("will would", before) || is_going;
    (is_told && is_done).then(|| Finding::Order("go on with what happens then".to_owned()))
}

/// Whether a text says what happens to many, or to all: `12 resources will be replaced.`
fn says_consequence(text: &Text) -> bool {
    let has = |words: &[&str]| (0..text.len()).any(|at| words.contains(&text.letters_at(at)));
    let is_number = |word: &str| word.bytes().all(|it| it.is_ascii_digit()) && !word.is_empty();
    let is_many = (0..text.len()).any(|at| is_number(text.letters_at(at)))
        || has(&["all", "both", "entire", "every", "everybody", "everyone", "nobody", "whole"]);
    is_many && has(&["broken", "get", "gets", "going", "gone", "lose", "loses", "will", "would"])
}

/// Where a clause may begin.
pub(crate) fn clauses(text: &Text) -> impl Iterator<Item = usize> {
    let begins = |at: &usize| {
        !text.is_joined(*at, at + 1)
            || ["and", "but", "or", "so"].contains(&text.letters_at(at - 1))
    };
    std::iter::once(0).chain((1..text.len()).filter(begins))
}

/// Whether a label begins with a yes or a no of another language.
fn is_foreign(label: &str) -> bool {
    let mut words = label.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
    words.next().is_some_and(|first| is_in(FOREIGN, &first.to_lowercase()))
}

/// Whether a label only says yes or no, in letters or with a sign: `A) Yes`, `Of course`.
pub(crate) fn confirms(label: &str) -> bool {
    let label = Text::read(label, Reading::Parted);
    let length = label.len() - usize::from(last(&label) == "recommended");
    let first = label.skip(0, |word| word == "of").min(length.saturating_sub(1));
    length == 0 || length < MAX_CONFIRMS && is_in(CONFIRMS, label.letters_at(first))
}

fn last(text: &Text) -> &str {
    text.letters_at(text.len().saturating_sub(1))
}

/// Whether what is done there is done to a part of something that is written.
fn is_written(text: &Text, at: usize) -> bool {
    let joined = (at + 1..text.len()).take_while(|place| text.is_joined(*place, place + 1));
    let mut from = joined.skip_while(|place| !["from", "in"].contains(&text.letters_at(*place)));
    from.any(|place| WRITTEN.contains(&text.letters_at(place)))
}
