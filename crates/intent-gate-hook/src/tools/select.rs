//! `select` and `release`: what a session works on.

use std::process::ExitCode;

use active_intents::IntentId;
use anyhow::{Context as _, Result};
use hook_runtime::{Console, Ctx, ago};

use super::{REFUSED, gate, is_person, no_intents, shown, unknown};
use crate::gather::load;
use crate::gather::locks::ProjectLocks;
use crate::gather::session::{self, Actor};
use crate::handlers::{choose, unconfirmed};
use crate::record::choice::{self, Taking};
use crate::record::{claim, lock_log};
use crate::words::tools as words;

/// The status where no session is known.
const NO_SESSION: u8 = 2;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The intent
    id: String,
    /// The session: its number in the list, or the beginning of its id. In an agent's shell it is
    /// the agent's own
    #[arg(long, value_name = "ID")]
    session: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(super) struct ReleaseArgs {
    /// The intent to take from whichever session has it, on any machine
    #[arg(requires = "force")]
    id: Option<String>,
    /// Take the intent away; only a person can
    #[arg(long, requires = "id", conflicts_with = "session")]
    force: bool,
    /// The session: its number in the list, or the beginning of its id. In an agent's shell it is
    /// the agent's own
    #[arg(long, value_name = "ID")]
    session: Option<String>,
}

/// Chooses an intent, and shows it.
pub(super) fn select(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let gate = gate(ctx)?;
    if gate.intents.is_empty() {
        console.error_line(no_intents(ctx));
        return Ok(ExitCode::from(REFUSED));
    }
    let actor = match actor(ctx, args.session.as_deref(), console)? {
        Ok(actor) => actor,
        Err(status) => return Ok(status),
    };
    let locks = ProjectLocks::of(ctx, &gate.policy)?;
    let inside = is_left_to_the_hook(ctx).then(|| ctx.clone().dry());
    if let Some(denial) = choose(inside.as_ref().unwrap_or(ctx), &gate, &locks, &actor, &args.id)? {
        console.error_line(denial.sentence());
        return Ok(ExitCode::from(REFUSED));
    }
    if let Some(words) = unconfirmed(&locks, &args.id) {
        console.error_line(words);
    }
    let intent = gate.intents.get(&args.id).context("the intent is gone")?;
    console.line(active_intents::context(intent, active_intents::MAX_CONTEXT));
    Ok(ExitCode::SUCCESS)
}

/// Releases the intent of a session, or takes one away from whoever has it.
pub(super) fn release(ctx: &Ctx, args: &ReleaseArgs, console: &mut Console) -> Result<ExitCode> {
    if let Some(id) = args.id.as_ref().filter(|_| args.force) {
        return take_away(ctx, id, console);
    }
    let actor = match actor(ctx, args.session.as_deref(), console)? {
        Ok(actor) => actor,
        Err(status) => return Ok(status),
    };
    if is_left_to_the_hook(ctx) {
        console.line(words::RELEASED_AFTERWARDS);
        return Ok(ExitCode::SUCCESS);
    }
    let locks = ProjectLocks::of(ctx, &load::policy(ctx)?)?;
    match choice::release(ctx, &locks, &actor)? {
        Some(id) => console.line(format!("released {id}")),
        None => console.line("No intent is chosen yet."),
    }
    Ok(ExitCode::SUCCESS)
}

fn take_away(ctx: &Ctx, id: &str, console: &mut Console) -> Result<ExitCode> {
    let Some(id) = IntentId::new(id) else { return Ok(unknown(console, id)) };
    if !is_person(ctx, console, "taking an intent away") {
        return Ok(ExitCode::from(REFUSED));
    }
    let locks = ProjectLocks::of(ctx, &load::policy(ctx)?)?;
    let here = choice::take_away(ctx, &locks, &id)?;
    let elsewhere = claim::take_away(ctx, &locks, &id);
    let from = match (&here, &elsewhere) {
        (_, Ok(Some(it))) => Some([it.session.as_str(), &it.person, &it.machine]),
        (Taking::From(lock), _) => Some([lock.session.as_str(), "", &lock.host]),
        _ => None,
    };
    match (from, &here) {
        (Some([session, person, machine]), _) => {
            console.line(words::taken_away(&id, session, person, machine));
        }
        (None, Taking::Nothing) => console.line(words::not_held(&id)),
        (None, _) => console.line(words::removed_lock(&id)),
    }
    if from.is_some() || !matches!(here, Taking::Nothing) {
        lock_log::note_release(ctx, &id, from);
    }
    if let Err(why) = elsewhere {
        console.error_line(words::kept_lease(&id, &why));
        return Ok(ExitCode::from(REFUSED));
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether the hook does the work after the command, since it knows the session: in a shell that cannot write the
/// gate's state, and in that of an agent whose host does not name the session to it (Claude Code 2.1.112). There a
/// command could name any session.
fn is_left_to_the_hook(ctx: &Ctx) -> bool {
    ctx.env(confine::INSIDE).is_some()
        || session::in_environment(ctx).is_none() && person::is_fed_by_hand(ctx)
}

/// Who chooses: the session of the environment, or one that a person names. An agent chooses only for its own
/// session, also where it hides that from this program.
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
        (None, None) if person::is_fed_by_hand(ctx) => {
            console.error_line(words::ANOTHER_SESSION);
            return Ok(Err(ExitCode::from(REFUSED)));
        }
        (Some(named), None) => numbered(ctx, named).map_or_else(|| ctx.session(named), Ok)?,
        (None, None) => match picked(ctx, console) {
            Some(session) => session,
            None => return Ok(Err(ExitCode::from(NO_SESSION))),
        },
    };
    let file = session::read(ctx, &session).context("could not read the choice")?;
    let agent = own.and_then(|_| file.chooser().map(str::to_owned));
    Ok(Ok(Actor { session, agent }))
}

/// The session with this number in the list.
fn numbered(ctx: &Ctx, spoken: &str) -> Option<String> {
    let at = spoken.parse::<usize>().ok()?.checked_sub(1)?;
    ctx.recent_sessions().into_iter().nth(at).map(|session| session.id)
}

/// The session that a person picks from the list; without a terminal only the list is shown.
fn picked(ctx: &Ctx, console: &mut Console) -> Option<String> {
    let recent = ctx.recent_sessions();
    if recent.is_empty() {
        console.error_line(words::NO_SESSION);
        return None;
    }
    for (at, session) in recent.iter().enumerate() {
        let age = ctx.now().duration_since(session.active).unwrap_or_default();
        let id = shown(&session.id, false);
        console.error_line(format!("{}  {id}  active {} ago", at + 1, ago(age)));
    }
    let answer = console.ask(words::TYPE_A_NUMBER);
    let picked = answer.as_deref().and_then(|answer| numbered(ctx, answer));
    if picked.is_none() {
        console.error_line(words::WHICH_SESSION);
    }
    picked
}
