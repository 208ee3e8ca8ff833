//! Questions about how something looks, what it is called, or which part of a program does it:
//! `How should deleted items be shown?` Nothing is done by whatever is answered, so only the
//! options are judged.

use crate::text::Text;

/// How such a question begins.
const ASKING: [&str; 4] = ["how", "what", "where", "which"];

/// Somebody who does something, or has it done.
const PERSONS: [&str; 9] = ["i", "me", "my", "our", "us", "we", "you", "your", "yours"];

/// What is done to the look or the words of a thing, behind `be`.
const PRESENTED: [&str; 23] = [
    "called",
    "coloured",
    "described",
    "displayed",
    "documented",
    "filtered",
    "formatted",
    "labelled",
    "laid",
    "logged",
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
    "worded",
    "written",
];

/// What such a question may choose, in the first words behind `which` and `what`.
const CHOSEN: [&str; 20] = [
    "color",
    "colour",
    "fixture",
    "font",
    "framework",
    "heading",
    "icon",
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
    "template",
    "wording",
];

/// So many words may be before what is chosen: `Which of the two names`.
const MAX_BEFORE: usize = 3;

/// Whether a text asks about the look, the words or the parts of something, and for no act.
pub(crate) fn is_about_design(text: &Text) -> bool {
    let word = |at: usize| text.letters_at(at);
    let is_question = ASKING.contains(&word(0)) && text.is_joined(1, text.len());
    if !is_question || (0..text.len()).any(|at| PERSONS.contains(&word(at))) {
        return false;
    }
    // `How should the data be shown and be deleted?` asks for more than that.
    let mut passives = (1..text.len()).filter(|at| word(*at) == "be");
    let is_presented = passives.next().is_some_and(|at| PRESENTED.contains(&word(at + 1)));
    let is_one = passives.next().is_none() && !(1..text.len()).any(|at| word(at) == "and");
    let is_chosen = matches!(word(0), "which" | "what")
        && (1..=1 + MAX_BEFORE).any(|at| CHOSEN.contains(&word(at)));
    is_one && (is_presented || is_chosen)
}
