//! `squash`: fewer records, and the same answers of `blame`.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use hook_runtime::{Console, Ctx};

use super::{FOUND_WANTING, ledger, no_record};
use crate::config::Config;
use crate::decide::squash;
use crate::record;
use crate::record::chain;
use crate::record::succession::{self, Succession};
use crate::record::trace::Record;
use crate::words::count;

/// How long hooks are waited for.
const PATIENCE: Duration = Duration::from_secs(3);

pub(super) fn run(
    ctx: &Ctx,
    before: &str,
    dry_run: bool,
    console: &mut Console,
) -> Result<ExitCode> {
    if let Err(missing) = person::identify(ctx) {
        console.error_line(person::refusal("`prune`", &missing));
        return Ok(ExitCode::from(FOUND_WANTING));
    }
    let moment = ctx.since(before)?;
    let _seen = console.progress("prune");
    let key = Config::load(ctx)?.sign_key(ctx);
    let ledger = ledger(ctx)?;
    if ledger.is_empty()? {
        console.line(no_record(ctx));
        return Ok(ExitCode::SUCCESS);
    }
    let locked = ledger.lock(PATIENCE)?;
    // One that was killed before the new chain was whole leaves what it had written of it.
    let _later = hook_state::sweep_leftovers(ledger.files().folder(), ctx.now());
    let lines = ledger.lines()?;
    let mut findings = chain::check(&lines, ledger.files().head().as_ref());
    findings.extend(Succession::of(ledger.files())?.finding());
    if !findings.is_empty() {
        // A new chain would hide what is wrong with this one.
        for finding in findings {
            console.line(finding.to_string());
        }
        let what = "the ledger does not verify and stays as it is";
        console.error_line(format!("{}: {what}", ctx.hook()));
        return Ok(ExitCode::from(FOUND_WANTING));
    }
    let Some(last) = lines.iter().rev().find_map(|line| chain::link(line.record.as_ref()?)) else {
        console.line(no_record(ctx));
        return Ok(ExitCode::SUCCESS);
    };
    let records: Vec<Record> = lines
        .into_iter()
        .map(|line| serde_json::from_value(line.record.unwrap_or_default()))
        .collect::<Result<_, _>>()?;
    let is_old = |timestamp: &str| {
        humantime::parse_rfc3339_weak(timestamp).is_ok_and(|written| written < moment)
    };
    let chain = squash::squash(&records, is_old, &last)?;
    let removed = records.len() - chain.len();
    if dry_run {
        let (gone, left) = (count(removed as u64, "record"), count(chain.len() as u64, "record"));
        console.line(format!("{gone} would be removed, {left} left"));
        return Ok(ExitCode::SUCCESS);
    }
    if removed > 0 {
        succession::replace(ledger.files(), &chain, &last)?;
        drop(locked);
        if let Some(key) = key {
            record::sign(ctx, &ledger, &key, None)?;
        }
    }
    console.line(format!(
        "{} removed, {} left",
        count(removed as u64, "record"),
        count(chain.len() as u64, "record")
    ));
    Ok(ExitCode::SUCCESS)
}
