//! `stats`: how often questions are asked, by whom they are answered, and what
//! preferences there are.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::AddAssign;
use std::process::ExitCode;

use anyhow::Result;
use hook_runtime::{Console, Ctx, one_line, tame_json};
use serde::Serialize;

use crate::config::preferences;
use crate::config::question_id::QuestionId;
use crate::config::registry::{self, Registry};
use crate::decide::standing::{Listed, Standing, listed};
use crate::gather::recommended::folded;
use crate::record::journal::{self, Record, Source};

/// In characters, of what should be an id.
const MAX_ID: usize = 64;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Serialize)]
struct Stats<'a> {
    version: u8,
    questions: BTreeMap<&'a str, Count>,
    all: Count,
    preferences: BTreeMap<String, usize>,
}

/// What was counted of one question, or of several.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
struct Count {
    asked: usize,
    by_person: usize,
    by_preference: usize,
    unknown: usize,
    /// Of the answers by the person, those where something was recommended.
    recommended: usize,
    /// Of these, the answers that took it.
    followed: usize,
    /// Questions that the person answered otherwise than was answered before in
    /// their place.
    overridden: usize,
}

pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let registry = registry::load(ctx)?;
    let preferences = preferences::load(ctx)?;
    let records = journal::records(ctx)?;
    let by_question = by_question(&registry, &records);
    let questions: BTreeMap<_, _> =
        by_question.iter().map(|(id, records)| (id.as_str(), count(records))).collect();
    let mut all = Count::default();
    for count in questions.values() {
        all += *count;
    }
    let preferences = tally(&listed(&registry, &preferences, ctx.now()));
    let stats = Stats { version: 1, questions, all, preferences };
    if args.json {
        console.line(tame_json(&serde_json::to_string(&stats)?));
    } else {
        if records.is_empty() {
            console.error_line(format!("nothing is logged {}", ctx.in_which_project()));
        }
        print(&stats, console);
    }
    Ok(ExitCode::SUCCESS)
}

/// The records of each question, the oldest first, by its name of today.
pub(super) fn by_question<'a>(
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
pub(super) fn chosen(record: &Record) -> BTreeSet<String> {
    record.user_choice.iter().map(|label| folded(label)).collect()
}

/// Counts the records of one question.
fn count(records: &[&Record]) -> Count {
    let mut count = Count::default();
    let mut ours = None;
    for record in records {
        count.asked += 1;
        match record.source {
            Source::Unknown => count.unknown += 1,
            Source::Preference => {
                count.by_preference += 1;
                ours = Some(chosen(record));
            }
            Source::User | Source::UserOther => {
                count.by_person += 1;
                count.recommended += usize::from(record.followed_recommendation.is_some());
                count.followed += usize::from(record.followed_recommendation == Some(true));
                if ours.as_ref().is_some_and(|ours| *ours != chosen(record)) {
                    count.overridden = 1;
                }
            }
        }
    }
    count
}

