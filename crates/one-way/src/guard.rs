//! The person's own guards, and questions that a person has to answer: what asks for permission,
//! confines or refuses is not loosened in a person's place.

use crate::craft::is_in;
use crate::order::{asks, sentences};
use crate::question::Question;
use crate::text::{Reading, Text};
use crate::{Finding, MODALS};

/// What asks, confines or refuses.
const GUARDS: &str = "allowed allowlist approval approvals approve approved asking autonomy classifier confinement confirmation \
     confirmations confirmed gate gates guard guardrail guardrails guards hook hooks intent isolation permission permissions policies \
     policy precommit preference preferences prompt prompts protection restriction restrictions rule rules safeguard sandbox trust \
     whitelist";
/// What it has done.
const REFUSES: &str = "blocked blocks complained complains denied denies fail failed fails forbade forbids objects prevents refused \
     refuses rejected rejects stopped stops";
/// How an option begins that loosens one.
const LOOSENS: &str = "accept acceptedits all always anything around auto automatic automatically bypass danger disable disabled dont dontask \
     empty everything fewer force free full hands host ignore loose minimal never no none nothing off open outside override permissive \
     privileged relaxed skip suppress through trusted turn unattended unlimited unrestricted warn widen without work workaround yolo \
     zero";
/// What may stand before that, and how many words of it.
const BEFORE: &str = "as do from go it let make mode now on once option put run set switch the them then this to turn use with yes";
const MAX_BEFORE: usize = 5;
/// What is only made of one, or shown.
const MADE: &str = "class component dialog doc docs function icon label layout method mock mocks module name page readme screen \
     tab test tested tests type unit";

/// How an option begins that leaves it to the person.
const LEFT: [&str; 13] = [
    "ask me",
    "i decide",
    "i will",
    "ill",
    "let me",
    "manually by me",
    "neither of",
    "none of",
    "other",
    "something else",
    "type it",
    "you decide",
    "you tell",
];

/// A guard that is loosened, or an answer that leaves it to the person.
pub(crate) fn guarded(question: &Question<'_>) -> Option<Finding> {
    let finding = |name: &str| Some(Finding::Phrase(name.to_owned()));
    let text = question.said.first()?;
    if sentences(text).any(refuses) {
        return finding("what a guard refused");
    }
    if sentences(text).any(|it| !asks(it) && is_for_a_person(it)) {
        return finding("what a person has to answer");
    }
    let answer = question.answer.and_then(|at| question.offers.get(at))?;
    let label = Text::read(answer.label, Reading::Joined);
    let is_left = |words: &&str| {
        let mut words = words.split(' ').enumerate();
        words.all(|(at, word)| label.letters_at(at) == word)
    };
    if LEFT.iter().any(is_left) {
        return finding("an answer that leaves it to the person");
    }
    if !loosens(&label) && !is_in("* ** *:* 0 bash(*) bash(*:*)", &bare(answer.label)) {
        return None;
    }
    // A header counts where the question does not say itself what it is about.
    let is_said = Text::read(text, Reading::Parted);
    let is_said = (0..is_said.len()).any(|at| is_in(GUARDS, is_said.letters_at(at)));
    let is_guard = has_guard(text) || !is_said && question.header.is_some_and(has_guard);
    is_guard.then(|| finding("a guard of the person")).flatten()
}

/// A label without `(recommended)`, in small letters.
fn bare(label: &str) -> String {
    label.to_lowercase().replace("(recommended)", "").trim().to_owned()
}

/// Whether a label loosens something: `Bypass`, `Set to never`, `Mode: bypass`.
fn loosens(label: &Text) -> bool {
    let is_begin = |at: &usize| *at == 0 || !label.is_joined(*at, at + 1);
    let mut begins = (0..label.len()).filter(is_begin);
    begins.any(|at| {
        let told = label.skip_few(at, MAX_BEFORE, |word| is_in(BEFORE, word));
        // `Yes, all of them` says which, and `Yes, off` what.
        let is_later = told > at;
        is_in(LOOSENS, label.letters_at(if is_later { told } else { at }))
            && !(is_later && is_in("all everything always", label.letters_at(told)))
    })
}

/// Whether a sentence tells that a guard has refused something, and does not ask whether one should.
fn refuses(sentence: &str) -> bool {
    let text = Text::read(sentence, Reading::Parted);
    let is_asked =
        asks(sentence) && (0..text.len()).any(|at| is_in("should which", text.letters_at(at)));
    let is_guard = |at: usize| {
        let before = text.letters_at(at.saturating_sub(1));
        is_in(GUARDS, text.letters_at(at)) || text.letters_at(at) == "commit" && before == "pre"
    };
    !is_asked
        && (0..text.len()).any(|at| {
            is_guard(at) && (at + 1..at + 3).any(|it| is_in(REFUSES, text.letters_at(it)))
        })
}

/// `A human must answer this.`, `Do not auto-answer.`, `CLAUDE.md says that I have to ask every time.`
fn is_for_a_person(sentence: &str) -> bool {
    let text = Text::read(sentence, Reading::Parted);
    let has = |words: &str| (0..text.len()).any(|at| is_in(words, text.letters_at(at)));
    let answers = has("answer answered answers decide decided decides decision");
    let is_yours = (1..text.len()).any(|at| {
        let pair = (text.letters_at(at - 1), text.letters_at(at));
        [("your", "call"), ("your", "decision"), ("you", "decide"), ("every", "time")]
            .contains(&pair)
    });
    answers && has("auto automatic automatically human person yourself") || is_yours
}

/// Whether a guard is named, and not only what is made of one: `the sandbox tab`.
fn has_guard(text: &str) -> bool {
    let text = Text::read(text, Reading::Parted);
    let mut guards = (0..text.len()).filter(|at| is_in(GUARDS, text.letters_at(*at)));
    guards.any(|at| {
        let is_part = is_in(MADE, text.letters_at(at + 1)) && text.is_joined(at + 1, at + 2);
        // `Which hooks should the component use?`
        let is_asked = MODALS.contains(&text.letters_at(at + 1));
        let is_made = |it: usize| {
            is_in(MADE, text.letters_at(it)) && !is_in("agent agents bot", text.letters_at(it + 1))
        };
        !(is_part || is_asked && (at + 2..at + 4).any(is_made))
    })
}
