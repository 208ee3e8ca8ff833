//! `select` and `release`: what a session works on.

use std::process::ExitCode;

use anyhow::{Context as _, Result};
use hook_runtime::{Console, Ctx};

use super::{REFUSED, gate};
use crate::gather::session::{self, Actor};
use crate::gather::standing;
use crate::handlers::choose;
use crate::record::choice;
use crate::words::tools as words;

/// The status where no session is known.
const NO_SESSION: u8 = 2;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The intent
    id: String,
    /// The session that is to work on it, or the beginning of its id; in an agent's shell that
    /// is its own
    #[arg(long, value_name = "ID")]
    session: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(super) struct ReleaseArgs {
    /// The session, or the beginning of its id; in an agent's shell that is its own
    #[arg(long, value_name = "ID")]
    session: Option<String>,
}

/// Chooses an intent, and says what is to be known of it.
pub(super) fn select(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let actor = match actor(ctx, args.session.as_deref(), console)? {
        Ok(actor) => actor,
        Err(status) => return Ok(status),
    };
    let gate = match gate(ctx) {
        Ok(gate) => gate,
        Err(err) => {
            console.error_line(format!("refused: {err:#}"));
            return Ok(ExitCode::from(REFUSED));
        }
    };
    let locks = standing::locks(ctx, ctx.need_project()?, &gate.policy);
    let inside = is_inside_wall(ctx).then(|| ctx.clone().dry());
    if let Some(denial) = choose(inside.as_ref().unwrap_or(ctx), &gate, &locks, &actor, &args.id)? {
        console.error_line(denial.sentence());
        return Ok(ExitCode::from(REFUSED));
    }
    let intent = gate.intents.get(&args.id).context("the intent is gone")?;
    console.line(active_intents::context(intent, active_intents::MAX_CONTEXT));
    Ok(ExitCode::SUCCESS)
}

/// Gives an intent back.
pub(super) fn release(ctx: &Ctx, args: &ReleaseArgs, console: &mut Console) -> Result<ExitCode> {
    let actor = match actor(ctx, args.session.as_deref(), console)? {
        Ok(actor) => actor,
        Err(status) => return Ok(status),
    };
    if is_inside_wall(ctx) {
        console.line(words::RELEASED_AFTERWARDS);
        return Ok(ExitCode::SUCCESS);
    }
    let policy = crate::gather::load::policy(ctx)?;
    let locks = standing::locks(ctx, ctx.need_project()?, &policy);
    match choice::release(ctx, &locks, &actor)? {
        Some(id) => console.line(format!("released {id}")),
        None => console.line(format!("no intent was chosen {}", ctx.in_which_project())),
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether this runs in a shell that cannot write the gate's state: the hook carries it out when the command is over.
fn is_inside_wall(ctx: &Ctx) -> bool {
    ctx.env(confine::INSIDE).is_some()
}

/// Who chooses: the session of the environment, or one that a person names. An
/// agent speaks for its own session alone.
fn actor(
    ctx: &Ctx,
    named: Option<&str>,
    console: &mut Console,
) -> Result<std::result::Result<Actor, ExitCode>> {
    let own = session::in_environment(ctx);
    let session = match (named, &own) {
        (Some(named), Some(own)) if named.is_empty() || !own.starts_with(named) => {
            console.error_line(words::ANOTHER_SESSION);
            return Ok(Err(ExitCode::from(REFUSED)));
        }
        (_, Some(own)) => own.clone(),
        (Some(named), None) => ctx.session(named)?,
        (None, None) => String::new(),
    };
    if session.is_empty() {
        console.error_line(words::NO_SESSION);
        return Ok(Err(ExitCode::from(NO_SESSION)));
    }
    let file = session::read(ctx, &session).context("could not read the choice")?;
    let agent = own.and_then(|_| file.chooser().map(str::to_owned));
    Ok(Ok(Actor { session, agent }))
}
