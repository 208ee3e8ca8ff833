//! Questions about how something looks, what it is called, or which part of a program does it:
//! `How should deleted items be shown?` Nothing is done by whatever is answered, so only the
//! options are judged.

use crate::craft::{self, is_in};
use crate::naming;
use crate::text::Text;

/// How such a question begins.
const ASKING: [&str; 4] = ["how", "what", "where", "which"];

/// Somebody who does something, or has it done.
const PERSONS: [&str; 9] = ["i", "me", "my", "our", "us", "we", "you", "your", "yours"];

/// What is done to the look or the words of a thing, behind `be`.
const PRESENTED: [&str; 27] = [
    "called",
    "coloured",
    "described",
    "displayed",
    "documented",
    "filtered",
    "formatted",
    "grouped",
    "labelled",
    "laid",
    "listed",
    "logged",
    "marked",
    "mocked",
    "modelled",
    "named",
    "phrased",
    "rendered",
    "represented",
    "shown",
    "sorted",
    "spelled",
    "styled",
    "tested",
    "translated",
    "worded",
    "written",
];

/// What such a question may choose, in the first words behind `which` and `what`.
const CHOSEN: [&str; 28] = [
    "color",
    "colour",
    "column",
    "field",
    "fixture",
    "font",
    "framework",
    "heading",
    "http",
    "icon",
    "index",
    "label",
    "layout",
    "library",
    "log",
    "name",
    "names",
    "order",
    "package",
    "section",
    "status",
    "style",
    "synonym",
    "template",
    "test",
    "title",
    "type",
    "wording",
];

/// What the parts of a program or a text do that show something.
const SAYING: [&str; 9] =
    ["display", "displays", "mean", "print", "prints", "return", "returns", "say", "says"];
/// What a text, a test or a screen has or says, behind `should the`.
const TELLING: &str = "contain cover describe discuss display document explain include list mention print return say show";
/// What a part of a program does with what it is given: `How should the app handle ...`.
const HANDLING: &str = "behave handle model react represent respond treat";

/// Who says something and is no part of a program.
const TEXTS: &str =
    "article blog book chapter data demo faq lesson paper poem quiz sample story talk wizard";

/// Where what is chosen is not only looked at.
const LIVE: [&str; 9] =
    ["bought", "customer", "customers", "live", "npm", "out", "prod", "production", "pypi"];

/// So many words may be before what is chosen: `Which of the two names`.
const MAX_BEFORE: usize = 3;

/// Whether a text asks about the look, the words or the parts of something, and for no act.
pub(crate) fn is_about_design(text: &Text) -> bool {
    let word = |at: usize| text.letters_at(at);
    if text.len() == 0 || !text.is_joined(1, text.len()) {
        return false;
    }
    if (0..text.len()).any(|at| PERSONS.contains(&word(at)) || LIVE.contains(&word(at))) {
        return false;
    }
    if tells(text) {
        return true;
    }
    if !ASKING.contains(&word(0)) {
        return false;
    }
    // `How should the data be shown and be deleted?` asks for more than that.
    let is_passive = |at: &usize| {
        let gets = matches!(word(*at), "get" | "gets" | "getting");
        word(*at) == "be" || gets && is_participle(word(at + 1))
    };
    let mut passives = (1..text.len()).filter(is_passive);
    let passive = passives.next().map(|at| word(at + 1));
    let is_presented = passive.is_some_and(|done| PRESENTED.contains(&done));
    // `What should the dialog say?`, `What should the label be?`
    let speaks = (1..text.len()).any(|at| SAYING.contains(&word(at)));
    let is_last = word(text.len() - 1) == "be" && text.len() > 2;
    let is_text = is_last && CHOSEN.contains(&word(text.len() - 2));
    let is_said = word(0) == "what" && (speaks || is_text);
    let is_one = passives.next().is_none() && !(1..text.len()).any(|at| word(at) == "and");
    let chosen = (1..=1 + MAX_BEFORE).find(|at| CHOSEN.contains(&word(*at)));
    // `Which package should be published?`, `Which log to delete?`
    let is_acted_on = |at: usize| passive.is_some_and(is_participle) || word(at + 1) == "to";
    let is_choice =
        matches!(word(0), "which" | "what") && chosen.is_some_and(|at| !is_acted_on(at));
    is_one && (is_presented || is_choice || is_said)
}

/// `Should the README explain how to publish?`, `How should the app handle it?`, `Which flow should
/// the docs describe?`, `How verbose should the deploy log be?`
fn tells(text: &Text) -> bool {
    let word = |at: usize| text.letters_at(at);
    let Some(should) = (0..text.len().min(6)).find(|at| matches!(word(*at), "does" | "should"))
    else {
        return false;
    };
    let has_and = (0..text.len()).any(|at| word(at) == "and");
    let is_degree = word(0) == "how"
        && should == 2
        && !matches!(word(1), "many" | "much" | "often" | "soon")
        && word(text.len() - 1) == "be";
    // The subject is a part of a program or a text.
    let begin = should + 1 + usize::from(naming::DETERMINERS.contains(&word(should + 1)));
    let mut subject = begin..(begin + 3).min(text.len());
    let verb = subject.find(|at| is_in(TELLING, word(*at)) || is_in(HANDLING, word(*at)));
    let is_told = verb.is_some_and(|verb| {
        let is_how = is_in(HANDLING, word(verb));
        let is_of_code =
            (begin..verb).any(|at| craft::is_craft(word(at)) || is_in(TEXTS, word(at)));
        let asks = if is_how { word(0) == "how" } else { word(0) != "how" || word(1) == "many" };
        asks && is_of_code && (is_how || should == 0 || verb + 1 == text.len() || word(0) == "how")
    });
    !has_and && (is_degree || is_told)
}

/// Whether a word behind `be` says that something is done, other than used.
fn is_participle(word: &str) -> bool {
    let ends = ["ed", "en", "wn", "rn"].iter().any(|end| word.ends_with(end));
    word != "used" && (ends || ["cut", "put", "run", "sent", "shut"].contains(&word))
}
