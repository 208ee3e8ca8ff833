//! What is written when the agent was told something.

use std::time::Duration;

use hook_protocol::Common;
use hook_runtime::Ctx;
use hook_state::Journal;
use serde::Serialize;

/// The journal in the state folder of the project.
const FILE: &str = "@NAME@.jsonl";

/// How long the journal is waited for.
const MAX_WAIT: Duration = Duration::from_millis(200);

#[derive(Debug, Serialize)]
struct Line<'a> {
    ts: String,
    session_id: Option<&'a str>,
    told: &'a str,
}

/// Notes what the agent was told. A failure is reported, and keeps no answer back.
pub(crate) fn told(ctx: &Ctx, common: &Common, told: &str) {
    let Some(state) = ctx.state() else { return };
    let line = Line { ts: ctx.timestamp(), session_id: common.session_id.as_deref(), told };
    let journal = Journal::new(state.file(FILE));
    if let Err(err) = journal.append(&line, ctx.patience(MAX_WAIT)) {
        ctx.report(format_args!("could not note what the agent was told: {err}"));
    }
}
