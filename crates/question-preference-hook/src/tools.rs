//! The tools for the person who is asked.

mod check;
mod explain;
mod init;
mod lint;
mod list;
mod log;
mod person;
mod set;
mod undo;

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};
use hook_chain::people;
use hook_runtime::{Console, Ctx, Explained};

use crate::config::{preferences, registry as questions};

/// Answers questions that you have answered before.
///
/// Without arguments it runs as a hook: it reads an event as JSON from stdin and answers on
/// stdout.
#[derive(Debug, Parser)]
#[command(name = "question-preference-hook", version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Debug, Subcommand)]
enum Tool {
    /// Set a preference for a question
    Set(set::Args),
    /// Remove a preference
    Unset(set::UnsetArgs),
    /// List preferences and their effect
    List(list::Args),
    /// Say whether a question would be asked, and why
    Check(check::Args),
    /// Explain what the hook would do on an event or a call
    Explain(Explained),
    /// Show questions and answers
    Log(log::Args),
    /// Count the answers given for you
    Stats(people::StatsArgs),
    /// Ask the question again that was answered for you last
    Undo(undo::Args),
    /// Check questions and preferences; exit 1 if there are mistakes
    Lint(people::LintArgs),
    /// Show the mode, the registry and the preferences in force
    Status(people::StatusArgs),
    /// Write a first, commented registry of questions
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
        Tool::Set(args) => set::set(ctx, &args, console),
        Tool::Unset(args) => set::unset(ctx, &args, console),
        Tool::List(args) => list::run(ctx, &args, console),
        Tool::Check(args) => check::run(ctx, &args, console),
        Tool::Explain(args) => explain::run(ctx, &args, console),
        Tool::Log(args) => log::run(ctx, &args, console),
        Tool::Stats(args) => people::stats(ctx, &args, Some(ctx.hook()), console),
        Tool::Undo(args) => undo::run(ctx, &args, console),
        Tool::Lint(args) => Ok(lint::lint(ctx, args, console)),
        Tool::Status(args) => {
            let set = preferences::load(ctx)?;
            let set = set.project.len() + set.user.len();
            let more = vec![("preferences", set.into())];
            people::status(ctx, &args, questions::file(ctx), more, console)
        }
        Tool::Init => init::run(ctx, console),
    }
}