/// How many preferences there are, of each kind and by what they come to.
fn tally(listed: &[Listed<'_>]) -> BTreeMap<String, usize> {
    let kinds = [
        "never-ask",
        "always-ask",
        "ask-only-for-one-way",
        "answer",
        "inert: never in force",
        "inert: expired",
        "inert: not understood",
        "inert: hidden by the project's",
    ];
    let mut tally: BTreeMap<String, usize> = kinds.map(|kind| (kind.to_owned(), 0)).into();
    for listed in listed {
        let kind = match (&listed.standing, listed.entry) {
            (Standing::Never(_), _) => "inert: never in force".to_owned(),
            (Standing::Expired, _) => "inert: expired".to_owned(),
            (Standing::Hidden, _) => "inert: hidden by the project's".to_owned(),
            (Standing::InForce, Ok(entry)) => entry.preference.to_string(),
            (Standing::NotUnderstood(_), _) | (_, Err(_)) => "inert: not understood".to_owned(),
        };
        *tally.entry(kind).or_default() += 1;
    }
    tally
}

fn print(stats: &Stats<'_>, console: &mut Console) {
    let head =
        ["question", "asked", "by you", "by preference", "unknown", "followed", "overridden"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(stats.questions.iter().map(|(id, count)| row(&one_line(id, MAX_ID), count)));
    rows.push(row("all", &stats.all));
    console.headed_table(&rows);
    console.line("");
    let preferences = stats.preferences.iter();
    let rows = preferences.map(|(kind, count)| vec![kind.clone(), count.to_string()]);
    console.table(&rows.collect::<Vec<_>>());
}

fn row(name: &str, count: &Count) -> Vec<String> {
    let share = (100 * count.followed).checked_div(count.recommended);
    vec![
        name.to_owned(),
        count.asked.to_string(),
        count.by_person.to_string(),
        count.by_preference.to_string(),
        count.unknown.to_string(),
        share.map_or_else(
            || "-".to_owned(),
            |share| format!("{} of {} ({share}%)", count.followed, count.recommended),
        ),
        count.overridden.to_string(),
    ]
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.asked += other.asked;
        self.by_person += other.by_person;
        self.by_preference += other.by_preference;
        self.unknown += other.unknown;
        self.recommended += other.recommended;
        self.followed += other.followed;
        self.overridden += other.overridden;
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::config::preferences::Preferences;

    fn record(choice: &[&str], followed: Option<bool>, source: Source) -> Record {
        let json = json!({
            "ts": "", "question_id": "a", "summary": "?", "options_count": 2, "door": "two-way",
            "user_choice": choice, "followed_recommendation": followed, "source": source,
        });
        serde_json::from_value(json).unwrap()
    }

    /// Asked, by the person, by a preference, unknown; recommended, followed.
    #[track_caller]
    fn check(records: &[Record], numbers: [usize; 6], overridden: usize) {
        let count = count(&records.iter().collect::<Vec<_>>());
        let found = [
            count.asked,
            count.by_person,
            count.by_preference,
            count.unknown,
            count.recommended,
            count.followed,
        ];
        assert_eq!((found, count.overridden), (numbers, overridden));
    }

    #[test]
    fn answers_are_counted_by_who_gave_them() {
        use Source::{Preference, Unknown, User, UserOther};
        check(&[], [0; 6], 0);
        let records = [
            record(&["A"], Some(true), User),
            record(&["B"], Some(false), User),
            record(&["B"], None, User),
            record(&[], Some(false), UserOther),
            record(&[], None, Unknown),
        ];
        check(&records, [5, 4, 0, 1, 3, 1], 0);
        let ours = [record(&["A"], Some(true), Preference)];
        check(&ours, [1, 0, 1, 0, 0, 0], 0);
    }

    #[test]
    fn an_answer_is_overridden_by_a_later_one_that_differs() {
        use Source::{Preference, Unknown, User, UserOther};
        let ours = || record(&["A", "B"], None, Preference);
        let numbers = [2, 1, 1, 0, 0, 0];
        check(&[ours(), record(&["C"], None, User)], numbers, 1);
        check(&[ours(), record(&[], None, UserOther)], numbers, 1);
        check(&[ours(), record(&["b", "A"], None, User)], numbers, 0);
        check(&[record(&["C"], None, User), ours()], numbers, 0);
        check(&[ours(), record(&[], None, Unknown)], [2, 0, 1, 1, 0, 0], 0);
        let twice = [ours(), record(&["C"], None, User), record(&["D"], None, User)];
        check(&twice, [3, 2, 1, 0, 0, 0], 1);
    }

    #[test]
    fn a_planted_preference_for_a_one_way_question_is_inert() {
        let json = r#"{"a-split-b": "never-ask", "c-split-d": "ask-only-for-one-way",
                       "e": "never-ask", "f-split-g": "always-ask", "h": "what",
                       "i": {"preference": "never-ask", "expires": "2026-01-01"}}"#;
        let project = preferences::entries(&serde_json::from_str(json).unwrap());
        let user = preferences::entries(&serde_json::from_str(r#"{"e": "always-ask"}"#).unwrap());
        let preferences = Preferences { project, user };
        let now = humantime::parse_rfc3339("2026-11-20T14:03:00Z").unwrap();
        let tally = tally(&listed(&Registry::default(), &preferences, now));
        let found: Vec<_> = tally.iter().filter(|(_, count)| **count > 0).collect();
        let found: Vec<_> = found.iter().map(|(kind, count)| (kind.as_str(), **count)).collect();
        let expected = [
            ("always-ask", 1),
            ("inert: expired", 1),
            ("inert: hidden by the project's", 1),
            ("inert: never in force", 2),
            ("inert: not understood", 1),
            ("never-ask", 1),
        ];
        assert_eq!(found, expected);
    }
}
