//! The tool for the person who wonders what a subagent is told.

mod explain;
mod init;

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};
use hook_chain::people;
use hook_runtime::{Console, Ctx, Explained};

use crate::policy;

/// Tells a new subagent which files its session has worked on.
///
/// Without arguments it runs as a hook: it reads an event as JSON from stdin and answers on
/// stdout.
#[derive(Debug, Parser)]
#[command(name = "subagent-start-hook", version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Debug, Subcommand)]
enum Tool {
    /// Explain what a subagent would get
    Explain(Explained),
    /// Show what subagents got
    Log(people::LogArgs),
    /// Count what subagents got
    Stats(people::StatsArgs),
    /// Show the mode and the configuration
    Status(people::StatusArgs),
    /// Check the configuration; exit 1 if there are mistakes
    Lint(people::LintArgs),
    /// Write a first, commented configuration
    Init,
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
        Tool::Explain(args) => explain::run(ctx, &args, console),
        Tool::Log(args) => people::log(ctx, &args, Some(ctx.hook()), console),
        Tool::Stats(args) => people::stats(ctx, &args, Some(ctx.hook()), console),
        Tool::Status(args) => people::status(ctx, &args, policy::file(ctx), Vec::new(), console),
        Tool::Lint(args) => {
            let read = policy::load(ctx).map(drop);
            Ok(people::lint(ctx, args, "file-context", read, console))
        }
        Tool::Init => init::run(ctx, console),
    }
}
