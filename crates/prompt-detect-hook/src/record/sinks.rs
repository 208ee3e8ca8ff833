//! Telling others: each transition goes to the sinks that its prompt's level names.
//!
//! What disturbs a person (the command, the notifier, the terminal) is told only of
//! what waits for one, and keeps to the quiet hours, the delay and the rate limit.
//! A sink that fails is a line in the error log and nothing else.

mod child_process;
mod command;
pub(crate) mod delay;
mod desktop;
mod rate;
mod terminal;

use std::fmt::Display;
use std::path::Path;
use std::time::SystemTime;

use hook_runtime::Ctx;

use crate::config::{Config, Level};
use crate::decide::audience::{self, calls, level};
use crate::decide::transition::Transition;

/// Tells the sinks what happened, in this order, once their lines stand in the
/// journal. Returns what the host is to write to its terminal.
pub(crate) fn tell(ctx: &Ctx, config: &Config, transitions: &[Transition]) -> Option<String> {
    if transitions.is_empty() {
        return None;
    }
    let calls: Vec<&Transition> =
        transitions.iter().filter(|transition| calls(config, transition)).collect();
    if config.delay().is_zero() {
        disturb(ctx, config, ctx.now(), &calls);
    } else if config.sinks.command.is_some() || config.sinks.desktop {
        report(ctx, "wait with the notification", delay::leave(ctx, &calls));
    }
    if !config.sinks.terminal {
        return None;
    }
    let shown = audience::shown(config, is_quiet(config, ctx.now()), transitions)?;
    Some(terminal::sequence(ctx, shown))
}

/// Starts the command and the notifier, unless this is no time for it.
fn disturb(ctx: &Ctx, config: &Config, now: SystemTime, calls: &[&Transition]) {
    if calls.is_empty() || is_quiet(config, now) {
        return;
    }
    for call in calls {
        if config.sinks.desktop && rate::permits(ctx, config, "desktop", now) {
            report(ctx, "notify the desktop", desktop::notify(ctx, call));
        }
        if let Some(words) = &config.sinks.command
            && level(config, call) == Some(Level::Escalate)
            && rate::permits(ctx, config, "command", now)
        {
            report(ctx, "start the command", command::start(ctx, words, call));
        }
    }
}

fn is_quiet(config: &Config, now: SystemTime) -> bool {
    config.quiet_hours.is_some_and(|hours| hours.have(now))
}

fn report<E: Display>(ctx: &Ctx, attempt: &str, outcome: Result<(), E>) {
    if let Err(err) = outcome {
        ctx.report(format_args!("could not {attempt}: {err:#}"));
    }
}

/// The name by which a person knows the project.
fn project_name(ctx: &Ctx) -> String {
    let folder = ctx.project().map(|project| project.path()).or(ctx.cwd());
    let name = folder.and_then(Path::file_name);
    name.map_or_else(|| "agent".to_owned(), |name| name.to_string_lossy().into_owned())
}
