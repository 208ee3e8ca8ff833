//! The process: arguments, stdin, stdout, stderr, clock and exit status.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak, mpsc};
use std::thread;
use std::time::{Duration, SystemTime};

use hook_protocol::{Event, EventName, ParseError, tame};

use crate::console::{Console, STDIN_LIMIT};
use crate::ctx::Ctx;
use crate::environment::Environment;
use crate::failure::{self, Failed};
use crate::hook::{Hook, words_of};
use crate::outcome::Outcome;

/// An event with more bytes than this may take its time.
const LARGE: usize = 64 * 1024;

/// The status of a tool that could not do its work, as clap has it for usage.
const TOOL_FAILED: u8 = 2;

/// The status of a hook that has said what it has to say.
const ANSWERED: u8 = 0;

/// The one status that every host reads as "do not go on".
const BLOCKED: u8 = 2;

/// How long the watchdog waits for its own line in the error log.
const RECORDING: Duration = Duration::from_millis(200);

/// The watchdog's stack: it reads a configuration and writes a line at the most.
const WATCHDOG_STACK: usize = 512 * 1024;

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
        respond(self)
    }
}

fn run_tools(hook: &Hook, args: Vec<OsString>) -> ExitCode {
    let ctx = ctx_in(hook, process_cwd());
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

/// Reads the event and has the hook answer it.
fn respond(hook: Hook) -> ExitCode {
    let (event, is_large) = match read_event() {
        Input::Event { event, is_large } => (event, is_large),
        Input::Foreign => return ExitCode::SUCCESS,
        Input::Unreadable { name, error } => {
            let ctx = ctx_in(&hook, process_cwd());
            let outcome = hook.fail(&ctx, Failed::Reading(name.as_ref()), &error);
            return emit(hook.name(), &outcome).into();
        }
    };
    if !hook.handles(&event) {
        return ExitCode::SUCCESS;
    }
    let ctx = ctx_in(&hook, event.common().cwd.clone().or_else(process_cwd));
    answer_in_time(Call { hook, ctx, event, is_large })
}

struct Call {
    hook: Hook,
    ctx: Ctx,
    event: Box<Event>,
    is_large: bool,
}

/// What was read from stdin.
enum Input {
    Event {
        event: Box<Event>,
        is_large: bool,
    },
    /// Of a format that is not ours.
    Foreign,
    Unreadable {
        name: Option<EventName>,
        error: String,
    },
}

fn read_event() -> Input {
    let mut bytes = Vec::new();
    let read = io::stdin().lock().take(STDIN_LIMIT + 1).read_to_end(&mut bytes);
    let unreadable = |error: String| Input::Unreadable { name: Event::name_in(&bytes), error };
    if let Err(err) = read {
        return unreadable(format!("could not read the event: {err}"));
    }
    if bytes.len() as u64 > STDIN_LIMIT {
        return unreadable(format!("the event is larger than {} MiB", STDIN_LIMIT >> 20));
    }
    match Event::parse(&bytes) {
        Ok(event) => Input::Event { event: Box::new(event), is_large: bytes.len() > LARGE },
        Err(ParseError::Nameless) => Input::Foreign,
        Err(err) => unreadable(err.to_string()),
    }
}

/// Has the hook answer. Where the watchdog was set and runs out first, it speaks
/// in the hook's place and ends the process; only one of them speaks.
fn answer_in_time(call: Call) -> ExitCode {
    let call = Arc::new(call);
    let spoken = Arc::new(AtomicBool::new(false));
    let theirs = (Arc::downgrade(&call), Arc::clone(&spoken));
    call.ctx.on_delay(move || watch(theirs.0.clone(), Arc::clone(&theirs.1)));
    if call.is_large {
        call.ctx.expect_delay();
    }
    let outcome = call.hook.answer(&call.ctx, &call.event);
    while spoken.swap(true, Ordering::AcqRel) {
        // The watchdog is about to end this process.
        thread::park();
    }
    emit(call.hook.name(), &outcome).into()
}

/// Starts the watchdog. Without one a hook that hangs is left to the host.
fn watch(call: Weak<Call>, spoken: Arc<AtomicBool>) {
    let watchdog = thread::Builder::new().stack_size(WATCHDOG_STACK);
    let _started = watchdog.spawn(move || {
        let Some(call) = call.upgrade() else { return };
        thread::sleep(call.ctx.time_left());
        if spoken.swap(true, Ordering::AcqRel) {
            return;
        }
        let error = format!("no answer within {} seconds", call.ctx.time_limit().as_secs());
        let outcome = call.hook.failure(&call.ctx, Failed::On(&call.event), &error);
        let status = emit(call.hook.name(), &outcome);
        record_in_time(call, outcome.errors);
        end(status);
    });
}

/// Records errors, unless that hangs too: what keeps a hook may be the disk.
fn record_in_time(call: Arc<Call>, errors: Vec<String>) {
    let (sender, recorded) = mpsc::channel();
    thread::spawn(move || {
        failure::record(&call.ctx, Failed::On(&call.event), &errors);
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
    for error in &outcome.errors {
        complain(hook, error);
    }
    let Some(document) = &outcome.document else {
        return ANSWERED;
    };
    let mut stdout = io::stdout().lock();
    let written =
        stdout.write_all(format!("{document}\n").as_bytes()).and_then(|()| stdout.flush());
    match (written, &outcome.denial) {
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

/// One line on stderr. Nobody is left to be told if that fails.
fn complain(hook: &str, error: &str) {
    let _unheard = writeln!(io::stderr(), "{hook}: {}", tame(error));
}

impl Ctx {
    /// The context of a program that is no hook but works beside one: this
    /// process's environment and folder, and the time it is now.
    pub fn of_process(program: &'static str) -> Self {
        Self::new(program, Environment::Process, now(), process_cwd())
    }
}

fn ctx_in(hook: &Hook, cwd: Option<PathBuf>) -> Ctx {
    Ctx::new(hook.name(), Environment::Process, now(), cwd).with_time_limit(hook.limit())
}

/// The time, which `TACKLEBOX_NOW` sets for tests (RFC 3339, UTC).
#[expect(clippy::disallowed_methods, reason = "this is where the time comes from")]
fn now() -> SystemTime {
    Environment::Process
        .get("TACKLEBOX_NOW")
        .and_then(|time| humantime::parse_rfc3339(&time).ok())
        .unwrap_or_else(SystemTime::now)
}

#[expect(clippy::disallowed_methods, reason = "this is where the folder comes from")]
fn process_cwd() -> Option<PathBuf> {
    std::env::current_dir().ok()
}
