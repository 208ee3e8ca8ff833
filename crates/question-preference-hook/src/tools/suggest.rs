//! `suggest`: questions that the person always answers the same.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::process::ExitCode;

use anyhow::Result;
use hook_runtime::{Console, Ctx, one_line};
use secrets::REDACTED;

use crate::config::preferences::{self, Preferences};
use crate::config::question_id::QuestionId;
use crate::config::registry::{self, Registry};
use crate::gather::known_question::one_way_by_name;
use crate::gather::labels::folded;
use crate::record::journal::{self, Record, Source};
use crate::words::preference_state::quoted;

/// In characters. A label of the log that is longer may be cut, and one that is
/// not shown as it stands, or was not logged so, would not be found.
const MAX_LABEL: usize = 100;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// How many equal answers count as always
    #[arg(long, value_name = "N", default_value = "5")]
    times: NonZeroUsize,
}

/// A preference that the person might want.
#[derive(Debug)]
struct Suggestion<'a> {
    id: QuestionId,
    labels: &'a [String],
    /// The question, as it was asked last.
    summary: &'a str,
}

pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let registry = registry::load(ctx)?;
    let preferences = preferences::load(ctx)?;
    let records = journal::records(ctx)?;
    let suggestions = suggestions(&registry, &preferences, &records, args.times);
    if suggestions.is_empty() {
        console.line(format!(
            "nothing to suggest {}: no question without a preference was answered the same {} times",
            ctx.in_which_project(),
            args.times
        ));
    }
    for Suggestion { id, labels, summary } in suggestions {
        let (labels_shown, summary) = (quoted(labels), one_line(summary, MAX_LABEL));
        console.line(format!("{id}: {labels_shown}, {} times ({summary})", args.times));
        console.line(format!("  {}", command(&id, labels)));
    }
    Ok(ExitCode::SUCCESS)
}

/// The questions whose last answers by the person, so many, are the same.
fn suggestions<'a>(
    registry: &Registry,
    preferences: &Preferences,
    records: &'a [Record],
    times: NonZeroUsize,
) -> Vec<Suggestion<'a>> {
    let by_question = by_question(registry, records);
    let of_one = |(name, records): (String, Vec<&'a Record>)| {
        let id = QuestionId::parse(&name)?;
        let is_set = preferences.of(&registry.names(&id)).is_some();
        let is_one_way = one_way_by_name(registry, &id).is_some()
            || records.iter().any(|record| record.door == "one-way");
        let last = always(&records, times)?;
        let is_shown = last.user_choice.iter().all(|label| is_whole(label));
        let suggestion = Suggestion { id, labels: &last.user_choice, summary: &last.summary };
        (!is_set && !is_one_way && is_shown).then_some(suggestion)
    };
    by_question.into_iter().filter_map(of_one).collect()
}

/// The last of the answers by the person, if it and those before it, so many in
/// all, are the same options.
fn always<'a>(records: &[&'a Record], times: NonZeroUsize) -> Option<&'a Record> {
    let by_person = |record: &&&Record| matches!(record.source, Source::User | Source::UserOther);
    let last: Vec<&Record> =
        records.iter().rev().filter(by_person).take(times.get()).copied().collect();
    let newest = *last.first()?;
    // With a note the choice was not all that was said.
    let is_same = |record: &&Record| chosen(record) == chosen(newest) && record.free_text.is_none();
    let is_enough = last.len() == times.get() && !newest.user_choice.is_empty();
    (is_enough && last.iter().all(is_same)).then_some(newest)
}

/// The records of each question, the oldest first, by its name of today.
fn by_question<'a>(
    registry: &Registry,
    records: &'a [Record],
) -> BTreeMap<String, Vec<&'a Record>> {
    let mut by_question: BTreeMap<String, Vec<&Record>> = BTreeMap::new();
    for record in records {
        let id = QuestionId::parse(&record.question_id);
        let entry = id.as_ref().and_then(|id| registry.entry(id));
        let name = entry.map_or_else(|| record.question_id.clone(), |entry| entry.id.to_string());
        by_question.entry(name).or_default().push(record);
    }
    by_question
}

/// The options that were chosen, in no order.
fn chosen(record: &Record) -> BTreeSet<String> {
    record.user_choice.iter().map(|label| folded(label)).collect()
}

/// Whether the label is the one that was chosen.
fn is_whole(label: &str) -> bool {
    one_line(label, MAX_LABEL) == *label && !label.contains(REDACTED)
}

/// The command that sets the preference, for a shell.
fn command(id: &QuestionId, labels: &[String]) -> String {
    let labels = labels.iter().map(|label| {
        // It is no option of the command, whatever it looks like.
        let between = if label.starts_with('-') { "=" } else { " " };
        format!(" --answer{between}'{}'", label.replace('\'', r"'\''"))
    });
    format!("question-preference-hook set {id}{}", labels.collect::<String>())
}
