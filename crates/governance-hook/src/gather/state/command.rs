//! A state that a program tells.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Result, anyhow};
use hook_runtime::Ctx;
use serde::{Deserialize, Serialize};

/// Answers of state commands, kept between processes.
const FILE: &str = "governance-answers.json";

/// What is left for everything else after a command has used up its time.
const RESERVE: Duration = Duration::from_millis(500);

/// How long an answer waits for the file in which it is kept.
const PATIENCE: Duration = Duration::from_millis(100);

/// How many answers are kept; one project has a command or two for each
/// worktree.
const MAX_ANSWERS: usize = 32;

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Answers {
    version: u32,
    answers: BTreeMap<String, Kept>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Kept {
    at_ms: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    answer: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
}

/// What the program `words` prints, run in the project's root. An answer, and a
/// failure too, is used again for `cache_ms`, also by other processes.
///
/// # Errors
/// If the program cannot be started, fails, or takes longer than `timeout_ms`.
pub(super) fn ask(
    ctx: &Ctx,
    words: &[String],
    timeout_ms: u64,
    cache_ms: u64,
) -> Result<Option<String>> {
    let root = ctx.project().map(|project| project.path().to_owned());
    // Linked worktrees share the state folder and may be in different states.
    let key = format!("{}: {}", root.clone().unwrap_or_default().display(), words.join("\u{1f}"));
    let now = milliseconds(ctx.now());
    if let Some(kept) = (cache_ms > 0).then(|| kept(ctx, &key, now, cache_ms)).flatten() {
        return outcome(kept);
    }
    let limit = Duration::from_millis(timeout_ms).min(ctx.time_left().saturating_sub(RESERVE));
    ctx.expect_delay();
    let held = protection::wall::wrap(ctx, &[], words.to_vec());
    let fresh = match timed_command::output(&held, root.as_deref(), limit) {
        Ok(answer) => Kept { at_ms: now, answer: Some(answer), failure: None },
        Err(err) => Kept { at_ms: now, answer: None, failure: Some(err.to_string()) },
    };
    if cache_ms > 0 && !ctx.is_dry_run() {
        keep(ctx, key, fresh.clone());
    }
    outcome(fresh)
}

fn outcome(kept: Kept) -> Result<Option<String>> {
    match kept.failure {
        Some(failure) => Err(anyhow!(failure)),
        None => Ok(kept.answer),
    }
}

fn kept(ctx: &Ctx, key: &str, now: u64, cache_ms: u64) -> Option<Kept> {
    let mut answers: Answers = ctx.state()?.read_json(FILE).ok()??;
    answers.answers.remove(key).filter(|kept| kept.at_ms <= now && now - kept.at_ms < cache_ms)
}

/// A cache that cannot be written costs time and nothing else.
fn keep(ctx: &Ctx, key: String, fresh: Kept) {
    let Some(state) = ctx.state() else { return };
    let _unkept = state.update_json(FILE, ctx.patience(PATIENCE), |answers: &mut Answers| {
        answers.version = 1;
        answers.answers.insert(key, fresh);
        while answers.answers.len() > MAX_ANSWERS {
            let oldest = answers.answers.iter().min_by_key(|(_, kept)| kept.at_ms);
            let Some(oldest) = oldest.map(|(key, _)| key.clone()) else {
                break;
            };
            answers.answers.remove(&oldest);
        }
    });
}

fn milliseconds(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
