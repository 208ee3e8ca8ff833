//! The tool for the person who wonders what a subagent is told.

mod explain;

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};
use hook_runtime::{Console, Ctx};

/// Tells a new subagent which files its session has worked on.
///
/// Without arguments it is a hook: it reads an event of an agent host as JSON
/// on stdin, and answers on stdout.
#[derive(Debug, Parser)]
#[command(name = "subagent-start-hook", version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Debug, Subcommand)]
enum Tool {
    /// Read an event on stdin and say what the subagent would be told, or why nothing
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
