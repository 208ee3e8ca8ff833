//! Which questions are answered ahead, and which are always asked.

use std::time::SystemTime;

use crate::config::preferences::{Preference, Preferences};
use crate::config::question_id::QuestionId;
use crate::config::registry::Registry;
use crate::decide::{Ask, by_name};

/// What is settled before anything is asked.
#[derive(Debug, Default)]
pub(crate) struct Ahead<'a> {
    /// What is answered, and by which preference.
    pub(crate) answered: Vec<(&'a QuestionId, &'a Preference)>,
    /// How many more are answered that nobody named.
    pub(crate) by_wording: usize,
    /// What the person wants to be asked.
    pub(crate) asked: Vec<&'a QuestionId>,
}

/// What these preferences settle.
pub(crate) fn ahead<'a>(
    registry: &Registry,
    preferences: &'a Preferences,
    now: SystemTime,
) -> Ahead<'a> {
    let mut ahead = Ahead::default();
    for id in preferences.ids() {
        match by_name(registry, preferences, now, id) {
            Ok(_) if id.is_hash() => ahead.by_wording += 1,
            Ok((_, entry)) => ahead.answered.push((id, &entry.preference)),
            Err(Ask::Always(_)) if !id.is_hash() => ahead.asked.push(id),
            Err(_) => {}
        }
    }
    ahead
}
