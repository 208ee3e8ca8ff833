//! `status`: what the sessions do.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use hook_runtime::{Console, Ctx, ago, one_line};
use hook_state::StateDir;
use serde::Serialize;
use serde_json::{Value, json};

use crate::config::Config;
use crate::decide::prompt::Prompt;
use crate::decide::session::{MonitorState, Session};
use crate::decide::timestamp::Timestamp;
use crate::decide::{as_of, spelling};
use crate::record::sessions::Sessions;
use crate::words::{NO_SESSION, waits_for};

/// In characters, of what a session waits for.
pub(super) const MAX_LINE: usize = 80;

/// How many characters of a session's id are shown: those tell apart what is random.
pub(super) const SHORT_ID: usize = 8;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// The sessions of all projects
    #[arg(long)]
    all: bool,
}

/// A session in the list for programs.
#[derive(Serialize)]
struct Listed<'a> {
    session_id: &'a str,
    project: Option<&'a Path>,
    state: MonitorState,
    since: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    prompts: Vec<Value>,
}

/// Shows the sessions, those first that changed last.
pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let sessions = if args.all { of_all_projects(ctx)? } else { of_project(ctx)? };
    if args.json {
        let listed: Vec<Listed<'_>> = sessions.iter().map(listed).collect();
        console.json(&json!({"version": 1, "sessions": listed}));
        return Ok(ExitCode::SUCCESS);
    }
    if sessions.is_empty() {
        console.error_line(NO_SESSION);
    }
    let now = Timestamp::at(ctx.now());
    let rows = sessions.iter().flat_map(|session| rows(session, now, args.all));
    console.table(&rows.collect::<Vec<_>>());
    Ok(ExitCode::SUCCESS)
}

/// The sessions of the project.
///
/// # Errors
/// If they or the configuration cannot be read.
pub(super) fn of_project(ctx: &Ctx) -> Result<Vec<Session>> {
    read(ctx, ctx.state().as_slice())
}

/// The sessions of all projects.
///
/// # Errors
/// If they or the configuration cannot be read.
pub(super) fn of_all_projects(ctx: &Ctx) -> Result<Vec<Session>> {
    let states = ctx.all_states().context("could not read the projects")?;
    read(ctx, &states.iter().collect::<Vec<_>>())
}

fn read(ctx: &Ctx, states: &[&StateDir]) -> Result<Vec<Session>> {
    let longest = Config::load(ctx)?.stale_after();
    let mut all = Vec::new();
    for state in states {
        all.extend(Sessions::of(state).all().context("could not read the sessions")?);
    }
    let mut all = as_of(Timestamp::at(ctx.now()), longest, all);
    all.sort_by(|a, b| b.since.cmp(&a.since).then_with(|| a.id.cmp(&b.id)));
    Ok(all)
}

fn listed(session: &Session) -> Listed<'_> {
    Listed {
        session_id: &session.id,
        project: session.project.as_deref(),
        state: session.state,
        since: session.since,
        reason: session.reason.as_deref(),
        prompts: session.prompts.iter().filter_map(listed_prompt).collect(),
    }
}

/// A prompt without what tells it from others: that is nobody's business.
fn listed_prompt(prompt: &Prompt) -> Option<Value> {
    let mut listed = serde_json::to_value(prompt).ok()?;
    listed.as_object_mut()?.remove("key");
    Some(listed)
}

/// A row for a session, and one more for each further prompt.
fn rows(session: &Session, now: Timestamp, with_project: bool) -> Vec<Vec<String>> {
    let id: String = session.id.chars().take(SHORT_ID).collect();
    let reason = session.reason.as_deref().map(|reason| one_line(reason, MAX_LINE));
    let mut waits_for = session.prompts.iter().map(|prompt| {
        let asker = prompt.agent_type.as_deref().filter(|_| prompt.agent_id.is_some());
        let by = asker.map(|asker| format!(" (subagent {})", one_line(asker, MAX_LINE)));
        format!("{}{}", waits_for(prompt, MAX_LINE), by.unwrap_or_default())
    });
    let mut first = vec![
        one_line(&id, SHORT_ID),
        spelling(session.state),
        ago(now.since(session.since)),
        waits_for.next().or(reason).unwrap_or_default(),
    ];
    let mut rest: Vec<Vec<String>> =
        waits_for.map(|more| vec![String::new(), String::new(), String::new(), more]).collect();
    if with_project {
        let name = session.project.as_deref().and_then(Path::file_name);
        let name = name.map(|name| one_line(&name.to_string_lossy(), MAX_LINE));
        first.insert(0, name.unwrap_or_else(|| "-".to_owned()));
        for row in &mut rest {
            row.insert(0, String::new());
        }
    }
    rest.insert(0, first);
    rest
}
