//! What only the person knows, has or does: `Did the login work?` with `Passed`, `Yours from the
//! YubiKey`, `Enter manually`.

use crate::Finding;
use crate::craft::is_in;
use crate::frames::THING;
use crate::label::without_mark;
use crate::order::{asks, confirms, sentences};
use crate::question::Question;
use crate::text::{Reading, Text};

/// How an answer begins that says what somebody has seen or done.
const SEEN: &str = "accepted approve approved complete confirmed correct done installed pass passed read ready replaced reviewed saved seen \
     tested verified works";
/// What asks for that.
const ASKING: &str = "are check checkpoint checks did do does expected has is result results test verification verify was were work works";
/// How an option begins that a person has to fill in.
const TYPED: &str = "enter paste postpone provide specify type";
/// What is entered or typed by others than a person: a mode, a key, an alias.
const ELSE: &str = "alias annotation annotations check checker checking definition error event guard hint hints inference key level mode only \
     parameter parameters phase review safe safety script state system";
/// What is said of such an option.
const OTHER: [&str; 3] = ["'other' option", "\"other\" option", "using other"];
/// The same in two words.
const LEFT: [(&str, &str); 9] = [
    ("ask", "again"),
    ("explain", "more"),
    ("free", "text"),
    ("hold", "on"),
    ("more", "info"),
    ("need", "to"),
    ("tell", "me"),
    ("up", "to"),
    ("write", "your"),
];

/// An answer that nobody can give but the person.
pub(crate) fn of_the_person(question: &Question<'_>) -> Option<Finding> {
    let text = question.said.first()?;
    let answer = question.answer.and_then(|at| question.offers.get(at))?;
    let label = Text::read(without_mark(answer.label), Reading::Joined);
    let finding = |name: &str| Some(Finding::Phrase(name.to_owned()));
    if is_typed(&label) || answer.description.is_some_and(is_other) {
        return finding("an answer that leaves it to the person");
    }
    let at = label.skip(0, |word| is_in("all it yes", word));
    // `Correct the typo`, `Complete session` are something that is done.
    let next = label.letters_at(at + 1);
    let is_base = is_in("complete correct read", label.letters_at(at));
    let is_order = is_in(THING, next) || is_base && !is_in("and", next) && at + 1 < label.len();
    let first = if is_order { "" } else { label.letters_at(at) };
    let affirms = confirms(answer.label) || is_in(SEEN, first);
    let is_known = |it: &str| asks(it) && asks_of_you(&Text::read(it, Reading::Joined));
    let is_seen = |it: &str| {
        let text = Text::read(it, Reading::Joined);
        (0..text.len().min(5)).any(|at| is_in(ASKING, text.letters_at(at)))
    };
    let is_mine = is_in("yours", label.letters_at(0)) || says_yours(&label);
    if is_mine {
        return finding("what is the person's");
    }
    let mut texts = sentences(text);
    (affirms && texts.any(|it| is_known(it) || is_in(SEEN, first) && is_seen(it)))
        .then(|| finding("what only the person knows"))
        .flatten()
}

/// `Have you saved the codes?`, `Are you the maintainer?`, `Do you own it?`
fn asks_of_you(text: &Text) -> bool {
    let word = |at: usize| text.letters_at(at);
    (0..text.len().min(6)).any(|at| {
        word(at + 1) == "you"
            && match word(at) {
                "are" => !is_in("fine happy ok okay ready sure", word(at + 2)),
                "did" | "have" | "were" => !is_in("any considered decided want", word(at + 2)),
                "do" => is_in("accept confirm own remember", word(at + 2)),
                _ => false,
            }
    })
}

/// Whether an option is one that a person has to fill in.
fn is_typed(label: &Text) -> bool {
    let word = |at: usize| label.letters_at(at);
    let is_text = is_in(TYPED, word(0)) && !is_in(ELSE, word(1));
    // `Type it`, and not `Type A`.
    let is_word = match word(0) {
        "type" => is_in("in it the your", word(1)),
        "paste" => label.len() > 1,
        _ => true,
    };
    is_text && is_word || LEFT.contains(&(word(0), word(1)))
}

fn is_other(description: &str) -> bool {
    let description = description.to_lowercase();
    OTHER.iter().any(|it| description.contains(it))
}

/// `Your own mobile`, `The one in your shell`.
fn says_yours(label: &Text) -> bool {
    let begin = label.skip(0, |word| is_in("from in on one the use", word));
    let of = label.letters_at(begin + 1);
    let is_thing = is_in(
        "account browser card credentials key keys laptop mail mobile name number own password personal phone \
         profile shell token yubikey",
        of,
    );
    label.letters_at(begin) == "your" && is_thing
}
