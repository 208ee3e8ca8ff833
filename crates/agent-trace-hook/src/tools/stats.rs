//! `stats`: how many lines are from whom.

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;

use anyhow::Result;
use hook_runtime::{Console, Ctx};
use serde_json::{Value, json};

use super::{cell, contributor, of_gone_files, owners, records_by_chain, text_of};
use crate::record::trace::Record;
use crate::words::NO_RECORD;

/// Lines of a contributor.
struct Share {
    name: String,
    lines: usize,
}

pub(super) fn run(ctx: &Ctx, json: bool, console: &mut Console) -> Result<ExitCode> {
    let root = ctx.need_project()?.resolved();
    let chains = records_by_chain(ctx, root)?;
    let gone = of_gone_files(root, &chains);
    let paths: BTreeSet<&str> = chains.iter().flatten().filter_map(Record::path).collect();
    let mut files: BTreeMap<&str, Vec<Share>> = BTreeMap::new();
    for path in paths {
        let text = match text_of(root, path) {
            Ok(Some(text)) => text,
            Ok(None) => continue,
            Err(err) => {
                ctx.report(format_args!("{err:#}"));
                continue;
            }
        };
        let owners = owners(path, &text, &chains, &gone);
        files.insert(path, shares(owners.into_iter().map(|owner| (contributor(owner), 1))));
    }
    let of_files = files.values().flatten();
    let shares = shares(of_files.map(|share| (share.name.clone(), share.lines)));
    if json {
        let by_file = files
            .iter()
            .map(|(path, of_file)| json!({"path": path, "contributors": told(of_file)}));
        console.json(&json!({"version": 1, "files": files.len(), "contributors": told(&shares),
            "by_file": by_file.collect::<Vec<_>>()}));
        return Ok(ExitCode::SUCCESS);
    }
    if chains.iter().all(Vec::is_empty) {
        console.error_line(NO_RECORD);
        return Ok(ExitCode::SUCCESS);
    }
    console.headed_table(&rows(&shares));
    Ok(ExitCode::SUCCESS)
}

/// The lines of each, the most first.
fn shares(lines: impl Iterator<Item = (String, usize)>) -> Vec<Share> {
    let mut sums: BTreeMap<String, usize> = BTreeMap::new();
    for (name, lines) in lines {
        *sums.entry(name).or_default() += lines;
    }
    let shares = sums.into_iter().map(|(name, lines)| Share { name, lines });
    let mut shares: Vec<Share> = shares.collect();
    shares.sort_by(|left, right| right.lines.cmp(&left.lines).then(left.name.cmp(&right.name)));
    shares
}

fn told(shares: &[Share]) -> Vec<Value> {
    let one = |share: &Share| json!({"contributor": share.name, "lines": share.lines});
    shares.iter().map(one).collect()
}

/// A part of the whole, to a tenth of a percent.
fn percent(part: usize, whole: usize) -> String {
    let tenths = (part * 1000 + whole / 2).checked_div(whole).unwrap_or(0);
    format!("{}.{} %", tenths / 10, tenths % 10)
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
