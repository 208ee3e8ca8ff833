//! Questions that the person keeps answering the same way.

use std::collections::BTreeSet;

use hook_runtime::one_line;
use secrets::REDACTED;

use crate::config::preferences::Preferences;
use crate::config::question_id::QuestionId;
use crate::config::registry::{Door, Registry};
use crate::gather::labels::folded;
use crate::record::journal::{Record, Source};

/// So many equal answers in a row are a habit.
pub(crate) const MIN_TIMES: usize = 3;

/// In characters. The log may have cut a longer label.
const MAX_LABEL: usize = 100;

/// An answer that the person gave to a question at least [`MIN_TIMES`] times in a row.
#[derive(Debug)]
pub(crate) struct Habit<'a> {
    pub(crate) id: &'a QuestionId,
    /// The chosen labels.
    pub(crate) labels: &'a [String],
    /// How many times in a row.
    pub(crate) times: usize,
}

/// The habit of the person for the question `id`; `None` if there is a preference for it already,
/// or the registry calls it one-way. `records` are the oldest first.
pub(crate) fn habit<'a>(
    registry: &Registry,
    preferences: &Preferences,
    records: &'a [Record],
    id: &'a QuestionId,
) -> Option<Habit<'a>> {
    let names = registry.names(id);
    if preferences.of(&names).is_some() || registry.door(id) == Some(Door::OneWay) {
        return None;
    }
    let is_it = |record: &&Record| names.iter().any(|name| name.as_str() == record.question_id);
    let by_person = |record: &&Record| matches!(record.source, Source::User | Source::UserOther);
    let mut answers = records.iter().rev().filter(is_it).filter(by_person);
    let newest = answers.next().filter(|newest| is_plain(newest))?;
    let is_same = |record: &&Record| is_plain(record) && chosen(record) == chosen(newest);
    let times = 1 + answers.take_while(is_same).count();
    (times >= MIN_TIMES).then_some(Habit { id, labels: &newest.user_choice, times })
}

/// Whether options are all that was answered, and the log has their whole labels.
fn is_plain(record: &Record) -> bool {
    let is_whole =
        |label: &String| one_line(label, MAX_LABEL) == *label && !label.contains(REDACTED);
    record.free_text.is_none()
        && !record.user_choice.is_empty()
        && record.user_choice.iter().all(is_whole)
}

/// The options that were chosen, in no order.
fn chosen(record: &Record) -> BTreeSet<String> {
    record.user_choice.iter().map(|label| folded(label)).collect()
}
