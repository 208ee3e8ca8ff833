//! The process: arguments, stdin, stdout, stderr and exit status.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
#[cfg(feature = "tools")]
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(feature = "tools")]
use anyhow::{Result, anyhow};
use hook_protocol::tame;
#[cfg(feature = "tools")]
use hook_runtime::{Console, NotThere, words_of};
use hook_runtime::{Ctx, Hook, RanOut};

use crate::account;
use crate::call::Call;
use crate::chain::Chain;
use crate::conclusion::Concluded;
use crate::input::Input;
use crate::recent_events;
use crate::serve::{Begun, begin, go_on, unreadable};
use crate::watchdog::Watchdog;

/// The exit code of a command that failed, which is also clap's for wrong usage.
const TOOL_FAILED: u8 = 2;

/// The exit code of a command for something that does not exist.
#[cfg(feature = "tools")]
const NOT_THERE: u8 = 1;

/// The exit code of a hook that answered.
pub(crate) const ANSWERED: u8 = 0;

/// The only exit code that every host reads as a denial.
pub(crate) const BLOCKED: u8 = 2;

/// How long the watchdog waits for the log.
const MAX_RECORDING: Duration = Duration::from_millis(200);

/// The program of one hook: without arguments it answers an event, with them it runs a command. The
/// first argument is its name.
pub fn main(hook: Hook, args: Vec<OsString>) -> ExitCode {
    #[cfg(not(feature = "tools"))]
    if let Some(word) = args.get(1) {
        let is_help = word == "--help" || word == "-h";
        return if is_help { help(hook.name()) } else { explain_usage(hook.name()).into() };
    }
    #[cfg(feature = "tools")]
    if args.len() > 1 {
        let ctx = hook.ctx_in(&Ctx::of_process(hook.name()));
        return tools(&ctx, args, |ctx, args, console| hook.run_tools(ctx, args, console));
    }
    if io::stdin().is_terminal() {
        return ExitCode::from(explain_usage(hook.name()));
    }
    answer(&Chain::new([hook]))
}

/// Reads the event from stdin, which is not a terminal, has the hooks answer it and writes the answer.
pub fn answer(chain: &Chain) -> ExitCode {
    // A panic is reported in one line, as a failure of its hook.
    std::panic::set_hook(Box::new(|_| {}));
    ExitCode::from(respond(chain))
}

/// How a hook is used.
const USAGE: &str = "this is a hook: an agent host starts it with an event on stdin";

/// Tells a person who started a hook how to use it.
fn explain_usage(name: &str) -> u8 {
    let more =
        if cfg!(feature = "tools") { format!("See `{name} --help`.") } else { String::new() };
    complain(name, &format!("{USAGE}. {more}"));
    TOOL_FAILED
}

/// The help of a hook without commands.
#[cfg(not(feature = "tools"))]
fn help(name: &str) -> ExitCode {
    match io::stdout().write_all(line(name, USAGE).as_bytes()) {
        Err(err) if err.kind() != io::ErrorKind::BrokenPipe => ExitCode::from(TOOL_FAILED),
        _ => ExitCode::SUCCESS,
    }
}

/// Whether a host has started this process.
fn is_of_host(chain: &Chain, here: &Ctx) -> bool {
    chain.host().is_some() || here.env("CLAUDE_PROJECT_DIR").is_some()
}

/// Runs a command for a person: `run` gets the arguments, the name of the program first.
#[cfg(feature = "tools")]
pub fn tools(
    ctx: &Ctx,
    args: Vec<OsString>,
    run: impl FnOnce(&Ctx, Vec<OsString>, &mut Console) -> Result<ExitCode>,
) -> ExitCode {
    // A panic is reported like any other failure, in one line.
    std::panic::set_hook(Box::new(|_| {}));
    // Without it, an interrupted command leaves temporary files and running programs.
    let _caught = process_start::catch_interrupts();
    let name = ctx.hook();
    let mut console = Console::default();
    let run = AssertUnwindSafe(|| run(ctx, args, &mut console));
    let status = catch_unwind(run)
        .unwrap_or_else(|panic| Err(anyhow!("internal error: {}", words_of(panic.as_ref()))));
    for error in ctx.take_reports() {
        complain(name, &error);
    }
    if let Err(err) = &status {
        console.failure(name, &format!("{err:#}"));
    }
    let flushed = match console.flush() {
        Err(err) if err.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        flushed => flushed,
    };
    match (status, flushed) {
        (Ok(status), Ok(())) => status,
        (Ok(_), Err(err)) => {
            complain(name, &format!("could not write to stdout: {err}"));
            ExitCode::from(TOOL_FAILED)
        }
        (Err(err), _) if err.is::<NotThere>() => ExitCode::from(NOT_THERE),
        (Err(_), _) => ExitCode::from(TOOL_FAILED),
    }
}

