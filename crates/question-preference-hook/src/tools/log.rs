//! `log`: what was asked and answered.

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::time::SystemTime;

use anyhow::{Context, Result};
use hook_runtime::{Console, Ctx, one_line};
use serde::Deserialize;
use serde_json::{Value, json};

use super::set::id;
use crate::config::preferences;
use crate::config::question_id::QuestionId;
use crate::config::registry;
use crate::decide::repeated_answers::habit;
use crate::record::journal::{self, Record};
use crate::words::reply;

/// In characters, of a choice or of a question.
const MAX_WORDS: usize = 60;
/// In characters, of why it was asked.
const MAX_REASON: usize = 120;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only newer entries: an age such as 90m or 7d, a date, or an RFC 3339 time
    #[arg(long, value_name = "AGE|TIME")]
    since: Option<String>,
    /// Only this question
    #[arg(long)]
    id: Option<String>,
    /// At most this many, the last ones
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// What is wanted of the log.
#[derive(Debug, Default)]
struct Wanted {
    since: Option<SystemTime>,
    /// The names of one question.
    ids: Option<Vec<QuestionId>>,
}

pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let wanted = wanted(ctx, args)?;
    let lines = match journal::journal(ctx) {
        Some(journal) => journal.read().context("could not read the log")?.collect(),
        None => Vec::new(),
    };
    let lines = lines.into_iter();
    let lines = lines.filter_map(|line| Some((Record::deserialize(&line).ok()?, line)));
    let lines: Vec<(Record, Value)> = lines.filter(|(record, _)| wanted.has(record)).collect();
    let left_out = args.limit.map_or(0, |limit| lines.len().saturating_sub(limit));
    let shown = lines.iter().skip(left_out);
    if args.json {
        let questions: Vec<&Value> = shown.map(|(_, line)| line).collect();
        console.json(&json!({"version": 1, "questions": questions}));
        return Ok(ExitCode::SUCCESS);
    }
    let rows: Vec<_> = shown.map(|(record, _)| row(ctx, record)).collect();
    if rows.is_empty() {
        let is_all = args.since.is_none() && args.id.is_none();
        console.line(if is_all { "Nothing logged yet." } else { "No matching entries." });
    }
    console.table(&rows);
    let records: Vec<Record> = lines.into_iter().map(|(record, _)| record).collect();
    for words in suggestions(ctx, &records)? {
        console.line(words);
    }
    Ok(ExitCode::SUCCESS)
}

/// The preferences that would spare the person questions of the log.
fn suggestions(ctx: &Ctx, records: &[Record]) -> Result<Vec<String>> {
    let (registry, preferences) = (registry::load(ctx)?, preferences::load(ctx)?);
    let ids: BTreeSet<QuestionId> =
        records.iter().filter_map(|record| QuestionId::parse(&record.question_id)).collect();
    let habits = ids.iter().filter_map(|id| habit(&registry, &preferences, records, id));
    Ok(habits.map(|habit| reply::suggestion(&habit)).collect())
}

/// What was answered, in words.
pub(super) fn choice(record: &Record) -> String {
    match (record.user_choice.as_slice(), &record.free_text) {
        ([], None) => "-".to_owned(),
        ([], Some(words)) => format!("\"{}\"", one_line(words, MAX_WORDS)),
        (labels, _) => one_line(&labels.join(", "), MAX_WORDS),
    }
}

fn wanted(ctx: &Ctx, args: &Args) -> Result<Wanted> {
    let since = args.since.as_deref().map(|text| ctx.since(text));
    let ids = args.id.as_deref().map(|text| {
        let id = id(text)?;
        let registry = registry::load(ctx)?;
        anyhow::Ok(registry.names(&id).into_iter().cloned().collect())
    });
    Ok(Wanted {
        since: since.transpose().context("--since")?,
        ids: ids.transpose().context("--id")?,
    })
}

impl Wanted {
    /// A record whose time cannot be read is not left out.
    fn has(&self, record: &Record) -> bool {
        let time = humantime::parse_rfc3339(&record.ts).ok();
        let is_young = time.is_none_or(|time| self.since.is_none_or(|since| time >= since));
        let names = |ids: &Vec<QuestionId>| ids.iter().any(|id| id.as_str() == record.question_id);
        is_young && self.ids.as_ref().is_none_or(names)
    }
}

fn row(ctx: &Ctx, record: &Record) -> Vec<String> {
    vec![
        ctx.local_text(&record.ts),
        one_line(&record.question_id, MAX_WORDS),
        record.source.to_string(),
        choice(record),
        one_line(&record.door, MAX_WORDS),
        one_line(&record.summary, MAX_WORDS),
        record.asked_because.as_deref().map(|why| one_line(why, MAX_REASON)).unwrap_or_default(),
    ]
}
