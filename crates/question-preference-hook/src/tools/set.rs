//! `set` and `unset`: the preference for a question.

use std::process::ExitCode;

use anyhow::{Context as _, Result, anyhow, ensure};
use clap::ValueEnum;
use hook_runtime::{Console, Ctx, one_line};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use super::person::{Claim, REFUSED, person};
use crate::config::preferences::{self, Origin};
use crate::config::question_id::QuestionId;
use crate::config::registry;
use crate::decide::standing::never_in_force;
use crate::record::edit::{self, Change};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The question: its id, as in `<qid:ID>` or in the log
    id: String,
    /// What you want; `answer` if there is an --answer
    #[arg(required_unless_present = "answer")]
    preference: Option<Word>,
    /// The option to take, by its label; repeat it where several may be chosen
    #[arg(long, value_name = "LABEL")]
    answer: Vec<String>,
    /// For all your projects, not for this one
    #[arg(long)]
    global: bool,
    /// Until when: 30d, 2026-12-31 or 2026-12-31T12:00:00Z
    #[arg(long, value_name = "WHEN")]
    expires: Option<String>,
    /// Only where this skill asks
    #[arg(long)]
    skill: Option<String>,
    /// Why, for whoever reads the file
    #[arg(long)]
    note: Option<String>,
    #[command(flatten)]
    claim: Claim,
}

#[derive(Debug, clap::Args)]
pub(super) struct UnsetArgs {
    /// The question
    id: String,
    /// For all your projects, not for this one
    #[arg(long)]
    global: bool,
    #[command(flatten)]
    claim: Claim,
}

/// What a preference is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Word {
    /// Take the recommended option; what cannot be taken back is asked all the same
    NeverAsk,
    /// Ask
    AlwaysAsk,
    /// The same as never-ask: what cannot be taken back is asked in both cases
    AskOnlyForOneWay,
    /// Take the option given by --answer
    Answer,
}

/// An entry with more than a word.
#[derive(Serialize)]
struct Entry<'a> {
    preference: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expires: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    skill: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
}

/// In characters, of an entry that was replaced.
const MAX_ENTRY: usize = 200;

/// The status for a preference that could never be in force.
const INERT: u8 = 1;

impl Word {
    fn as_str(self) -> &'static str {
        match self {
            Self::NeverAsk => "never-ask",
            Self::AlwaysAsk => "always-ask",
            Self::AskOnlyForOneWay => "ask-only-for-one-way",
            Self::Answer => "answer",
        }
    }
}

/// Sets a preference. A person has to do that, and there has to be a way back
/// from what it lets go unasked.
pub(super) fn set(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let word = args.preference.unwrap_or(Word::Answer);
    let refused = Ok(ExitCode::from(REFUSED));
    let Some(person) = person(ctx, console, args.claim, "set", &args.id, Some(word.as_str()))
    else {
        return refused;
    };
    let id = id(&args.id)?;
    ensure!(
        (word == Word::Answer) != args.answer.is_empty(),
        "`answer` needs --answer LABEL, and no other preference takes one"
    );
    let given = args.answer.iter().chain(&args.skill);
    ensure!(
        given.into_iter().all(|text| !text.trim().is_empty()),
        "--answer and --skill need words"
    );
    let registry = registry::load(ctx)?;
    let entry = entry(ctx, args, word)?;
    let read = preferences::entry(entry.get()).map_err(|malformed| anyhow!(malformed.0))?;
    if let Some(why) = never_in_force(&registry, &id, &read) {
        console.error_line(format!("refused: {id} is asked all the same: {why}"));
        return Ok(ExitCode::from(INERT));
    }
    let origin = origin(args.global);
    let file = edit::file(ctx, origin)?;
    let change = Change {
        action: "set",
        question_id: id.as_str(),
        preference: Some(word.as_str()),
        file: Some(&file),
        person: Some(person),
    };
    let former = edit::edit(ctx, origin, |file| {
        let former = edit::take(file, &registry.names(&id));
        file.insert(id.to_string(), entry);
        // First, for a preference that leaves no trace must not be in force.
        edit::record(ctx, &change, &former)?;
        Ok(former)
    })?;
    console.line(format!("{id}: {} in {}", word.as_str(), file.display()));
    for (key, raw) in former {
        console.line(format!("in place of {key}: {}", one_line(raw.get(), MAX_ENTRY)));
    }
    Ok(ExitCode::SUCCESS)
}

