//! Sends what is new: log records of each project, then the state of this machine, then counters.

use std::fmt;
use std::io;
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result};
use hook_runtime::Ctx;
use hook_state::StateDir;
use humantime::parse_rfc3339;
use person::Seal;
use serde_json::{Value, json};

use crate::batch::Batch;
use crate::client::{Client, SendError};
use crate::config::Settings;
use crate::cursor::{Cursor, user_state};
use crate::log_reader::LogReader;
use crate::machine::Machine;
use crate::otlp::{self, attribute, nanos};

/// The name of the lock, in the state folder of all projects.
const LOCK: &str = "export";

/// The record of a machine is sent again after this time.
const MAX_AGE: Duration = Duration::from_secs(24 * 3_600);

/// What a run has done.
#[derive(Debug, Default)]
pub struct ExportSummary {
    /// How many records of calls the receiver has accepted.
    pub records: usize,
    /// How many lines are not about a call.
    pub unreadable: usize,
    /// Whether the time was over before the last line.
    pub is_unfinished: bool,
    /// What a person should know: what the receiver dropped, and what could not be read.
    pub problems: Vec<String>,
}

/// Why a run could not send everything.
#[derive(Debug)]
pub enum ExportError {
    /// Another run is still sending.
    Busy,
    /// The receiver did not accept a request, after these were accepted.
    NotAccepted(String, ExportSummary),
    /// Something failed on this machine.
    Failed(anyhow::Error),
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Busy => f.write_str("another run is still sending"),
            Self::NotAccepted(why, _) => f.write_str(why),
            Self::Failed(err) => write!(f, "{err:#}"),
        }
    }
}

impl std::error::Error for ExportError {}

impl From<anyhow::Error> for ExportError {
    fn from(err: anyhow::Error) -> Self {
        Self::Failed(err)
    }
}

/// Sends what the receiver has not accepted yet.
///
/// # Errors
/// See [`ExportError`]. What was not accepted is sent by the next run.
pub fn export(
    ctx: &Ctx,
    settings: &Settings,
    machine: &Machine,
) -> Result<ExportSummary, ExportError> {
    let state = StateDir::new(user_state(ctx)?.to_owned());
    let _lock = state.lock(LOCK, Duration::ZERO).map_err(|err| match err.kind() {
        io::ErrorKind::TimedOut => ExportError::Busy,
        _ => ExportError::Failed(anyhow::Error::new(err).context("could not take the lock")),
    })?;
    let seal = hook_chain::account_key(state.path()).map_err(anyhow::Error::new)?;
    let mut run = Run {
        client: Client::new(settings)?,
        seal: &seal,
        cursor: Cursor::load(&state, ctx.now())?,
        resource: resource(settings, machine),
        most: settings.records,
        summary: ExportSummary::default(),
        state,
        now: ctx.now(),
    };
    match run.all(ctx, machine) {
        Ok(()) => Ok(run.summary),
        Err(Stop::Send(why)) => Err(ExportError::NotAccepted(why, run.summary)),
        Err(Stop::Local(err)) => Err(ExportError::Failed(err)),
    }
}

struct Run<'a> {
    client: Client<'a>,
    state: StateDir,
    seal: &'a Seal,
    cursor: Cursor,
    resource: Vec<Value>,
    /// How many lines are sent at a time.
    most: usize,
    summary: ExportSummary,
    now: SystemTime,
}

/// Why a run ends early.
enum Stop {
    Send(String),
    Local(anyhow::Error),
}

impl From<anyhow::Error> for Stop {
    fn from(err: anyhow::Error) -> Self {
        Self::Local(err)
    }
}

impl From<SendError> for Stop {
    fn from(err: SendError) -> Self {
        Self::Send(match err {
            SendError::TooLarge => "one record alone is too large for the receiver".to_owned(),
            SendError::Failed(why) => why,
        })
    }
}

