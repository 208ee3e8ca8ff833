//! What only a description or the header says is done: `stops the database`, or `Kill` above
//! `Which one?`

use crate::consent::passes;
use crate::craft::{self, is_in};
use crate::entry::List;
use crate::open::is_vague;
use crate::order::clauses;
use crate::proposal::begins_order;
use crate::question::Question;
use crate::text::{Reading, Text};
use crate::thing::{Thing, acts_on_code, reach, thing_end};
use crate::{Finding, Words};

/// Who or what has something done in a description without a name of its own.
const SOMEBODYS: &str = "all both every everybody everyone existing everything my our their your";
/// What is said of the look, the cost or the use of an option.
const SAYS_LITTLE: &str = "adds allows asks brings comes costs covers does fits follows gives gets goes has helps is keeps knows leaves lets lines \
     loads looks makes means needs offers reads requires runs saves shows stays stores supports takes uses wants works wraps writes";

/// What a description says that happens to what others have, or for good.
const FOR_GOOD: &str = "billed customers downtime everybody everyone force gone irrecoverable irreversible \
     irrevocable partners permanently registrar subscribers sudo tenants thrown unrecoverable uploaded vanish \
     vanishes";

/// The same in more words.
const NO_WAY_BACK: [&str; 18] = [
    "cannot be changed",
    "cannot be recovered",
    "cannot be restored",
    "cannot be reverted",
    "cannot be rolled back",
    "cannot be undone",
    "cant be undone",
    "for ever",
    "leaves the machine",
    "needs a card",
    "needs a human",
    "no backup",
    "no rollback",
    "no undo",
    "no way back",
    "personal data",
    "stop working",
    "their servers",
];
/// What a description of no more than that says.
const ALONE: &str = "dangerous final forever permanent risky unsafe";
/// What only the person has: `uses your SSH key`.
const YOURS: &str = "account card credentials key keys name password secret ssh token";

/// Whether a description says that there is no way back, or takes what is the person's.
fn is_final(text: &Text) -> bool {
    let word = |at: usize| text.letters_at(at);
    let says = |words: &&str| {
        let says_at = |at: usize| words.split(' ').enumerate().all(|(n, it)| word(at + n) == it);
        (0..text.len()).any(says_at)
    };
    let is_yours =
        |at: usize| word(at) == "your" && (at + 1..at + 3).any(|it| is_in(YOURS, word(it)));
    NO_WAY_BACK.iter().any(says)
        || text.len() < 3 && (0..text.len()).any(|at| is_in(ALONE, word(at)))
        || (0..text.len()).any(is_yours)
        || passes(text, false)
}

impl Words {
    /// What the description of the answer says is done, or the header of a question that
    /// says nothing else.
    pub(crate) fn described(&self, question: &Question<'_>) -> Option<Finding> {
        let answer = question.answer.and_then(|at| question.offers.get(at));
        let description = answer.and_then(|it| it.description).unwrap_or_default();
        self.headed(question).or_else(|| self.consequence_of(description))
    }

    fn consequence_of(&self, description: &str) -> Option<Finding> {
        if description.is_empty() {
            return None;
        }
        let text = Text::read(description, Reading::Parted);
        let is_named = acts_on_code(description);
        let mut for_good = (0..text.len()).filter(|at| is_in(FOR_GOOD, text.letters_at(*at)));
        // What a text or a program loses may be found again.
        let is_of_code = |at: usize| {
            craft::is_craft(text.letters_at(at)) || craft::is_topic(text.letters_at(at))
        };
        let is_gone =
            |at: &usize| is_in("gone lose loses lost vanish vanishes", text.letters_at(*at));
        let gone = (0..text.len()).find(is_gone).filter(|_| !(0..text.len()).any(is_of_code));
        if is_final(&text) {
            return Some(Finding::Phrase("what cannot be taken back".to_owned()));
        }
        if let Some(at) = for_good.next().or(gone) {
            return Some(Finding::Phrase(text.letters_at(at).to_owned()));
        }
        clauses(&text).find_map(|at| {
            let told = || self.act(&text, at, text.letters_at(at), is_named);
            let is_order = begins_order(&text, at) && !text.letters_at(at).ends_with('s');
            // `Currently the default`, `TV and desktop` begin as an order does.
            let word = text.letters_at(at);
            let is_outside = || {
                let head = Thing::read(&text, at + 1).head;
                (at + 1..=head).any(|it| craft::is_outside(text.letters_at(it)))
            };
            let ends = is_in("away down off out", text.letters_at(at + 1));
            let is_act =
                || ends || self.is_known_act(word) || craft::is_outward(word) || is_outside();
            let ordered = (is_order && is_act()).then(told).flatten();
            ordered.or_else(|| self.does(&text, at, is_named)).or_else(|| suffers(&text, at))
        })
    }

