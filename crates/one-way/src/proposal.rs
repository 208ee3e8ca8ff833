//! Questions that propose an act: `Shall I open the valve?`, `Halt the cluster?`, or an option
//! `Tell the customer` of `What next?`.
//!
//! A verb in such a place is an act that has to be asked, whatever it is, unless it does nothing
//! outside of a work tree, or what it is done to is a part of a program or a text.

use crate::abroad;
use crate::craft::{self, is_in};
use crate::deed::BEFORE_AN_ORDER;
use crate::entry::{Entry, List};
use crate::frames::{THING, chosen, consequence, frame_end, is_shown, skip, suffered, wanted};
use crate::open::is_open_question;
use crate::order::{asks, clauses, sentences};
use crate::text::{Reading, Text};
use crate::thing::{Thing, acts_on_code, reach, thing_end};
use crate::{Finding, Words};

/// The last of those, with the verb behind it.
const BEFORE_A_VERB: [&str; 6] = ["i", "lets", "me", "to", "us", "we"];
const ADVERBS: [&str; 17] = [
    "actually", "ahead", "already", "also", "and", "better", "directly", "first", "go", "just",
    "maybe", "now", "only", "please", "really", "simply", "then",
];

/// Words that begin a question and are no verb of it.
const NO_VERB: &str = "a about above after again all also an and another any anything are around as at base be because \
     before behind being below beside between both but by can could current custom dark did do does during each \
     either every exactly existing few first for from full given global found had has have heres here how however i if im in \
     into is it its ive just last least less light local long many may might minimal more most much must my new next no none \
     not of off ok old on once one only or other our out over own per please plain private public question quick \
     same shall short should since single small so some still strict such than that thats the their them then there theres these \
     they this those three through to too two under unit unless until up very was we well were what whats when where \
     whether which while who whom whose why will with within without would yes yet you your";

const PARTICLES: &str = "away back down in off on out over through up";

/// Between the two things of a choice: `Tabs oder Leerzeichen?`
const OR: &str = "o oder ou \u{438}\u{43b}\u{438}";

/// What is run in a work tree day by day.
const RUN: &str = "benchmark benchmarks build check checks compiler coverage formatter lint linter linters prettier \
     suite test tests typecheck";

/// What is made anew in a work tree: `Make a branch?`
const NEW: &str = "backup branch commit copy draft list note plan pr request summary";

/// Beginnings of words that may be written apart: `de-identify`.
const PREFIXES: &str =
    "auto batch black bulk co cross de dis double force hard hot mass over power pre re soft un";

/// What says that what happens is meant for others, or for good.
const LIVE: &str = "customer customers everybody everyone live main master prod production real straight \
     unlimited upstream";

impl Words {
    /// What the question proposes to do, or an option of a question that asks what to do.
    pub fn find_proposal(&self, question: &str, labels: &[&str]) -> Option<Finding> {
        if abroad::proposes(question, labels) {
            return Some(Finding::Phrase("an act in another language".to_owned()));
        }
        let firsts: Vec<Text> = labels.iter().map(|it| Text::read(it, Reading::Parted)).collect();
        let mut is_open = !sentences(question).any(asks);
        for sentence in sentences(question) {
            if !asks(sentence) && sentence.trim() != question.trim() {
                continue;
            }
            let text = Text::read(sentence, Reading::Parted);
            let is_named = acts_on_code(sentence);
            let mut places = clauses(&text);
            let proposed = places.find_map(|at| {
                let begin = skip(&text, at, |word| BEFORE_AN_ORDER.contains(&word));
                let other = consequence(&text, begin).or_else(|| suffered(&text, begin));
                let act = |at: usize| self.act(&text, at, text.letters_at(at), is_named);
                let other = other.or_else(|| wanted(&text, begin)).or_else(|| chosen(&text, at));
                other.or_else(|| act(self.verb_at(&text, at, &firsts)?))
            });
            if proposed.is_some() {
                return proposed;
            }
            is_open |= is_open_question(&text);
        }
        let mut told = labels.iter().zip(&firsts).filter(|_| is_open);
        told.find_map(|(label, text)| {
            let is_named = acts_on_code(label);
            let mut told = clauses(text).filter(|at| begins_order(text, *at));
            told.find_map(|at| self.act(text, at, text.letters_at(at), is_named))
        })
    }

