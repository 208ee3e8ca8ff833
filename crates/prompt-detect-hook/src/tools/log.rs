//! `log`: what happened to the sessions of the project.

use std::fs;
use std::io::ErrorKind;
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result};
use hook_runtime::{Console, Ctx, one_line, tame_json};
use hook_state::Journal;
use humantime::parse_rfc3339_weak;
use serde_json::{Value, json};

use super::status::SHORT_ID;
use crate::decide::spelling;
use crate::decide::transition::Transition;
use crate::record::{self, JOURNAL};
use crate::words::{NO_LINE, headline};

/// Between two looks with `--follow`.
const PAUSE: Duration = Duration::from_millis(200);

/// In characters.
const MAX_TYPE: usize = 40;
const MAX_TEXT: usize = 160;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only newer entries: an age such as 90m or 7d, a date, or an RFC 3339 time
    #[arg(long, value_name = "AGE|TIME")]
    since: Option<String>,
    /// Only this session; a prefix of its id is enough
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// At most this many, the last ones
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Keep printing new entries until interrupted
    #[arg(long)]
    follow: bool,
    /// Print one JSON document; with --follow, one for each entry
    #[arg(long)]
    json: bool,
}

/// Which lines are wanted.
struct Wanted {
    journal: Journal,
    since: Option<SystemTime>,
    session: Option<String>,
}

/// Shows the lines of the journal, the oldest first.
pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let since = args.since.as_deref().map(|text| ctx.since(text)).transpose().context("--since")?;
    let session = args.session.as_deref().map(|spoken| ctx.session(spoken)).transpose()?;
    let journal = Journal::new(record::state(ctx)?.file(JOURNAL));
    let wanted = Wanted { journal, since, session };
    if args.follow {
        return follow(ctx, &wanted, args, console);
    }
    let lines = wanted.last_lines(args)?;
    if args.json {
        console.json(&json!({"version": 1, "transitions": lines}));
        return Ok(ExitCode::SUCCESS);
    }
    if lines.is_empty() {
        console.error_line(NO_LINE);
    }
    for line in lines {
        print(ctx, line, console);
    }
    Ok(ExitCode::SUCCESS)
}

/// Shows the last lines and then each that comes, until nobody reads any more.
fn follow(ctx: &Ctx, wanted: &Wanted, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let path = record::state(ctx)?.file(JOURNAL);
    let number = |line: &Value| line.get("seq").and_then(Value::as_u64).unwrap_or_default();
    let (mut seen, mut last) = (None, None);
    loop {
        let now = fs::metadata(&path).ok().map(|it| (it.len(), it.modified().ok()));
        if now != seen || last.is_none() {
            seen = now;
            let mut lines = match last {
                None => wanted.last_lines(args)?,
                Some(_) => wanted.lines()?,
            };
            // A journal that was removed begins with 1 again.
            let newest = lines.last().map_or(0, number);
            let shown = last.filter(|last| *last <= newest).unwrap_or_default();
            lines.retain(|line| number(line) > shown);
            last = Some(newest);
            for line in lines {
                if args.json {
                    console.line(tame_json(&line.to_string()));
                } else {
                    print(ctx, line, console);
                }
            }
        }
        match console.flush() {
            Err(err) if err.kind() == ErrorKind::BrokenPipe => return Ok(ExitCode::SUCCESS),
            flushed => flushed.context("could not write to stdout")?,
        }
        thread::sleep(PAUSE);
    }
}

impl Wanted {
    fn lines(&self) -> Result<Vec<Value>> {
        let read = self.journal.read().context("could not read the journal")?;
        let text = |line: &Value, key: &str| line.get(key)?.as_str().map(str::to_owned);
        let is_wanted = |line: &Value| {
            let at = text(line, "ts").and_then(|ts| parse_rfc3339_weak(&ts).ok());
            line.is_object()
                && self.since.is_none_or(|since| at.is_none_or(|at| at >= since))
                && (self.session.is_none() || self.session == text(line, "session_id"))
        };
        Ok(read.filter(is_wanted).collect())
    }

    fn last_lines(&self, args: &Args) -> Result<Vec<Value>> {
        let mut lines = self.lines()?;
        let left_out = args.limit.map_or(0, |limit| lines.len().saturating_sub(limit));
        lines.drain(..left_out);
        Ok(lines)
    }
}

/// Prints a line of the journal, unless a later version wrote it.
fn print(ctx: &Ctx, line: Value, console: &mut Console) {
    let Ok(transition) = serde_json::from_value::<Transition>(line) else { return };
    let id: String = transition.session_id.chars().take(SHORT_ID).collect();
    let mut who = one_line(&id, SHORT_ID);
    if let Some(agent) = &transition.agent_id {
        let kind = transition.agent_type.as_deref().unwrap_or(agent);
        who = format!("{who} ({})", one_line(kind, MAX_TYPE));
    }
    let what = headline(&transition, MAX_TEXT);
    let time = ctx.local_second(transition.ts.time());
    let state = spelling(transition.state);
    console.short_line(format!("{}  {time}  {who}  {state:<17}  {what}", transition.seq));
}
