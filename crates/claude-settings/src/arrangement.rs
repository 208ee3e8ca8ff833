//! All entries of ours in a settings file together: who is started alone, who by the engine, and
//! what becomes of that when a hook comes or goes.
//!
//! Where the engine runs hooks, an event has one entry of it for those that a host waits for, and
//! one for those that it does not. What is none of the engine's business (an entry that may take
//! long, or that says more than when and for how long) stays an entry of its own. An entry that is
//! there becomes another where it stands, and what a person has added to it stays.

use std::collections::BTreeSet;

use crate::command::{HookCommand, Start};
use crate::document::{read, split_mark};
use crate::edit::{appended, fresh, refuse, replaced};
use crate::entry::{Entry, entries};
use crate::error::SettingsError;
use crate::finding::Effect;
use crate::fragment::Fragment;
use crate::layout::splice;

mod existing_entries;
mod join;
mod target;

use existing_entries::Found;
use target::Target;

/// Which hooks come or go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Aim {
    /// These come, and all of ours are then started in this way.
    Enter(Vec<String>, Start),
    /// These go; the others are started as before.
    Leave(Vec<String>),
}

/// What becomes of a matcher, a time limit or another field that a person has changed in an entry
/// of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ByHand {
    /// It stays.
    Stays,
    /// The template's takes its place.
    Goes,
}

/// What is to become of our entries in a settings file, whatever is in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrangement {
    /// All hooks that may be in the file, each with where it is put.
    pub known: Vec<Fragment>,
    /// Where the engine is put.
    pub engine: HookCommand,
    /// Which of them come or go.
    pub aim: Aim,
    /// What becomes of a person's changes.
    pub by_hand: ByHand,
    /// The hooks without which a host is to let no call pass: where their program fails, too.
    pub blocking: Vec<String>,
}

/// What an arrangement makes of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arranged {
    /// The settings; `None` where there is no file afterwards.
    pub text: Option<String>,
    /// What became of what a person has changed in entries of ours, a sentence each.
    pub by_hand: Vec<String>,
}

impl Arrangement {
    /// The settings with our entries as they should be. An entry of ours that is already there is
    /// brought up to date where it is; further ones are removed.
    ///
    /// # Errors
    /// If the settings are not strict JSON, or have a key twice in a place that matters here. If hooks
    /// come, also if a host would ignore the file for one of its entries.
    pub fn apply(&self, settings: Option<&str>) -> Result<Arranged, SettingsError> {
        let is_unchanged = match settings {
            None => true,
            Some(text) => text.trim().is_empty() || !self.is_named_in(text),
        };
        if is_unchanged && matches!(self.aim, Aim::Leave(_)) {
            return Ok(Arranged { text: settings.map(str::to_owned), by_hand: Vec::new() });
        }
        self.rearranged(settings.unwrap_or_default())
    }