/// Answers an event. If time or memory runs out, the watchdog answers instead.
fn respond(chain: &Chain) -> u8 {
    let here = Ctx::of_process(chain.name());
    let since = Instant::now();
    let Input { bytes, fault } = Input::read(chain.shortest_limit());
    if fault.is_none() && bytes.trim_ascii().is_empty() && !is_of_host(chain, &here) {
        return explain_usage(chain.name());
    }
    let here = here.having_waited(since.elapsed());
    let watchdog = Watchdog::default();
    let begun = match fault {
        None => begin(chain, &here, &bytes, |ctx| watchdog.attend(ctx)),
        Some(error) => Begun::Ended(Box::new(unreadable(chain, &here, &bytes, &error))),
    };
    let call = match begun {
        Begun::Ended(concluded) => {
            let status = emit(chain.name(), &concluded);
            account::write_unreadable(&here, chain, &bytes, &concluded);
            return status;
        }
        Begun::Call(call) => call,
    };
    let (name, overdue) = (chain.name(), Arc::clone(&call));
    watchdog.speaks(call.deadline(), move |ran_out| speak_for(name, &overdue, ran_out));
    let guard = watchdog.clone();
    process_start::when_memory_runs_out(move || guard.speak_of_memory());
    let concluded = go_on(&call, &bytes);
    watchdog.take_floor();
    let status = emit(name, &concluded);
    recent_events::keep(&call.here, &bytes, &concluded, || account::spoken(&concluded));
    account::write(&call, &bytes, &concluded);
    status
}

/// Writes the answer after time or memory ran out, and ends the process.
fn speak_for(name: &str, call: &Arc<Call>, ran_out: RanOut) {
    let concluded = call.overdue(ran_out);
    let status = emit(name, &concluded);
    let theirs = Arc::clone(call);
    // If the disk keeps the hook waiting, this hangs too.
    in_time(move || {
        theirs.record_overdue(&concluded);
        account::write(&theirs, b"", &concluded);
    });
    end(status);
}

/// Runs `act`, but does not wait for it longer than the host would.
fn in_time(act: impl FnOnce() + Send + 'static) {
    let (sender, done) = mpsc::channel();
    thread::spawn(move || {
        act();
        let _nobody_waits = sender.send(());
    });
    let _late = done.recv_timeout(MAX_RECORDING);
}

#[expect(clippy::exit, clippy::disallowed_methods, reason = "the handler hangs and cannot return")]
fn end(status: u8) {
    std::process::exit(i32::from(status));
}

/// Writes the reply in one piece, and returns the exit code.
fn emit(name: &str, concluded: &Concluded) -> u8 {
    write_stderr(&on_stderr(&concluded.errors));
    let Some(document) = concluded.outcome.document() else {
        return ANSWERED;
    };
    let mut stdout = io::stdout().lock();
    let written = stdout.write_all(on_stdout(&document).as_bytes()).and_then(|()| stdout.flush());
    let error = written.err();
    // An unknown host may not read the document, but it knows this exit code.
    let unread = concluded.outcome.reason_for_unknown_host();
    if let Some(reason) = unread.or(concluded.outcome.denial().filter(|_| error.is_some())) {
        complain(name, reason);
        return BLOCKED;
    }
    if let Some(err) = error {
        complain(name, &format!("could not write the reply: {err}"));
    }
    ANSWERED
}

/// The document as it is written to stdout.
pub(crate) fn on_stdout(document: &str) -> String {
    format!("{document}\n")
}

/// The errors as they are written to stderr: a line for each, with its hook.
pub(crate) fn on_stderr(errors: &[(&'static str, String)]) -> String {
    errors.iter().map(|(hook, error)| line(hook, error)).collect()
}

fn complain(hook: &str, error: &str) {
    write_stderr(&line(hook, error));
}

/// An error or a reason for stderr: each of its lines begins with the hook.
pub(crate) fn line(hook: &str, error: &str) -> String {
    let next = format!("\n{hook}: ");
    format!("{hook}: {}\n", tame(error).trim_end().replace('\n', &next))
}

/// If this fails, there is nobody to tell.
fn write_stderr(text: &str) {
    let _unheard = io::stderr().write_all(text.as_bytes());
}
