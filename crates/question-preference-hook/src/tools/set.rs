//! `set` and `unset`: the preference for a question.

use std::process::ExitCode;

use anyhow::{Context as _, Result, anyhow, ensure};
use clap::ValueEnum;
use hook_runtime::{Console, Ctx, one_line};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use super::person::{REFUSED, person};
use crate::config::binding::{self, Fingerprint};
use crate::config::preferences::{self, Origin, Preference};
use crate::config::question_id::QuestionId;
use crate::config::registry::{self, Registry};
use crate::decide::preference_state::{Inert, never_in_force};
use crate::record::bind;
use crate::record::edit::{self, Change};
use crate::record::journal::{self, Record};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The question: its id, as in `<qid:ID>` or in the log
    id: String,
    /// The preference; `answer` if --answer is given
    #[arg(required_unless_present_any = ["answer", "again"])]
    preference: Option<Word>,
    /// The option to take, by its label; repeat it if several may be chosen
    #[arg(long, value_name = "LABEL")]
    answer: Vec<String>,
    /// Keep the preference, and bind it to the options that you saw last
    #[arg(long, conflicts_with_all = ["preference", "answer", "unseen", "expires", "note"])]
    again: bool,
    /// Bind it to no options: any question with this id is answered
    #[arg(long)]
    unseen: bool,
    /// For all your projects instead of this one
    #[arg(long)]
    global: bool,
    /// When it ends: 30d, 2026-12-31 or 2026-12-31T12:00:00Z
    #[arg(long, value_name = "WHEN")]
    expires: Option<String>,
    /// A reason, for readers of the file
    #[arg(long)]
    note: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(super) struct UnsetArgs {
    /// The question
    id: String,
    /// For all your projects instead of this one
    #[arg(long)]
    global: bool,
}

/// What a preference is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Word {
    /// Take the recommended option
    NeverAsk,
    /// Ask
    AlwaysAsk,
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
    note: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<Value>,
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
            Self::Answer => "answer",
        }
    }
}

/// Sets a preference. A person has to do that, and there has to be a way back
/// from what it lets go unasked.
pub(super) fn set(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let word = args.preference.or_else(|| (!args.again).then_some(Word::Answer));
    let tried = Some(word.map_or("again", Word::as_str));
    let Some(person) = person(ctx, console, "set", &args.id, tried) else {
        return Ok(ExitCode::from(REFUSED));
    };
    let id = id(&args.id)?;
    check(args, word)?;
    let registry = registry::load(ctx)?;
    let origin = origin(args.global);
    let path = edit::file(ctx, origin)?;
    let names = registry.names(&id);
    let before = preferences::entries(&preferences::read(ctx, origin)?);
    let former_entry = names.iter().find_map(|name| before.get(*name)?.as_ref().ok());
    let has_one = !args.again || former_entry.is_some();
    ensure!(has_one, "there is no preference for {id} in {}", path.display());
    let seen = journal::last_seen(ctx, &names)?;
    let wanted = word.map(|word| entry(ctx, args, word)).transpose()?;
    let read = wanted.as_ref().map(|raw| preferences::entry(raw.get())).transpose();
    let read = read.map_err(|malformed| anyhow!(malformed.0))?;
    let read = read.as_ref().or(former_entry).context("there is no preference")?;
    if let Some(why) = refusal(&registry, &id, read, seen.as_ref(), args.unseen) {
        console.error_line(format!("refused: a preference for {id} would have no effect: {why}"));
        return Ok(ExitCode::from(INERT));
    }
    let needs = needs_binding(&registry, &id, read) && !args.unseen;
    let is_seen = !(args.again && needs) || seen.is_some();
    ensure!(
        is_seen,
        "the log has no answer to {id} yet; the preference is bound when you answer the question"
    );
    if needs && let Some((record, options)) = &seen {
        let question = one_line(&record.summary, MAX_ENTRY);
        console.line(format!("The question, as you saw it last: {question} [{options}]"));
    }
    let preference = read.preference.to_string();
    let change = Change {
        action: "set",
        question_id: id.as_str(),
        preference: Some(&preference),
        file: Some(&path),
        person: Some(person.as_str()),
    };
    let options = seen.as_ref().map(|(_, options)| options).filter(|_| needs);
    let former = edit::edit(ctx, origin, |file| {
        let former = edit::take(file, &names);
        let raw = wanted.as_ref().or_else(|| former.values().next());
        let raw = raw.context("the preference is gone")?;
        let bound = options.map(|options| bind::bound(raw, options)).transpose()?;
        file.insert(id.to_string(), bound.unwrap_or_else(|| raw.clone()));
        // First, for a preference that leaves no trace must not be in force.
        edit::record(ctx, &change, &former)?;
        Ok(former)
    })?;
    console.line(format!("{id}: {preference} in {}", path.display()));
    if needs {
        console.line(holds_for(options));
    }
    for (key, raw) in former.iter().filter(|_| !args.again) {
        console.line(replaced(key, raw));
    }
    Ok(ExitCode::SUCCESS)
}