    /// Whether the question proposes to change a part of a program or a text: an option of one word
    /// says no more than that. It is asked of a question without a [proposal](Self::find_proposal).
    pub fn proposes_craft(&self, question: &str, labels: &[&str]) -> bool {
        let Some(sentence) = sentences(question).find(|it| asks(it)) else {
            return false;
        };
        let text = Text::read(sentence, Reading::Parted);
        let firsts: Vec<Text> = labels.iter().map(|it| Text::read(it, Reading::Parted)).collect();
        let verb = self.verb_at(&text, 0, &firsts);
        verb.is_some_and(|at| {
            let begin = at + 1;
            craft::is_edit(text.letters_at(at))
                && begin < thing_end(&text, begin)
                && Thing::read(&text, begin).is_craft
        })
    }

    /// The verb of what is proposed in the clause that begins here.
    fn verb_at(&self, text: &Text, start: usize, labels: &[Text]) -> Option<usize> {
        let mut begin = skip(text, start, |word| BEFORE_AN_ORDER.contains(&word));
        match (text.letters_at(begin), text.letters_at(begin + 1)) {
            ("why", "not") => return Some(begin + 2),
            ("when", _) => begin += 1,
            ("how", "about") => begin += 2,
            ("really" | "now" | "actually", _) if begins_order(text, begin + 1) => begin += 1,
            _ => {}
        }
        let framed = frame_end(text, begin);
        let verb = skip(text, framed, |word| ADVERBS.contains(&word));
        if framed > begin {
            let last = match text.letters_at(framed - 1) {
                "agent" | "assistant" | "bot" | "claude" => "i",
                last => last,
            };
            // `Should we encrypt tokens?` is about what is built.
            let is_ours = last == "we" && text.letters_at(begin) == "should";
            let does_outside = || {
                let mut thing = verb + 1..=Thing::read(text, verb + 1).head;
                thing.any(|at| craft::is_outside(text.letters_at(at)))
            };
            let is_asked = BEFORE_A_VERB.contains(&last)
                && is_frame(text, begin, framed)
                && (!is_ours
                    || begins_order(text, verb)
                    || verb + 1 >= text.len()
                    || does_outside());
            return is_asked.then_some(verb);
        }
        let joins = start > 0 && text.is_joined(start, start + 1);
        let is_order = if start > 0 && !joins {
            // `password=tr0ub4`
            let is_number = text.letters_at(begin + 1).starts_with(char::is_numeric);
            begins_order(text, begin) && !is_number
        } else if joins {
            let word = text.letters_at(begin);
            let is_repeated = labels.iter().any(|label| label.letters_at(0) == word);
            let is_next = text.letters_at(start - 1) == "and";
            is_next && (is_repeated || begins_order(text, begin)) && !is_in(NO_VERB, word)
        } else {
            self.is_order(text, begin, labels)
        };
        is_order.then_some(begin)
    }

    /// Whether a question begins with a verb: what it is done to follows, or an option says it again.
    fn is_order(&self, text: &Text, at: usize, labels: &[Text]) -> bool {
        let word = text.letters_at(at);
        if word == "do" && is_in("all everything it that this", text.letters_at(at + 1)) {
            return true;
        }
        if word.is_empty() || is_in(NO_VERB, word) {
            return false;
        }
        let is_choice = (at + 1..reach(text, at)).any(|place| text.letters_at(place) == "or")
            || text.len() == at + 3 && is_in(OR, text.letters_at(at + 1));
        let is_repeated = labels.iter().any(|label| label.letters_at(0) == word);
        let is_craft = || Thing::read(text, at + 1).is_craft;
        let is_known = || {
            let mut entries = self.candidates(text, at);
            entries.any(|entry| {
                let is_act = matches!(entry.list, List::Asked | List::Orders | List::WholeOrders);
                is_act && entry.length_at(text, at).is_some()
            })
        };
        let is_verb = || {
            let is_past = word.len() > 5 && word.ends_with("ed");
            let is_towards = text.letters_at(at + 1) == "to" && text.is_joined(at + 1, at + 2);
            let is_prefixed = is_in("de dis re un", word);
            !is_past
                && (is_repeated
                    || is_prefixed
                    || is_towards
                    || craft::is_careful(word)
                    || is_known() && !is_craft())
        };
        begins_order(text, at) || !is_choice && is_verb()
    }

