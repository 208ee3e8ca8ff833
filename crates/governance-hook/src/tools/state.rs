//! `state get|set|clear`.

use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::Subcommand;
use hook_runtime::{Console, Ctx, NotThere, the_session};

use crate::gather::load;
use crate::gather::state::{SessionStates, State, forbids};
use crate::policy::{Policy, Source};
use crate::words::tools as words;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Print the current state
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
    /// The state of this session; a prefix of its id is enough
    #[arg(long, value_name = "ID", conflicts_with = "all_sessions")]
    session: Option<String>,
    /// The state of all sessions that have no state of their own
    #[arg(long)]
    all_sessions: bool,
}

/// The status for a transition that is forbidden.
const REFUSED: u8 = 1;

pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    match &args.verb {
        Verb::Get { whose } => get(ctx, whose, console),
        Verb::Set { state, whose } => set(ctx, state, whose, console),
        Verb::Clear { whose } => {
            let session = session(ctx, whose)?;
            SessionStates::set(ctx, session.as_deref(), None)?;
            console.line(words::cleared(ctx, session.as_deref()));
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn get(ctx: &Ctx, whose: &Whose, console: &mut Console) -> Result<ExitCode> {
    let Some(policy) = load::policy(ctx)? else {
        console.line(words::NO_STATES);
        return Ok(ExitCode::SUCCESS);
    };
    let state = present(ctx, &policy, session(ctx, whose)?.as_deref());
    console.line(state.context(words::NO_ANSWER)?.name);
    Ok(ExitCode::SUCCESS)
}

fn set(ctx: &Ctx, state: &str, whose: &Whose, console: &mut Console) -> Result<ExitCode> {
    let policy = load::policy(ctx)?.ok_or_else(|| NotThere::new(words::NO_STATES))?;
    ensure!(policy.knows_state(state), words::unknown_state(&policy, state));
    let session = session(ctx, whose)?;
    if let Some(from) = present(ctx, &policy, session.as_deref())
        && forbids(&policy, &from.name, state)
    {
        console.error_line(words::forbidden_transition(&from.name, state));
        return Ok(ExitCode::from(REFUSED));
    }
    SessionStates::set(ctx, session.as_deref(), Some(state))?;
    console.line(words::set(ctx, state, session.as_deref()));
    if !policy.sources.contains(&Source::Session) {
        console.error_line(words::UNREAD_STATE);
    } else if let Some(still) = present(ctx, &policy, session.as_deref())
        && still.name != state
    {
        console.error_line(words::still(&still));
    }
    Ok(ExitCode::SUCCESS)
}

fn present(ctx: &Ctx, policy: &Policy, session: Option<&str>) -> Option<State> {
    let asked = crate::gather::state::ask(ctx, policy, session);
    for failure in asked.failures {
        ctx.report(failure);
    }
    asked.state
}

fn session(ctx: &Ctx, whose: &Whose) -> Result<Option<String>> {
    Ok(match &whose.session {
        _ if whose.all_sessions => None,
        Some(spoken) => {
            let states = SessionStates::read(ctx)?;
            let set = the_session(spoken, states.sessions(), &ctx.in_which_project());
            Some(set.or_else(|_| ctx.session(spoken))?)
        }
        None => ctx.env("CLAUDE_CODE_SESSION_ID"),
    })
}
