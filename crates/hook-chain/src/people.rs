//! The commands of all hooks that read the log of calls.

mod follow;
mod lint;
mod stats;
mod status;

use std::collections::{BTreeSet, VecDeque};
use std::process::ExitCode;
use std::time::SystemTime;

use anyhow::{Context as _, Result};
use hook_protocol::shortened;
use hook_runtime::{Console, Ctx, NotThere, escape_line, tame_json, the_session};
use hook_state::StateDir;
use humantime::parse_rfc3339;
use serde_json::{Value, json};

use crate::journal;
use crate::recent_events::Kept;

pub use lint::{LintArgs, Mistake, judgement, lint, mistakes};
pub use stats::{StatsArgs, stats};
pub use status::{StatusArgs, mode_word, status};

/// How much of a session's id is shown.
const MAX_SESSION: usize = 8;

/// How many characters are shown of what was tried, and of a reason.
const MAX_TRIED: usize = 60;
const MAX_REASON: usize = 100;

/// The options of `log`.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct LogArgs {
    /// Only newer entries: an age such as 90m or 7d, a date, or an RFC 3339 time
    #[arg(long, value_name = "AGE|TIME", conflicts_with = "today")]
    since: Option<String>,
    /// Only what happened today
    #[arg(long)]
    today: bool,
    /// Only this session; a prefix of its id is enough
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// Only calls of this tool
    #[arg(long, value_name = "NAME")]
    tool: Option<String>,
    /// Only denied calls
    #[arg(long)]
    denied: bool,
    /// Only the last N calls
    #[arg(long, value_name = "N", default_value_t = 50)]
    limit: usize,
    /// Show whole ids
    #[arg(long)]
    long: bool,
    /// Print one JSON document; with --follow, one for each call
    #[arg(long)]
    json: bool,
    /// Print new calls as they happen, until interrupted
    #[arg(long)]
    follow: bool,
}

/// The options, parsed.
struct Wanted<'a> {
    args: &'a LogArgs,
    since: Option<SystemTime>,
    session: Option<String>,
    hook: Option<&'a str>,
}

/// Prints the logged calls, the oldest first; for a `hook`, those that it answered.
///
/// # Errors
/// If `--since` is not a time, there is no such session, or the log cannot be read.
pub fn log(
    ctx: &Ctx,
    args: &LogArgs,
    hook: Option<&str>,
    console: &mut Console,
) -> Result<ExitCode> {
    let wanted = Wanted::of(ctx, args, hook)?;
    if args.follow {
        return follow::run(ctx, &wanted, console);
    }
    let calls = wanted.calls(ctx)?;
    if args.json {
        console.json(&json!({"version": 1, "calls": calls}));
        return Ok(ExitCode::SUCCESS);
    }
    if calls.is_empty() {
        console.error_line(wanted.nothing());
    }
    for call in &calls {
        print(ctx, call, args, console);
    }
    Ok(ExitCode::SUCCESS)
}

/// All logged calls, the oldest first. Lines that are not about a call are skipped.
///
/// # Errors
/// If there is no state folder, or the log cannot be read.
pub fn calls_of(ctx: &Ctx) -> Result<impl Iterator<Item = Value> + use<>> {
    let kept = journal::calls(state(ctx)?).read().context("could not read calls.jsonl")?;
    Ok(kept.filter(|call| call.get("verdict").is_some_and(Value::is_string)))
}

/// The state folder.
///
/// # Errors
/// If there is none that can be used.
pub fn state(ctx: &Ctx) -> Result<&StateDir> {
    let why = || ctx.take_reports().into_iter().next();
    ctx.state().with_context(|| why().unwrap_or_else(|| "there is no state folder".to_owned()))
}

/// Whether a line is not older, or has no valid time.
pub fn is_since(line: &Value, since: Option<SystemTime>) -> bool {
    let time = || parse_rfc3339(text(line, "ts"));
    since.is_none_or(|since| time().map_or(true, |time| time >= since))
}

/// The answers of the hooks to a call.
pub fn spoken(call: &Value) -> impl Iterator<Item = &Value> {
    let hooks = call.get("hooks").and_then(Value::as_array).into_iter().flatten();
    hooks.filter(|one| text(one, "outcome") != "none")
}

/// A text in an object; empty if there is none.
pub fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

