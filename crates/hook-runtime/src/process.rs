//! The process: arguments, stdin, stdout, stderr, clock and exit status.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::SystemTime;

use hook_protocol::{Event, ParseError};

use crate::console::Console;
use crate::ctx::{Ctx, TIME_LIMIT};
use crate::environment::Environment;
use crate::hook::{Hook, Outcome};

/// How many bytes of an event are read. Payloads carry whole files.
pub(crate) const STDIN_LIMIT: u64 = 16 * 1024 * 1024;

/// The status of a tool that could not do its work, as clap has it for usage.
const TOOL_FAILED: u8 = 2;

/// The one status that every host reads as "do not go on".
const BLOCKED: u8 = 2;

/// The handler's stack. Parsers of what an agent wrote recurse.
const STACK_BYTES: usize = 16 * 1024 * 1024;

pub(crate) fn main(hook: Hook) -> ExitCode {
    // A panic is reported like any other failure, in one line.
    std::panic::set_hook(Box::new(|_| {}));
    let args: Vec<OsString> = std::env::args_os().collect();
    if args.len() > 1 {
        return run_tools(&hook, args);
    }
    let name = hook.name();
    emit(name, &respond(hook))
}

fn run_tools(hook: &Hook, args: Vec<OsString>) -> ExitCode {
    let ctx = ctx_in(hook, process_cwd());
    let mut console = Console::default();
    let status = hook.run_tools(&ctx, args, &mut console);
    for error in ctx.take_reports() {
        complain(hook.name(), &error);
    }
    match (status, console.flush()) {
        (Ok(status), Ok(())) => status,
        (Ok(_), Err(err)) => tool_error(hook, &format!("could not write to stdout: {err}")),
        (Err(err), _) => tool_error(hook, &format!("{err:#}")),
    }
}

fn tool_error(hook: &Hook, error: &str) -> ExitCode {
    complain(hook.name(), error);
    ExitCode::from(TOOL_FAILED)
}

/// Reads the event and has the hook answer it.
fn respond(hook: Hook) -> Outcome {
    let event = match read_event() {
        Ok(Some(event)) => event,
        // Another host's own format: not for us.
        Ok(None) => return Outcome::default(),
        Err(error) => return hook.fail(&ctx_in(&hook, process_cwd()), None, &error),
    };
    if !hook.handles(&event) {
        return Outcome::default();
    }
    let ctx = ctx_in(&hook, event.common().cwd.clone().or_else(process_cwd));
    answer_in_time(hook, ctx, event)
}

/// The event on stdin; `None` if it is of a format that is not ours.
fn read_event() -> Result<Option<Event>, String> {
    let mut input = Vec::new();
    io::stdin()
        .lock()
        .take(STDIN_LIMIT + 1)
        .read_to_end(&mut input)
        .map_err(|err| format!("could not read the event: {err}"))?;
    if input.len() as u64 > STDIN_LIMIT {
        return Err(format!(
            "the event is larger than {} MiB",
            STDIN_LIMIT >> 20
        ));
    }
    match Event::parse(&input) {
        Ok(event) => Ok(Some(event)),
        Err(ParseError::Nameless) => Ok(None),
        Err(err) => Err(err.to_string()),
    }
}

/// The hook's answer, or its failure if it takes too long. A handler that hangs
/// is left behind and ends with the process.
fn answer_in_time(hook: Hook, ctx: Ctx, event: Event) -> Outcome {
    let shared = Arc::new((hook, ctx, event));
    let (sender, answers) = mpsc::sync_channel(1);
    let theirs = Arc::clone(&shared);
    let started = thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(move || {
            let (hook, ctx, event) = &*theirs;
            let _nobody_waits = sender.send(hook.answer(ctx, event));
        });
    let (hook, ctx, event) = &*shared;
    if started.is_err() {
        return hook.answer(ctx, event);
    }
    let error = match answers.recv_timeout(ctx.time_left()) {
        Ok(outcome) => return outcome,
        Err(RecvTimeoutError::Timeout) => {
            format!("no answer within {} seconds", TIME_LIMIT.as_secs())
        }
        Err(RecvTimeoutError::Disconnected) => "the handler ended without an answer".to_owned(),
    };
    hook.fail(ctx, Some(event), &error)
}

/// Writes the reply, in one piece, and picks the exit status.
fn emit(hook: &str, outcome: &Outcome) -> ExitCode {
    for error in &outcome.errors {
        complain(hook, error);
    }
    let Some(document) = &outcome.document else {
        return ExitCode::SUCCESS;
    };
    let mut stdout = io::stdout().lock();
    let written = stdout
        .write_all(format!("{document}\n").as_bytes())
        .and_then(|()| stdout.flush());
    match (written, &outcome.denial) {
        (Ok(()), _) => ExitCode::SUCCESS,
        (Err(_), Some(reason)) => {
            complain(hook, reason);
            ExitCode::from(BLOCKED)
        }
        (Err(err), None) => {
            complain(hook, &format!("could not write the reply: {err}"));
            ExitCode::SUCCESS
        }
    }
}

/// One line on stderr. Nobody is left to be told if that fails.
fn complain(hook: &str, error: &str) {
    let _unheard = writeln!(io::stderr(), "{hook}: {error}");
}

fn ctx_in(hook: &Hook, cwd: Option<PathBuf>) -> Ctx {
    Ctx::new(hook.name(), Environment::Process, now(), cwd)
}

/// The time, which `TACKLEBOX_NOW` sets for tests (RFC 3339, UTC).
#[expect(
    clippy::disallowed_methods,
    reason = "this is where the time comes from"
)]
fn now() -> SystemTime {
    Environment::Process
        .get("TACKLEBOX_NOW")
        .and_then(|time| humantime::parse_rfc3339(&time).ok())
        .unwrap_or_else(SystemTime::now)
}

#[expect(
    clippy::disallowed_methods,
    reason = "this is where the folder comes from"
)]
fn process_cwd() -> Option<PathBuf> {
    std::env::current_dir().ok()
}
