//! `state get|set|clear`.

use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::Subcommand;
use hook_runtime::{Console, Ctx};

use super::explain::unknown_state;
use super::not_configured;
use crate::load;
use crate::policy::{Policy, Source};
use crate::state::{SessionStates, State, forbids};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Print the present state
    Get {
        #[command(flatten)]
        whose: Whose,
    },
    /// Set the state; refused where the configuration forbids the transition
    Set {
        /// One of the configured states
        state: String,
        #[command(flatten)]
        whose: Whose,
    },
    /// Forget the state that was set
    Clear {
        #[command(flatten)]
        whose: Whose,
    },
}

/// Whose state it is: by default that of the session in which the command runs
/// (`CLAUDE_CODE_SESSION_ID`), outside any session that of the project.
#[derive(Debug, clap::Args)]
struct Whose {
    /// The state of this session
    #[arg(long, value_name = "ID", conflicts_with = "project")]
    session: Option<String>,
    /// The state of every session of the project that has none of its own
    #[arg(long)]
    project: bool,
}

/// The status for a transition that is forbidden.
const REFUSED: u8 = 1;

pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    match &args.verb {
        Verb::Get { whose } => get(ctx, whose, console),
        Verb::Set { state, whose } => set(ctx, state, whose, console),
        Verb::Clear { whose } => {
            SessionStates::set(ctx, session(ctx, whose).as_deref(), None)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn get(ctx: &Ctx, whose: &Whose, console: &mut Console) -> Result<ExitCode> {
    let Some(policy) = load::policy(ctx)? else {
        console.error_line(not_configured(ctx));
        return Ok(ExitCode::SUCCESS);
    };
    let state = present(ctx, &policy, session(ctx, whose).as_deref());
    console.line(state.context("no state source answered, and one failed")?.name);
    Ok(ExitCode::SUCCESS)
}

fn set(ctx: &Ctx, state: &str, whose: &Whose, console: &mut Console) -> Result<ExitCode> {
    let policy = load::policy(ctx)?.with_context(|| not_configured(ctx))?;
    ensure!(policy.knows_state(state), unknown_state(&policy, state));
    let session = session(ctx, whose);
    if let Some(from) = present(ctx, &policy, session.as_deref())
        && forbids(&policy, &from.name, state)
    {
        console.error_line(format!("the transition from {} to {state} is forbidden", from.name));
        return Ok(ExitCode::from(REFUSED));
    }
    SessionStates::set(ctx, session.as_deref(), Some(state))?;
    if !policy.sources.contains(&Source::Session) {
        console.error_line("note: `session` is not among the configured state sources");
    } else if let Some(still) = present(ctx, &policy, session.as_deref())
        && still.name != state
    {
        console.error_line(format!("note: the state is {} ({})", still.name, still.origin));
    }
    Ok(ExitCode::SUCCESS)
}

fn present(ctx: &Ctx, policy: &Policy, session: Option<&str>) -> Option<State> {
    let asked = crate::state::ask(ctx, policy, session);
    for failure in asked.failures {
        ctx.report(failure);
    }
    asked.state
}

fn session(ctx: &Ctx, whose: &Whose) -> Option<String> {
    if whose.project {
        return None;
    }
    whose.session.clone().or_else(|| ctx.env("CLAUDE_CODE_SESSION_ID"))
}
