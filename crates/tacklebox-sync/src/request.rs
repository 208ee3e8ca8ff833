//! What a hook asks, a JSON line on stdin, and the answer, a JSON line on stdout.

use std::io::{self, BufRead as _, Read as _, Write as _};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use active_intents::IntentId;
use anyhow::{Context as _, Result, ensure};
use humantime::format_rfc3339_seconds;
use leases::AuthorityError;
use serde::{Deserialize, Serialize};

use crate::engine::Engine;

/// The version of requests and answers.
const VERSION: u32 = 1;

/// No request is longer.
const MAX_REQUEST: u64 = 64 << 10;

/// A hook needs this time to start this program and to read its answer.
const MARGIN: Duration = Duration::from_millis(400);

/// Nobody waits longer for an answer.
const MAX_TIME: Duration = Duration::from_secs(100);

/// What a hook asks.
#[derive(Debug, Deserialize)]
pub(crate) struct Request {
    version: u32,
    pub(crate) authority: Engine,
    /// The checkout.
    pub(crate) project: PathBuf,
    /// The folder of the project's state.
    pub(crate) state: PathBuf,
    /// The folder of its locks.
    pub(crate) locks: PathBuf,
    #[serde(default)]
    pub(crate) intent: Option<IntentId>,
    #[serde(default)]
    pub(crate) session: String,
    #[serde(default)]
    pub(crate) agent: Option<String>,
    #[serde(default)]
    pub(crate) host: String,
    #[serde(default)]
    pub(crate) pid: Option<u32>,
    /// Whether a person takes the intent from whichever session has it.
    #[serde(default)]
    pub(crate) force: bool,
    /// How long a lock is valid after the session's last change.
    #[serde(default = "an_hour")]
    pub(crate) lock_ttl_s: u64,
    /// How long the hook waits for the answer.
    #[serde(default = "three_seconds")]
    limit_ms: u64,
}

/// The answer.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Answer {
    /// The session has the intent, and the lock file is written.
    Granted { token: u64 },
    /// Another session has it.
    HeldBy(Holder),
    /// Whether a lease was released.
    Released(bool),
    /// A person took the intent from this session.
    TakenFrom(Holder),
    /// All holders.
    Holders(Vec<Holder>),
    /// There is no answer, and no lock file was written.
    Error { kind: &'static str, message: String },
}

/// Who holds an intent.
#[derive(Debug, Serialize)]
pub(crate) struct Holder {
    pub(crate) intent: String,
    pub(crate) session: String,
    pub(crate) machine: String,
    pub(crate) person: String,
    pub(crate) since: String,
    pub(crate) left_s: u64,
    pub(crate) token: u64,
}

impl Request {
    /// Reads the line on stdin.
    ///
    /// # Errors
    /// If it is not such a request.
    pub(crate) fn read() -> Result<Request> {
        let mut line = Vec::new();
        let mut input = io::stdin().lock().take(MAX_REQUEST);
        input.read_until(b'\n', &mut line).context("could not read stdin")?;
        let request: Request = serde_json::from_slice(&line).context("the request on stdin")?;
        ensure!(
            request.version == VERSION,
            "request version {}: update Tacklebox",
            request.version
        );
        Ok(request)
    }

    /// The time for an answer.
    pub(crate) fn time(&self) -> Duration {
        Duration::from_millis(self.limit_ms).saturating_sub(MARGIN).min(MAX_TIME)
    }

    /// The intent and the session that a claim or a release names.
    ///
    /// # Errors
    /// If one is missing.
    pub(crate) fn subject(&self) -> Result<(&IntentId, &str)> {
        let intent = self.intent.as_ref().context("the request names no intent")?;
        ensure!(!self.session.is_empty(), "the request names no session");
        Ok((intent, &self.session))
    }
}

impl Answer {
    /// Prints the line.
    ///
    /// # Errors
    /// If stdout is closed.
    pub(crate) fn print(&self) -> Result<()> {
        let mut line = serde_json::to_vec(self)?;
        line.push(b'\n');
        io::stdout().write_all(&line).context("could not write the answer")
    }
}

impl From<AuthorityError> for Answer {
    fn from(err: AuthorityError) -> Answer {
        let kind = match &err {
            AuthorityError::Unreachable(_) => "unreachable",
            AuthorityError::Refused(_) => "refused",
            AuthorityError::Newer(_) => "newer",
            AuthorityError::Local(_) => "local",
            _ => "invalid",
        };
        Answer::Error { kind, message: err.to_string() }
    }
}

impl From<leases::Holder> for Holder {
    fn from(holder: leases::Holder) -> Holder {
        Holder {
            intent: holder.claim.intent,
            session: holder.claim.session,
            machine: holder.claim.machine,
            person: holder.claim.person,
            since: time(holder.claim.now),
            left_s: holder.left.as_secs(),
            token: holder.token,
        }
    }
}

fn time(time: SystemTime) -> String {
    format_rfc3339_seconds(time).to_string()
}

fn an_hour() -> u64 {
    3600
}

fn three_seconds() -> u64 {
    3000
}