    fn rearranged(&self, settings: &str) -> Result<Arranged, SettingsError> {
        let (mark, body) = split_mark(settings);
        let is_new = body.trim().is_empty();
        let forbids = match self.aim {
            Aim::Enter(..) => Effect::forbids_edits,
            Aim::Leave(_) => |effect| effect == Effect::Shadowed,
        };
        let mut found = Vec::new();
        if !is_new {
            refuse(body, forbids)?;
            let document = read(body)?;
            found.extend(entries(&document).iter().filter_map(|entry| self.found(body, entry)));
        }
        let scope = self.scope(&found);
        found.retain(|found| found.is_in(&scope));
        let staying = self.staying(&scope);
        let (targets, by_hand) = target::targets(self, self.start(), &staying, &found);
        let ours = |text: &str, entry: &Entry<'_>| {
            self.found(text, entry).is_some_and(|found| found.is_in(&scope))
        };
        let text = settled(body.to_owned(), &targets, ours)?;
        if let (Aim::Enter(..), Some(text)) = (&self.aim, &text) {
            refuse(text, forbids)?;
        }
        Ok(Arranged { text: text.map(|text| format!("{mark}{text}")), by_hand })
    }

    /// Whether a text, JSON or not, has the name of a program of ours.
    fn is_named_in(&self, text: &str) -> bool {
        let hooks = self.known.iter().map(Fragment::hook);
        hooks.chain([self.engine.hook()]).any(|hook| text.contains(hook))
    }

    /// The hooks that come or go.
    fn of_aim(&self) -> impl Iterator<Item = &Fragment> {
        let (Aim::Enter(hooks, _) | Aim::Leave(hooks)) = &self.aim;
        hooks.iter().filter_map(|hook| self.known.iter().find(|known| known.hook() == hook))
    }

    fn start(&self) -> Start {
        match self.aim {
            Aim::Enter(_, start) => start,
            Aim::Leave(_) => Start::Together,
        }
    }

    /// The entry as values, if it is one of ours.
    fn found(&self, text: &str, entry: &Entry<'_>) -> Option<Found> {
        let known = self.known.iter().map(Fragment::command);
        Found::of(text, entry, known, &self.engine)
    }

    /// The hooks whose entries are looked after: those that come or go, those that the engine
    /// runs, and those that it is to run.
    fn scope(&self, found: &[Found]) -> BTreeSet<String> {
        let of_aim = self.of_aim().map(Fragment::hook);
        let by_engine = found.iter().filter(|found| found.run.is_some());
        let mut scope: BTreeSet<String> =
            of_aim.chain(by_engine.flat_map(Found::hooks)).map(str::to_owned).collect();
        if matches!(self.aim, Aim::Enter(_, Start::Together)) {
            let alone = found.iter().filter(|found| found.run.is_none()).flat_map(Found::hooks);
            let joins = |hook: &&str| {
                let fragment = self.known.iter().find(|known| known.hook() == *hook);
                fragment.is_some_and(|known| known.joined_events().next().is_some())
            };
            scope.extend(alone.filter(joins).map(str::to_owned));
        }
        scope
    }

    fn staying(&self, scope: &BTreeSet<String>) -> BTreeSet<String> {
        match &self.aim {
            Aim::Enter(..) => scope.clone(),
            Aim::Leave(hooks) => {
                scope.iter().filter(|hook| !hooks.contains(*hook)).cloned().collect()
            }
        }
    }
}

/// Whether an entry of `settings` starts the engine from where we put it. `false` where the
/// settings cannot be read.
pub fn runs_together(settings: &str, engine: &HookCommand) -> bool {
    let (_, body) = split_mark(settings);
    let Ok(document) = read(body) else { return false };
    let known = std::iter::empty();
    entries(&document).iter().any(|entry| Found::of(body, entry, known.clone(), engine).is_some())
}

/// `body` with an entry for each target and no other one of ours; `None` where nothing is left.
/// Entries become what they should be before others go, so that no event is empty meanwhile.
fn settled(
    mut body: String,
    targets: &[Target],
    ours: impl Fn(&str, &Entry<'_>) -> bool,
) -> Result<Option<String>, SettingsError> {
    loop {
        if body.trim().is_empty() {
            let Some(first) = targets.first() else { return Ok(Some(body)) };
            body = fresh(&first.wanted);
        }
        let document = read(&body)?;
        let mut entries = entries(&document);
        entries.retain(|entry| ours(&body, entry));
        let places = target::places(targets, &entries, &body);
        let place = |place: &Option<usize>| place.and_then(|place| entries.get(place));
        let change = targets.iter().zip(&places).find_map(|(target, at)| match place(at) {
            Some(entry) if entry.is_as(&target.wanted, &body) => None,
            // What is the same text and yet another value, a number too large, stays so.
            Some(entry) => {
                Some(replaced(&document, entry, &target.wanted)).filter(|text| *text != body)
            }
            None => Some(appended(&document, &target.wanted)),
        });
        let surplus = || {
            let is_kept = |index: usize| places.contains(&Some(index));
            entries.iter().enumerate().rev().find(|(index, _)| !is_kept(*index))
        };
        body = match (change, surplus()) {
            (Some(changed), _) => changed,
            (None, None) => return Ok(Some(body)),
            (None, Some((_, entry))) => match entry.cut(&document) {
                Some(range) => splice(&body, range, ""),
                None => return Ok(None),
            },
        };
    }
}
