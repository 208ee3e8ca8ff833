//! `explain`: what a subagent would be told, and why. It remembers nothing.

use std::process::ExitCode;

use anyhow::Result;
use hook_protocol::{Common, Event};
use hook_runtime::{Console, Ctx, Explained, one_line};

use crate::handlers::told;
use crate::policy;

/// In characters, of the event's words.
const MAX_WORDS: usize = 100;

/// Explains what is done on the event on stdin.
pub(super) fn run(ctx: &Ctx, args: &Explained, console: &mut Console) -> Result<ExitCode> {
    let input = args.event(ctx, "PreToolUse", console)?;
    let event = Event::parse(&input)?;
    let Event::SubagentStart(start) = &event else {
        let outcome = "silent: the hook does not answer this event";
        let rows = [row("event", &one_line(event.name(), MAX_WORDS)), row("outcome", outcome)];
        console.explanation(&rows, None, args.json);
        return Ok(ExitCode::SUCCESS);
    };
    let common = &start.common;
    let ctx = &ctx.for_event(common);
    let told = told(ctx, common);
    let outcome = match &told {
        Err(err) => format!("silent: {err:#}"),
        Ok(Err(why)) => format!("silent: {}", why.words(ctx)),
        Ok(Ok(_)) if common.agent_id.is_none() => "sent".to_owned(),
        Ok(Ok(_)) => "sent, unless this subagent already got it".to_owned(),
    };
    let mut rows = about(ctx, common);
    rows.push(row("outcome", &outcome));
    let files = told.ok().and_then(Result::ok);
    console.explanation(&rows, files.as_deref(), args.json);
    Ok(ExitCode::SUCCESS)
}

/// Who is told, and what the configuration says of it.
fn about(ctx: &Ctx, common: &Common) -> Vec<Vec<String>> {
    let said = |text: &Option<String>| one_line(text.as_deref().unwrap_or("-"), MAX_WORDS);
    let config = policy::file(ctx);
    let config = config.map_or_else(|| "none".to_owned(), |file| file.display().to_string());
    let limit = policy::load(ctx).map(|policy| policy.limit(common.agent_type.as_deref()));
    let limit = limit.map_or_else(|_| "?".to_owned(), |limit| limit.to_string());
    vec![
        row("event", "SubagentStart"),
        row("session", &said(&common.session_id)),
        row("subagent", &said(&common.agent_id)),
        row("type", &said(&common.agent_type)),
        row("config", &config),
        row("limit", &limit),
    ]
}

fn row(name: &str, words: &str) -> Vec<String> {
    vec![name.to_owned(), words.to_owned()]
}
