//! What is written: the log of questions, and the files of preferences.

pub(crate) mod bind;
pub(crate) mod edit;
pub(crate) mod journal;

use anyhow::{Context as _, Result};
use hook_protocol::Common;
use hook_runtime::Ctx;

use crate::decide::{Ask, Choice};
use crate::gather::answers::Answer;
use crate::gather::known_question::Known;
use crate::record::journal::{Outcome, Record, Source};

/// Logs what is answered in the person's place, before it is answered.
///
/// # Errors
/// If that is not possible: an answer that leaves no trace must not be given.
pub(crate) fn log_choices(
    ctx: &Ctx,
    common: &Common,
    tool_use_id: Option<&str>,
    known: &[Known<'_>],
    choices: &[Choice],
) -> Result<()> {
    let record = |(known, choice): (&Known<'_>, &Choice)| {
        let outcome = Outcome {
            options: &choice.options,
            free_text: None,
            source: Source::Preference,
            asked_because: None,
        };
        journal::record(ctx, common, tool_use_id, known, &outcome)
    };
    log(ctx, known.iter().zip(choices).map(record).collect())
        .context("could not answer: the answer cannot be logged")
}

/// Logs what came back, if that is not what was logged when it was answered. That never fails the
/// hook: the answer stands.
pub(crate) fn log_answers(
    ctx: &Ctx,
    common: &Common,
    tool_use_id: Option<&str>,
    known: &[Known<'_>],
    answers: &[Answer],
    decided: &[Result<Choice, Ask>],
) {
    let all = known.iter().zip(answers).enumerate();
    let record = |(at, (known, answer))| {
        let outcome = outcome(answer, asked_because(decided, at));
        journal::record(ctx, common, tool_use_id, known, &outcome)
    };
    if let Err(err) = log(ctx, all.map(record).collect()) {
        ctx.report(format_args!("could not log a question: {err:#}"));
    }
}

/// Logs what of a call is not logged yet: a hook that is registered twice sees each event twice,
/// at the same time.
fn log(ctx: &Ctx, records: Vec<Record>) -> Result<()> {
    if records.is_empty() {
        return Ok(());
    }
    let log = journal::journal(ctx).context("there is no state folder")?;
    let log = journal::hold(ctx, &log)?;
    let missing = journal::missing(&log, records)?;
    if !missing.is_empty() {
        log.append_all(&missing)?;
    }
    Ok(())
}

/// What the log says of an answer that is not ours.
pub(crate) fn outcome(answer: &Answer, asked_because: Option<String>) -> Outcome<'_> {
    let (options, free_text, source): (&[usize], _, _) = match answer {
        Answer::Chosen { options, notes } => (options, notes.as_deref(), Source::User),
        Answer::FreeText(words) => (&[], Some(words.as_str()), Source::UserOther),
        Answer::Unknown => (&[], None, Source::Unknown),
    };
    Outcome { options, free_text, source, asked_because }
}

/// Why a question was asked that there is a preference for.
fn asked_because(decided: &[Result<Choice, Ask>], at: usize) -> Option<String> {
    match decided.get(at)? {
        Err(Ask::NoPreference) => None,
        Err(ask) => Some(ask.to_string()),
        Ok(_) => {
            let is_with_others = decided.iter().any(Result::is_err);
            is_with_others.then(|| "another question of the call had to be asked".to_owned())
        }
    }
}
