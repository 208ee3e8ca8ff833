//! An option that would be the answer and is itself what is done, under a question that only asks
//! for a choice: `Which?` with `Transfer the repo`; and a header that is an order.

use crate::craft::{self, is_in};
use crate::deed::BEFORE_AN_ORDER;
use crate::order::sentences;
use crate::proposal::begins_order;
use crate::question::Question;
use crate::text::{Reading, Text};
use crate::thing::{Thing, acts_on_code, reach};
use crate::{Finding, MODALS, Words};

/// What somebody gets or is made, behind which a name may stand.
const TO_SOMEBODY: &str = "appoint ban demote dismiss evict expel fire give grant hand hire invite let nominate promote report send suspend";
/// With these all that is in a thing goes along.
const WITH: &str = "and including plus with";
const CONTENTS: &str = "content contents data history records rows snapshots volume volumes";
/// What is done to a thing and not to what is in it.
const KEEPS: &str = "compare copy describe document export fill keep leave list load map model read render seed show \
     test use view wrap";

impl Words {
    /// What the label of the answer tells to do, or the header.
    pub(crate) fn labelled(&self, question: &Question<'_>) -> Option<Finding> {
        let header = question.header.and_then(|it| self.told_by(it, false));
        header.or_else(|| {
            let answer = question.answer.and_then(|at| question.offers.get(at))?;
            let label = without_mark(answer.label);
            let is_behaviour =
                question.said.first().is_some_and(|text| sentences(text).any(is_behaviour));
            self.told_by(label, is_behaviour).or_else(|| takes_along(label))
        })
    }

    fn told_by(&self, label: &str, is_behaviour: bool) -> Option<Finding> {
        let text = Text::read(label, Reading::Parted);
        let at = text.skip_few(0, 3, |word| BEFORE_AN_ORDER.contains(&word));
        let verb = text.letters_at(at);
        let next = text.letters_at(at + 1);
        // `Bug no longer`, `2 to 5`.
        let is_name = next == "no";
        let is_number = !verb.starts_with(char::is_alphabetic)
            || next.starts_with(char::is_numeric) && !is_word(label, verb);
        // What is meant by `it` has been said before.
        let is_known = is_in("it them this that these those", next)
            && craft::is_edit(verb)
            && !is_in("away down off out", text.letters_at(at + 2));
        let is_asking = is_in("choose confirm pick select", verb);
        // `Leaving the City` is a title.
        let is_name = is_name || verb.ends_with("ing") && verb.len() > 5;
        let head = text.letters_at(Thing::read(&text, at + 1).head);
        let is_of_code =
            craft::is_topic(head) && !craft::is_outward(verb) && !craft::is_outside(head);
        if is_of_code || is_name || is_number || is_known || is_asking {
            return None;
        }
        let is_order = begins_order(&text, at) || names_somebody(label, &text, at);
        let act = || self.act(&text, at, verb, acts_on_code(label));
        let found = is_order.then(act).flatten()?;
        let mut places = at + 1..reach(&text, at);
        let mut is_outside = || places.any(|it| craft::is_outside(text.letters_at(it)));
        (!is_behaviour || is_outside()).then_some(found)
    }
}

/// Whether it stands there by itself, and is no part of `prp-1`.
fn is_word(label: &str, word: &str) -> bool {
    label.split_whitespace().any(|it| it.eq_ignore_ascii_case(word))
}

/// `Give Bob access`: a name behind what is done to somebody.
fn names_somebody(label: &str, text: &Text, at: usize) -> bool {
    let verb = text.letters_at(at);
    let mut words = label.split_whitespace().skip_while(|it| !it.eq_ignore_ascii_case(verb));
    let name = words.nth(1).unwrap_or_default();
    let is_name = name.starts_with(char::is_uppercase)
        && name.chars().skip(1).all(char::is_lowercase)
        && name.len() > 1;
    let is_title = words.next().is_some_and(|it| it.starts_with(char::is_uppercase));
    let name = name.to_lowercase();
    let is_other = craft::is_craft(&name)
        || craft::is_topic(&name)
        || is_in("access away back in it nothing off out up", &name);
    is_in(TO_SOMEBODY, verb) && is_name && !is_title && !is_other
}

/// `Remove the container with its data`.
fn takes_along(label: &str) -> Option<Finding> {
    let text = Text::read(label, Reading::Parted);
    let word = |at: usize| text.letters_at(at);
    let at = text.skip_few(0, 3, |word| BEFORE_AN_ORDER.contains(&word));
    let with = (at + 2..text.len()).find(|it| {
        is_in(WITH, word(*it)) && is_in("all its the their", word(it + 1)) && {
            (it + 2..it + 4).any(|it| is_in(CONTENTS, word(it)))
        }
    })?;
    let is_kept = craft::is_harmless(word(at)) || is_in(KEEPS, word(at));
    let is_verb = begins_order(&text, at) && with > at;
    (is_verb && !is_kept).then(|| Finding::Order(word(at).to_owned()))
}

/// Whether a sentence asks what a part of a program does: `What should the handler do?`
fn is_behaviour(sentence: &str) -> bool {
    let text = Text::read(sentence, Reading::Parted);
    let word = |at: usize| text.letters_at(at);
    let is_part = |word: &str| craft::is_craft(word) || craft::is_topic(word);
    (0..text.len()).any(|at| {
        let begin = at + 1;
        let begin = begin + usize::from(is_in("a an each every our the this", word(begin)));
        let subject = (begin..begin + 3).rev().find(|it| is_part(word(*it)));
        let is_ours = is_in("be i me we you", word(begin));
        MODALS.contains(&word(at))
            && !is_ours
            && subject.is_some_and(|it| word(it + 1) != "be" && it + 1 < text.len())
    })
}

/// A label without `(recommended)` and what else stands in brackets at its end.
pub(crate) fn without_mark(label: &str) -> &str {
    let label = label.trim_end();
    let is_mark = label.to_lowercase().ends_with("(recommended)");
    label.rfind('(').filter(|_| is_mark).and_then(|at| label.get(..at)).unwrap_or(label)
}
