//! `wait`: returns when a session is in a state.

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::ValueEnum;
use hook_runtime::{Console, Ctx};

use crate::config::Config;
use crate::decide::as_of;
use crate::decide::session::{MonitorState, Session};
use crate::decide::timestamp::Timestamp;
use crate::record;
use crate::record::sessions::Sessions;
use crate::tools::follow;

/// The status when the time is over first.
const TIMED_OUT: u8 = 1;

/// The least that tells two moments apart.
const TICK: Duration = Duration::from_millis(1);

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The state to wait for
    #[arg(long = "state", alias = "for", value_name = "STATE")]
    wanted: Wanted,
    /// Only this session, or the beginning of its id, known or not yet; else any one
    /// of the project, and for `exited` all of them
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// The longest time to wait, such as 10m; without it, no limit
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    timeout: Option<Duration>,
}

/// A state that a person waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Wanted {
    /// A question, a plan or a permission waits for a person
    Prompting,
    /// The agent works
    Working,
    /// The turn is over, also after an error: the agent waits for its next prompt
    Idle,
    /// The session is over
    Exited,
}

/// Waits, and prints the session that is in the state.
///
/// # Errors
/// If the sessions cannot be read or watched.
pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let begun = Instant::now();
    // A timeout beyond all clocks is none.
    let deadline = args.timeout.and_then(|timeout| begun.checked_add(timeout));
    let sessions = Sessions::of(record::state(ctx)?);
    let longest = Config::load(ctx)?.stale_after();
    let look = || {
        let mut known = sessions.all().context("could not read the sessions")?;
        if let Some(wanted) = &args.session {
            let is_known = known.iter().any(|session| session.id == *wanted);
            let is_meant = |id: &str| id == wanted || !is_known && id.starts_with(wanted);
            known.retain(|session| is_meant(&session.id));
        }
        let now = Timestamp::at(ctx.now() + begun.elapsed());
        let known = as_of(now, longest, known);
        let expiry = expiry(now, longest, &known);
        Ok(match args.wanted.found_in(known) {
            Some(id) => ControlFlow::Break(id),
            None => ControlFlow::Continue(expiry),
        })
    };
    match follow::until(sessions.folder(), deadline, look)? {
        Some(id) => console.line(id),
        None => return Ok(ExitCode::from(TIMED_OUT)),
    }
    Ok(ExitCode::SUCCESS)
}

/// When the oldest open prompt will be too old, of which no file will tell.
fn expiry(now: Timestamp, longest: Duration, sessions: &[Session]) -> Option<Instant> {
    let prompts = sessions.iter().flat_map(|session| &session.prompts);
    let oldest = prompts.map(|prompt| prompt.opened_at).min()?;
    let left = longest.saturating_sub(now.since(oldest)).saturating_add(TICK);
    Instant::now().checked_add(left)
}

impl Wanted {
    /// The session that was last to come into the state.
    fn found_in(self, sessions: Vec<Session>) -> Option<String> {
        if self == Self::Exited && sessions.iter().any(|session| !self.is(session.state)) {
            return None;
        }
        let there = sessions.into_iter().filter(|session| self.is(session.state));
        there.max_by_key(|session| session.since).map(|session| session.id)
    }

    fn is(self, state: MonitorState) -> bool {
        match self {
            Self::Prompting => state == MonitorState::Prompting,
            Self::Working => state == MonitorState::Working,
            Self::Idle => matches!(state, MonitorState::WaitingForInput | MonitorState::Failed),
            Self::Exited => state == MonitorState::Exited,
        }
    }
}
