//! `explain`: what would be recorded of an event, and why. It records nothing.

use std::process::ExitCode;

use anyhow::Result;
use hook_protocol::{Event, PostToolUse};
use hook_runtime::{Console, Ctx, Explained, one_line};

use super::cell;
use crate::config::Config;
use crate::record::trace::Record;
use crate::{decide, gather};

/// In characters, of the event's words.
const MAX_WORDS: usize = 100;

pub(super) fn run(ctx: &Ctx, args: &Explained, console: &mut Console) -> Result<ExitCode> {
    let input = args.event(ctx, "PostToolUse", console)?;
    let event = Event::parse(&input)?;
    let rows = match &event {
        Event::PostToolUse(call) => of_call(ctx, call),
        Event::Stop(_) => of_stop(ctx),
        _ => vec![
            row("event", &one_line(event.name(), MAX_WORDS)),
            row("outcome", "nothing: the hook does not answer this event"),
        ],
    };
    console.explanation(&rows, None, args.json);
    Ok(ExitCode::SUCCESS)
}

fn of_call(ctx: &Ctx, event: &PostToolUse) -> Vec<Vec<String>> {
    let ctx = &ctx.for_event(&event.common);
    let mut rows = vec![
        row("event", "PostToolUse"),
        row("tool", &one_line(event.call.name.as_sent(), MAX_WORDS)),
        row("config", &config(ctx)),
    ];
    let records: Vec<Record> = match gather::facts(ctx, event) {
        Ok(facts) => {
            let drafts = facts.checkouts.iter().flat_map(|it| decide::drafts(&facts, it));
            drafts.map(|draft| draft.record).collect()
        }
        Err(why) => {
            rows.push(row("outcome", &format!("nothing: {why}")));
            return rows;
        }
    };
    for record in &records {
        let mutation = serde_json::to_value(record.ours().mutation).unwrap_or_default();
        rows.extend([
            row("file", &cell(record.path())),
            row("mutation", &cell(mutation.as_str())),
            row("lines", &super::log::lines_of(record)),
        ]);
    }
    // What is said of the call is the same in all of them.
    rows.extend(records.first().map(of_record).into_iter().flatten());
    rows
}

fn of_record(record: &Record) -> [Vec<String>; 8] {
    let ours = record.ours();
    let contributor = record.conversation().map(|conversation| &conversation.contributor);
    let tool = record.tool.as_ref().map(|tool| format!("{} {}", tool.name, tool.version));
    let revision = record.vcs.as_ref().map(|vcs| vcs.revision.as_str());
    let model = contributor.and_then(|contributor| contributor.model_id.as_deref());
    [
        row("contributor", &cell(contributor.map(|contributor| contributor.kind.as_str()))),
        row("model", &cell(model)),
        row("session", &cell(ours.session_id.as_deref())),
        row("prompt", &cell(ours.prompt_id.as_deref())),
        row("intent", &cell(ours.intent_id.as_deref())),
        row("host", &cell(tool.as_deref())),
        row("revision", &cell(revision)),
        row("outcome", "recorded"),
    ]
}

fn of_stop(ctx: &Ctx) -> Vec<Vec<String>> {
    let outcome = match Config::load(ctx) {
        Err(err) => format!("nothing: {err}"),
        Ok(config) if config.sign_key(ctx).is_none() => "nothing: `sign_key` is not set".to_owned(),
        Ok(_) => "a signed checkpoint, if the chain has grown since the last one".to_owned(),
    };
    vec![row("event", "Stop"), row("config", &config(ctx)), row("outcome", &outcome)]
}

fn config(ctx: &Ctx) -> String {
    let broken = Config::load(ctx).err().map(|err| err.to_string());
    let file = || Some(Config::file(ctx)?.display().to_string());
    broken.or_else(file).unwrap_or_else(|| "none".to_owned())
}

fn row(name: &str, words: &str) -> Vec<String> {
    vec![name.to_owned(), words.to_owned()]
}