/// Takes a preference back.
pub(super) fn unset(ctx: &Ctx, args: &UnsetArgs, console: &mut Console) -> Result<ExitCode> {
    let Some(person) = person(ctx, console, args.claim, "unset", &args.id, None) else {
        return Ok(ExitCode::from(REFUSED));
    };
    let id = id(&args.id)?;
    let registry = registry::load(ctx)?;
    let origin = origin(args.global);
    let file = edit::file(ctx, origin)?;
    let change = Change {
        action: "unset",
        question_id: id.as_str(),
        preference: None,
        file: Some(&file),
        person: Some(person),
    };
    let was_there = edit::edit(ctx, origin, |file| {
        let former = edit::take(file, &registry.names(&id));
        if !former.is_empty() {
            edit::record(ctx, &change, &former)?;
        }
        Ok(!former.is_empty())
    })?;
    if !was_there {
        console.line(format!("{id} has no preference in {}", file.display()));
        let preferences = preferences::load(ctx)?;
        if let Some((other, _)) = preferences.of(&registry.names(&id)) {
            let other = edit::file(ctx, other)?;
            console.line(format!("it has one in {}, which holds", other.display()));
        }
        return Ok(ExitCode::SUCCESS);
    }
    console.line(format!("{id}: no preference any more"));
    Ok(ExitCode::SUCCESS)
}

fn entry(ctx: &Ctx, args: &Args, word: Word) -> Result<Box<RawValue>> {
    let preference = word.as_str();
    let is_word_alone = args.answer.is_empty()
        && args.expires.is_none()
        && args.skill.is_none()
        && args.note.is_none();
    if is_word_alone {
        return Ok(to_raw_value(preference)?);
    }
    let answer = match args.answer.as_slice() {
        [] => None,
        [label] => Some(Value::from(label.as_str())),
        labels => Some(Value::from(labels)),
    };
    let expires = args.expires.as_deref().map(|text| expires(ctx, text)).transpose()?;
    let (skill, note) = (args.skill.as_deref(), args.note.as_deref());
    let entry = Entry { preference, answer, expires, skill, note };
    // Indented as it will stand, one level down: the file is read by people.
    let json = serde_json::to_string_pretty(&entry)?.replace('\n', "\n  ");
    Ok(RawValue::from_string(json)?)
}

/// A date or a time as it is given, and a span from now on as the time it ends.
fn expires(ctx: &Ctx, text: &str) -> Result<String> {
    let moment = match humantime::parse_duration(text) {
        Ok(span) => {
            ensure!(!span.is_zero(), "--expires: {text} is over at once");
            let end = ctx.now().checked_add(span).filter(|end| *end < preferences::end_of_time());
            let end = end.with_context(|| format!("--expires: {text} is too far away"))?;
            return Ok(humantime::format_rfc3339_seconds(end).to_string());
        }
        Err(_) => preferences::expiry(text).map_err(|malformed| {
            anyhow!("--expires: {}; nor is it a span such as 30d", malformed.0)
        })?,
    };
    ensure!(moment > ctx.now(), "--expires: {text} is over already");
    Ok(text.to_owned())
}

/// The id that a person has typed.
pub(super) fn id(text: &str) -> Result<QuestionId> {
    QuestionId::parse(text)
        .with_context(|| format!("`{text}` is no question id: a-z, 0-9 and -, at most 64"))
}

pub(super) fn origin(global: bool) -> Origin {
    if global { Origin::User } else { Origin::Project }
}
