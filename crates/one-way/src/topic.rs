//! Whether a question is about code or text, and nothing outside of a work tree.
//!
//! What happens otherwise no list of verbs tells: `A script wants to read your contacts.` with
//! `Allow`, `Keep the volumes?` with `No`, `Who gets the offer?` with a name. So a question that has no
//! word of those who make programs and texts is one for the person.

use crate::abroad;
use crate::craft::{self, is_in};
use crate::entry::{Entry, List};
use crate::open::is_vague;
use crate::order::{asks, sentences};
use crate::question::Question;
use crate::text::{Reading, Text};
use crate::thing::names_code;
use crate::{Finding, Words};

/// What asks for a choice, near the beginning of a sentence.
const CHOOSING: &str = "how what whats when where which who whom whose why";
/// So many words of a sentence may stand before that: `For the parser, which one?`
const MAX_BEFORE: usize = 4;

/// Words of code that are as often about anything else, and those that are so in a statement.
const GENERIC: &str = "app guard home hook line lock server window";
const GENERIC_IN_A_STATEMENT: &str = "case goal option part phase plan step story task";

/// Names of what is outside that are more often said of something else.
const SELDOM_OUTSIDE: &str = "boss database heater pin plant primary right sample shop";

/// Verbs with which somebody has something written or thought over, whatever it is about.
const WRITING: &str = "annotate benchmark capitalize compare debug describe diagram elaborate explain format inline investigate \
     lint lowercase memoize optimise optimize paraphrase polish refactor rename rephrase research restructure reuse reword rewrite \
     shorten simplify summarise summarize typecheck";

impl Words {
    /// That a question is not about code or text, where that is known: of one with options it has
    /// to be known which of them would be the answer.
    pub(crate) fn is_elsewhere(&self, question: &Question<'_>) -> Option<Finding> {
        let text = question.said.first()?;
        let is_known = question.offers.is_empty() || question.answer.is_some();
        let says_nothing = || {
            let labels = question.offers.iter().map(|it| it.label);
            labels.chain([*text]).all(|it| is_vague(&Text::read(it, Reading::Parted)))
        };
        let is_benign = || self.is_benign(&Text::read(text, Reading::Parted));
        let is_name = || sentences(text).any(is_choosing) && self.asks_for_a_name(text);
        let is_exempt = || is_name() || says_nothing() || is_benign();
        let is_told = || !is_about_code(question, 0) || asks_of_outside(question, text);
        let is_elsewhere = is_known && !question.is_two_way && is_told();
        (is_elsewhere && !is_exempt())
            .then(|| Finding::Phrase("more of what lies outside than of code or text".to_owned()))
    }
}

impl Words {
    /// Whether a project calls something harmless that is said there.
    pub(crate) fn is_benign(&self, text: &Text) -> bool {
        let mut added = self.added.iter().filter(|(list, _)| *list == List::Benign);
        added.any(|(list, entry)| {
            let entry = Entry::new(*list, entry);
            (0..text.len()).any(|at| entry.length_at(text, at).is_some())
        })
    }
}

/// Whether the text, the header and the labels speak of parts of programs and texts so much more
/// than of what is outside.
pub(crate) fn is_about_code(question: &Question<'_>, least: usize) -> bool {
    let said = question.said.iter().copied().take(1);
    let labels = question.offers.iter().map(|it| it.label);
    let is_statement = said.clone().any(|it| !sentences(it).any(|it| asks(it) || is_choosing(it)));
    let is_generic = |word: &str| {
        craft::is_any(GENERIC, word) || is_statement && craft::is_any(GENERIC_IN_A_STATEMENT, word)
    };
    let count = |part: &str, is_label: bool| {
        let text = Text::read(part, Reading::Parted);
        let mut of_code = usize::from(names_code(part)) + usize::from(abroad::is_craft(part));
        let mut outside = 0;
        for at in 0..text.len() {
            let word = text.letters_at(at);
            let is_generic =
                is_generic(word) || is_label && craft::is_any(GENERIC_IN_A_STATEMENT, word);
            let is_code = craft::is_craft(word) && !is_generic || craft::is_topic(word);
            if is_code || !is_label && is_written_at(&text, at) {
                of_code += 1;
            } else if craft::is_outside(word)
                && !is_in(SELDOM_OUTSIDE, word)
                && !craft::is_craft(text.letters_at(at + 1))
            {
                outside += 1;
            }
        }
        (of_code, outside)
    };
    let (mut of_code, mut outside) = (0, 0);
    for part in said.chain(question.header) {
        let counted = count(part, false);
        of_code += counted.0;
        outside += counted.1;
    }
    // What the labels say counts once.
    let counted = labels.map(|it| count(it, true));
    let counted = counted.fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
    of_code + counted.0.min(1) >= least + outside + counted.1.min(1)
}

/// Whether one of the sentences that ask speaks more of what is outside, whatever is told beside it.
fn asks_of_outside(question: &Question<'_>, text: &str) -> bool {
    let mut asking = sentences(text).filter(|it| asks(it) && it.trim() != text.trim());
    asking.any(|it| {
        let said = [it];
        !is_about_code(&Question { said: &said, header: None, ..*question }, 0)
    })
}

/// Whether somebody is to write or to explain something there: `Should I describe each step?`
fn is_written_at(text: &Text, at: usize) -> bool {
    let is_asked = at == 0 || is_in("i me to we", text.letters_at(at - 1));
    is_asked && is_in(WRITING, text.letters_at(at))
}

/// Whether a sentence asks for a choice; `Which one`, without the mark, does too.
fn is_choosing(sentence: &str) -> bool {
    let text = Text::read(sentence, Reading::Parted);
    let word = |at: usize| text.letters_at(at);
    (0..MAX_BEFORE.min(text.len()))
        .any(|at| is_in(CHOOSING, word(at)) && !is_in("about if not", word(at + 1)))
}
