//! `log`: what all hooks did, from the account of calls.

use std::collections::VecDeque;
use std::process::ExitCode;
use std::time::SystemTime;

use anyhow::{Context, Result};
use hook_protocol::shortened;
use hook_runtime::{Console, Ctx, escape_line};
use humantime::parse_rfc3339;
use serde_json::Value;

/// How much of a session's id is shown.
const MAX_SESSION: usize = 8;

/// How many characters are shown of what was tried, and of a reason.
const MAX_TRIED: usize = 60;
const MAX_REASON: usize = 100;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only what is younger: an age such as 90m or 7d, a date, or a time in RFC 3339
    #[arg(long, value_name = "AGE|TIME")]
    since: Option<String>,
    /// Only this session; the beginning of its id is enough
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// Only calls in which this hook said something; with or without `-hook`
    #[arg(long)]
    hook: Option<String>,
    /// Only calls of this tool
    #[arg(long)]
    tool: Option<String>,
    /// Only what was denied
    #[arg(long)]
    denied: bool,
    /// How many calls at most, the last ones
    #[arg(long, value_name = "N", default_value_t = 50)]
    limit: usize,
    /// One JSON object a line, as it was written down
    #[arg(long)]
    json: bool,
}

/// Prints the calls, the oldest first.
///
/// # Errors
/// If `--since` is no time, or the account cannot be read.
pub(crate) fn log(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let calls = calls(ctx, args)?;
    if calls.is_empty() {
        console.error_line(format!("no call was written down {}", ctx.in_which_project()));
    }
    for call in calls {
        if args.json {
            console.line(call.to_string());
        } else {
            print(&call, console);
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn calls(ctx: &Ctx, args: &Args) -> Result<VecDeque<Value>> {
    let since = args.since.as_deref().map(|text| ctx.since(text)).transpose().context("--since")?;
    let mut calls = VecDeque::new();
    let Some(state) = ctx.state() else { return Ok(calls) };
    let kept = hook_chain::calls(state).read().context("could not read the account of calls")?;
    for call in kept.filter(|call| is_meant(call, args, since)) {
        calls.push_back(call);
        if calls.len() > args.limit {
            calls.pop_front();
        }
    }
    Ok(calls)
}

/// Whether a line is not older. One whose time cannot be read is not left out.
pub(crate) fn is_since(line: &Value, since: Option<SystemTime>) -> bool {
    let time = || parse_rfc3339(text(line, "ts"));
    since.is_none_or(|since| time().map_or(true, |time| time >= since))
}

fn is_meant(call: &Value, args: &Args, since: Option<SystemTime>) -> bool {
    let is = |key: &str, wanted: &Option<String>| {
        wanted.as_deref().is_none_or(|wanted| text(call, key) == wanted)
    };
    let begins = |id: &str| text(call, "session_id").starts_with(id);
    let speaks = |hook: &str| {
        let hook = hook.strip_suffix("-hook").unwrap_or(hook);
        spoken(call).any(|one| text(one, "hook").strip_suffix("-hook") == Some(hook))
    };
    is_since(call, since)
        && is("tool_name", &args.tool)
        && (!args.denied || text(call, "verdict") == "deny")
        && args.session.as_deref().is_none_or(begins)
        && args.hook.as_deref().is_none_or(speaks)
}

fn print(call: &Value, console: &mut Console) {
    let session = text(call, "session_id").chars().take(MAX_SESSION).collect::<String>();
    let tool = call.get("tool_name").and_then(Value::as_str).unwrap_or(text(call, "event"));
    let tried = shortened(text(call, "tried"), MAX_TRIED);
    let ran =
        if call.get("denied_but_ran").is_some() { " (denied before, and has run)" } else { "" };
    let line = format!(
        "{}  {session:MAX_SESSION$}  {:7}  {tool} {tried}{ran}",
        text(call, "ts"),
        text(call, "verdict"),
    );
    console.line(escape_line(line.trim_end()));
    for one in spoken(call) {
        let rule = one.get("rule").and_then(Value::as_str).map(|rule| format!(" by {rule}"));
        let reason = one.get("reason").and_then(Value::as_str);
        let reason = reason.map(|reason| format!(": {}", shortened(reason, MAX_REASON)));
        let fate = match text(one, "fate") {
            "" | "won" => String::new(),
            fate => format!(" ({fate})"),
        };
        console.line(escape_line(&format!(
            "    {} {}{fate}{}{}",
            text(one, "hook"),
            text(one, "outcome"),
            rule.unwrap_or_default(),
            reason.unwrap_or_default(),
        )));
    }
}

/// What the hooks said on a call.
pub(crate) fn spoken(call: &Value) -> impl Iterator<Item = &Value> {
    let hooks = call.get("hooks").and_then(Value::as_array).into_iter().flatten();
    hooks.filter(|one| text(one, "outcome") != "none")
}

/// A text in an object; nothing where there is none.
pub(crate) fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}
