//! The verbs for people.

mod allow;
mod explain;
mod init;
mod lint;
mod log;
mod matrix;
mod state;
mod status;

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};
use hook_chain::{Settings, people};
use hook_runtime::{Console, Ctx, Explained};

use crate::words;

/// Governs what an agent may do in each activity state.
///
/// Without arguments it is a hook: it reads an event of an agent host as JSON
/// on stdin, and answers on stdout.
#[derive(Debug, Parser)]
#[command(name = "governance-hook", version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Debug, Subcommand)]
enum Tool {
    /// Show what would be decided on an event or a call, and why
    Explain(Explained),
    /// Judge a call: exit 0 if it is allowed, 1 if it is denied or the person is asked
    Check(explain::CheckArgs),
    /// Show what each state does with each primitive
    Matrix(matrix::Args),
    /// Show, set or clear the activity state
    State(state::Args),
    /// Check the configuration; exit 1 if there are mistakes
    Lint(people::LintArgs),
    /// Show what was denied, asked or warned about
    Log(log::Args),
    /// Count what was denied, asked or warned about
    Stats(log::StatsArgs),
    /// Show the state, and what a person has lifted
    Status(people::StatusArgs),
    /// Write a commented configuration
    Init,
    /// Lift the rules for a primitive for a while, or end that
    Allow(allow::Args),
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
    if matches!(cli.tool, Tool::Check(_) | Tool::Matrix(_) | Tool::Lint(_)) {
        note_policies(ctx, console);
    }
    match cli.tool {
        Tool::Explain(args) => explain::explain(ctx, &args, console),
        Tool::Check(args) => explain::check(ctx, &args, console),
        Tool::Matrix(args) => matrix::run(ctx, &args, console),
        Tool::State(args) => state::run(ctx, &args, console),
        Tool::Lint(args) => Ok(lint::run(ctx, args, console)),
        Tool::Log(args) => log::run(ctx, &args, console),
        Tool::Stats(args) => log::stats(ctx, &args, console),
        Tool::Status(args) => status::run(ctx, &args, console),
        Tool::Init => init::run(ctx, console),
        Tool::Allow(args) => allow::run(ctx, &args, console),
    }
}

/// Says that the policies of an organisation apply besides the configuration that is shown.
fn note_policies(ctx: &Ctx, console: &mut Console) {
    // A broken record is a finding of the doctor.
    let Some(record) = Settings::policy_record(ctx).ok().flatten() else { return };
    if record.policies.values().any(|policy| policy.hooks.iter().any(|it| it == "governance")) {
        console.error_line(words::tools::policies(record.revision));
    }
}
