//! `suggest`: questions that the person always answers the same.

use std::num::NonZeroUsize;
use std::process::ExitCode;

use anyhow::Result;
use hook_runtime::{Console, Ctx, one_line};
use secrets::REDACTED;

use super::stats::{by_question, chosen};
use crate::config::preferences::{self, Preferences};
use crate::config::question_id::QuestionId;
use crate::config::registry::{self, Registry};
use crate::gather::known::one_way_by_name;
use crate::record::journal::{self, Record, Source};
use crate::words::standing::quoted;

/// In characters. A label of the log that is longer may be cut, and one that is
/// not shown as it stands, or was not logged so, would not be found.
const MAX_LABEL: usize = 100;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// How many equal answers it takes
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
            || records.iter().any(|record| record.door != "two-way");
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn record(id: &str, choice: &[&str], source: Source, door: &str) -> Record {
        let json = json!({
            "ts": "", "question_id": id, "summary": "?", "options_count": 2, "door": door,
            "user_choice": choice, "source": source,
        });
        serde_json::from_value(json).unwrap()
    }

    #[track_caller]
    fn check(records: &[Record], preferences: &str, expected: &[&str]) {
        let project = preferences::entries(&serde_json::from_str(preferences).unwrap());
        let preferences = Preferences { project, ..Preferences::default() };
        let three = NonZeroUsize::new(3).unwrap();
        let found = suggestions(&Registry::default(), &preferences, records, three);
        let found: Vec<_> = found.iter().map(|one| command(&one.id, one.labels)).collect();
        assert_eq!(found, expected);
    }

    const SET_A: &str = "question-preference-hook set q --answer 'A'";

    #[test]
    fn what_was_always_answered_the_same_is_suggested() {
        use Source::{Preference, Unknown, User, UserOther};
        let answers = |all: &[(&[&str], Source)]| -> Vec<Record> {
            all.iter().map(|(choice, source)| record("q", choice, *source, "two-way")).collect()
        };
        let a: (&[&str], Source) = (&["A"], User);
        check(&answers(&[a, a, a]), "{}", &[SET_A]);
        check(&answers(&[(&["B"], User), a, a, a]), "{}", &[SET_A]);
        check(&answers(&[a, a, (&[], Unknown), (&["B"], Preference), a]), "{}", &[SET_A]);
        check(&answers(&[a, a]), "{}", &[]);
        check(&answers(&[a, a, a, (&["B"], User)]), "{}", &[]);
        check(&answers(&[a, a, a, (&[], UserOther)]), "{}", &[]);
        for other in [(&[] as &[&str], UserOther), (&["A"], Preference), (&[], Unknown)] {
            check(&answers(&[other; 3]), "{}", &[]);
        }
        let both: (&[&str], Source) = (&["A", "B"], User);
        check(&answers(&[both, a, both]), "{}", &[]);
        let swapped: (&[&str], Source) = (&["B", "A"], User);
        let several = "question-preference-hook set q --answer 'A' --answer 'B'";
        check(&answers(&[both, swapped, both]), "{}", &[several]);
        for preferences in [r#"{"q": "always-ask"}"#, r#"{"Q": "what"}"#] {
            check(&answers(&[a, a, a]), preferences, &[]);
        }
        check(&answers(&[a, a, a]), r#"{"other": "never-ask"}"#, &[SET_A]);
    }

    #[test]
    fn what_cannot_be_taken_back_is_not_suggested() {
        let answers = |id: &str, doors: [&str; 4]| {
            doors.map(|door| record(id, &["A"], Source::User, door)).to_vec()
        };
        check(&answers("q", ["two-way"; 4]), "{}", &[SET_A]);
        check(&answers("q", ["one-way", "two-way", "two-way", "two-way"]), "{}", &[]);
        check(&answers("q", ["two-way", "two-way", "two-way", "revolving"]), "{}", &[]);
        check(&answers("plan-split-2", ["two-way"; 4]), "{}", &[]);
    }

    #[test]
    fn the_command_is_one_for_a_shell_whatever_the_label() {
        let check = |label: &str, expected: &[&str]| {
            check(&vec![record("q", &[label], Source::User, "two-way"); 3], "{}", expected);
        };
        check("It's `$(x)`", &[r"question-preference-hook set q --answer 'It'\''s `$(x)`'"]);
        check("--global", &["question-preference-hook set q --answer='--global'"]);
        check("a\u{1b}[2Jb", &[]);
        check("a\u{202e}b", &[]);
        check(&"x".repeat(200), &[]);
        check("[redacted]", &[]);
        check("Use [redacted]", &[]);
    }
}
