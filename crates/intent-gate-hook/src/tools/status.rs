//! `status`: which session has which intent.

use std::process::ExitCode;

use active_intents::{Holder, IntentId};
use anyhow::Result;
use hook_runtime::{Console, Ctx, one_line};

use serde_json::json;

use super::{gate, no_intents, shown};
use crate::gather::availability;
use crate::gather::session;
use crate::words::tools::{NONE_CHOSEN, UNREADABLE_LOCK};

/// In characters, of what a lock says.
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

/// Shows which session has which intent, and what the session at hand chose.
pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let gate = gate(ctx)?;
    let locks = availability::locks(ctx, &gate.policy)?;
    let (mut rows, mut held) = (Vec::new(), Vec::new());
    for id in locks.ids()? {
        if let Some(holder) = locks.holder(&id)? {
            let until = humantime::format_rfc3339_seconds(holder.expires()).to_string();
            held.push(json!({"id": id.as_str(), "session": holder.session(), "until": until}));
            rows.push(row(ctx, args, &id, &holder));
        }
    }
    if args.json {
        let own = session::in_environment(ctx);
        let chosen = own.as_deref().and_then(|own| session::read(ctx, own).ok());
        let chosen = chosen.and_then(|chosen| chosen.intent_of(None).map(ToString::to_string));
        console.json(&json!({"version": 1, "held": held, "session": own, "chosen": chosen}));
        return Ok(ExitCode::SUCCESS);
    }
    if gate.intents.is_empty() {
        console.line(no_intents(ctx));
    } else if rows.is_empty() {
        for line in NONE_CHOSEN {
            console.line(line);
        }
    }
    console.table(&rows);
    if let Some(own) = session::in_environment(ctx) {
        let chosen = session::read(ctx, &own).unwrap_or_default();
        let intent = chosen.intent_of(None).map_or("none", IntentId::as_str);
        console.line(format!("this session: {intent}"));
    }
    Ok(ExitCode::SUCCESS)
}

fn row(ctx: &Ctx, args: &Args, id: &IntentId, holder: &Holder) -> Vec<String> {
    let time = |time| ctx.local(time);
    let is_over = !holder.is_valid(ctx.now());
    let until =
        format!("{} {}", if is_over { "until" } else { "held until" }, time(holder.expires()));
    let until = if is_over { format!("{until}, over") } else { until };
    let (session, agent, rest) = match holder {
        Holder::Session(lock) => {
            let since = args.long.then(|| format!("since {}", time(lock.since)));
            let rest = std::iter::once(format!("on {}", one_line(&lock.host, MAX_WORDS)));
            let agent =
                lock.agent.as_ref().map(|agent| format!(", agent {}", shown(agent, args.long)));
            (
                format!("session {}", shown(&lock.session, args.long)),
                agent,
                rest.chain(since).collect(),
            )
        }
        Holder::Unknown { .. } => (UNREADABLE_LOCK.to_owned(), None, Vec::new()),
    };
    let whose = session + &agent.unwrap_or_default();
    [id.to_string(), whose, until].into_iter().chain(rest).collect()
}
