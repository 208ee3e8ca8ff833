//! What is written: the log of questions, answers until their result comes, and the
//! files of preferences.

pub(crate) mod edit;
pub(crate) mod journal;
pub(crate) mod pairing;
mod wording;

use anyhow::{Context as _, Result};
use hook_protocol::{Common, PreToolUse};
use hook_runtime::Ctx;

use crate::decide::Choice;
use crate::gather::answers::Answer;
use crate::gather::known::Known;
use crate::record::journal::{Outcome, Record, Source};
use crate::record::pairing::Call;

/// Keeps the answers until the result comes.
pub(crate) fn keep(ctx: &Ctx, call: &Call, known: &[Known<'_>], choices: &[Choice]) -> Result<()> {
    let answers = known.iter().zip(choices).map(|(known, choice)| pairing::Given {
        question_id: known.id.clone(),
        options: choice.options.clone(),
    });
    pairing::keep(ctx, call, answers.collect())
        .context("could not answer: the answer cannot be kept")
}

/// A call that is denied has no result: what was answered is logged at once.
pub(crate) fn log_choices(
    ctx: &Ctx,
    event: &PreToolUse,
    call: Option<&Call>,
    known: &[Known<'_>],
    choices: &[Choice],
) -> Result<()> {
    let record = |(known, choice): (&Known<'_>, &Choice)| {
        let outcome =
            Outcome { options: &choice.options, free_text: None, source: Source::Preference };
        journal::record(ctx, &event.common, event.tool_use_id.as_deref(), known, &outcome)
    };
    let records: Vec<Record> = known.iter().zip(choices).map(record).collect();
    log_once(ctx, call, known, || journal::append(ctx, &records))
        .context("could not answer: the answer cannot be logged")
}

/// Logs what came back. That never fails the hook: the answer stands.
pub(crate) fn log_answers(
    ctx: &Ctx,
    common: &Common,
    tool_use_id: Option<&str>,
    known: &[Known<'_>],
    answers: &[Answer],
) {
    if known.is_empty() {
        return;
    }
    let call = Call::of(common, tool_use_id);
    let log = || {
        let ours = collect(ctx, call.as_ref());
        let all = known.iter().zip(answers).enumerate();
        let records: Vec<Record> = all
            .map(|(at, (known, answer))| {
                let outcome = outcome(answer, ours.get(at));
                journal::record(ctx, common, tool_use_id, known, &outcome)
            })
            .collect();
        journal::append(ctx, &records)
    };
    if let Err(err) = log_once(ctx, call.as_ref(), known, log) {
        ctx.report(format_args!("could not log a question: {err:#}"));
    }
}

fn log_once(
    ctx: &Ctx,
    call: Option<&Call>,
    known: &[Known<'_>],
    log: impl FnOnce() -> Result<()>,
) -> Result<()> {
    match call {
        Some(call) => pairing::once(ctx, call, known, log),
        None => log(),
    }
}

/// What the log says of an answer. It is ours if it is the one that we gave: the
/// person, or another hook, may have had the last word.
pub(crate) fn outcome<'a>(answer: &'a Answer, ours: Option<&pairing::Given>) -> Outcome<'a> {
    match answer {
        Answer::Chosen { options, notes } => {
            let is_ours = ours.is_some_and(|ours| is_same_choice(&ours.options, options));
            let source = if is_ours { Source::Preference } else { Source::User };
            Outcome { options, free_text: notes.as_deref(), source }
        }
        Answer::FreeText(words) => {
            Outcome { options: &[], free_text: Some(words), source: Source::UserOther }
        }
        Answer::Unknown => Outcome { options: &[], free_text: None, source: Source::Unknown },
    }
}

fn is_same_choice(left: &[usize], right: &[usize]) -> bool {
    left.len() == right.len() && left.iter().all(|option| right.contains(option))
}

fn collect(ctx: &Ctx, call: Option<&Call>) -> Vec<pairing::Given> {
    let Some(call) = call else {
        return Vec::new();
    };
    pairing::collect(ctx, call).unwrap_or_else(|err| {
        ctx.report(format_args!("could not tell whose answer this is: {err:#}"));
        Vec::new()
    })
}
