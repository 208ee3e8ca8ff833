//! `undo`: the last answer given in the person's place shall not be given again.

use std::process::ExitCode;

use anyhow::Result;
use hook_runtime::{Console, Ctx};
use serde_json::value::to_raw_value;

use super::set::id;
use crate::answered;
use crate::edit::{self, Change};
use crate::journal::{self, Record, Source};
use crate::preferences::{self, Origin, Preference, Preferences};
use crate::question_id::QuestionId;
use crate::registry::{self, Registry};

const ALWAYS_ASK: &str = "always-ask";

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The question; without one, those of the call that was answered for you last
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
        origin(&registry, &preferences, id).filter(|_| is_wanted)
    };
    let calls = calls(ctx)?.into_iter().map(|call| {
        let found = call.into_iter().filter_map(|id| in_force(&id).map(|origin| (id, origin)));
        found.collect::<Vec<_>>()
    });
    let Some(last) = calls.into_iter().find(|call| !call.is_empty()) else {
        console.line("nothing to undo: no answer that was given for you would be given again");
        return Ok(ExitCode::SUCCESS);
    };
    for (id, origin) in last {
        always_ask(ctx, &registry, &id, origin, console)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The questions that were answered in the person's place, by call, the latest
/// first: those whose result is still out, and those of the log.
fn calls(ctx: &Ctx) -> Result<Vec<Vec<QuestionId>>> {
    let mut calls = ctx.state().map(answered::pending).unwrap_or_default();
    let records = journal::records(ctx)?;
    let ours: Vec<&Record> =
        records.iter().rev().filter(|record| record.source == Source::Preference).collect();
    let of_one_call = |left: &&Record, right: &&Record| {
        left.tool_use_id.is_some() && left.tool_use_id == right.tool_use_id
    };
    calls.extend(ours.chunk_by(of_one_call).map(|call| {
        call.iter().rev().filter_map(|record| QuestionId::parse(&record.question_id)).collect()
    }));
    Ok(calls)
}

/// Where the preference stands by which the question goes unasked.
fn origin(registry: &Registry, preferences: &Preferences, id: &QuestionId) -> Option<Origin> {
    let (origin, entry) = preferences.of(&registry.names(id))?;
    (entry.ok()?.preference != Preference::AlwaysAsk).then_some(origin)
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
        edit::remove(file, &registry.names(id));
        file.insert(id.to_string(), to_raw_value(ALWAYS_ASK)?);
        edit::record(ctx, &change)
    })?;
    console.line(format!("{id} is asked from now on ({})", file.display()));
    Ok(())
}
