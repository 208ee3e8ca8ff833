//! `explain`: which steps an event would run, and why. Nothing is run.

use std::process::ExitCode;

use anyhow::Result;
use hook_protocol::Event;
use hook_runtime::{Console, Ctx, Explained, one_line};

use crate::decide::lines::Lines;
use crate::gather::package::Place;
use crate::gather::placeholder;
use crate::gather::snapshot::Snapshot;
use crate::gather::{Edited, Job, job};
use crate::policy::{self, Kind, word};

/// In characters, of the event's words and of a command.
const MAX_WORDS: usize = 200;

/// Explains what is done on the event on stdin.
pub(super) fn run(ctx: &Ctx, args: &Explained, console: &mut Console) -> Result<ExitCode> {
    let input = args.event(ctx, "PostToolUse", console)?;
    let event = Event::parse(&input)?;
    let Event::PostToolUse(event) = &event else {
        let outcome = "silent: the hook does not answer this event";
        let rows = [row("event", &one_line(event.name(), MAX_WORDS)), row("outcome", outcome)];
        console.explanation(&rows, None, args.json);
        return Ok(ExitCode::SUCCESS);
    };
    let ctx = &ctx.for_event(&event.common);
    let config = policy::file(ctx);
    let config = config.map_or_else(|| "none".to_owned(), |file| file.display().to_string());
    let tool = one_line(&event.call.name.to_string(), MAX_WORDS);
    let mut rows = vec![row("event", &format!("PostToolUse {tool}")), row("config", &config)];
    match job(ctx, event)? {
        Err(nothing) => rows.push(row("outcome", &format!("silent: {}", nothing.words(ctx)))),
        Ok(job) => rows.extend(job.files.iter().flat_map(|file| about(ctx, &job, file))),
    }
    console.explanation(&rows, None, args.json);
    Ok(ExitCode::SUCCESS)
}

fn about(ctx: &Ctx, job: &Job<'_>, file: &Edited<'_>) -> Vec<Vec<String>> {
    let Edited { target, edit } = file;
    let now = Snapshot::of(&target.path);
    let text = now.as_ref().and_then(Snapshot::text);
    let changed = |text| Some(Lines::changed(&edit.before(text)?, text));
    let touched = match text.map(changed) {
        None => "unknown: the file is not UTF-8".to_owned(),
        Some(None) => "all lines".to_owned(),
        Some(Some(lines)) if lines.is_empty() => "none: lines were only removed".to_owned(),
        Some(Some(lines)) => format!("lines {}", lines.words()),
    };
    let is_left = text.is_some_and(|text| edit.left(text));
    let state = if is_left {
        "unchanged since the edit"
    } else {
        "changed since the edit, so no formatter runs"
    };
    let mut rows = vec![row("file", &target.told()), row("state", state), row("touched", &touched)];
    rows.extend(job.steps(file).into_iter().map(|step| {
        let place = Place::of(ctx, step, target);
        let words = placeholder::words(&place.program, &step.run, &target.from(&place.dir));
        let words = one_line(&words.join(" "), MAX_WORDS);
        let (failure, when) = (word(step.on_failure), word(step.when));
        let format = match step.kind {
            Kind::Check => format!(", {}", step.format().word()),
            Kind::Format => String::new(),
        };
        let below = place.dir.strip_prefix(target.root()).unwrap_or(&place.dir).to_string_lossy();
        let dir = if below.is_empty() { String::new() } else { format!(", in {below}") };
        row(
            &word(step.kind),
            &format!("{words} (by `{}`, {failure}, {when}{format}{dir})", step.files),
        )
    }));
    rows
}

fn row(name: &str, words: &str) -> Vec<String> {
    vec![name.to_owned(), words.to_owned()]
}
