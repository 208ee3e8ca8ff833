//! `wait`: returns when a session is in a state.

use std::process::ExitCode;
use std::thread;
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

/// The status when the time is over first.
const TIMED_OUT: u8 = 1;

/// Between two looks.
const PAUSE: Duration = Duration::from_millis(50);

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The state to wait for
    #[arg(long = "state", alias = "for", value_name = "STATE")]
    wanted: Wanted,
    /// Only this session, which need not exist yet; a prefix of its id is enough [default: any
    /// session of the project; for `exited`, all of them]
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
/// If the sessions cannot be read.
pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let begun = Instant::now();
    // A timeout beyond all clocks is none.
    let deadline = args.timeout.and_then(|timeout| begun.checked_add(timeout));
    let sessions = Sessions::of(record::state(ctx)?);
    let longest = Config::load(ctx)?.stale_after();
    loop {
        let mut known = sessions.all().context("could not read the sessions")?;
        if let Some(wanted) = &args.session {
            let is_known = known.iter().any(|session| session.id == *wanted);
            let is_meant = |id: &str| id == wanted || !is_known && id.starts_with(wanted);
            known.retain(|session| is_meant(&session.id));
        }
        let now = Timestamp::at(ctx.now() + begun.elapsed());
        if let Some(id) = args.wanted.found_in(as_of(now, longest, known)) {
            console.line(id);
            return Ok(ExitCode::SUCCESS);
        }
        let left = deadline.map(|it| it.saturating_duration_since(Instant::now()));
        if left.is_some_and(|left| left.is_zero()) {
            return Ok(ExitCode::from(TIMED_OUT));
        }
        thread::sleep(left.map_or(PAUSE, |left| left.min(PAUSE)));
    }
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
