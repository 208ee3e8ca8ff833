//! `verify`: is the ledger what was written?

use std::io::ErrorKind;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, Result};
use hook_runtime::{Console, Ctx};
use signing_keys::VerifyingKey;

use super::FOUND_WANTING;
use crate::config::Config;
use crate::record::chain;
use crate::record::ledger::Ledger;
use crate::record::line::Finding;
use crate::record::link::Link;
use crate::record::succession::Succession;
use crate::record::{checkpoint, files};
use crate::words::{self, NO_RECORD, count};

/// How long hooks are waited for.
const PATIENCE: Duration = Duration::from_secs(1);

pub(super) fn run(ctx: &Ctx, public_key: Option<&Path>, console: &mut Console) -> Result<ExitCode> {
    let _seen = console.progress("verify");
    let root = ctx.need_project()?.path();
    let mut chains = Vec::new();
    for chain in Ledger::all(root)? {
        chains.push(Read::of(&chain)?);
    }
    let mut findings: Vec<Finding> = chains.iter_mut().flat_map(Read::findings).collect();
    let key = match key(ctx, public_key) {
        Err(err) if !findings.is_empty() => {
            // What is wrong with the chain is so without a key, too.
            ctx.report(format_args!("{err:#}"));
            None
        }
        key => key?,
    };
    let of_checkpoints = |chain: &Read| {
        let Read { checkpoints, name, links, .. } = chain;
        checkpoint::check(checkpoints, name, links, key.as_ref())
    };
    findings.extend(chains.iter().flat_map(of_checkpoints));

    for finding in &findings {
        console.line(finding.to_string());
    }
    if !findings.is_empty() {
        return Ok(ExitCode::from(FOUND_WANTING));
    }
    let records: usize = chains.iter().map(|chain| chain.links.len()).sum();
    if records == 0 {
        console.error_line(NO_RECORD);
        return Ok(ExitCode::SUCCESS);
    }
    console.line("No problems found.");
    let of_chains = match chains.len() {
        0 | 1 => "one chain".to_owned(),
        several => format!("{several} chains"),
    };
    console.line(format!("{}, {of_chains}", count(records as u64, "record")));
    if chains.iter().any(|chain| chain.is_cut) {
        console.line(words::CUT_SQUASH);
    }
    let signed: usize = chains.iter().map(|it| checkpoint::lines(&it.checkpoints).count()).sum();
    console.line(match (signed, key) {
        (0, _) => "no signed checkpoints: this detects accidental damage, not tampering, because\n\
                   whoever can write the ledger can rewrite all of it"
            .to_owned(),
        (signed, Some(_)) => format!("{}, signed with the key", count(signed as u64, "checkpoint")),
        (signed, None) => format!(
            "{}, signed with an unverified key: pass --public-key to check it",
            count(signed as u64, "checkpoint")
        ),
    });
    Ok(ExitCode::SUCCESS)
}

/// A chain as it is, and its checkpoints.
struct Read {
    /// What is wrong with the chain.
    findings: Vec<Finding>,
    links: Vec<Link>,
    is_cut: bool,
    /// The text of the checkpoints, and the name of their file.
    checkpoints: String,
    name: String,
}

impl Read {
    fn of(chain: &Ledger) -> Result<Self> {
        let files = chain.files();
        // No hook is to write meanwhile, where one has written; but a ledger that may
        // only be read is read.
        let locked = files.head().map(|_| chain.keep(PATIENCE).ok());
        let succession = Succession::of(files)?;
        let is_cut = matches!(succession, Succession::Due { .. });
        // What stands beside a new chain is of the old one.
        let head = files.head().filter(|_| !is_cut);
        let lines = chain.lines()?;
        drop(locked);
        let mut findings = chain::check(&lines, &files::name(&files.current()), head.as_ref());
        findings.extend(succession.finding(files));
        let path = files.checkpoints();
        let checkpoints = match files::read(&path) {
            _ if is_cut => String::new(),
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(err) if err.kind() == ErrorKind::NotFound => String::new(),
            Err(err) => return Err(err).context(format!("could not read {}", path.display())),
        };
        let chained = lines.iter().filter_map(|line| chain::link(line.record.as_ref()?)).collect();
        Ok(Self { findings, links: chained, is_cut, checkpoints, name: files::name(&path) })
    }

    fn findings(&mut self) -> Vec<Finding> {
        std::mem::take(&mut self.findings)
    }
}

/// The key that checkpoints are to be signed with. Of a broken configuration the
/// ledger's own settings have told already.
fn key(ctx: &Ctx, public_key: Option<&Path>) -> Result<Option<VerifyingKey>> {
    if let Some(file) = public_key {
        return checkpoint::read_public_key(file).map(Some);
    }
    let file = Config::load(ctx).ok().and_then(|config| config.sign_key(ctx));
    file.map(|file| Ok(checkpoint::read_key(&file)?.verifying_key())).transpose()
}
