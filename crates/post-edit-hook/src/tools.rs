//! The tools for the people who own a configuration.

mod explain;
mod init;
mod lint;
mod linters;
mod list;
mod run;
mod trial;

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};
use hook_chain::people;
use hook_runtime::{Console, Ctx, Explained};

use crate::policy;

/// Formats and checks what an agent writes.
///
/// Without arguments it is a hook: it reads an event of an agent host as JSON
/// on stdin, and answers on stdout.
#[derive(Debug, Parser)]
#[command(name = "post-edit-hook", version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Debug, Subcommand)]
enum Tool {
    /// Say which steps would run on an event or an edit, or why none
    Explain(Explained),
    /// Run the steps for a file: exit 0 if it is clean, 1 if there are findings
    Run(run::Args),
    /// Show the steps, and where their programs are
    List(list::Args),
    /// Run the checks for a file, and no formatter: exit 1 if something is found
    Check(run::CheckArgs),
    /// Check the configuration; exit 1 if there are mistakes
    Lint(people::LintArgs),
    /// Show what the agent was told
    Log(people::LogArgs),
    /// Count what the agent was told
    Stats(people::StatsArgs),
    /// Show the mode, the configuration and its steps
    Status(people::StatusArgs),
    /// Write a configuration with steps for the tools that this project uses
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
        Tool::Run(args) => run::run(ctx, &args, console),
        Tool::List(args) => list::run(ctx, &args, console),
        Tool::Check(args) => run::check(ctx, &args, console),
        Tool::Lint(args) => Ok(lint::run(ctx, args, console)),
        Tool::Log(args) => people::log(ctx, &args, Some(ctx.hook()), console),
        Tool::Stats(args) => people::stats(ctx, &args, Some(ctx.hook()), console),
        Tool::Status(args) => {
            let steps = policy::load(ctx)?.map_or(0, |policy| policy.steps.len());
            people::status(ctx, &args, policy::file(ctx), vec![("steps", steps.into())], console)
        }
        Tool::Init => init::run(ctx, console),
    }
}
