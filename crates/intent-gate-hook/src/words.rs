//! What an agent is told of its intent, besides denials.

pub(crate) mod denial;

use active_intents::{Holder, Intent, Request, RequestState, Requests};
use anyhow::{Context as _, Result};
use hook_runtime::Ctx;

use crate::gather::order::PROGRAM;
use crate::gather::session::{self, Actor};
use crate::words::denial::words;

/// Where `xtask install` puts the program.
const INSTALLED: &str = ".claude/hooks/bin/intent-gate-hook";

/// What to type for the gate's own program.
pub(crate) fn program(ctx: &Ctx) -> String {
    let is_installed =
        ctx.project().is_some_and(|project| project.path().join(INSTALLED).is_file());
    if is_installed { INSTALLED } else { PROGRAM }.to_owned()
}

/// An intent again, where a session goes on.
pub(crate) fn again(intent: &Intent) -> String {
    let id = &intent.id;
    format!(
        "This session works on intent {id}.\n{}",
        active_intents::context(intent, active_intents::BUDGET)
    )
}

/// What a compaction must keep.
pub(crate) fn to_keep(intent: &Intent) -> String {
    format!(
        "Keep in the summary that intent {} is chosen in this session, and keep its acceptance \
         criteria and constraints word for word:\n{}",
        intent.id,
        active_intents::context(intent, active_intents::BUDGET)
    )
}

/// The intent for a new subagent.
pub(crate) fn for_subagent(intent: &Intent, holder: Option<&Holder>) -> String {
    let lock = match holder {
        Some(holder) => {
            let until = humantime::format_rfc3339_seconds(holder.expires());
            let who = words(holder.session().unwrap_or("a session that cannot be told"));
            format!("held by this session ({who}) until {until}")
        }
        None => "not locked yet; the next change locks it for this session".to_owned(),
    };
    active_intents::brief(intent, &lock)
}

/// The requests of a session that a person refused and that it was not told of.
/// They count as told from then on.
///
/// # Errors
/// If the requests cannot be read, or what was told cannot be remembered.
pub(crate) fn refusals(ctx: &Ctx, actor: &Actor) -> Result<Vec<String>> {
    let Some(project) = ctx.project() else { return Ok(Vec::new()) };
    let requests = Requests::of(project.path()).list()?;
    let is_own = |request: &&Request| {
        request.state == RequestState::Refused && request.session == actor.session
    };
    let mut refused: Vec<&Request> = requests.iter().filter(is_own).collect();
    if refused.is_empty() {
        return Ok(Vec::new());
    }
    let known = session::read(ctx, &actor.session).context("could not read the choice")?;
    refused.retain(|request| !known.was_told(request.request));
    if refused.is_empty() {
        return Ok(Vec::new());
    }
    let tell = |session: &mut session::Session| {
        refused.iter().filter(|request| session.tell(request.request)).map(|r| refusal(r)).collect()
    };
    session::update(ctx, &actor.session, tell).context("could not remember what was told")
}

fn refusal(request: &Request) -> String {
    let why = words(request.why.as_deref().unwrap_or("no reason was given"));
    let paths = words(&request.paths.join(", "));
    format!("The person refused request {} for more scope ({paths}): {why}", request.request)
}
