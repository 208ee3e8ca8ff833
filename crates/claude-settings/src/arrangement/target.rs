//! The entries that a file should have, and which of those that are there become them.

use std::collections::BTreeSet;

use super::existing_entries::Found;
use super::join::{Part, joined, longer};
use super::{Arrangement, ByHand};
use crate::command::{HookCommand, Start};
use crate::entry::Entry;
use crate::fragment::{Fragment, Wanted};
use crate::layout::Node;

/// What a person changes in an entry only to make it another one.
const OURS: [&str; 4] = ["type", "command", "args", "async"];

/// The events on which a call can be denied.
const DECIDING: [&str; 2] = ["PreToolUse", "PreSkillShellCommand"];

/// What has a host block what a hook decides on, where its program fails.
const BLOCKS: (&str, &str) = ("onFailure", "block");

/// An entry that should be there.
pub(super) struct Target {
    pub(super) wanted: Wanted,
    hooks: Vec<String>,
    is_async: bool,
    /// The fields that are a person's.
    by_hand: Vec<String>,
}

/// An entry for each event of each hook, or of all together, with what a person has added to those
/// that were `found`; and a sentence for each such thing.
pub(super) fn targets(
    Arrangement { known, engine, by_hand, blocking, .. }: &Arrangement,
    start: Start,
    hooks: &BTreeSet<String>,
    found: &[Found],
) -> (Vec<Target>, Vec<String>) {
    let kept = if *by_hand == ByHand::Stays { found } else { &[] };
    let mut alone = Vec::new();
    let mut parts = Vec::new();
    for hook in hooks {
        let Some(fragment) = known.iter().find(|known| known.hook() == hook) else {
            parts.extend(unknown(hook, found));
            continue;
        };
        for wanted in fragment.entries() {
            let by_hand = found_by_hand(hook, wanted, kept, known, engine);
            let wanted = &by_hand
                .map_or_else(|| wanted.clone(), |it| wanted.with_matcher(it.matcher.clone()));
            match Part::of(hook, wanted).filter(|_| start == Start::Together) {
                Some(part) => parts.push(part),
                None => alone.push(Target {
                    wanted: wanted.clone(),
                    hooks: vec![hook.clone()],
                    is_async: wanted.is_async(),
                    by_hand: Vec::new(),
                }),
            }
        }
    }
    let mut targets = together(parts, found, engine);
    targets.extend(alone);
    for target in &mut targets {
        target.block(blocking);
    }
    let mut notes = Vec::new();
    for found in kept {
        keep(&mut targets, found, expected(known, found, engine).as_ref(), &mut notes);
    }
    (targets, notes)
}

/// The entry that starts a hook, where a person has changed its matcher.
fn found_by_hand<'f>(
    hook: &str,
    wanted: &Wanted,
    found: &'f [Found],
    known: &[Fragment],
    engine: &HookCommand,
) -> Option<&'f Found> {
    let is_its = |found: &&Found| {
        found.starts(hook) && found.event == wanted.event && found.is_async == wanted.is_async()
    };
    let mut its = found.iter().filter(is_its).peekable();
    its.peek()?;
    let is_changed = |found: &&Found| {
        expected(known, found, engine).is_some_and(|expected| expected.matcher != found.matcher)
    };
    its.clone().all(|found| is_changed(&found)).then(|| its.next())?
}

/// What stands for a hook of which only the file knows: it goes on as it does.
fn unknown<'a>(hook: &'a str, found: &'a [Found]) -> impl Iterator<Item = Part> + 'a {
    found.iter().filter(move |found| found.starts(hook)).map(move |found| Part {
        hook: hook.to_owned(),
        event: found.event.clone(),
        is_async: found.is_async,
        matcher: found.matcher.clone(),
        timeout: found.field("timeout").cloned(),
    })
}

/// One entry of the engine for each event, and one more for what a host does not wait for.
fn together(parts: Vec<Part>, found: &[Found], engine: &HookCommand) -> Vec<Target> {
    let mut groups: Vec<Vec<Part>> = Vec::new();
    for part in parts {
        let is_mate = |group: &&mut Vec<Part>| {
            group
                .first()
                .is_some_and(|first| (&first.event, first.is_async) == (&part.event, part.is_async))
        };
        match groups.iter_mut().find(is_mate) {
            Some(group) => group.push(part),
            None => groups.push(vec![part]),
        }
    }
    let target = |group: Vec<Part>| {
        let first = group.first()?;
        let is_mate =
            |found: &&Found| (&found.event, found.is_async) == (&first.event, first.is_async);
        let runs = found.iter().filter(is_mate).filter_map(|found| found.run.as_ref());
        let mut flags: Vec<String> = runs.flat_map(|run| run.flags.clone()).collect();
        flags.dedup();
        Some(Target {
            wanted: joined(&group, &flags, engine)?,
            is_async: first.is_async,
            by_hand: Vec::new(),
            hooks: group.into_iter().map(|part| part.hook).collect(),
        })
    };
    groups.into_iter().filter_map(target).collect()
}