    /// `Stops the database`: a verb of the lists, or any that does something to what is outside.
    fn does(&self, text: &Text, at: usize, is_named: bool) -> Option<Finding> {
        let word = text.letters_at(at);
        let stem =
            word.strip_suffix('s').filter(|it| it.len() > 2 && !it.ends_with(['s', 'u', 'i']))?;
        if is_in(SAYS_LITTLE, word) || !text.is_joined(at + 1, at + 2) {
            return None;
        }
        if thing_end(text, at + 1) == at + 1 {
            return None;
        }
        let thing = Thing::read(text, at + 1);
        // `Disables the guard` is no change of a text.
        if thing.is_craft
            && !is_in("container guard hook sandbox server", text.letters_at(thing.head))
        {
            return None;
        }
        let is_outside = (at + 1..=thing.head).any(|it| craft::is_outside(text.letters_at(it)));
        let bases = [Some(stem), stem.strip_suffix('e')];
        bases.into_iter().flatten().find_map(|base| {
            let is_act = is_outside || craft::is_outward(base) || self.is_known_act(base);
            self.act(text, at, base, is_named).filter(|_| is_act)
        })
    }

    /// Whether the lists have it as something that is done.
    fn is_known_act(&self, base: &str) -> bool {
        let is_act = |list| {
            matches!(
                list,
                List::Verbs | List::Asked | List::Orders | List::WholeOrders | List::Deeds
            )
        };
        self.built_in.candidates(base).any(|entry| is_act(entry.list) && entry.text == base)
    }

    /// What stands above a question that says nothing.
    fn headed(&self, question: &Question<'_>) -> Option<Finding> {
        let header = Text::read(question.header?, Reading::Parted);
        let text = Text::read(question.said.first()?, Reading::Parted);
        let word = header.letters_at(0);
        let is_act = || self.is_known_act(word) || craft::is_outward(word);
        let is_alone = header.len() < 3 && is_vague(&text) && !craft::is_craft(word);
        let is_phrasal = header.len() == 2
            && is_in("away back down off out up", header.letters_at(1))
            && !is_in("clean follow set sign wrap", word);
        (is_alone && (is_act() || is_phrasal)).then(|| Finding::Order(word.to_owned()))
    }
}

/// `Existing rows are dropped`, `your code is uploaded`.
fn suffers(text: &Text, begin: usize) -> Option<Finding> {
    let word = |at: usize| text.letters_at(at);
    let end = reach(text, begin).min(begin + 7);
    let be = (begin + 1..end).find(|at| is_in("are get gets is", word(*at)))?;
    let done = word(be + 1);
    let is_done = ["ed", "wn", "un", "ut", "ld"].iter().any(|it| done.ends_with(it));
    let subject = || begin..be;
    let is_somebodys =
        subject().any(|at| is_in(SOMEBODYS, word(at)) || craft::is_outside(word(at)));
    let is_kept = is_in(
        "called cached checked expected fixed handled kept listed needed shown sorted tested typed used validated",
        done,
    );
    let is_craft = subject().any(|at| craft::is_craft(word(at)));
    (is_done && is_somebodys && !is_kept && !is_craft).then(|| Finding::Order(done.to_owned()))
}
