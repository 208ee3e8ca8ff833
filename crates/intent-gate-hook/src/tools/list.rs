//! `list` and `show`: which intents there are.

use std::process::ExitCode;

use active_intents::Intent;
use anyhow::Result;
use hook_runtime::{Console, Ctx, one_line};

use super::{gate, unknown};
use crate::gather::standing;
use crate::words::tools::UNREADABLE_LOCK;

/// In characters, of a name.
const MAX_WORDS: usize = 60;

/// Lists the intents.
pub(super) fn list(ctx: &Ctx, console: &mut Console) -> Result<ExitCode> {
    let gate = gate(ctx)?;
    let locks = standing::locks(ctx.need_project()?, &gate.policy);
    let held = |intent: &Intent| match locks.holder(&intent.id) {
        Ok(Some(holder)) if holder.expires() > ctx.now() => {
            let session = holder.session().unwrap_or(UNREADABLE_LOCK);
            format!("held by {}", one_line(session, MAX_WORDS))
        }
        Ok(_) if intent.status.permits_work() => "free".to_owned(),
        Ok(_) => "closed".to_owned(),
        Err(err) => one_line(&err.to_string(), 300),
    };
    let row = |intent: &Intent| {
        let status = one_line(intent.status.as_str().unwrap_or("-"), MAX_WORDS);
        let name = one_line(&intent.name, MAX_WORDS);
        vec![intent.id.to_string(), status, held(intent), name]
    };
    let rows: Vec<_> = gate.intents.iter().map(row).collect();
    if rows.is_empty() {
        console.line(format!("there are no intents {}", ctx.in_which_project()));
    }
    console.table(&rows);
    Ok(ExitCode::SUCCESS)
}

/// Shows what an agent is told of an intent.
pub(super) fn show(ctx: &Ctx, id: &str, console: &mut Console) -> Result<ExitCode> {
    let gate = gate(ctx)?;
    let Some(intent) = gate.intents.get(id) else {
        return Ok(unknown(console, id));
    };
    console.line(active_intents::context(intent, active_intents::MAX_CONTEXT));
    Ok(ExitCode::SUCCESS)
}
