//! `trailer`: notes in a commit message under which intent the commit was made.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use active_intents::{Holder, IntentId};
use anyhow::{Context as _, Result};
use hook_runtime::Ctx;

use crate::gather::load;
use crate::gather::locks::ProjectLocks;
use crate::gather::session;

/// How long Git may take to edit a message.
const LIMIT: Duration = Duration::from_secs(10);

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The commit message: the first argument of a `prepare-commit-msg` hook
    file: PathBuf,
}

/// Writes `Intent: ID TOKEN` into a message, in place of an older one. Without a session that has an intent, the message
/// stays as it is.
pub(super) fn run(ctx: &Ctx, args: &Args) -> Result<ExitCode> {
    let Some((id, token)) = held(ctx)? else { return Ok(ExitCode::SUCCESS) };
    let git = "git interpret-trailers --in-place --if-exists replace --trailer".split(' ');
    let file = args.file.to_str().context("the name of the file is not UTF-8")?;
    let words: Vec<String> = git
        .map(str::to_owned)
        .chain([format!("Intent: {id} {token}"), "--".to_owned(), file.to_owned()])
        .collect();
    timed_command::output(&words, None, LIMIT).context("could not write the trailer")?;
    Ok(ExitCode::SUCCESS)
}

/// The intent that the session of this shell has, and the token of its lock. The token of an unconfirmed lock is this
/// machine's own: a fence would compare it with those of the authority.
fn held(ctx: &Ctx) -> Result<Option<(IntentId, u64)>> {
    let Some(session) = session::in_environment(ctx) else { return Ok(None) };
    let Some(project) = ctx.project() else { return Ok(None) };
    if !load::has_intents(&ctx.kept_project(project)) {
        return Ok(None);
    }
    let locks = ProjectLocks::of(ctx, &load::policy(ctx)?)?;
    let chosen = session::read(ctx, &session).context("could not read the choice")?;
    let Some(id) = chosen.intent_of(chosen.chooser()) else { return Ok(None) };
    let holder = locks.holder(id)?;
    if locks.lapse(ctx, &session, holder.as_ref()).is_some() {
        return Ok(None);
    }
    Ok(match holder {
        Some(Holder::Session(lock))
            if lock.session == session && lock.is_valid(ctx.now()) && !lock.unconfirmed =>
        {
            Some((id.clone(), lock.token))
        }
        _ => None,
    })
}
