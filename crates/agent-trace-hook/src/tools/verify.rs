//! `verify`: is the ledger what was written?

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, Result};
use hook_runtime::{Console, Ctx};

use super::{FOUND_WANTING, ledger};
use crate::chain::{self, Link, count};
use crate::checkpoint;
use crate::config::Config;

/// How long hooks are waited for.
const PATIENCE: Duration = Duration::from_secs(1);

pub(super) fn run(ctx: &Ctx, public_key: Option<&Path>, console: &mut Console) -> Result<ExitCode> {
    let ledger = ledger(ctx)?;
    // No hook is to write meanwhile, where one has written; but a ledger that may
    // only be read is read.
    let locked = ledger.head().map(|_| ledger.lock(PATIENCE).ok());
    let head = ledger.head();
    let lines = ledger.lines()?;
    drop(locked);
    let mut findings = chain::check(&lines, head.as_ref());
    let chain: Vec<Link> =
        lines.iter().filter_map(|line| chain::link(line.record.as_ref()?)).collect();

    let key = match public_key {
        Some(file) => Some(checkpoint::read_public_key(file)?),
        None => match Config::load(ctx)?.sign_key(ctx) {
            Some(file) => Some(checkpoint::read_key(&file)?.verifying_key()),
            None => None,
        },
    };
    let path = ledger.checkpoints();
    let checkpoints = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(err) if err.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(err) => return Err(err).context(format!("could not read {}", path.display())),
    };
    findings.extend(checkpoint::check(&checkpoints, &chain, key.as_ref()));

    for finding in &findings {
        console.line(finding.to_string());
    }
    if !findings.is_empty() {
        return Ok(ExitCode::from(FOUND_WANTING));
    }
    console.line(format!("{}, one chain", count(chain.len() as u64, "record")));
    let signed = checkpoints.lines().filter(|line| !line.trim().is_empty()).count();
    console.line(match (signed, key) {
        (0, _) => "no signed checkpoint: this shows that there was no accident, not that there \
                   was no attack, for who can write the ledger can also write it anew"
            .to_owned(),
        (signed, Some(_)) => format!("{}, signed with the key", count(signed as u64, "checkpoint")),
        (signed, None) => format!(
            "{}, signed with a key that nobody vouches for: give it with --public-key",
            count(signed as u64, "checkpoint")
        ),
    });
    Ok(ExitCode::SUCCESS)
}
