//! `coverage`: which machines of an organisation are covered.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, Result};
use hook_runtime::{Console, Ctx};
use hook_state::{Links, read_regular};
use otlp_export::{Coverage, CoverageState, Expectations, MachineCoverage, coverage};
use serde_json::json;

/// The largest list of machines.
const MAX_LIST: u64 = 16 << 20;

/// Show which machines are covered, from the records of all of them
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The folder with records: status.json of machines as .json, or many as .jsonl
    #[arg(long, value_name = "DIR")]
    from: PathBuf,
    /// A file with the host.id of each machine that should have a record, one a line
    #[arg(long, value_name = "FILE")]
    expected: Option<PathBuf>,
    /// How old the last record of a machine may be
    #[arg(long, value_name = "TIME", default_value = "3d", value_parser = humantime::parse_duration)]
    max_age: Duration,
    /// The revision of the organisation's policy that each machine should have at least
    #[arg(long, value_name = "NUMBER")]
    policy_revision: Option<u64>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Exits with 1 if a machine is not covered, or a record cannot be read.
///
/// # Errors
/// If the folder or the list cannot be read.
pub(crate) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let machines = args.expected.as_deref().map(machines).transpose()?.unwrap_or_default();
    let Args { max_age, policy_revision, .. } = *args;
    let expectations = Expectations { machines, max_age, policy_revision };
    let found = coverage(&args.from, &expectations, ctx.now())
        .with_context(|| format!("could not read {}", args.from.display()))?;
    let uncovered =
        || found.machines.iter().filter(|machine| machine.state != CoverageState::Covered);
    let is_good = uncovered().next().is_none() && found.unreadable.is_empty();
    if args.json {
        console.json(&document(&found));
    } else {
        table(uncovered(), console);
        for why in &found.unreadable {
            console.error_line(format!("warning: {why}"));
        }
        let (all, bad) = (found.machines.len(), uncovered().count());
        if all > 0 {
            console.line(format!("Covered: {} of {all} machines.", all - bad));
        } else {
            console.line("No records yet.");
        }
        if all > 0 && is_good {
            console.line("No problems found.");
        }
    }
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn machines(file: &Path) -> Result<Vec<String>> {
    let bytes = read_regular(file, Links::Followed, MAX_LIST)
        .with_context(|| format!("could not read {}", file.display()))?;
    let text = String::from_utf8_lossy(&bytes);
    let names = text.lines().map(str::trim).filter(|name| !name.is_empty());
    Ok(names.map(str::to_owned).collect())
}

fn document(found: &Coverage) -> serde_json::Value {
    let mut counts: BTreeMap<CoverageState, usize> = BTreeMap::new();
    for machine in &found.machines {
        *counts.entry(machine.state).or_default() += 1;
    }
    let counts =
        counts.into_iter().map(|(state, count)| json!({"state": state, "machines": count}));
    json!({
        "version": 1,
        "counts": counts.collect::<Vec<_>>(),
        "machines": found.machines,
        "unreadable": found.unreadable,
    })
}

/// Prints the machines that are not covered, in 80 columns.
fn table<'a>(machines: impl Iterator<Item = &'a MachineCoverage>, console: &mut Console) {
    let cut = |text: &str, most: usize| text.chars().take(most).collect::<String>();
    let row = |machine: &MachineCoverage| {
        let record = machine.record.as_ref();
        let user = record.and_then(|record| record.user_id.as_deref()).unwrap_or("-");
        let revision = record.and_then(|record| record.policy_revision);
        vec![
            cut(&machine.name, 20),
            cut(user, 12),
            cut(record.map_or("-", |record| &record.tacklebox), 8),
            revision.map_or("-".to_owned(), |revision| cut(&revision.to_string(), 6)),
            cut(record.map_or("-", |record| &record.time), 10),
            word(machine.state).to_owned(),
        ]
    };
    let header =
        ["machine", "user", "version", "policy", "record", "state"].map(str::to_owned).to_vec();
    let rows: Vec<_> = std::iter::once(header).chain(machines.map(row)).collect();
    if rows.len() > 1 {
        console.headed_table(&rows);
    }
}

fn word(state: CoverageState) -> &'static str {
    match state {
        CoverageState::Missing => "no record",
        CoverageState::Silent => "silent",
        CoverageState::NoHooks => "no hooks",
        CoverageState::NotProtecting => "not protecting",
        CoverageState::OldPolicy => "old policy",
        CoverageState::Unknown => "unknown",
        CoverageState::Covered => "covered",
    }
}