    /// What is done by the verb there, unless that is harmless.
    pub(crate) fn act(
        &self,
        text: &Text,
        at: usize,
        verb: &str,
        names_code: bool,
    ) -> Option<Finding> {
        let mut added = self.added.iter().filter(|(list, _)| *list == List::Benign);
        let is_benign = |(list, entry): &(List, String)| {
            let length = Entry::new(*list, entry).length_at(text, at);
            length.is_some_and(|length| !self.takes_along(text, at + length))
        };
        if added.any(is_benign) {
            return None;
        }
        let next = text.letters_at(at + 1);
        let begin = skip(text, at + 1, |word| is_in(PARTICLES, word) || ADVERBS.contains(&word));
        let thing = Thing::read(text, begin);
        let has =
            |words: &str| (at + 1..reach(text, at)).any(|it| is_in(words, text.letters_at(it)));
        // What stands before a part of a program only says which: `the checkout page`.
        let is_part = |it: usize| craft::is_craft(text.letters_at(it + 1));
        let is_outside = || {
            let mut places = at + 1..reach(text, at);
            places.any(|it| craft::is_outside(text.letters_at(it)) && !is_part(it))
        };
        let is_phrasal = is_in("away off over", next);
        let is_pronoun = is_in("it them this these", next);
        let head = text.letters_at(thing.head);
        // A turbine that is halted in a test is halted.
        let is_of_screen = || {
            let is_nothing = [at + 1, begin].iter().any(|it| *it == thing_end(text, *it));
            is_nothing || thing.is_craft || names_code || craft::is_topic(head)
        };
        let is_exempt = match verb {
            "make" | "open" | "start" if is_in("a an another", next) => is_in(NEW, head),
            "tell" if is_in("joke story tale", text.letters_at(at + 2)) => true,
            "give" | "guide" | "remind" | "send" | "show" | "tell" | "walk" => {
                is_in("you me", next)
            }
            // `TTL (time-to-live)`
            "live" => text.letters_at(at.saturating_sub(1)) == "to",
            "let" => is_in("caller reader user users", head),
            "go" if is_in("on over with", next) => !(has(LIVE) || is_outside()),
            _ => false,
        };
        let is_harmless = if is_exempt || is_shown(text, at) && !is_outside() && is_of_screen() {
            true
        } else if craft::is_harmless(verb) {
            !is_phrasal || thing.is_craft
        } else if craft::is_outward(verb) {
            is_in("execute kick launch play run trigger", verb) && has(RUN) && !has(LIVE)
        } else if is_letter(text, at) {
            false
        } else if craft::is_careful(verb) || verb == "make" && is_pronoun {
            let is_of_code = thing.is_craft || names_code;
            is_of_code && !goes_on(verb) || !(is_phrasal || has(LIVE) || is_outside())
        } else {
            let is_written = thing.is_craft || names_code;
            let is_double = craft::is_double(head) && !craft::is_edit(verb) && !names_code;
            is_written && !is_double && !has(LIVE) && !thing.is_mine
        };
        let word = if verb.is_empty() { "go on" } else { verb };
        (!is_harmless).then(|| Finding::Order(word.to_owned()))
    }
}

/// `Write to all of them`, and not `Write to the log`.
fn is_letter(text: &Text, at: usize) -> bool {
    let to = at + 2;
    let is_text = Thing::read(text, to).is_craft || craft::is_topic(text.letters_at(to + 1));
    text.letters_at(at) == "write"
        && text.letters_at(at + 1) == "to"
        && is_in(THING, text.letters_at(to))
        && !is_text
        && !is_in("disk terminal", text.letters_at(to + 1))
}

/// Verbs behind which all that is named counts.
fn goes_on(verb: &str) -> bool {
    is_in("continue finish work", verb)
}

/// Whether the words before a verb ask for it: `do you want me to`, and not `do you want to`.
fn is_frame(text: &Text, begin: usize, framed: usize) -> bool {
    let has = |words: &str| (begin..framed).any(|at| is_in(words, text.letters_at(at)));
    has(
        "can could do i let lets may must ok okay fine good ready safe shall should time want we would",
    )
}

/// Whether a verb stands there with what it is done to behind it.
pub(crate) fn begins_order(text: &Text, at: usize) -> bool {
    let verb = text.letters_at(at);
    let next = at + 1 + usize::from(is_in(PARTICLES, text.letters_at(at + 1)));
    let next = next + usize::from(is_in(PREFIXES, verb));
    let thing = text.letters_at(next);
    // `Swap 2 coins`, and not `Question 2`.
    let is_number = || {
        let is_word = is_in("two three four five six seven eight nine ten hundred thousand", thing);
        is_word || thing.starts_with(|first: char| first.is_ascii_digit())
    };
    let behind = text.letters_at(next + 1);
    let is_counted = || {
        let is_thing = text.is_joined(next + 1, next + 2) && !ADVERBS.contains(&behind);
        is_thing && !craft::is_craft(verb)
    };
    // `Option A` is a name.
    let is_letter = thing == "a" && !text.is_joined(next + 1, next + 2);
    let is_thing = is_in(THING, thing) && !is_letter || is_number() && is_counted();
    is_thing && !verb.is_empty() && text.is_joined(at + 1, next + 1) && !is_in(NO_VERB, verb)
}
