//! `stats`: how often hooks gave which answer.

use std::collections::BTreeMap;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use hook_runtime::{Console, Ctx, one_line};
use serde_json::{Value, json};

use super::{calls_of, is_since, spoken, text};

/// In characters, of a rule.
const MAX_RULE: usize = 80;

/// The options of `stats`.
#[derive(Debug, clap::Args)]
pub struct StatsArgs {
    /// Only newer entries: an age such as 90m or 7d, a date, or an RFC 3339 time
    #[arg(long, value_name = "AGE|TIME")]
    since: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Counts the answers of all hooks, or of one, the most frequent first.
///
/// # Errors
/// If `--since` is not a time, or the log cannot be read.
pub fn stats(
    ctx: &Ctx,
    args: &StatsArgs,
    hook: Option<&str>,
    console: &mut Console,
) -> Result<ExitCode> {
    let since = args.since.as_deref().map(|text| ctx.since(text)).transpose().context("--since")?;
    let mut counts: BTreeMap<[String; 3], usize> = BTreeMap::new();
    for call in calls_of(ctx)?.filter(|call| is_since(call, since)) {
        let is_meant = |one: &&Value| hook.is_none_or(|hook| text(one, "hook") == hook);
        for one in spoken(&call).filter(is_meant) {
            let key = ["hook", "outcome", "rule"].map(|key| one_line(text(one, key), MAX_RULE));
            *counts.entry(key).or_default() += 1;
        }
    }
    let mut counts: Vec<([String; 3], usize)> = counts.into_iter().collect();
    counts.sort_by(|left, right| right.1.cmp(&left.1).then_with(|| left.0.cmp(&right.0)));
    if args.json {
        let one = |([hook, outcome, rule], count): &([String; 3], usize)| json!({"hook": hook, "outcome": outcome, "rule": rule, "count": count});
        let counts: Vec<Value> = counts.iter().map(one).collect();
        console.json(&json!({"version": 1, "counts": counts}));
        return Ok(ExitCode::SUCCESS);
    }
    if counts.is_empty() {
        console.error_line("Nothing logged yet.");
        return Ok(ExitCode::SUCCESS);
    }
    let mut rows = vec![["count", "hook", "outcome", "rule"].map(str::to_owned).to_vec()];
    rows.extend(
        counts
            .into_iter()
            .map(|([hook, outcome, rule], count)| vec![count.to_string(), hook, outcome, rule]),
    );
    console.headed_table(&rows);
    Ok(ExitCode::SUCCESS)
}
