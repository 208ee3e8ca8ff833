//! `prune`: fewer records, and the same answers of `blame`.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use hook_runtime::{Console, Ctx};

use super::FOUND_WANTING;
use crate::config::Config;
use crate::decide::squash;
use crate::record::ledger::Ledger;
use crate::record::line::Finding;
use crate::record::link::Link;
use crate::record::succession::{self, Succession};
use crate::record::trace::Record;
use crate::record::{self, chain, files, own_chain};
use crate::words::{NO_RECORD, count};

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
    let root = ctx.need_project()?.path();
    let chains = Ledger::all(root)?;
    let Some(first) = chains.first() else {
        console.line(NO_RECORD);
        return Ok(ExitCode::SUCCESS);
    };
    // It keeps others from all chains.
    let locked = first.lock(PATIENCE)?;
    // One that was killed before the new chain was whole leaves what it had written of it.
    let _later = hook_state::sweep_leftovers(first.files().folder(), ctx.now());
    let mut findings = Vec::new();
    for chain in &chains {
        succession::go_on(chain.files())?;
        findings.extend(wrong_with(chain)?);
    }
    if !findings.is_empty() {
        // A new chain would hide what is wrong with this one.
        for finding in findings {
            console.line(finding.to_string());
        }
        let what = "the ledger is damaged; nothing was changed";
        console.error_line(format!("{}: {what}", ctx.hook()));
        return Ok(ExitCode::from(FOUND_WANTING));
    }
    let is_old = |timestamp: &str| {
        humantime::parse_rfc3339_weak(timestamp).is_ok_and(|written| written < moment)
    };
    let Shortened { chains, removed, left } = shortened(&chains, is_old)?;
    if removed + left == 0 {
        console.line(NO_RECORD);
        return Ok(ExitCode::SUCCESS);
    }
    if dry_run {
        let (gone, left) = (count(removed as u64, "record"), count(left as u64, "record"));
        console.line(format!("{gone} would be removed, {left} left"));
        return Ok(ExitCode::SUCCESS);
    }
    for (chain, kept, last) in &chains {
        succession::replace(chain.files(), kept, last)?;
    }
    drop(locked);
    for (chain, kept, last) in &chains {
        let end = kept.last().map(Record::link);
        own_chain::replaced(ctx, root, chain.files().chain(), (last, end), PATIENCE)?;
        if let Some(key) = &key {
            record::sign(ctx, chain, key, None)?;
        }
    }
    console.line(format!(
        "{} removed, {} left",
        count(removed as u64, "record"),
        count(left as u64, "record")
    ));
    Ok(ExitCode::SUCCESS)
}

/// What is left of the ledger.
struct Shortened<'c> {
    /// The chains of which something goes, each with what stays and its end until now.
    chains: Vec<(&'c Ledger, Vec<Record>, Link)>,
    removed: usize,
    left: usize,
}

fn shortened(chains: &[Ledger], is_old: impl Fn(&str) -> bool) -> Result<Shortened<'_>> {
    let mut shortened = Shortened { chains: Vec::new(), removed: 0, left: 0 };
    for chain in chains {
        let lines = chain.lines()?;
        let last = lines.iter().rev().find_map(|line| chain::link(line.record.as_ref()?));
        let Some(last) = last else { continue };
        let records: Vec<Record> = lines
            .into_iter()
            .map(|line| serde_json::from_value(line.record.unwrap_or_default()))
            .collect::<Result<_, _>>()?;
        let kept = squash::squash(&records, &is_old, &last)?;
        shortened.left += kept.len();
        shortened.removed += records.len() - kept.len();
        if kept.len() < records.len() {
            shortened.chains.push((chain, kept, last));
        }
    }
    Ok(shortened)
}

/// What is wrong with a chain.
fn wrong_with(chain: &Ledger) -> Result<Vec<Finding>> {
    let files = chain.files();
    let file = files::name(&files.current());
    let mut findings = chain::check(&chain.lines()?, &file, files.head().as_ref());
    findings.extend(Succession::of(files)?.finding(files));
    Ok(findings)
}
