//! `show`: a whole record.

use std::process::ExitCode;

use anyhow::Result;
use hook_runtime::{Console, Ctx};
use serde_json::Value;

use super::{FOUND_WANTING, ledger};
use crate::record::chain;

pub(super) fn run(ctx: &Ctx, wanted: Option<&str>, console: &mut Console) -> Result<ExitCode> {
    let lines = ledger(ctx)?.lines()?;
    let is_wanted = |record: &&Value| {
        let Some(wanted) = wanted else {
            return true;
        };
        let number = chain::link(record).map(|link| link.seq.to_string());
        let id = record.get("id").and_then(Value::as_str).unwrap_or_default();
        number.as_deref() == Some(wanted) || id.starts_with(wanted) && wanted.len() >= 4
    };
    let found = lines.iter().rev().filter_map(|line| line.record.as_ref()).find(is_wanted);
    let Some(record) = found else {
        let which = wanted.map(|wanted| format!(" `{wanted}`")).unwrap_or_default();
        let what = format!("the ledger has no record{which} {}", ctx.in_which_project());
        console.error_line(format!("{}: {what}", ctx.hook()));
        return Ok(ExitCode::from(FOUND_WANTING));
    };
    console.line(serde_json::to_string_pretty(record)?);
    Ok(ExitCode::SUCCESS)
}
