//! `list` and `show`.

use std::process::ExitCode;

use active_intents::Intent;
use anyhow::Result;
use hook_runtime::{Console, Ctx, one_line};
use serde_json::json;

use super::{gate, no_intents, shown, unknown};
use crate::gather::locks::ProjectLocks;
use crate::words::tools::{AUTHORITY_NOT_ASKED, UNREADABLE_LOCK};

/// In characters, of a name.
const MAX_WORDS: usize = 60;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Show whole ids
    #[arg(long)]
    long: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Lists the intents.
pub(super) fn list(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let gate = gate(ctx)?;
    let locks = ProjectLocks::of(ctx, &gate.policy)?;
    let has_authority = locks.authority().is_some();
    let free = if has_authority { "free here" } else { "free" };
    let held = |intent: &Intent| match locks.holder(&intent.id) {
        Ok(Some(holder)) if holder.is_valid(ctx.now()) => {
            let session = holder.session().map(|session| shown(session, args.long || args.json));
            format!("held by {}", session.unwrap_or_else(|| UNREADABLE_LOCK.to_owned()))
        }
        Ok(_) if intent.status.permits_work() => free.to_owned(),
        Ok(_) => "closed".to_owned(),
        Err(err) => one_line(&err.to_string(), 300),
    };
    let row = |intent: &Intent| {
        let status = one_line(intent.status.as_str().unwrap_or("-"), MAX_WORDS);
        let name = one_line(&intent.name, MAX_WORDS);
        vec![intent.id.to_string(), status, held(intent), name]
    };
    let rows: Vec<_> = gate.intents.iter().map(row).collect();
    if args.json {
        let intent = |intent: &Intent| {
            json!({
                "id": intent.id.as_str(), "name": intent.name, "status": intent.status.as_str(),
                "scope": intent.owned_scope, "standing": held(intent),
            })
        };
        let intents: Vec<_> = gate.intents.iter().map(intent).collect();
        console.json(&json!({"version": 1, "intents": intents}));
        return Ok(ExitCode::SUCCESS);
    }
    if rows.is_empty() {
        console.line(no_intents(ctx));
    }
    console.table(&rows);
    if has_authority && !rows.is_empty() {
        console.line(AUTHORITY_NOT_ASKED);
    }
    Ok(ExitCode::SUCCESS)
}

/// Shows what an agent is told about an intent.
pub(super) fn show(ctx: &Ctx, id: &str, console: &mut Console) -> Result<ExitCode> {
    let gate = gate(ctx)?;
    let Some(intent) = gate.intents.get(id) else {
        return Ok(unknown(console, id));
    };
    console.line(active_intents::context(intent, active_intents::MAX_CONTEXT));
    Ok(ExitCode::SUCCESS)
}
