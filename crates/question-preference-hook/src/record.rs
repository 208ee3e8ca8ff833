//! What is written: the log of questions, answers until their result comes, and the
//! files of preferences.

pub(crate) mod edit;
pub(crate) mod journal;
pub(crate) mod pairing;
#[cfg(test)]
mod testing;
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
    let records = || known.iter().zip(choices).map(record).collect();
    log_once(ctx, call, known, records).context("could not answer: the answer cannot be logged")
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
    let records = || {
        let ours = kept(ctx, call.as_ref());
        let all = known.iter().zip(answers).enumerate();
        let record = |(at, (known, answer))| {
            let outcome = outcome(answer, ours.get(at));
            journal::record(ctx, common, tool_use_id, known, &outcome)
        };
        all.map(record).collect()
    };
    match log_once(ctx, call.as_ref(), known, records) {
        Err(err) => ctx.report(format_args!("could not log a question: {err:#}")),
        Ok(()) => {
            if let Some(call) = &call {
                pairing::forget(ctx, call);
            }
        }
    }
}

/// Logs the result of a call that is seen for the first time. Who is killed after the line
/// leaves no marker, so the end of the log is asked as well.
fn log_once(
    ctx: &Ctx,
    call: Option<&Call>,
    known: &[Known<'_>],
    records: impl FnOnce() -> Vec<Record>,
) -> Result<()> {
    let log = journal::journal(ctx).context("there is no state folder")?;
    let log = journal::hold(ctx, &log)?;
    let Some(call) = call else {
        return Ok(log.append_all(&records())?);
    };
    if pairing::is_logged(ctx, call, known)? {
        return Ok(());
    }
    let missing = journal::missing(&log, records())?;
    if !missing.is_empty() {
        log.append_all(&missing)?;
    }
    pairing::mark(ctx, call, known)
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

fn kept(ctx: &Ctx, call: Option<&Call>) -> Vec<pairing::Given> {
    let Some(call) = call else {
        return Vec::new();
    };
    pairing::kept(ctx, call).unwrap_or_else(|err| {
        ctx.report(format_args!("could not tell whose answer this is: {err:#}"));
        Vec::new()
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::json;

    use super::*;
    use crate::record::testing::{call, ctx};

    fn records() -> Vec<Record> {
        let record = |id: &str| {
            let line = json!({"ts": "2026-11-20T14:03:00Z", "session_id": "s", "summary": "?",
                "tool_use_id": "toolu_1", "question_id": id, "options_count": 2,
                "door": "two-way", "source": "user"});
            serde_json::from_value(line).unwrap()
        };
        ["a", "b"].map(record).into()
    }

    #[track_caller]
    fn check_logged(ctx: &Ctx) {
        let ids = journal::records(ctx).unwrap().into_iter().map(|record| record.question_id);
        assert_eq!(ids.collect::<Vec<_>>(), ["a", "b"]);
        assert!(pairing::is_logged(ctx, &call("s", "toolu_1"), &[]).unwrap());
    }

    #[test]
    fn of_many_that_see_a_result_at_once_one_logs_it() {
        let folder = tempfile::tempdir().unwrap();
        let ctx = ctx(folder.path());
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| log_once(&ctx, Some(&call("s", "toolu_1")), &[], records).unwrap());
            }
        });
        check_logged(&ctx);
    }

    #[test]
    fn what_a_killed_hook_logged_is_not_logged_again() {
        for logged in 0..=2 {
            let folder = tempfile::tempdir().unwrap();
            let ctx = ctx(folder.path());
            let before: Vec<Record> = records().into_iter().take(logged).collect();
            let log = journal::journal(&ctx).unwrap();
            journal::hold(&ctx, &log).unwrap().append_all(&before).unwrap();
            log_once(&ctx, Some(&call("s", "toolu_1")), &[], records).unwrap();
            check_logged(&ctx);
        }
    }

    #[test]
    fn where_that_failed_the_next_one_logs() {
        let folder = tempfile::tempdir().unwrap();
        let ctx = ctx(folder.path());
        let log = ctx.state().unwrap().file("question-log.jsonl");
        fs::create_dir(&log).unwrap();
        log_once(&ctx, Some(&call("s", "toolu_1")), &[], records).unwrap_err();
        fs::remove_dir(&log).unwrap();
        log_once(&ctx, Some(&call("s", "toolu_1")), &[], records).unwrap();
        check_logged(&ctx);
    }
}
