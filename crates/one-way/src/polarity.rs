//! Answers of one word that decide something: a no to what is to be kept, and a yes to what is only told.

use crate::Finding;
use crate::craft::{self, is_in};
use crate::order::{asks, confirms, sentences};
use crate::question::Question;
use crate::text::{Reading, Text};
use crate::topic::is_about_code;

/// How a no begins.
const NO: &str = "cannot cant dont n nah neither never no nobody none nope not nothing skip wont";
/// What is kept, awaited or held back, and is not where the answer is a no.
const KEEPS: &str = "backed backup hold important keep keeping kept leave limit limited matter matters need needed needs precious preserve \
     require required retain review save saved saving spare stay stop survive use uses valuable wait working worth";
/// What is kept nowhere else, whatever part of a program is named beside it.
const DATA: &str = "archive backup copy data disk email image mail original photo recording record row sample \
     snapshot stash upload video volume";
/// How an answer begins that permits something.
const PERMITS: &str = "allow approve as authorise authorize clobber enable grant permit trust";

/// A no by which something goes, or a yes to what is told and not asked.
pub(crate) fn decided(question: &Question<'_>) -> Option<Finding> {
    let whole = *question.said.first()?;
    let answer = question.answer.and_then(|at| question.offers.get(at))?;
    let label = Text::read(answer.label, Reading::Parted);
    let finding = |name: &str| Some(Finding::Phrase(name.to_owned()));
    let is_statement = !sentences(whole).any(asks);
    let permits = is_in(PERMITS, label.letters_at(0)) || confirms(answer.label);
    let text = Text::read(whole, Reading::Parted);
    let is_about_code = || announces(&text) || is_about_code(question, 2);
    let is_switch = is_in("off on", label.letters_at(0)) && text.len() < 6;
    if is_statement && permits && !is_switch && text.len() > 0 && !is_about_code() {
        return finding("a consent to what is told");
    }
    let is_no = is_in(NO, label.letters_at(0)) && sentences(whole).any(lets_go);
    is_no.then(|| finding("a no that lets something go")).flatten()
}

/// Whether something is kept, awaited or held back by a sentence that is more than code or text: of these
/// each version is kept.
fn lets_go(sentence: &str) -> bool {
    let text = Text::read(sentence, Reading::Parted);
    let word = |at: usize| text.letters_at(at);
    let is_code = |at: usize| {
        (craft::is_craft(word(at)) || craft::is_topic(word(at))) && !craft::is_double(word(at))
    };
    // `The copy button` is a part of a screen.
    let is_data = |at: usize| {
        (craft::is_any(DATA, word(at)) || craft::is_outside(word(at)))
            && !craft::is_craft(word(at + 1))
    };
    let is_written = || (0..text.len()).any(is_code) && !(0..text.len()).any(is_data);
    (0..text.len()).any(|at| is_in(KEEPS, word(at))) && !is_written()
}

/// `Next I would write the unit tests.`
fn announces(text: &Text) -> bool {
    (1..text.len()).any(|at| {
        let is_mine = is_in("i id ill to will would", text.letters_at(at - 1));
        let verb = text.letters_at(at);
        is_mine
            && (craft::is_harmless(verb) || craft::is_careful(verb) || is_in("have put use", verb))
    })
}
