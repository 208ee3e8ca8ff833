//! The tool for the person who wonders what the agent is told.

mod explain;

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};
use hook_runtime::{Console, Ctx};

/// @ABOUT@.
///
/// Without arguments it runs as a hook: it reads an event as JSON from stdin and answers on
/// stdout.
#[derive(Debug, Parser)]
#[command(name = "@HOOK@", version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Debug, Subcommand)]
enum Tool {
    /// Read an event on stdin and say what the agent would be told, or why nothing
    Explain,
}

/// Runs a tool.
///
/// # Errors
/// If it could not do its work; the program then ends with status 2.
pub(crate) fn run(ctx: &Ctx, args: Vec<OsString>, console: &mut Console) -> Result<ExitCode> {
    match console.parse(ctx, args) {
        Ok((Cli { tool: Tool::Explain }, ctx)) => explain::run(&ctx, console),
        Err(status) => Ok(status),
    }
}
