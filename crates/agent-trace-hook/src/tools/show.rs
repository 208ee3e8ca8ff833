//! `show`: a whole record.

use std::process::ExitCode;

use anyhow::Result;
use hook_runtime::{Console, Ctx};
use serde::Deserialize as _;
use serde_json::Value;

use super::{FOUND_WANTING, joined};
use crate::record::ledger::Ledger;
use crate::record::trace::Record;

pub(super) fn run(ctx: &Ctx, wanted: Option<&str>, console: &mut Console) -> Result<ExitCode> {
    let mut read = Vec::new();
    for chain in Ledger::all(ctx.need_project()?.path())? {
        let records = chain.lines()?.into_iter().filter_map(|line| line.record);
        read.push(records.filter(|it| Record::deserialize(it).is_ok()).collect::<Vec<Value>>());
    }
    let text = |record: &Value, key| {
        record.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    let records = joined(read, |record| text(record, "timestamp"));
    let numbered = (1_usize..).zip(&records);
    let is_wanted = |(number, record): &(usize, &Value)| {
        wanted.is_none_or(|wanted| {
            let is_its_id = text(record, "id").starts_with(wanted) && wanted.len() >= 4;
            number.to_string() == wanted || is_its_id
        })
    };
    let Some((_, record)) = numbered.filter(is_wanted).last() else {
        let which = wanted.map(|wanted| format!(" `{wanted}`")).unwrap_or_default();
        let what = format!("the ledger has no record{which} {}", ctx.in_which_project());
        console.error_line(format!("{}: {what}", ctx.hook()));
        return Ok(ExitCode::from(FOUND_WANTING));
    };
    console.line(serde_json::to_string_pretty(record)?);
    Ok(ExitCode::SUCCESS)
}
