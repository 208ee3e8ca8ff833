//! `show`: what a session waits for, in full.

use std::process::ExitCode;

use anyhow::Result;
use hook_runtime::{Console, Ctx, NotThere, ago, escape_line, one_line};

use super::status::{of_all_projects, of_project};
use crate::decide::prompt::{Prompt, Question};
use crate::decide::session::Session;
use crate::decide::spelling;
use crate::decide::timestamp::Timestamp;
use crate::words::{OTHER, SEVERAL, waits_for};

/// In characters, of a line.
const MAX_LINE: usize = 400;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The session; a prefix of its id is enough
    session: String,
}

/// Shows a session of this project, or of any other.
pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let session = match found(of_project(ctx)?, &args.session)? {
        Some(session) => Some(session),
        None => found(of_all_projects(ctx)?, &args.session)?,
    };
    let Some(session) = session else {
        let words = "no session id in any project begins with";
        return Err(NotThere::new(format!("{words} {}", args.session)).into());
    };
    let now = Timestamp::at(ctx.now());
    let at = ctx.local_second(session.since.time());
    let since = format!("since {at} ({})", ago(now.since(session.since)));
    let mut rows = vec![
        row("session", one_line(&session.id, MAX_LINE)),
        row("state", format!("{} {since}", spelling(session.state))),
    ];
    if let Some(project) = &session.project {
        rows.insert(1, row("project", escape_line(&project.display().to_string())));
    }
    if let Some(reason) = &session.reason {
        rows.push(row("reason", one_line(reason, MAX_LINE)));
    }
    console.table(&rows);
    for prompt in &session.prompts {
        console.line("");
        show(ctx, console, prompt);
    }
    Ok(ExitCode::SUCCESS)
}

/// The one session that is meant.
fn found(sessions: Vec<Session>, wanted: &str) -> Result<Option<Session>> {
    if let Some(session) = sessions.iter().find(|session| session.id == wanted) {
        return Ok(Some(session.clone()));
    }
    let mut meant = sessions.into_iter().filter(|session| session.id.starts_with(wanted));
    match (meant.next(), meant.next()) {
        (Some(_), Some(_)) => {
            Err(NotThere::new(format!("several session ids begin with {wanted}")).into())
        }
        (first, _) => Ok(first),
    }
}

fn show(ctx: &Ctx, console: &mut Console, prompt: &Prompt) {
    let mut rows = vec![
        row("waits for", waits_for(prompt, super::status::MAX_LINE)),
        row("since", ctx.local_second(prompt.opened_at.time())),
    ];
    if let Some(agent) = &prompt.agent_id {
        let kind = prompt.agent_type.as_deref().unwrap_or("unknown");
        rows.push(row("subagent", one_line(&format!("{kind} {agent}"), MAX_LINE)));
    }
    if let Some(call) = &prompt.tool_use_id {
        rows.push(row("call", one_line(call, MAX_LINE)));
    }
    console.table(&rows);
    for question in &prompt.questions {
        console.line("");
        ask(console, question);
    }
    if let Some(plan) = &prompt.plan {
        console.line("");
        console.line(plan.trim_end());
    }
}

fn ask(console: &mut Console, question: &Question) {
    let header = question.header.as_deref().map(|header| format!("[{header}] "));
    console.line(one_line(&(header.unwrap_or_default() + &question.text), MAX_LINE));
    for option in &question.options {
        let means = option.description.as_deref().map(|means| format!(": {means}"));
        let line = format!("{}{}", option.label, means.unwrap_or_default());
        console.line(format!("  - {}", one_line(&line, MAX_LINE)));
    }
    console.line(format!("  - {OTHER}"));
    if question.multi_select {
        console.line(format!("  {SEVERAL}"));
    }
}

fn row(about: &str, words: String) -> Vec<String> {
    vec![about.to_owned(), words]
}
