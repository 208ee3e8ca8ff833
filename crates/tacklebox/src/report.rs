//! `report`: what hooks did, as one page for a browser.

use std::fs::File;
use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::UNIX_EPOCH;

use anyhow::{Context as _, Result};
use hook_chain::people::{is_since, state, text};
use hook_runtime::{Console, Ctx, escape_line};
use humantime::{format_rfc3339_seconds, parse_rfc3339};
use report::{Failure, Lifted, Report, Wanted, is_page, page, pasts, sessions};
use serde_json::Value;

use crate::cost::{Part, has_silent_calls, wanted};
use crate::hooks::printed;
use crate::quantity::counted;

/// The status where a file is not written over, or no person asks for it.
const REFUSED: u8 = 1;

/// How much of a file tells what it is.
const MAX_HEAD: u64 = 4_096;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    part: Part,
    /// The file to write
    #[arg(long, value_name = "PATH", default_value = "tacklebox-report.html")]
    out: PathBuf,
    /// Overwrite a file that is not such a report; only a person may
    #[arg(long)]
    yes: bool,
}

/// Writes the page, and says where it is.
///
/// # Errors
/// If `--since` is no time, there is no such session, or something cannot be read or written.
pub(crate) fn report(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let wanted = wanted(ctx, &args.part)?;
    // Of the shell's folder, whatever --project says.
    let file = args.out.as_path();
    if !may_write(ctx, file, args.yes, console)? {
        return Ok(ExitCode::from(REFUSED));
    }
    let report = gather(ctx, &wanted)?;
    let calls: usize = report.sessions.iter().map(|session| session.calls.len()).sum();
    hook_state::replace(file, page(&report)?.as_bytes())
        .with_context(|| format!("could not write {}", file.display()))?;
    let of = [counted(report.sessions.len(), "session"), counted(calls, "call")].join(" and ");
    console.line(escape_line(&format!("wrote {} of {of}", args.out.display())));
    Ok(ExitCode::SUCCESS)
}

/// Whether a file may be written: one that is none of ours is not lost by chance, and not to an
/// agent at all.
fn may_write(ctx: &Ctx, file: &Path, is_wanted: bool, console: &mut Console) -> Result<bool> {
    let mut head = Vec::new();
    match File::open(file) {
        Err(err) if err.kind() == ErrorKind::NotFound => return Ok(true),
        read => {
            let read = read.and_then(|file| file.take(MAX_HEAD).read_to_end(&mut head));
            read.with_context(|| format!("could not read {}", file.display()))?;
        }
    }
    if is_page(&head) {
        return Ok(true);
    }
    if !is_wanted {
        let file = file.display();
        console.error_line(format!(
            "{file} is not a report; use --yes to overwrite it, or --out for another file"
        ));
        return Ok(false);
    }
    let identified = person::identify(ctx);
    if let Err(missing) = &identified {
        console.error_line(person::refusal("overwriting a file that is not a report", missing));
    }
    Ok(identified.is_ok())
}

/// What is shown: the account, the transcripts, and what three hooks have kept.
fn gather(ctx: &Ctx, wanted: &Wanted) -> Result<Report> {
    let calls = wanted.calls(ctx)?;
    let since = wanted.since.map(|since| format_rfc3339_seconds(since).to_string());
    let list = |hook: &str, verb: &str, since: Option<&str>, field: &str| -> Vec<Value> {
        let mut args = vec![verb, "--json"];
        args.extend(since.iter().flat_map(|since| ["--since", since]));
        let told: Option<Value> =
            printed(ctx, hook, &args).and_then(|told| serde_json::from_str(&told).ok());
        let mut told = told.unwrap_or_default();
        told.get_mut(field).and_then(Value::as_array_mut).map(std::mem::take).unwrap_or_default()
    };
    let since = since.as_deref();
    let mut transitions = list("prompt-detect-hook", "log", since, "transitions");
    let is_of = |line: &Value| {
        wanted.session.as_deref().is_none_or(|session| text(line, "session_id") == session)
    };
    transitions.retain(is_of);
    let root = ctx.project().map_or(Path::new(""), |project| project.path());
    let lifted = lifted(&calls, &list("governance-hook", "log", since, "decisions"));
    let mut errors = failures(ctx, wanted)?;
    errors.retain(|error| wanted.session.as_deref().is_none_or(|it| error.session == it));
    Ok(Report {
        project: project(ctx),
        made: millis(&ctx.timestamp()),
        since: wanted.since.map(|since| millis(&format_rfc3339_seconds(since).to_string())),
        has_silent_calls: has_silent_calls(ctx),
        sessions: sessions(&calls, pasts(ctx, wanted), &transitions, &lifted, root),
        authors: list("agent-trace-hook", "stats", None, "by_file").iter().map(authors).collect(),
        errors,
    })
}

/// The name of the project's folder: where it is on this machine is nobody's business.
fn project(ctx: &Ctx) -> String {
    let name = ctx.project().and_then(|project| project.path().file_name());
    name.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// What a person has lifted: hooks that were paused, and rules of one hook.
fn lifted(calls: &[hook_chain::LoggedCall], decisions: &[Value]) -> Vec<Lifted> {
    let paused = calls.iter().filter(|call| call.event == "Pause").map(|call| Lifted {
        at: millis(&call.ts),
        hook: call.tried.split_whitespace().next().unwrap_or_default().to_owned(),
        words: format!("paused {}", call.tried),
    });
    let exceptions = decisions.iter().filter(|line| text(line, "action") == "exception");
    let exceptions = exceptions.map(|line| Lifted {
        at: millis(text(line, "ts")),
        hook: "governance-hook".to_owned(),
        words: format!("{} allowed: {}", text(line, "primitive"), text(line, "message")),
    });
    paused.chain(exceptions).collect()
}

fn failures(ctx: &Ctx, wanted: &Wanted) -> Result<Vec<Failure>> {
    let kept = hook_runtime::error_log(state(ctx)?);
    let kept = kept.read().context("could not read hook-errors.jsonl")?;
    let young = kept.filter(|line| is_since(line, wanted.since));
    let failure = |line: Value| Failure {
        at: millis(text(&line, "ts")),
        session: text(&line, "session_id").to_owned(),
        hook: text(&line, "hook").to_owned(),
        error: text(&line, "error").to_owned(),
    };
    Ok(young.map(failure).filter(|failure| !failure.error.is_empty()).collect())
}

fn authors(file: &Value) -> report::File {
    let contributors = file.get("contributors").and_then(Value::as_array).into_iter().flatten();
    let share = |one: &Value| {
        let lines = one.get("lines").and_then(Value::as_u64).unwrap_or_default();
        (text(one, "contributor").to_owned(), lines)
    };
    report::File {
        path: text(file, "path").to_owned(),
        contributors: contributors.map(share).collect(),
    }
}

/// Milliseconds since 1970; 0 where the time cannot be read.
fn millis(text: &str) -> u64 {
    let since = parse_rfc3339(text).ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
    since.map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}
