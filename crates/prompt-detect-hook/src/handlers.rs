//! The events, which are all handled alike: gather what one says, keep it, and
//! tell others.

use std::time::Duration;

use anyhow::{Context as _, Result};
use hook_protocol::{
    Elicitation, ElicitationResult, Notification, PermissionRequest, PostToolUse,
    PostToolUseFailure, PreToolUse, Reply, SessionEnd, SessionStart, SessionStartReply, Stop,
    StopFailure, SubagentStop, UserPromptSubmit,
};
use hook_runtime::{Ctx, Hook};

use crate::config::Config;
use crate::decide::machine::PARALLEL_WINDOW;
use crate::decide::notice;
use crate::decide::transition::Transition;
use crate::gather;
use crate::gather::observation::Observed;
use crate::record;
use crate::record::sessions::Sessions;
use crate::record::sinks;

/// The hook with all events that say something of a session.
pub(crate) fn on_all(hook: Hook) -> Hook {
    hook.record(observe::<PreToolUse>)
        .record(observe::<PostToolUse>)
        .record(observe::<PostToolUseFailure>)
        .record(observe::<PermissionRequest>)
        .record(observe::<Notification>)
        .matching(notice::MATCHER)
        .record(observe::<Elicitation>)
        .record(observe::<ElicitationResult>)
        .record(observe::<UserPromptSubmit>)
        .record(observe::<Stop>)
        .record(observe::<StopFailure>)
        .record(observe::<SubagentStop>)
        .record(session_start)
        .matching("startup|resume|clear|fork")
        .record(observe::<SessionEnd>)
}

/// Keeps what an event says and tells those who want to know.
fn observe<E: Observed>(ctx: &Ctx, event: &E) -> Result<E::Reply> {
    let Some(signal) = gather::signal_of(ctx, event) else {
        return Ok(E::Reply::default());
    };
    if !record::may_change(ctx, &signal)? {
        return Ok(E::Reply::default());
    }
    let config = configuration(ctx);
    let transitions = record::record(ctx, &signal, PARALLEL_WINDOW)?;
    let reply = E::Reply::default();
    Ok(match sinks::tell(ctx, &config, &transitions) {
        Some(sequence) => reply.with_terminal_sequence(sequence),
        None => reply,
    })
}

/// A session begins. What those have left behind whose host died is cleared away.
fn session_start(ctx: &Ctx, event: &SessionStart) -> Result<SessionStartReply> {
    let reply = observe(ctx, event)?;
    // One that is malformed was reported.
    let (config, untrusted) = Config::load(ctx).unwrap_or_default().trusted(ctx);
    match clear_some(ctx, config.stale_after()) {
        Ok(transitions) => {
            let _no_reply_here = sinks::tell(ctx, &config, &transitions);
        }
        Err(err) => ctx.report(format_args!("could not remove old sessions: {err:#}")),
    }
    let session = event.common.session_id.as_deref();
    match untrusted.and_then(|file| person::trust::notice(ctx, session, &file)) {
        Some(notice) => Ok(SessionStartReply::context(notice)),
        None => Ok(reply),
    }
}

/// No more sessions than a hook has time for; others when the next one begins.
fn clear_some(ctx: &Ctx, longest: Duration) -> Result<Vec<Transition>> {
    let state = record::state(ctx)?;
    Sessions::of(state).sweep_leftovers(ctx.now());
    let some = Sessions::of(state).part(ctx.now()).context("could not read the sessions")?;
    record::clear(ctx, state, longest, some)
}

/// The configuration. A malformed one keeps nothing from being recorded.
fn configuration(ctx: &Ctx) -> Config {
    let config = Config::load(ctx).unwrap_or_else(|err| {
        ctx.report(err);
        Config::default()
    });
    config.trusted(ctx).0
}
