//! The log of questions and their answers, `question-log.jsonl`.

use std::fmt;
use std::time::Duration;

use hook_protocol::{Common, beginning, shortened};
use hook_runtime::Ctx;
use hook_state::{HeldJournal, Journal};
use secrets::redact;
use serde::{Deserialize, Serialize};

use crate::config::binding::Fingerprint;
use crate::config::question_id::QuestionId;
use crate::gather::known_question::Known;
use crate::gather::labels::plain;
use crate::gather::recommendation::Recommended;

const FILE: &str = "question-log.jsonl";
/// In characters.
const MAX_SUMMARY: usize = 200;
const MAX_TEXT: usize = 300;
/// In bytes, of a text before it is cut: a label may be as long as the agent likes.
const MAX_READ: usize = 4 << 10;
/// How much of the end of the log is asked whether a call is in it, in bytes.
const MAX_LOOKED_AT: u64 = 32 << 10;
const PATIENCE: Duration = Duration::from_millis(500);

/// One question, and what was answered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Record {
    /// RFC 3339.
    pub(crate) ts: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) session_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) agent_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) tool_use_id: Option<String>,
    pub(crate) question_id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) skill: Option<String>,
    pub(crate) summary: String,
    pub(crate) options_count: usize,
    /// What a preference for the question can be bound to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) options: Option<Fingerprint>,
    /// `one-way`, `two-way` or `unknown`.
    pub(crate) door: String,
    /// A label, like those below without its "(recommended)".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) recommended: Option<String>,
    /// The labels that were chosen, more than one only where that was allowed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) user_choice: Vec<String>,
    /// What was said beside the options.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) free_text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) followed_recommendation: Option<bool>,
    pub(crate) source: Source,
    /// Why it was asked although there is a preference for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) asked_because: Option<String>,
}

/// Who answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Source {
    /// The person, with an option.
    User,
    /// The person, in words of their own.
    UserOther,
    /// This hook.
    Preference,
    /// Nobody knows.
    #[serde(other)]
    Unknown,
}

/// What a record says beside what is known of its question.
pub(crate) struct Outcome<'a> {
    /// The options that were chosen, by their places.
    pub(crate) options: &'a [usize],
    pub(crate) free_text: Option<&'a str>,
    pub(crate) source: Source,
    pub(crate) asked_because: Option<String>,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::User => "user",
            Self::UserOther => "user-other",
            Self::Preference => "preference",
            Self::Unknown => "unknown",
        })
    }
}

/// The log, if there is a state folder.
pub(crate) fn journal(ctx: &Ctx) -> Option<Journal> {
    Some(Journal::new(ctx.state()?.file(FILE)))
}

/// Every record, the oldest first; what is none is passed over.
///
/// # Errors
/// If the log is there and cannot be read.
pub(crate) fn records(ctx: &Ctx) -> anyhow::Result<Vec<Record>> {
    let Some(journal) = journal(ctx) else {
        return Ok(Vec::new());
    };
    Ok(journal.read()?.filter_map(|line| serde_json::from_value(line).ok()).collect())
}

/// Keeps all others from logging.
///
/// # Errors
/// If others hold the log for too long.
pub(crate) fn hold<'a>(ctx: &Ctx, journal: &'a Journal) -> std::io::Result<HeldJournal<'a>> {
    journal.hold(ctx.patience(PATIENCE))
}

/// The records of one call that are not yet at the end of the log. A call without an id is told
/// from no other.
///
/// # Errors
/// If that cannot be read.
pub(crate) fn missing(log: &HeldJournal<'_>, records: Vec<Record>) -> std::io::Result<Vec<Record>> {
    let newest = log.newest(MAX_LOOKED_AT)?.into_iter();
    let newest: Vec<Record> = newest.filter_map(|line| serde_json::from_value(line).ok()).collect();
    let of = |record: &Record| {
        let Record { session_id, tool_use_id, question_id, free_text, .. } = record;
        let mut choice = record.user_choice.clone();
        choice.sort_unstable();
        (session_id.clone(), tool_use_id.clone(), question_id.clone(), choice, free_text.clone())
    };
    let logged: Vec<_> = newest.iter().map(of).collect();
    let is_new = |record: &Record| record.tool_use_id.is_none() || !logged.contains(&of(record));
    Ok(records.into_iter().filter(is_new).collect())
}

/// The record of one question.
pub(crate) fn record(
    ctx: &Ctx,
    common: &Common,
    tool_use_id: Option<&str>,
    known: &Known<'_>,
    outcome: &Outcome<'_>,
) -> Record {
    let label = |at: usize| known.question.options.get(at).map(|option| label(option.label));
    let recommended = match known.recommended {
        Recommended::One(at) => Some(at),
        _ => None,
    };
    let is_answered = !outcome.options.is_empty() || outcome.free_text.is_some();
    let followed = |at: usize| is_answered.then_some(outcome.options == [at]);
    Record {
        ts: ctx.timestamp(),
        session_id: common.session_id.clone(),
        agent_id: common.agent_id.clone(),
        tool_use_id: tool_use_id.map(str::to_owned),
        question_id: known.id.to_string(),
        skill: known.skill.map(|skill| kept(skill, MAX_SUMMARY)),
        summary: kept(known.question.question, MAX_SUMMARY),
        options_count: known.question.options.len(),
        options: Some(Fingerprint::of(known.question)),
        door: known.door().to_owned(),
        recommended: recommended.and_then(label),
        user_choice: outcome.options.iter().copied().filter_map(label).collect(),
        free_text: outcome.free_text.map(|text| kept(text, MAX_TEXT)),
        followed_recommendation: recommended.and_then(followed),
        source: outcome.source,
        asked_because: outcome.asked_because.as_deref().map(|why| kept(why, MAX_TEXT)),
    }
}

/// The question with one of these names as the person saw it last.
///
/// # Errors
/// If the log is there and cannot be read.
pub(crate) fn last_seen(
    ctx: &Ctx,
    names: &[&QuestionId],
) -> anyhow::Result<Option<(Record, Fingerprint)>> {
    let is_it = |record: &Record| {
        let is_of_a_person = matches!(record.source, Source::User | Source::UserOther);
        is_of_a_person && names.iter().any(|name| name.as_str() == record.question_id)
    };
    let last = records(ctx)?.into_iter().rfind(is_it);
    Ok(last.and_then(|record| record.options.clone().map(|options| (record, options))))
}

fn label(label: &str) -> String {
    kept(&plain(label), MAX_SUMMARY)
}

/// `text` without secrets, on one line, at most `longest` characters of it. Secrets are redacted
/// before it is cut: half a secret is not recognised.
fn kept(text: &str, longest: usize) -> String {
    let is_break = |c: char| matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}');
    shortened(&redact(beginning(text, MAX_READ)).replace(is_break, " "), longest).into_owned()
}
