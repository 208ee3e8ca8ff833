//! A yes by which a guard is passed by, and a right that somebody else asks for: `Retry without the
//! sandbox?`, `May the script read the keys?`

use crate::Finding;
use crate::craft::{self, is_in};
use crate::order::{asks, confirms, sentences};
use crate::question::Question;
use crate::text::{Reading, Text};

/// What confines, checks or asks.
const GUARDS: &str = "allowlist approval approvals asking confirmation confirmations consent denylist firewall guard guardrail guardrails \
     guards hook hooks human interlock interlocks permission permissions policies policy precommit protection protections restriction restrictions review \
     reviewer reviewers reviews safeguard safeguards sandbox supervision verification whitelist";
/// These where a word of the second list is before them: `safety checks`.
const CHECKS: &str =
    "check checks limit limits prompt prompts rule rules signature signatures step steps";
const OF_A_GUARD: &str = "allow approval branch certificate confirmation deny permission pre-commit precommit commit rate safety security signature \
     spend spending ssl status tls two-man verification";
/// How one is passed by, with the word behind where there are two.
const PASSES: &str = "bypass bypasses bypassing circumvent circumventing circumvents disregard disregards evade evades ignore ignores \
     ignoring loosen loosens omit omits override overrides overriding relax relaxes skip skipping skips soften suspend suspends weaken \
     weakens without";
const PASSES_IN_TWO: [(&str, &str); 9] = [
    ("around", "the"),
    ("around", "a"),
    ("do", "without"),
    ("get", "around"),
    ("leave", "out"),
    ("outside", "of"),
    ("outside", "the"),
    ("work", "around"),
    ("exception", "to"),
];
/// What happens to one.
const PASSED: &str = "bypassed circumvented disabled disregarded ignored lifted loosened off omitted optional overridden paused relaxed \
     removed skipped softened suspended weakened";
/// What one is set to.
const WEAK: &str = "dry-run log none nothing off optional warn warning warnings";
/// What is only made of one, or is another thing of that name.
const MADE: &str = "class clause clauses component dialog doc docs element expression function icon label layout message method mock module name page \
     pattern readme screen statement text tooltip type";
const ELSE: &str = "component components custom react usecallback useeffect usememo usestate vue";

/// How an answer begins that is none to what is asked.
const REFUSES: &str = "ask cancel deny keep leave never no nope not reject stay stop wait";

/// What runs by itself, and what it asks to do.
const ACTORS: &str = "action agent agents app bot browser build ci codex command container cron daemon extension formatter helper hook hooks installer \
     job linter model plugin process program script scripts server service skill subagent subagents task test tests tool tools worker workflow";
const RIGHTS: &str = "access call change charge charges collect communicate connect control create delete download edit execute fetch fix install \
     look modify post publish push reach read record register run see send sign spend submit talk upload use visit watch write";
const ASKS: &str = "asks needs requests requires tries wants";
/// What a right is asked of that no program has by itself.
const BEYOND: &str = "camera clipboard contacts credentials everything home internet keychain key keys location mail mailbox microphone network other \
     others outside page password production profile remote repo repository root secrets ssh sudo system token tokens web your";

/// How an answer begins that permits something.
const PERMITS: &str = "allow allowed approve as authorise authorize enable fine go good grant it ok okay permit sure trust yes";

/// A guard that a yes passes by, or a right that it gives to somebody else.
pub(crate) fn consented(question: &Question<'_>, said: &[&str]) -> Option<Finding> {
    let answer = question.answer.and_then(|at| question.offers.get(at));
    let label = Text::read(answer.map(|it| it.label).unwrap_or_default(), Reading::Parted);
    let first = label.letters_at(0);
    let finding = |name: &str| Some(Finding::Phrase(name.to_owned()));
    let texts = || said.iter().flat_map(|it| sentences(it));
    if is_in(REFUSES, first) {
        let is_unneeded = is_in("never no nope not", first) && texts().any(is_needed);
        return is_unneeded.then(|| finding("a guard of the person")).flatten();
    }
    if texts().any(|it| passes(&Text::read(it, Reading::Parted), asks(it))) {
        return finding("a guard of the person");
    }
    let permits = answer.is_none_or(|it| is_in(PERMITS, first) || confirms(it.label));
    let is_asked =
        permits && texts().any(|it| asks_for_a_right(&Text::read(it, Reading::Parted), first));
    is_asked.then(|| finding("a right that somebody asks for")).flatten()
}