impl Run<'_> {
    fn all(&mut self, ctx: &Ctx, machine: &Machine) -> Result<(), Stop> {
        let states = ctx.all_states().context("could not list the projects")?;
        for project in &states {
            let name = project.path().file_name().unwrap_or_default().to_string_lossy();
            self.project(project, &name)?;
        }
        self.machine(machine)?;
        // The last, because some receivers accept only logs.
        if let Some(metric) = self.cursor.counters.metric(&self.cursor.since, self.now) {
            self.post("/v1/metrics", &otlp::metrics(&self.resource, &[metric]))?;
        }
        Ok(())
    }

    fn project(&mut self, project: &StateDir, name: &str) -> Result<(), Stop> {
        let journal = hook_chain::calls(project);
        let seal = self.seal;
        let opened = LogReader::new(&journal, self.cursor.projects.get(name), seal);
        let mut reader = match opened {
            Ok(reader) => reader,
            Err(err) => {
                self.problem(format!("could not read the log of {name}: {err}"));
                return Ok(());
            }
        };
        if reader.is_lost {
            let why = "it no longer has the last line that was sent, because it was edited or rotated too often";
            self.problem(format!("the log of {name} is sent from its beginning: {why}"));
        }
        loop {
            if self.client.is_late() {
                self.summary.is_unfinished = true;
                return Ok(());
            }
            let counters = &self.cursor.counters;
            let batch = Batch::read(&mut reader, self.most, counters, seal, self.now);
            let batch = batch.with_context(|| format!("could not read the log of {name}"))?;
            let Some(batch) = batch else { return Ok(()) };
            self.send(&batch.records)?;
            self.summary.records += batch.records.len();
            self.summary.unreadable += batch.unreadable;
            self.cursor.projects.insert(name.to_owned(), batch.last);
            self.cursor.counters = batch.counters;
            self.cursor.store(&self.state)?;
        }
    }

    /// Sends records, in two parts if they are too large together.
    fn send(&mut self, records: &[Value]) -> Result<(), Stop> {
        if records.is_empty() {
            return Ok(());
        }
        let request = otlp::logs(&self.resource, records);
        match self.post("/v1/logs", &request) {
            Err(SendError::TooLarge) if records.len() > 1 => {
                let (first, second) = records.split_at(records.len() / 2);
                self.most = self.most.min(second.len());
                self.send(first)?;
                self.send(second)
            }
            posted => Ok(posted?),
        }
    }

    /// Sends the record of this machine if it has changed, or a day after the last one.
    fn machine(&mut self, machine: &Machine) -> Result<(), Stop> {
        let is_current = self.cursor.machine.as_ref().is_some_and(|sent| {
            let Ok(sent) = serde_json::from_value::<Machine>(sent.clone()) else { return false };
            let age =
                parse_rfc3339(&sent.time).ok().and_then(|at| self.now.duration_since(at).ok());
            age.is_some_and(|age| age < MAX_AGE) && sent.is_same_as(machine)
        });
        if is_current {
            return Ok(());
        }
        let document = json!(machine);
        let record = json!({
            "timeUnixNano": nanos(self.now),
            "observedTimeUnixNano": nanos(self.now),
            "severityNumber": 9,
            "severityText": "INFO",
            "eventName": "tacklebox.machine",
            "body": otlp::value(&document),
            "attributes": [attribute("event.id", &json!(self.seal.on(&document.to_string())))],
        });
        self.send(&[record])?;
        self.cursor.machine = Some(document);
        Ok(self.cursor.store(&self.state)?)
    }

    fn post(&mut self, path: &str, request: &Value) -> Result<(), SendError> {
        let said = self.client.post(path, request)?;
        if let Some(said) = said {
            self.problem(said);
        }
        Ok(())
    }

    fn problem(&mut self, what: String) {
        self.summary.problems.push(what);
    }
}

fn resource(settings: &Settings, machine: &Machine) -> Vec<Value> {
    let own = [
        ("service.name", "tacklebox"),
        ("service.version", machine.tacklebox.as_str()),
        ("service.instance.id", machine.instance.as_str()),
        ("os.type", machine.os.as_str()),
    ];
    let own = own.into_iter().filter(|(key, _)| !settings.resource.contains_key(*key));
    let set = settings.resource.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    own.chain(set).map(|(key, value)| attribute(key, &json!(value))).collect()
}
