//! What each preference comes to: one that is set need not be in force.

use std::time::SystemTime;

use crate::config::preferences::{Entry, Malformed, Origin, Preference, Preferences};
use crate::config::question_id::QuestionId;
use crate::config::registry::{Door, Registry};
use crate::decide::{Ask, by_name, is_bound};
use crate::gather::labels::same_label;

/// A preference, and what it comes to.
#[derive(Debug)]
pub(crate) struct Listed<'a> {
    pub(crate) id: &'a QuestionId,
    pub(crate) origin: Origin,
    pub(crate) entry: &'a Result<Entry, Malformed>,
    pub(crate) effect: Effect,
}

/// What a preference comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Effect {
    InForce,
    /// The question is asked until the person has answered it as the preference would.
    Unbound,
    /// The question is asked whatever is preferred, for this reason.
    Never(Inert),
    Expired,
    NotUnderstood(String),
    /// The project has a preference for the question, and this is the person's.
    Hidden,
}

/// Why a preference could never let a question go unasked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Inert {
    /// The registry says so.
    OneWay,
    /// The label is not in the registry for the question.
    NotAnOption(String),
}

/// Every preference, by question; the project's before the person's.
pub(crate) fn listed<'a>(
    registry: &Registry,
    preferences: &'a Preferences,
    now: SystemTime,
) -> Vec<Listed<'a>> {
    let both = [(Origin::Project, &preferences.project), (Origin::User, &preferences.user)];
    let all = both
        .into_iter()
        .flat_map(|(origin, entries)| entries.iter().map(move |(id, entry)| (origin, id, entry)));
    let mut listed: Vec<Listed<'_>> = all
        .map(|(origin, id, entry)| {
            let effect = if is_hidden(registry, preferences, origin, id) {
                Effect::Hidden
            } else {
                effect(registry, preferences, now, id, entry)
            };
            Listed { id, origin, entry, effect }
        })
        .collect();
    listed.sort_by_key(|listed| (listed.id, listed.origin));
    listed
}

/// Why a preference for the question `id` could never let it go unasked, if that
/// is so; one that has it asked always can be in force.
pub(crate) fn never_in_force(registry: &Registry, id: &QuestionId, entry: &Entry) -> Option<Inert> {
    if entry.preference == Preference::AlwaysAsk {
        return None;
    }
    let registered = registry.entry(id)?;
    if registered.door == Door::OneWay {
        return Some(Inert::OneWay);
    }
    let Preference::Answer(labels) = &entry.preference else {
        return None;
    };
    let is_offered =
        |label: &&String| registered.options.iter().any(|option| same_label(option, label));
    let foreign = labels.iter().find(|label| !is_offered(label));
    let foreign = foreign.filter(|_| !registered.options.is_empty())?;
    Some(Inert::NotAnOption(foreign.clone()))
}

fn is_hidden(
    registry: &Registry,
    preferences: &Preferences,
    origin: Origin,
    id: &QuestionId,
) -> bool {
    let names = registry.names(id);
    origin == Origin::User && names.iter().any(|name| preferences.project.contains_key(*name))
}

fn effect(
    registry: &Registry,
    preferences: &Preferences,
    now: SystemTime,
    id: &QuestionId,
    entry: &Result<Entry, Malformed>,
) -> Effect {
    match (&by_name(registry, preferences, now, id), entry) {
        (_, Err(Malformed(why))) | (Err(Ask::NotUnderstood(_, Malformed(why))), _) => {
            Effect::NotUnderstood(why.clone())
        }
        (verdict, Ok(entry)) => match (never_in_force(registry, id, entry), verdict) {
            (Some(why), _) => Effect::Never(why),
            (None, Err(Ask::Expired(_))) => Effect::Expired,
            (None, Ok((_, entry))) if !is_bound(registry, id, entry) => Effect::Unbound,
            _ => Effect::InForce,
        },
    }
}
