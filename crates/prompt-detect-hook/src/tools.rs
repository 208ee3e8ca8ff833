//! The tools for people and programs that watch agents.

mod explain;
mod init;
mod log;
mod show;
mod status;
mod wait;

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};
use hook_chain::people;
use hook_runtime::{Console, Ctx, Explained};

use crate::config::Config;
use crate::record::sinks::delay;

/// Shows when an agent waits for you, and for what.
///
/// Without arguments it runs as a hook: it reads an event as JSON from stdin and answers on
/// stdout.
#[derive(Debug, Parser)]
#[command(name = "prompt-detect-hook", version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Debug, Subcommand)]
enum Tool {
    /// Show the sessions of this project and their states
    Status(status::Args),
    /// Show what a session waits for: the question with its options, or the plan
    Show(show::Args),
    /// Wait until a session is in a state, and print its id
    Wait(wait::Args),
    /// Show past changes of sessions
    Log(log::Args),
    /// Count the answers of the hook
    Stats(people::StatsArgs),
    /// Explain what an event or a call would change
    Explain(Explained),
    /// Check the configuration; exit 1 if there are mistakes
    Lint(people::LintArgs),
    /// Write a first, commented configuration
    Init,
    /// Left behind by the hook where there is a delay
    #[command(name = delay::TOOL, hide = true)]
    TellLater,
}

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
        Tool::Status(args) => status::run(ctx, &args, console),
        Tool::Show(args) => show::run(ctx, &args, console),
        Tool::Wait(args) => wait::run(ctx, &args, console),
        Tool::Log(args) => log::run(ctx, &args, console),
        Tool::Stats(args) => people::stats(ctx, &args, Some(ctx.hook()), console),
        Tool::Explain(args) => explain::run(ctx, &args, console),
        Tool::Lint(args) => {
            let read = Config::load(ctx).map(drop);
            Ok(people::lint(ctx, args, "prompt-detect", read, console))
        }
        Tool::Init => init::run(ctx, console),
        Tool::TellLater => Ok(delay::run(ctx, console)),
    }
}
