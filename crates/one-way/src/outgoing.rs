//! What leaves the machine or is put on it, in the words of an option or a prompt: `Install ffmpeg`,
//! `A GitHub issue for each`, `Set up Stripe now?`

use crate::craft::{self, is_in};
use crate::deed::BEFORE_AN_ORDER;
use crate::label::without_mark;
use crate::order::{asks, confirms, sentences};
use crate::question::Question;
use crate::text::{Reading, Text};
use crate::thing::Thing;
use crate::{Finding, Words};

/// How an option begins that has something installed, or somebody logged in.
const INSTALLS: &str = "authenticate install reinstall relicense subscribe uninstall";
const IN_TWO: [(&str, &str); 9] = [
    ("all", "devices"),
    ("go", "live"),
    ("log", "in"),
    ("roll", "out"),
    ("sign", "in"),
    ("sign", "up"),
    ("upgrade", "and"),
    ("upgrade", "now"),
    ("upgrade", "to"),
];
/// Programs that install others, and what they are told then.
const MANAGERS: &str = "apk apt brew cargo choco composer conda dnf gem go npm pacman pip pip3 pipx pnpm scoop snap winget yarn yum";
const TOLD: &str = "add get i install";

/// Where what is written is read by others, and what is written there.
const FORGES: &str = "asana discord github gitlab jira linear notion slack trello";
const POSTS: &str = "comment comments issue issues pr pull task tasks ticket tickets";
const POSTED: &str = "a add added create created creates creating draft each file open opened opens post posts push pushed pushes upload uploaded";
/// What is only about them.
const MADE: &str = "action actions api badge body field flavored form format label link list markdown number schema style syntax template \
     tracker type url workflow";

impl Words {
    /// What goes out or comes in by this answer.
    pub(crate) fn outgoing(&self, question: &Question<'_>) -> Option<Finding> {
        let answer = question.answer.and_then(|at| question.offers.get(at))?;
        let label = Text::read(without_mark(answer.label), Reading::Joined);
        if let Some(verb) = installs(&label) {
            return Some(Finding::Order(verb));
        }
        let refuses = is_in("later never no none not skip", label.letters_at(0));
        let is_yes = confirms(answer.label) && !refuses;
        let described = [Some(answer.label), answer.description].into_iter().flatten();
        let asked = question.said.iter().take(1).copied().filter(|_| is_yes);
        let mut said = described.filter(|_| !refuses).chain(asked);
        if said.any(|it| posts(&Text::read(it, Reading::Joined))) {
            return Some(Finding::Phrase("what others read".to_owned()));
        }
        let text = question.said.first().filter(|_| is_yes)?;
        sentences(text).filter(|it| asks(it)).find_map(|it| self.at_once(it))
    }

    /// `Set up Stripe now?`: something begins with a yes.
    fn at_once(&self, sentence: &str) -> Option<Finding> {
        let text = Text::read(sentence, Reading::Parted);
        let verb = text.letters_at(0);
        let is_now = text.len() > 2 && text.letters_at(text.len() - 1) == "now";
        let thing =
            Thing::read(&text, 1 + usize::from(is_in("up down in out", text.letters_at(1))));
        let is_installed = is_in("install reinstall set", verb);
        let is_tests =
            !is_installed && (craft::is_craft(text.letters_at(thing.head)) || thing.is_craft);
        let is_question = is_in(
            "am are can could did do does had has have how is may might must shall should so want was well were what when \
             where which who why will would",
            verb,
        );
        let is_act = is_now && !is_question && !is_tests && !craft::is_harmless(verb);
        let is_kept = is_act && self.is_benign(&text);
        (is_act && !is_kept)
            .then(|| Finding::Order(verb.to_owned()))
            .or_else(|| goes_on_with(&text))
    }
}

/// `Proceed with stitching?`
fn goes_on_with(text: &Text) -> Option<Finding> {
    let word = |at: usize| text.letters_at(at);
    let with = (1..text.len().min(6)).find(|at| {
        let is_on = word(at - 1) == "on" || word(at - 1) == "ahead";
        word(*at) == "with" && (is_on || is_in("continue proceed", word(at - 1)))
    })?;
    let thing = Thing::read(text, with + 1);
    let is_code = |at: usize| craft::is_craft(word(at)) || craft::is_topic(word(at));
    let is_known = thing.is_craft || (with + 1..=thing.head).any(is_code) || with + 1 >= text.len();
    let is_said = is_in("all anything caution it processing that them these this", word(with + 1))
        || word(with + 2) == "next";
    (!is_known && !is_said).then(|| Finding::Order("go on with it".to_owned()))
}

/// The verb of an option that has something installed, or somebody logged in.
fn installs(label: &Text) -> Option<String> {
    let word = |at: usize| label.letters_at(at);
    let at = label.skip_few(0, 3, |word| BEFORE_AN_ORDER.contains(&word));
    let is_craft = craft::is_craft(word(at + 1)) || craft::is_topic(word(at + 1));
    let is_alone = at + 1 >= label.len()
        || is_in("first guide instructions last later only page section step", word(at + 1));
    let is_install = is_in(INSTALLS, word(at)) && !is_craft && !is_alone;
    // `Sign in` is the name of a button as well.
    let is_name = is_in("log sign", word(at)) && at + 2 >= label.len();
    let is_two = IN_TWO.contains(&(word(at), word(at + 1))) && !is_name;
    let is_managed = is_in(MANAGERS, word(at)) && is_in(TOLD, word(at + 1)) && at + 2 < label.len();
    let is_set = is_managed && label.is_joined(at + 1, at + 3);
    (is_install || is_two || is_set).then(|| word(at).to_owned())
}

/// Whether something is written where others read it: `Create a GitHub issue`.
fn posts(text: &Text) -> bool {
    let word = |at: usize| text.letters_at(at);
    (0..text.len()).any(|at| {
        let before = at.saturating_sub(4)..at;
        let is_posted = before.into_iter().any(|it| is_in(POSTED, word(it)));
        let is_made = is_in(MADE, word(at + 1)) || is_in(MADE, word(at + 2));
        let is_forge = is_in(FORGES, word(at)) && is_in(POSTS, word(at + 1));
        let is_pushed = is_in(FORGES, word(at)) && word(at.saturating_sub(1)) == "to";
        let is_pr = is_in("pr prs", word(at)) && is_in("draft open", word(at.saturating_sub(1)));
        let is_opened = is_in("pr prs", word(at)) && is_posted && !is_in("the this", word(at - 1));
        (is_forge || is_pushed) && is_posted && !is_made || is_pr || is_opened && !is_made
    })
}
