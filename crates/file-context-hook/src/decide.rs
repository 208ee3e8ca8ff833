//! What of a file's past an agent is told: what is new to it, worth telling and
//! not misleading, within the budgets. Pure.

use std::collections::HashSet;
use std::time::{Duration, SystemTime};

use file_mentions::{History, Note, PastTurn, Role};
use project_paths::RelPath;

use crate::config::{Inject, Stale};
use crate::record::session_memory::Mark;
use crate::words::context::{self, Body, Further, Memory};
use crate::words::silence::Silence;

/// A prompt shorter than this, in characters, says nothing alone: "yes, do it".
const MIN_PROMPT: usize = 15;

/// So many turns are looked at for each that may be told.
const CHOICE: usize = 4;

/// What is known of a file.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    /// Its notes, and at most [`choice`] turns.
    pub(crate) history: History,
    /// When the file was last changed, if it is there.
    pub(crate) changed: Option<SystemTime>,
}

/// What an agent is told, and up to where that is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) text: String,
    pub(crate) mark: Mark,
}

/// How many turns are looked at.
pub(crate) fn choice(inject: &Inject) -> usize {
    inject.max_turns * CHOICE
}

/// What an agent is told of `path` that was told up to `mark` of it before, in a
/// session that was told so many `characters` in all.
///
/// # Errors
/// Why it is told nothing.
pub(crate) fn decide(
    inject: &Inject,
    path: &RelPath,
    facts: &Facts,
    mark: Option<Mark>,
    characters: usize,
) -> Result<Told, Silence> {
    let seen = mark.unwrap_or_default();
    let History { notes, turns } = &facts.history;
    let notes_to_tell = notes.iter().filter(|note| note.id > seen.note).map(of_note);
    let (mut of_turns, stale) = memories(inject, turns, facts.changed, seen);
    let untold = of_turns.split_off(inject.max_turns.min(of_turns.len())).len();
    of_turns.extend(stale);
    let memories: Vec<Memory> = notes_to_tell.chain(of_turns).collect();
    if memories.is_empty() {
        return Err(match mark {
            Some(_) => Silence::AlreadyTold(path.clone()),
            None => Silence::NothingWorthTelling(path.clone()),
        });
    }
    let further = Further { memories: untold, at_least: turns.len() >= choice(inject) };
    let room = inject.budget.min(inject.session_budget.saturating_sub(characters));
    let text = context::text(path, &memories, further, room);
    let turn = turns.iter().map(|turn| turn.id).max().unwrap_or_default();
    let note = notes.iter().map(|note| note.id).max().unwrap_or_default();
    let mark = Mark { turn: turn.max(seen.turn), note: note.max(seen.note) };
    Ok(Told { text: text.ok_or_else(|| Silence::BudgetSpent(path.clone()))?, mark })
}

/// What the turns come to that are new and worth telling, in their order, each
/// content once; and that the words of some are left out, which is said once.
fn memories(
    inject: &Inject,
    turns: &[PastTurn],
    changed: Option<SystemTime>,
    seen: Mark,
) -> (Vec<Memory>, Option<Memory>) {
    let (told, new): (Vec<_>, Vec<_>) = turns.iter().partition(|turn| turn.id <= seen.turn);
    let mut said: HashSet<String> = told.into_iter().map(|turn| content(words(turn))).collect();
    let (mut memories, mut stale) = (Vec::new(), Vec::new());
    for turn in new {
        let words = words(turn);
        let says_nothing =
            words.is_empty() || turn.role == Role::User && context::length(words) < MIN_PROMPT;
        if says_nothing || !said.insert(content(words)) {
            continue;
        }
        if let Some(age) = age_of_stale(inject, turn, changed) {
            stale.push((turn, age));
            continue;
        }
        let body = Body::words(Some(context::speaker(turn)), words);
        memories.push(Memory { heading: context::of_turn(turn), body });
    }
    let stale = of_stale(&stale).filter(|_| inject.stale == Stale::Tell);
    (memories, stale)
}

/// That the words of turns are left out; of each how much older it is than the file.
fn of_stale(turns: &[(&PastTurn, Duration)]) -> Option<Memory> {
    let first = turns.iter().map(|(turn, _)| turn.at).min()?;
    let (last, age) = turns.iter().max_by_key(|(turn, _)| turn.at)?;
    let heading = match turns.len() {
        1 => context::of_turn(last),
        number => context::of_turns(number, first, last.at),
    };
    Some(Memory { heading, body: Body::Stale(turns.len(), *age) })
}

/// Of a prompt all of it; of an agent's turn what it said at its end, of the whole.
fn words(turn: &PastTurn) -> &str {
    let last = match turn.role {
        Role::User => "",
        Role::Assistant => turn.last_words().trim(),
    };
    if last.is_empty() { turn.text.trim() } else { last }
}

/// What words say, however they are laid out.
fn content(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// How much older a turn is than the last change, if that is too much.
fn age_of_stale(inject: &Inject, turn: &PastTurn, changed: Option<SystemTime>) -> Option<Duration> {
    let age = changed?.duration_since(turn.at).ok()?;
    (age > inject.stale_after.get()).then_some(age)
}

/// A person's note, which says what it says until the person removes it.
fn of_note(note: &Note) -> Memory {
    Memory { heading: context::of_note(note), body: Body::words(None, &note.text) }
}
