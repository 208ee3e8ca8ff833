//! `stats`: how many lines are from whom.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use hook_runtime::{Console, Ctx};
use serde_json::json;

use super::share::{Share, percent};
use super::{cell, chart, contributor, no_record, of_gone_files, owners, records, text_of};
use crate::record::trace::Record;

pub(super) fn run(
    ctx: &Ctx,
    svg: Option<&Path>,
    json: bool,
    console: &mut Console,
) -> Result<ExitCode> {
    let root = ctx.need_project()?.resolved();
    let records = records(ctx)?;
    let gone = of_gone_files(root, &records);
    let paths: BTreeSet<&str> = records.iter().filter_map(Record::path).collect();
    let mut lines: BTreeMap<String, usize> = BTreeMap::new();
    let mut files = 0;
    for path in paths {
        let text = match text_of(root, path) {
            Ok(Some(text)) => text,
            Ok(None) => continue,
            Err(err) => {
                ctx.report(format_args!("{err:#}"));
                continue;
            }
        };
        files += 1;
        for owner in owners(path, &text, &records, &gone) {
            *lines.entry(contributor(owner)).or_default() += 1;
        }
    }
    let mut shares: Vec<Share> =
        lines.into_iter().map(|(name, lines)| Share { name, lines }).collect();
    shares.sort_by(|left, right| right.lines.cmp(&left.lines).then(left.name.cmp(&right.name)));
    if let Some(file) = svg {
        let chart = chart::svg(&shares, files);
        hook_state::replace(file, chart.as_bytes())
            .with_context(|| format!("could not write {}", file.display()))?;
    }
    if json {
        let one = |share: &Share| json!({"contributor": share.name, "lines": share.lines});
        let shares: Vec<_> = shares.iter().map(one).collect();
        console.json(&json!({"version": 1, "files": files, "contributors": shares}));
        return Ok(ExitCode::SUCCESS);
    }
    if records.is_empty() {
        console.error_line(no_record(ctx));
    }
    console.headed_table(&rows(&shares));
    Ok(ExitCode::SUCCESS)
}

fn rows(shares: &[Share]) -> Vec<Vec<String>> {
    let total = shares.iter().map(|share| share.lines).sum();
    let mut rows = vec![["contributor", "lines", "share"].map(str::to_owned).to_vec()];
    for share in shares {
        let row = [cell(Some(&share.name)), share.lines.to_string(), percent(share.lines, total)];
        rows.push(row.to_vec());
    }
    rows
}