impl<'a> Wanted<'a> {
    /// Says that there are no calls to print.
    fn nothing(&self) -> &'static str {
        let args = self.args;
        let is_narrow = self.since.is_some()
            || self.session.is_some()
            || self.hook.is_some()
            || args.tool.is_some()
            || args.denied;
        if is_narrow { "No such call logged." } else { "Nothing logged yet." }
    }

    fn of(ctx: &Ctx, args: &'a LogArgs, hook: Option<&'a str>) -> Result<Self> {
        let since = args.since.as_deref().map(|text| ctx.since(text)).transpose();
        let since = since.context("--since")?.or_else(|| args.today.then(|| ctx.today()));
        let session = args.session.as_deref().map(|spoken| session(ctx, spoken)).transpose()?;
        Ok(Self { args, since, session, hook })
    }

    fn calls(&self, ctx: &Ctx) -> Result<VecDeque<Value>> {
        let mut calls = VecDeque::new();
        for call in calls_of(ctx)?.filter(|call| self.has(call)) {
            calls.push_back(call);
            if calls.len() > self.args.limit {
                calls.pop_front();
            }
        }
        Ok(calls)
    }

    fn has(&self, call: &Value) -> bool {
        let is =
            |key: &str, wanted: Option<&str>| wanted.is_none_or(|wanted| text(call, key) == wanted);
        let speaks = |hook: &str| spoken(call).any(|one| text(one, "hook") == hook);
        is_since(call, self.since)
            && is("tool_name", self.args.tool.as_deref())
            && is("session_id", self.session.as_deref())
            && (!self.args.denied || text(call, "verdict") == "deny")
            && self.hook.is_none_or(speaks)
    }
}

/// The session that a person means: one in the log, or else one that the hooks know.
fn session(ctx: &Ctx, spoken: &str) -> Result<String> {
    let logged: BTreeSet<String> =
        calls_of(ctx)?.map(|call| text(&call, "session_id").to_owned()).collect();
    let logged = logged.iter().map(String::as_str).filter(|id| !id.is_empty());
    let known = the_session(spoken, logged, &ctx.in_which_project());
    known.or_else(|err: NotThere| ctx.session(spoken).map_err(|_| err.into()))
}

fn print(ctx: &Ctx, call: &Value, args: &LogArgs, console: &mut Console) {
    let id = text(call, "session_id");
    let session: String =
        if args.long { id.to_owned() } else { id.chars().take(MAX_SESSION).collect() };
    let tool = call.get("tool_name").and_then(Value::as_str).unwrap_or(text(call, "event"));
    let tried = text(call, "tried");
    // Paths of the project are shown relative to it, to leave room for the rest.
    let below = ctx
        .project()
        .and_then(|project| tried.strip_prefix(project.path().to_str()?)?.strip_prefix('/'));
    let tried = shortened(below.unwrap_or(tried), MAX_TRIED);
    let ran = if call.get("denied_but_ran").is_some() { " (was denied, but ran)" } else { "" };
    let time = ctx.local_text(text(call, "ts"));
    let session = escape_line(&format!("{session:MAX_SESSION$}"));
    let verdict = escape_line(&format!("{:7}", text(call, "verdict")));
    let what = escape_line(format!("{tool} {tried}{ran}").trim_end());
    console.short_cells(&[&time, &session, &verdict, &what]);
    print_hooks(spoken(call), console);
}

/// Prints what each hook did, a line each.
fn print_hooks<'a>(hooks: impl Iterator<Item = &'a Value>, console: &mut Console) {
    for one in hooks {
        let rule = one.get("rule").and_then(Value::as_str).map(|rule| format!(" by {rule}"));
        let reason = one.get("reason").and_then(Value::as_str);
        let reason = reason.map(|reason| format!(": {}", shortened(reason, MAX_REASON)));
        let fate = match text(one, "fate") {
            "" | "won" => String::new(),
            fate => format!(" ({})", fate_words(fate)),
        };
        console.short_line(escape_line(&format!(
            "    {} {}{fate}{}{}",
            text(one, "hook"),
            text(one, "outcome"),
            rule.unwrap_or_default(),
            reason.unwrap_or_default(),
        )));
    }
}

/// The fate of an answer, in words.
pub fn fate_words(fate: &str) -> &str {
    match fate {
        "won" => "counts",
        "below" => "overruled by a stricter answer",
        "lost" => "overruled by another hook",
        "cut" => "left out or shortened",
        "not_run" => "out of time",
        "shadow" => "does not count",
        "gave_way" => "let the agent stop",
        other => other,
    }
}

/// Prints the outcome that a kept call had when it happened.
pub fn print_kept(ctx: &Ctx, kept: &Kept, console: &mut Console) {
    console.line(format!("at {}: {}", ctx.local_text(&kept.ts), kept.verdict));
    let said = kept.hooks.as_array().into_iter().flatten();
    print_hooks(said.filter(|one| text(one, "outcome") != "none"), console);
}

/// Prints a call as it happens.
fn print_now(ctx: &Ctx, call: &Value, args: &LogArgs, console: &mut Console) {
    if args.json {
        console.line(tame_json(&call.to_string()));
    } else {
        print(ctx, call, args, console);
    }
}