/// That a preference took the place of another one.
fn replaced(key: &str, raw: &RawValue) -> String {
    format!("replaces {key}: {}", one_line(raw.get(), MAX_ENTRY))
}

/// Whether the arguments fit each other.
fn check(args: &Args, word: Option<Word>) -> Result<()> {
    ensure!(
        (word == Some(Word::Answer)) != args.answer.is_empty(),
        "`answer` needs --answer LABEL; no other preference has it"
    );
    let is_blank = args.answer.iter().any(|label| label.trim().is_empty());
    ensure!(!is_blank, "--answer needs a label");
    Ok(())
}

/// For which options a preference holds.
fn holds_for(options: Option<&Fingerprint>) -> String {
    match options {
        Some(options) => format!("it applies to the options {options}"),
        None => "not asked yet: you will be asked once, and the preference then applies to those options"
            .to_owned(),
    }
}

/// Whether the preference holds for options that somebody has to have seen.
fn needs_binding(registry: &Registry, id: &QuestionId, entry: &preferences::Entry) -> bool {
    entry.preference != Preference::AlwaysAsk && registry.entry(id).is_none() && !id.is_hash()
}

/// Why the preference could never be in force.
fn refusal(
    registry: &Registry,
    id: &QuestionId,
    entry: &preferences::Entry,
    seen: Option<&(Record, Fingerprint)>,
    unseen: bool,
) -> Option<Inert> {
    if let Some(why) = never_in_force(registry, id, entry) {
        return Some(why);
    }
    let (Preference::Answer(labels), Some((_, options))) = (&entry.preference, seen) else {
        return None;
    };
    let foreign = labels.iter().find(|label| !options.offers(label))?;
    (needs_binding(registry, id, entry) && !unseen).then(|| Inert::NotAnOption(foreign.clone()))
}

/// Takes a preference back.
pub(super) fn unset(ctx: &Ctx, args: &UnsetArgs, console: &mut Console) -> Result<ExitCode> {
    let Some(person) = person(ctx, console, "unset", &args.id, None) else {
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
        person: Some(person.as_str()),
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
            console.line(format!("the preference in {} applies", other.display()));
        }
        return Ok(ExitCode::SUCCESS);
    }
    console.line(format!("{id}: preference removed"));
    Ok(ExitCode::SUCCESS)
}

fn entry(ctx: &Ctx, args: &Args, word: Word) -> Result<Box<RawValue>> {
    let preference = word.as_str();
    let is_word_alone =
        args.answer.is_empty() && args.expires.is_none() && args.note.is_none() && !args.unseen;
    if is_word_alone {
        return Ok(to_raw_value(preference)?);
    }
    let answer = match args.answer.as_slice() {
        [] => None,
        [label] => Some(Value::from(label.as_str())),
        labels => Some(Value::from(labels)),
    };
    let expires = args.expires.as_deref().map(|text| expires(ctx, text)).transpose()?;
    let note = args.note.as_deref();
    let bound = args.unseen.then(|| binding::ANY.into());
    let entry = Entry { preference, answer, expires, note, bound };
    bind::indented(&entry)
}

/// A date or a time as it is given, and a span from now on as the time it ends.
fn expires(ctx: &Ctx, text: &str) -> Result<String> {
    let moment = match humantime::parse_duration(text) {
        Ok(span) => {
            ensure!(!span.is_zero(), "--expires: {text} is zero");
            let end = ctx.now().checked_add(span).filter(|end| *end < preferences::end_of_time());
            let end = end.with_context(|| format!("--expires: {text} is too far in the future"))?;
            return Ok(humantime::format_rfc3339_seconds(end).to_string());
        }
        Err(_) => preferences::expiry(text).map_err(|malformed| {
            anyhow!("--expires: {}; nor a duration such as 30d", malformed.0)
        })?,
    };
    ensure!(moment > ctx.now(), "--expires: {text} is in the past");
    Ok(text.to_owned())
}

/// The id that a person has typed.
pub(super) fn id(text: &str) -> Result<QuestionId> {
    QuestionId::parse(text)
        .with_context(|| format!("`{text}` is not a question id: a-z, 0-9 and -, at most 64"))
}

pub(super) fn origin(global: bool) -> Origin {
    if global { Origin::User } else { Origin::Project }
}
