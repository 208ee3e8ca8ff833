//! The verbs for people, some of which an agent may use.

mod explain;
mod init;
mod lint;
mod list;
mod requests;
mod select;
mod status;
mod trailer;

use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use clap::{Parser, Subcommand};
use hook_chain::people;
use hook_runtime::{Console, Ctx, Explained, one_line};

use crate::gather::load::{self, Gate, Loaded};
use crate::words;

/// Keeps an agent to the intent that it chose.
///
/// Without arguments it is a hook: it reads an event of an agent host as JSON
/// on stdin, and answers on stdout.
#[derive(Debug, Parser)]
#[command(name = "intent-gate-hook", version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Debug, Subcommand)]
enum Tool {
    /// List the intents, with their status and the session that has them
    List(list::Args),
    /// Show what an agent is told about an intent
    Show { id: String },
    /// Choose an intent for a session
    Select(select::Args),
    /// Release the intent of a session
    Release(select::ReleaseArgs),
    /// Show which session has which intent, and what to do next
    Status(status::Args),
    /// Add `Intent: ID TOKEN` to a commit message, if the session of the shell has an intent
    Trailer(trailer::Args),
    /// Show what the gate denied or asked about
    Log(people::LogArgs),
    /// Count what the gate denied or asked about
    Stats(people::StatsArgs),
    /// Mark an intent as completed, and release it
    Complete { id: String },
    /// List the requests for more scope, or decide one
    Requests(requests::Args),
    /// Show which checks an event or a call passes or fails
    Explain(Explained),
    /// Judge a call: exit 0 if it passes, 1 if it is denied or the person is asked
    Check(explain::CheckArgs),
    /// Find mistakes in the intents and the configuration
    Lint(people::LintArgs),
    /// Write an example of intents and a configuration
    Init,
}

/// The status for an unknown id, a refusal or a finding.
const REFUSED: u8 = 1;

/// Runs a tool.
///
/// # Errors
/// If it could not do its work; the program then ends with status 2.
pub(crate) fn run(ctx: &Ctx, args: Vec<OsString>, console: &mut Console) -> Result<ExitCode> {
    let (cli, ctx): (Cli, Ctx) = match console.parse(ctx, args) {
        Ok(parsed) => parsed,
        Err(status) => return Ok(status),
    };
    let ctx = &ctx;
    match cli.tool {
        Tool::List(args) => list::list(ctx, &args, console),
        Tool::Show { id } => list::show(ctx, &id, console),
        Tool::Select(args) => select::select(ctx, &args, console),
        Tool::Release(args) => select::release(ctx, &args, console),
        Tool::Status(args) => status::run(ctx, &args, console),
        Tool::Trailer(args) => trailer::run(ctx, &args),
        Tool::Log(args) => people::log(ctx, &args, Some(ctx.hook()), console),
        Tool::Stats(args) => people::stats(ctx, &args, Some(ctx.hook()), console),
        Tool::Complete { id } => requests::complete(ctx, &id, console),
        Tool::Requests(args) => requests::run(ctx, &args, console),
        Tool::Explain(args) => explain::run(ctx, &args, console),
        Tool::Check(args) => explain::check(ctx, &args, console),
        Tool::Lint(args) => lint::run(ctx, args, console),
        Tool::Init => init::run(ctx, console),
    }
}

/// The policy and the intents of the project; where there is no file of intents, there are none.
fn gate(ctx: &Ctx) -> Result<Arc<Gate>> {
    match load::load(ctx) {
        Loaded::Ready(gate) => Ok(gate),
        Loaded::Broken(broken) => Err(anyhow::anyhow!(broken.error)),
        Loaded::Absent => Ok(Arc::default()),
    }
}

/// That the project has no intents yet, and what to do.
fn no_intents(ctx: &Ctx) -> String {
    let has_file = ctx.project().is_some_and(|it| load::has_intents(&ctx.kept_project(it)));
    words::tools::no_intents(has_file)
}

/// Whether a person runs this. If not, that is said.
fn is_person(ctx: &Ctx, console: &mut Console, what: &str) -> bool {
    let identified = person::identify(ctx);
    if let Err(missing) = &identified {
        console.error_line(person::refusal(what, missing));
    }
    identified.is_ok()
}

fn unknown(console: &mut Console, id: &str) -> ExitCode {
    console.error_line(words::tools::no_intent(id));
    ExitCode::from(REFUSED)
}

/// In characters, of an id that is shown, without `--long`.
const MAX_SHORT: usize = 8;

/// In characters, of one that is shown with `--long`.
const MAX_LONG: usize = 60;

/// The id of a session or an agent as it is listed.
fn shown(id: &str, is_long: bool) -> String {
    if is_long {
        one_line(id, MAX_LONG)
    } else {
        one_line(id, MAX_LONG).chars().take(MAX_SHORT).collect()
    }
}
