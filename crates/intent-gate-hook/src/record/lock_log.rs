//! The log of locks that changed hands against the will, or without the knowledge, of who had them.

use std::time::Duration;

use active_intents::{Holder, IntentId, Taken};
use hook_runtime::Ctx;
use hook_state::Journal;
use serde_json::{Value, json};

use crate::gather::session::Actor;

const LOG: &str = "intent-gate.jsonl";
const PATIENCE: Duration = Duration::from_millis(200);

/// Logs a lock that was taken over, because its time was over.
pub(crate) fn note_takeover(ctx: &Ctx, actor: &Actor, id: &IntentId, taken: &Taken) {
    let Taken::Over(holder) = taken else { return };
    let from = match holder {
        Holder::Session(lock) => json!({ "session": lock.session, "agent": lock.agent }),
        Holder::Unknown { .. } => json!(null),
    };
    append(
        ctx,
        &json!({
            "version": 1,
            "ts": ctx.timestamp(),
            "event": "takeover",
            "intent": id,
            "session": actor.session,
            "agent": actor.agent,
            "from": from,
            "expired": humantime::format_rfc3339_millis(holder.expires()).to_string(),
        }),
    );
}

/// Logs an intent that a person took away from a session, if it is known from which.
pub(crate) fn note_release(ctx: &Ctx, id: &IntentId, from: Option<[&str; 3]>) {
    let from = from.map(|[session, person, machine]| {
        json!({ "session": session, "person": person, "machine": machine })
    });
    append(
        ctx,
        &json!({
            "version": 1, "ts": ctx.timestamp(), "event": "forced_release", "intent": id, "from": from,
        }),
    );
}

fn append(ctx: &Ctx, line: &Value) {
    let Some(state) = ctx.state() else { return };
    let log = Journal::new(state.file(LOG));
    if let Err(err) = log.append(line, ctx.patience(PATIENCE)) {
        ctx.report(format_args!("could not log who had an intent: {err}"));
    }
}
