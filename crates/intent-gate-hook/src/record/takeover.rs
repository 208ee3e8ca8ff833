//! The log: who takes an intent from somebody whose time was over leaves a line.

use std::time::Duration;

use active_intents::{Holder, IntentId, Taken};
use hook_runtime::Ctx;
use hook_state::Journal;
use serde_json::json;

use crate::gather::session::Actor;

const LOG: &str = "intent-gate.jsonl";
const PATIENCE: Duration = Duration::from_millis(200);

/// Logs a lock that was taken over.
pub(crate) fn note(ctx: &Ctx, actor: &Actor, id: &IntentId, taken: &Taken) {
    let (Taken::Over(holder), Some(state)) = (taken, ctx.state()) else { return };
    let from = match holder {
        Holder::Session(lock) => json!({ "session": lock.session, "agent": lock.agent }),
        Holder::Unknown { .. } => json!(null),
    };
    let line = json!({
        "version": 1,
        "ts": ctx.timestamp(),
        "event": "takeover",
        "intent": id,
        "session": actor.session,
        "agent": actor.agent,
        "from": from,
        "expired": humantime::format_rfc3339_millis(holder.expires()).to_string(),
    });
    let log = Journal::new(state.file(LOG));
    if let Err(err) = log.append(&line, ctx.patience(PATIENCE)) {
        ctx.report(format_args!("could not log the takeover: {err}"));
    }
}
