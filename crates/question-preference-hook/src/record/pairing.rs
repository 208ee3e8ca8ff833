//! What was answered in the person's place, from the call until its result: a
//! file for each call in the state folder, read once and removed.

use std::fs;
use std::time::Duration;

use anyhow::{Context as _, Result};
use hook_protocol::Common;
use hook_runtime::Ctx;
use hook_state::StateDir;
use serde::{Deserialize, Serialize};

use crate::config::question_id::QuestionId;
use crate::gather::known::Known;

/// The folder, in the state folder.
const FOLDER: &str = "question-answers";

/// A result comes at once, or never.
const MAX_AGE: Duration = Duration::from_secs(24 * 3600);

/// The format of these files.
const VERSION: u32 = 1;

/// The answers to one call.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Answered {
    version: u32,
    /// When they were given, RFC 3339.
    ts: String,
    answers: Vec<Given>,
}

/// An answer that was given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Given {
    pub(crate) question_id: QuestionId,
    /// The options, by their places.
    pub(crate) options: Vec<usize>,
}

/// What tells a call from every other: a host may count anew in each session.
#[derive(Debug, Clone)]
pub(crate) struct Call(String);

impl Call {
    /// `None` for a call without an id, which nothing tells from another.
    pub(crate) fn of(common: &Common, tool_use_id: Option<&str>) -> Option<Self> {
        let session = common.session_id.as_deref().unwrap_or_default();
        Some(Self(format!("{session}.{}", tool_use_id?)))
    }

    fn file(&self) -> String {
        format!("{}.json", self.0)
    }

    /// One for each set of questions: another one under the same id is another.
    fn marker(&self, known: &[Known<'_>]) -> String {
        let ids = known.iter().map(|known| known.id.as_str());
        format!("{}.{}", self.0, ids.collect::<Vec<_>>().join("."))
    }
}

/// Keeps the answers to a call.
///
/// # Errors
/// If they cannot be written: an answer that leaves no trace must not be given.
pub(crate) fn keep(ctx: &Ctx, call: &Call, answers: Vec<Given>) -> Result<()> {
    let bytes = serde_json::to_vec(&Answered { version: VERSION, ts: ctx.timestamp(), answers })?;
    Ok(folder(ctx)?.write(&call.file(), &bytes)?)
}

/// The answers to a call; empty where there were none.
///
/// # Errors
/// If there is a file for them that cannot be read.
pub(crate) fn kept(ctx: &Ctx, call: &Call) -> Result<Vec<Given>> {
    let found = folder(ctx)?.read_json::<Answered>(&call.file())?;
    Ok(found.filter(|found| found.version == VERSION).unwrap_or_default().answers)
}

/// Forgets the answers to a call: they are in the log.
pub(crate) fn forget(ctx: &Ctx, call: &Call) {
    if let Ok(folder) = folder(ctx) {
        let _swept_later = fs::remove_file(folder.file(&call.file()));
    }
}

/// The questions of the calls whose answers were not collected yet, each with
/// the time of its answer.
pub(crate) fn pending(ctx: &Ctx) -> Vec<(String, Vec<QuestionId>)> {
    let Ok(folder) = folder(ctx) else {
        return Vec::new();
    };
    let Ok(entries) = fs::read_dir(folder.path()) else {
        return Vec::new();
    };
    let calls = entries.flatten().filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let found: Answered = folder.read_json(&name).ok()??;
        let questions = found.answers.into_iter().map(|answer| answer.question_id);
        Some((found.ts, questions.collect()))
    });
    calls.collect()
}

/// Whether the result of a call was logged, for who holds the log.
///
/// # Errors
/// If nobody can tell.
pub(crate) fn is_logged(ctx: &Ctx, call: &Call, known: &[Known<'_>]) -> Result<bool> {
    Ok(folder(ctx)?.is_marked(&call.marker(known))?)
}

/// Remembers that the result of a call was logged: a hook that is registered twice sees it
/// twice, at the same time.
///
/// # Errors
/// If that cannot be remembered.
pub(crate) fn mark(ctx: &Ctx, call: &Call, known: &[Known<'_>]) -> Result<()> {
    folder(ctx)?.once(&call.marker(known))?;
    Ok(())
}

/// Removes what was never collected within a day.
pub(crate) fn sweep(ctx: &Ctx) {
    let Ok(folder) = folder(ctx) else { return };
    let _later = hook_state::sweep_leftovers(folder.path(), ctx.now());
    if let Some(before) = ctx.now().checked_sub(MAX_AGE)
        && let Err(err) = folder.sweep(before)
    {
        ctx.report(format_args!("could not sweep old answers: {err}"));
    }
}

fn folder(ctx: &Ctx) -> Result<StateDir> {
    let state = ctx.state().context("there is no state folder: HOME is not set")?;
    Ok(StateDir::new(state.file(FOLDER)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::testing::{call, ctx};

    #[test]
    fn answers_are_kept_until_they_are_logged_and_only_for_their_call() {
        let folder = tempfile::tempdir().unwrap();
        let ctx = ctx(&folder.path().join("state"));
        let answers =
            vec![Given { question_id: QuestionId::parse("a").unwrap(), options: vec![1] }];
        for (session, id) in [("s", "toolu_1"), ("../..", "../../outside")] {
            keep(&ctx, &call(session, id), answers.clone()).unwrap();
            for other in [call(session, "toolu_2"), call("other", id)] {
                assert_eq!(kept(&ctx, &other).unwrap(), []);
            }
            assert_eq!(pending(&ctx).len(), 1);
            assert_eq!(kept(&ctx, &call(session, id)).unwrap(), answers);
            forget(&ctx, &call(session, id));
            assert_eq!(kept(&ctx, &call(session, id)).unwrap(), []);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_was_never_collected_is_swept_after_a_day() {
        let folder = tempfile::tempdir().unwrap();
        let ctx = ctx(folder.path());
        keep(&ctx, &call("s", "old"), Vec::new()).unwrap();
        keep(&ctx, &call("s", "young"), Vec::new()).unwrap();
        let age = |id: &str, hours: u64| {
            let file = folder.path().join(FOLDER).join(call("s", id).file());
            let time = ctx.now() - Duration::from_secs(hours * 3600);
            fs::File::options().write(true).open(file).unwrap().set_modified(time).unwrap();
        };
        age("old", 25);
        age("young", 23);
        sweep(&ctx);
        assert_eq!(pending(&ctx).len(), 1);
    }
}
