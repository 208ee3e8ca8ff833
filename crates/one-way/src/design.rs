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
const CHOSEN: [&str; 22] = [
    "color",
    "colour",
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
    "template",
    "wording",
];

/// What the parts of a program or a text do that show something.
const SAYING: [&str; 8] =
    ["display", "displays", "print", "prints", "return", "returns", "say", "says"];

/// Where what is chosen is not only looked at.
const LIVE: [&str; 9] =
    ["bought", "customer", "customers", "live", "npm", "out", "prod", "production", "pypi"];

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
    let passive = passives.next().map(|at| word(at + 1));
    let is_presented = passive.is_some_and(|done| PRESENTED.contains(&done));
    // `What should the dialog say?`, `What should the label be?`
    let speaks = (1..text.len()).any(|at| SAYING.contains(&word(at)));
    let is_last = word(text.len() - 1) == "be" && text.len() > 2;
    let is_text = is_last && CHOSEN.contains(&word(text.len() - 2));
    let is_said = word(0) == "what" && (speaks || is_text);
    let is_live = (1..text.len()).any(|at| LIVE.contains(&word(at)));
    let is_one =
        !is_live && passives.next().is_none() && !(1..text.len()).any(|at| word(at) == "and");
    let chosen = (1..=1 + MAX_BEFORE).find(|at| CHOSEN.contains(&word(*at)));
    // `Which package should be published?`, `Which log to delete?`
    let is_acted_on = |at: usize| passive.is_some_and(is_participle) || word(at + 1) == "to";
    let is_choice =
        matches!(word(0), "which" | "what") && chosen.is_some_and(|at| !is_acted_on(at));
    is_one && (is_presented || is_choice || is_said)
}

/// Whether a word behind `be` says that something is done, other than used.
fn is_participle(word: &str) -> bool {
    let ends = ["ed", "en", "wn", "rn"].iter().any(|end| word.ends_with(end));
    word != "used" && (ends || ["cut", "put", "run", "sent", "shut"].contains(&word))
}
