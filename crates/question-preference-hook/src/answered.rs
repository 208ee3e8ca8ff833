//! What was answered in the person's place, from the call until its result: a
//! file for each call in the state folder, read once and removed.

use std::fs;
use std::io;
use std::time::{Duration, SystemTime};

use hook_runtime::Ctx;
use hook_state::StateDir;
use serde::{Deserialize, Serialize};

use crate::question_id::QuestionId;

/// The folder, in the state folder.
const FOLDER: &str = "question-answers";

/// A result comes at once, or never.
const KEPT_FOR: Duration = Duration::from_secs(24 * 3600);

/// The answers to one call.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Answered {
    version: u32,
    answers: Vec<Answer>,
}

/// An answer that was given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Answer {
    pub(crate) question_id: QuestionId,
    /// The options, by their places.
    pub(crate) options: Vec<usize>,
}

/// Keeps the answers to the call `tool_use_id`.
///
/// # Errors
/// If they cannot be written: an answer that leaves no trace must not be given.
pub(crate) fn keep(state: &StateDir, tool_use_id: &str, answers: Vec<Answer>) -> io::Result<()> {
    let bytes = serde_json::to_vec(&Answered { version: 1, answers })?;
    folder(state).write(&name(tool_use_id), &bytes)
}

/// The answers to the call `tool_use_id`, once; empty where there were none.
///
/// # Errors
/// If there is a file for them that cannot be read.
pub(crate) fn collect(state: &StateDir, tool_use_id: &str) -> io::Result<Vec<Answer>> {
    let folder = folder(state);
    let name = name(tool_use_id);
    let found = folder.read_json::<Answered>(&name);
    if !matches!(found, Ok(None)) {
        let _swept_later = fs::remove_file(folder.file(&name));
    }
    Ok(found?.unwrap_or_default().answers)
}

/// The questions of the calls whose answers were not collected yet, the latest
/// call first.
pub(crate) fn pending(state: &StateDir) -> Vec<Vec<QuestionId>> {
    let folder = folder(state);
    let Ok(entries) = fs::read_dir(folder.path()) else {
        return Vec::new();
    };
    let mut calls: Vec<(SystemTime, Vec<QuestionId>)> = entries
        .flatten()
        .filter_map(|entry| {
            let written = entry.metadata().ok()?.modified().ok()?;
            let name = entry.file_name().into_string().ok()?;
            let found: Answered = folder.read_json(&name).ok()??;
            Some((written, found.answers.into_iter().map(|answer| answer.question_id).collect()))
        })
        .collect();
    calls.sort_by(|left, right| right.cmp(left));
    calls.into_iter().map(|(_, questions)| questions).collect()
}

/// Whether this is the first time that the result of the call `tool_use_id` is
/// seen: a hook that is registered twice sees it twice, at the same time.
///
/// # Errors
/// If that cannot be kept.
pub(crate) fn is_first_result(state: &StateDir, tool_use_id: &str) -> io::Result<bool> {
    folder(state).once(tool_use_id)
}

/// Removes what was never collected within a day.
pub(crate) fn sweep(ctx: &Ctx) {
    let Some(state) = ctx.state() else { return };
    if let Some(before) = ctx.now().checked_sub(KEPT_FOR)
        && let Err(err) = folder(state).sweep(before)
    {
        ctx.report(format_args!("could not sweep old answers: {err}"));
    }
}

fn folder(state: &StateDir) -> StateDir {
    StateDir::new(state.file(FOLDER))
}

fn name(tool_use_id: &str) -> String {
    format!("{tool_use_id}.json")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_collected_once_and_only_for_their_call() {
        let folder = tempfile::tempdir().unwrap();
        let state = StateDir::new(folder.path().join("state"));
        let answers =
            vec![Answer { question_id: QuestionId::parse("a").unwrap(), options: vec![1] }];
        for tool_use_id in ["toolu_1", "../../outside"] {
            keep(&state, tool_use_id, answers.clone()).unwrap();
            assert_eq!(collect(&state, "toolu_2").unwrap(), []);
            assert_eq!(collect(&state, tool_use_id).unwrap(), answers);
            assert_eq!(collect(&state, tool_use_id).unwrap(), []);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_result_is_first_once() {
        let folder = tempfile::tempdir().unwrap();
        let state = StateDir::new(folder.path().to_path_buf());
        let firsts: Vec<bool> = std::thread::scope(|scope| {
            let first = || is_first_result(&state, "toolu_1").unwrap();
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(first)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(firsts.iter().filter(|first| **first).count(), 1);
        assert!(is_first_result(&state, "toolu_2").unwrap());
    }
}
