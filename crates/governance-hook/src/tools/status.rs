//! `status`: how things stand: the state, and what a person has lifted.

use std::process::ExitCode;

use anyhow::Result;
use hook_chain::people;
use hook_runtime::{Console, Ctx};
use serde_json::{Value, json};

use crate::gather::{exceptions, load, state};

pub(super) fn run(ctx: &Ctx, args: &people::StatusArgs, console: &mut Console) -> Result<ExitCode> {
    let policy = load::policy(ctx)?;
    let session = ctx.env("CLAUDE_CODE_SESSION_ID");
    let state = policy.and_then(|policy| state::ask(ctx, &policy, session.as_deref()).state);
    let state = state.map(|state| format!("{} ({})", state.name, state.origin));
    let lifted = exceptions::active(ctx).into_iter();
    let lifted = lifted.map(|(primitive, until)| json!({"primitive": primitive, "until": until}));
    let more = vec![("state", state.into()), ("exceptions", Value::Array(lifted.collect()))];
    people::status(ctx, args, load::file(ctx), more, console)
}
