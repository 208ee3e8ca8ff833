//! `delay_ms`: a process that is left behind, waits, and tells what is still open.

use std::process::ExitCode;
use std::thread;

use anyhow::{Context, Result};
use hook_runtime::{Console, Ctx};

use super::{child_process, disturb};
use crate::config::Config;
use crate::decide::session::{MonitorState, Session};
use crate::decide::transition::{Transition, TransitionType};
use crate::record::sessions::Sessions;

/// The tool of this program that is the process left behind.
pub(crate) const TOOL: &str = "tell-later";

/// Leaves a process behind that tells of `calls` after the delay.
pub(super) fn leave(ctx: &Ctx, calls: &[&Transition]) -> Result<()> {
    if calls.is_empty() {
        return Ok(());
    }
    let program = std::env::current_exe().context("could not find this program")?;
    let mut command = child_process::program(ctx, program);
    command.arg(TOOL);
    child_process::start_with(ctx, command, &serde_json::to_vec(calls)?)
}

/// The process left behind: waits for as long as the configuration says, and
/// disturbs people with those transitions on stdin that still hold. Nobody sees its
/// stderr, so what fails goes to the error log.
pub(crate) fn run(ctx: &Ctx, console: &mut Console) -> ExitCode {
    if let Err(err) = tell(ctx, console) {
        ctx.report(format_args!("could not notify anybody of a prompt: {err:#}"));
    }
    ctx.log_reports();
    ExitCode::SUCCESS
}

fn tell(ctx: &Ctx, console: &mut Console) -> Result<()> {
    let input = console.stdin().context("could not read the changes on stdin")?;
    let calls: Vec<Transition> =
        serde_json::from_slice(&input).context("this is not a list of transitions")?;
    let (config, _) = Config::load(ctx)?.trusted(ctx);
    thread::sleep(config.delay());
    let now = ctx.now() + config.delay();
    let holding: Vec<&Transition> = calls.iter().filter(|call| holds(ctx, call)).collect();
    disturb(ctx, &config, now, &holding);
    Ok(())
}

/// Whether what a transition told is still so. Where nobody knows, it is.
fn holds(ctx: &Ctx, call: &Transition) -> bool {
    let Some(state) = ctx.state() else {
        return true;
    };
    match Sessions::of(state).read(&call.session_id) {
        Ok(session) => session.is_some_and(|session| holds_in(&session, call)),
        Err(err) => {
            ctx.report(err);
            true
        }
    }
}

fn holds_in(session: &Session, call: &Transition) -> bool {
    if call.kind == TransitionType::Idle {
        return session.state == MonitorState::WaitingForInput && session.since <= call.ts;
    }
    session.prompts.iter().any(|prompt| {
        prompt.opened_at == call.ts
            && Some(prompt.kind) == call.prompt_type
            && prompt.agent_id == call.agent_id
            && prompt.tool_use_id == call.tool_use_id
    })
}
