//! `undo`: the last answer given in the person's place shall not be given again.

use std::process::ExitCode;

use anyhow::Result;
use hook_runtime::{Console, Ctx};
use serde_json::value::to_raw_value;

use super::set::id;
use crate::config::preferences::{self, Origin};
use crate::config::question_id::QuestionId;
use crate::config::registry::{self, Registry};
use crate::decide::by_name;
use crate::record::edit::{self, Change};
use crate::record::journal::{self, Record, Source};

const ALWAYS_ASK: &str = "always-ask";

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The question; by default those of the call answered for you last
    id: Option<String>,
}

/// Has the questions asked from now on that were answered in the person's place
/// last, by the file that decides about each. Asking is never wrong, so anybody
/// may do this.
pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let wanted = args.id.as_deref().map(id).transpose()?;
    let registry = registry::load(ctx)?;
    let preferences = preferences::load(ctx)?;
    let in_force = |id: &QuestionId| {
        let is_wanted = wanted.as_ref().is_none_or(|wanted| registry.names(wanted).contains(&id));
        let found = by_name(&registry, &preferences, ctx.now(), id).ok();
        found.map(|(origin, _)| origin).filter(|_| is_wanted)
    };
    let calls = calls(ctx)?.into_iter().map(|call| {
        let found = call.into_iter().filter_map(|id| in_force(&id).map(|origin| (id, origin)));
        found.collect::<Vec<_>>()
    });
    let Some(last) = calls.into_iter().find(|call| !call.is_empty()) else {
        console.line("Nothing to undo: no answers are saved.");
        return Ok(ExitCode::SUCCESS);
    };
    for (id, origin) in last {
        always_ask(ctx, &registry, &id, origin, console)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The questions that were answered in the person's place, by call, the latest first.
fn calls(ctx: &Ctx) -> Result<Vec<Vec<QuestionId>>> {
    let records = journal::records(ctx)?;
    let ours: Vec<&Record> =
        records.iter().filter(|record| record.source == Source::Preference).collect();
    let of_one_call = |left: &&Record, right: &&Record| {
        left.tool_use_id.is_some()
            && left.tool_use_id == right.tool_use_id
            && left.session_id == right.session_id
    };
    let ids = |call: &[&Record]| {
        call.iter().filter_map(|record| QuestionId::parse(&record.question_id)).collect()
    };
    Ok(ours.chunk_by(of_one_call).rev().map(ids).collect())
}

fn always_ask(
    ctx: &Ctx,
    registry: &Registry,
    id: &QuestionId,
    origin: Origin,
    console: &mut Console,
) -> Result<()> {
    let file = edit::file(ctx, origin)?;
    let change = Change {
        action: "undo",
        question_id: id.as_str(),
        preference: Some(ALWAYS_ASK),
        file: Some(&file),
        person: None,
    };
    edit::edit(ctx, origin, |file| {
        let former = edit::take(file, &registry.names(id));
        file.insert(id.to_string(), to_raw_value(ALWAYS_ASK)?);
        edit::record(ctx, &change, &former)
    })?;
    console.line(format!("{id}: {ALWAYS_ASK} in {}", file.display()));
    Ok(())
}
