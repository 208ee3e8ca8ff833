//! The tools for the people who own a configuration.

mod check;
mod explain;
mod init;
mod list;
mod run;

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};
use hook_runtime::{Console, Ctx};

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
    /// Read an event on stdin and say which steps would run, or why none
    Explain,
    /// Run the steps for a file: exit 0 if it is clean, 1 if there are findings
    Run(run::Args),
    /// Show the steps, and where their programs are
    List,
    /// Look for mistakes in the configuration: exit 1 if there are any
    Check,
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
        Tool::Explain => explain::run(ctx, console),
        Tool::Run(args) => run::run(ctx, &args, console),
        Tool::List => list::run(ctx, console),
        Tool::Check => Ok(check::run(ctx, console)),
        Tool::Init => init::run(ctx, console),
    }
}