/// Whether a guard stands there.
fn is_guard(text: &Text, at: usize) -> bool {
    let word = text.letters_at(at);
    let is_named = is_in(GUARDS, word)
        || is_in(CHECKS, word) && at > 0 && is_in(OF_A_GUARD, text.letters_at(at - 1))
        || word == "tls";
    let is_made = is_in(MADE, text.letters_at(at + 1)) && text.is_joined(at + 1, at + 2);
    is_named && !is_made
}

/// Whether a sentence has a guard passed by: `without the sandbox`, `may the check be skipped`.
pub(crate) fn passes(text: &Text, is_asked: bool) -> bool {
    let word = |at: usize| text.letters_at(at);
    let has = |words: &str| (0..text.len()).any(|at| is_in(words, word(at)));
    if has(ELSE) || has(CHOOSING) {
        return false;
    }
    let guard_behind =
        |at: usize| (at..at + 5).any(|it| text.is_joined(at, it + 1) && is_guard(text, it));
    let is_passing = |at: usize| {
        let is_two = PASSES_IN_TWO.contains(&(word(at), word(at + 1)));
        is_in(PASSES, word(at)) && guard_behind(at + 1) || is_two && guard_behind(at + 2)
    };
    let is_passed = |at: usize| {
        let mut behind = at + 1..at + 7;
        let is_set = (0..at).any(|it| is_in("make put set switch turn", word(it)));
        is_guard(text, at)
            && behind.any(|it| is_in(PASSED, word(it)) || is_set && is_in(WEAK, word(it)))
    };
    (0..text.len()).any(|at| is_passing(at) || is_asked && is_passed(at))
}

/// What asks for a way or a thing, and not whether.
const CHOOSING: &str = "how what where which who whose why";

/// Whether a sentence asks if a guard is needed.
fn is_needed(sentence: &str) -> bool {
    let text = Text::read(sentence, Reading::Parted);
    let has = |words: &str| (0..text.len()).any(|at| is_in(words, text.letters_at(at)));
    asks(sentence)
        && has("apply applies necessary need needed require required stay want")
        && (0..text.len()).any(|at| is_guard(&text, at))
}

/// `May the hook change its settings?`, `The plugin wants to read your mail.`
fn asks_for_a_right(text: &Text, answer: &str) -> bool {
    let word = |at: usize| text.letters_at(at);
    (0..text.len()).any(|at| {
        let reach = at + 1..at + 6;
        if is_in("can could may might", word(at)) {
            let Some(actor) = reach.clone().find(|it| is_in(ACTORS, word(*it))) else {
                return false;
            };
            let verb = if is_in(ACTORS, word(actor + 1)) { actor + 2 } else { actor + 1 };
            let is_beyond = (verb + 1..verb + 8).any(|it| is_beyond(text, it));
            let is_may = word(at) == "may" || is_in("allow permit authorize approve", answer);
            return is_in(RIGHTS, word(verb)) && (is_may || is_beyond);
        }
        let is_actor =
            at > 0 && (0..at).any(|it| is_in(ACTORS, word(it)) || craft::is_craft(word(it)));
        let is_right = word(at + 1) == "to" && is_in(RIGHTS, word(at + 2));
        let is_beyond = (at + 1..at + 10).any(|it| is_beyond(text, it));
        is_in(ASKS, word(at))
            && is_actor
            && (is_right || is_beyond)
            && (is_beyond || is_in("allow permit authorize approve", answer))
    })
}

fn is_beyond(text: &Text, at: usize) -> bool {
    let word = text.letters_at(at);
    is_in(BEYOND, word) || craft::is_outside(word)
}
