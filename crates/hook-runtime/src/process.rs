//! The process: arguments, stdin, stdout, stderr, clock and exit status.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, SystemTime};

use hook_protocol::{Event, tame};

use crate::console::Console;
use crate::ctx::Ctx;
use crate::environment::Environment;
use crate::failure::{self, Occasion};
use crate::hook::{Hook, words_of};
use crate::limits::MAX_INPUT;
use crate::outcome::Outcome;
use crate::serve::{serve_watched, unreadable};
use crate::watchdog::Watchdog;

/// The status of a tool that could not do its work, as clap has it for usage.
const TOOL_FAILED: u8 = 2;

/// The status of a hook that has said what it has to say.
const ANSWERED: u8 = 0;

/// The one status that every host reads as "do not go on".
const BLOCKED: u8 = 2;

/// How long the watchdog waits for its own line in the error log.
const RECORDING: Duration = Duration::from_millis(200);

impl Hook {
    /// Runs the program: a hook without arguments, its tools with them.
    pub fn main(self) -> ExitCode {
        // A panic is reported like any other failure, in one line.
        std::panic::set_hook(Box::new(|_| {}));
        let args: Vec<OsString> = std::env::args_os().collect();
        if args.len() > 1 {
            return run_tools(&self, args);
        }
        if io::stdin().is_terminal() {
            complain(self.name(), "a host starts this with an event on stdin; see --help");
            return ExitCode::from(TOOL_FAILED);
        }
        respond(&self)
    }
}

fn run_tools(hook: &Hook, args: Vec<OsString>) -> ExitCode {
    let ctx = ctx_of(hook);
    let mut console = Console::default();
    let run = AssertUnwindSafe(|| hook.run_tools(&ctx, args, &mut console));
    let status = catch_unwind(run).unwrap_or_else(|panic| {
        Err(anyhow::anyhow!("internal error: {}", words_of(panic.as_ref())))
    });
    for error in ctx.take_reports() {
        complain(hook.name(), &error);
    }
    let flushed = match console.flush() {
        Err(err) if err.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        flushed => flushed,
    };
    match (status, flushed) {
        (Ok(status), Ok(())) => status,
        (Ok(_), Err(err)) => tool_error(hook, &format!("could not write to stdout: {err}")),
        (Err(err), _) => tool_error(hook, &format!("{err:#}")),
    }
}

fn tool_error(hook: &Hook, error: &str) -> ExitCode {
    complain(hook.name(), error);
    ExitCode::from(TOOL_FAILED)
}

/// Reads the event, has the hook answer it and writes the answer. Where the watchdog
/// was started and the time runs out first, it speaks in the hook's place.
fn respond(hook: &Hook) -> ExitCode {
    let mut bytes = Vec::new();
    let read = io::stdin().lock().take(MAX_INPUT as u64 + 1).read_to_end(&mut bytes);
    let ctx = ctx_of(hook);
    let mut watchdog = None;
    let outcome = match read {
        Ok(_) => serve_watched(hook, &ctx, &bytes, |ctx, event| {
            watchdog = Some(watch(hook, ctx, event));
        }),
        Err(err) => unreadable(hook, &ctx, &bytes, &format!("could not read the event: {err}")),
    };
    if let Some(watchdog) = watchdog {
        watchdog.take_floor();
    }
    emit(hook.name(), &outcome).into()
}

/// A watchdog that answers for the hook and ends the process.
fn watch(hook: &Hook, ctx: &Ctx, event: &Event) -> Watchdog {
    let (policy, theirs, on) = (hook.policy(), ctx.clone(), Occasion::of(event));
    let watchdog = Watchdog::new(ctx.deadline(), move || {
        let outcome = failure::overdue(&theirs, &on, policy);
        let status = emit(theirs.hook(), &outcome);
        record_in_time(theirs, on, outcome.errors);
        end(status);
    });
    watchdog.attend(ctx);
    watchdog
}

/// Records errors, unless that hangs too: what keeps a hook may be the disk.
fn record_in_time(ctx: Ctx, on: Occasion, errors: Vec<String>) {
    let (sender, recorded) = mpsc::channel();
    thread::spawn(move || {
        failure::record(&ctx, &on, &errors);
        let _nobody_waits = sender.send(());
    });
    let _late = recorded.recv_timeout(RECORDING);
}

#[expect(clippy::exit, clippy::disallowed_methods, reason = "the handler hangs and cannot return")]
fn end(status: u8) {
    std::process::exit(i32::from(status));
}

/// Writes the reply, in one piece, and picks the exit status.
fn emit(hook: &str, outcome: &Outcome) -> u8 {
    write_stderr(&on_stderr(hook, &outcome.errors));
    let Some(document) = outcome.document() else {
        return ANSWERED;
    };
    let mut stdout = io::stdout().lock();
    let written = stdout.write_all(on_stdout(&document).as_bytes()).and_then(|()| stdout.flush());
    match (written, outcome.denial()) {
        (Ok(()), _) => ANSWERED,
        (Err(_), Some(reason)) => {
            complain(hook, reason);
            BLOCKED
        }
        (Err(err), None) => {
            complain(hook, &format!("could not write the reply: {err}"));
            ANSWERED
        }
    }
}

/// What a document is on stdout.
pub(crate) fn on_stdout(document: &str) -> String {
    format!("{document}\n")
}

/// What errors are on stderr: a line for each.
pub(crate) fn on_stderr(hook: &str, errors: &[String]) -> String {
    errors.iter().map(|error| line(hook, error)).collect()
}

fn complain(hook: &str, error: &str) {
    write_stderr(&line(hook, error));
}

fn line(hook: &str, error: &str) -> String {
    format!("{hook}: {}\n", tame(error))
}

/// Nobody is left to be told if that fails.
fn write_stderr(text: &str) {
    let _unheard = io::stderr().write_all(text.as_bytes());
}

impl Ctx {
    /// The context of a program that is no hook but works beside one: this
    /// process's environment and folder, and the time it is now.
    pub fn of_process(program: &'static str) -> Self {
        Self::new(program, Environment::Process, now(&Environment::Process), process_cwd())
    }
}

/// What this process knows beside its event.
fn ctx_of(hook: &Hook) -> Ctx {
    hook.ctx(Environment::Process, now(&Environment::Process), process_cwd())
}

/// The time, which `TACKLEBOX_NOW` sets for tests (RFC 3339, UTC).
#[expect(clippy::disallowed_methods, reason = "this is where the time comes from")]
pub(crate) fn now(environment: &Environment) -> SystemTime {
    environment
        .get("TACKLEBOX_NOW")
        .and_then(|time| humantime::parse_rfc3339(&time).ok())
        .unwrap_or_else(SystemTime::now)
}

#[expect(clippy::disallowed_methods, reason = "this is where the folder comes from")]
fn process_cwd() -> Option<PathBuf> {
    std::env::current_dir().ok()
}