/// What the entry would be, had nobody changed it.
fn expected(known: &[Fragment], found: &Found, engine: &HookCommand) -> Option<Wanted> {
    let of_hook = |hook: &str| known.iter().find(|known| known.hook() == hook);
    let entries = found.hooks().filter_map(of_hook).flat_map(|fragment| {
        let entries = fragment.entries().iter().filter(|wanted| wanted.event == found.event);
        entries.map(|wanted| (fragment.hook(), wanted))
    });
    match &found.run {
        None => entries.map(|(_, wanted)| wanted.clone()).next(),
        Some(run) => {
            let parts = entries.filter_map(|(hook, wanted)| Part::of(hook, wanted));
            let mut parts: Vec<_> = parts.filter(|part| part.is_async == found.is_async).collect();
            let is_unknown = |hook: &&String| of_hook(hook).is_none();
            parts.extend(
                run.hooks.iter().filter(is_unknown).flat_map(|hook| {
                    unknown(hook, std::slice::from_ref(found)).collect::<Vec<_>>()
                }),
            );
            joined(&parts, &run.flags, engine)
        }
    }
}

/// Carries over to the targets what in `found` is not as `expected`.
fn keep(targets: &mut [Target], found: &Found, expected: Option<&Wanted>, notes: &mut Vec<String>) {
    let Some(expected) = expected else { return };
    let is_ours = |name: &str, value: &Node| {
        let same =
            |(field, wanted): &(String, Node)| field == name && wanted.value() == value.value();
        OURS.contains(&name) || expected.fields().iter().any(same)
    };
    let event = &found.event;
    let mut note = |text: String| {
        if !notes.contains(&text) {
            notes.push(text);
        }
    };
    let heirs = targets.iter_mut().filter(|target| {
        target.wanted.event == *event
            && target.is_async == found.is_async
            && target.hooks.iter().any(|hook| found.starts(hook))
    });
    for target in heirs {
        for (name, value) in found.fields.iter().filter(|(name, value)| !is_ours(name, value)) {
            // Whether a person or we have said so makes no difference.
            let is_blocking = name == BLOCKS.0 && value.value() == BLOCKS.1;
            match target.give(name, value, found) {
                Given::Whole if is_blocking && DECIDING.contains(&event.as_str()) => {}
                Given::Whole => note(format!("{event}: your `{name}` is kept")),
                Given::Other => note(format!("{event}: your `{name}` was changed")),
            }
        }
        if found.matcher != expected.matcher {
            let shown = |matcher: &Option<String>| match matcher {
                Some(matcher) => format!("`{matcher}`"),
                None => "absent".to_owned(),
            };
            let [was, is, ours] =
                [&found.matcher, &target.wanted.matcher, &expected.matcher].map(shown);
            note(if was == is {
                format!("{event}: your matcher {was} is kept; the default is {ours}")
            } else {
                format!("{event}: your matcher {was} is now {is}")
            });
        }
    }
}

/// What has become of a field of a person's.
enum Given {
    /// It is as it was.
    Whole,
    /// Something else was in its place already, or has to be.
    Other,
}

impl Target {
    /// Has the host block a call where it is asked of one of these hooks and the program fails.
    fn block(&mut self, blocking: &[String]) {
        let is_meant = self.hooks.iter().any(|hook| blocking.contains(hook));
        if is_meant && !self.is_async && DECIDING.contains(&self.wanted.event.as_str()) {
            self.wanted = self.wanted.and(BLOCKS.0, BLOCKS.1);
        }
    }

    /// Puts a field of a person's in. A time that was meant for one hook does not become shorter
    /// for others; else what a person said first holds.
    fn give(&mut self, name: &str, value: &Node, found: &Found) -> Given {
        let mut fields = self.wanted.fields().to_vec();
        let is_for_all = found.run.is_some() || self.hooks.iter().all(|hook| found.starts(hook));
        let there = match fields.iter_mut().find(|(field, _)| field == name) {
            None => {
                fields.push((name.to_owned(), value.clone()));
                value.clone()
            }
            Some((_, there)) => {
                if name == "timeout" && !is_for_all {
                    *there = longer(there.clone(), value.clone());
                } else if !self.by_hand.iter().any(|given| given == name) {
                    *there = value.clone();
                }
                there.clone()
            }
        };
        self.by_hand.push(name.to_owned());
        self.wanted = Wanted::new(&self.wanted.event, self.wanted.matcher.clone(), fields);
        if there.value() == value.value() { Given::Whole } else { Given::Other }
    }
}

/// For each target the place among `entries` of the one that becomes it: one that is as it should
/// be, else one of which a host waits likewise, else any under its event.
pub(super) fn places(targets: &[Target], entries: &[Entry<'_>], text: &str) -> Vec<Option<usize>> {
    let mut places: Vec<Option<usize>> = vec![None; targets.len()];
    for fit in [Fit::As, Fit::Likewise, Fit::Any] {
        for (at, target) in targets.iter().enumerate() {
            let is_free = |index: &usize| !places.contains(&Some(*index));
            let fitting = entries.iter().enumerate();
            let fitting = fitting.filter(|(_, entry)| target.fit(entry, text) == Some(fit));
            let found = fitting.map(|(index, _)| index).find(is_free);
            if let Some(place) = places.get_mut(at).filter(|place| place.is_none()) {
                *place = found;
            }
        }
    }
    places
}

/// How well an entry can become a target, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fit {
    As,
    Likewise,
    Any,
}

impl Target {
    fn fit(&self, entry: &Entry<'_>, text: &str) -> Option<Fit> {
        if entry.event.name.as_str() == self.wanted.event && entry.is_as(&self.wanted, text) {
            return Some(Fit::As);
        }
        let is_async = entry.handler.get_boolean("async").is_some_and(|value| value.value);
        let fit = if is_async == self.is_async { Fit::Likewise } else { Fit::Any };
        entry.can_become(&self.wanted).then_some(fit)
    }
}
