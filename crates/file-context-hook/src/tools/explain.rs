//! `explain`: what would be told and recorded on an event, and why. It writes
//! nothing.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use file_mentions::{Recording, spoken_paths};
use hook_protocol::{Common, Event, SessionSource, Tool, ToolCall, UserPromptSubmit};
use hook_runtime::{Console, Ctx, Explained, one_line};
use project_paths::RelPath;

use super::store;
use crate::gather::files;
use crate::gather::place::Place;
use crate::handlers;
use crate::words::context;
use crate::words::listing::{self, MAX_NAME};
use crate::words::silence::Silence;

/// What comes of a context that is made anew.
const FORGETS: &str = "the agent gets the context of each file again";

/// What it is about, and the words.
type Row = Vec<String>;

/// Explains what is done on the event on stdin.
pub(super) fn run(ctx: &Ctx, args: &Explained, console: &mut Console) -> Result<ExitCode> {
    let input = args.event(ctx, "PreToolUse", console)?;
    let event = Event::parse(&input)?;
    let ctx = &ctx.for_event(event.common());
    let mut rows = vec![row("event", event_words(&event))];
    let mut text = None;
    match &event {
        Event::PreToolUse(event) => match handlers::would_tell(ctx, event) {
            Ok(told) => {
                let characters = listing::number(context::length(&told.text), "character");
                rows.push(row("told", characters));
                text = Some(told.text);
            }
            Err(silence) => rows.push(row("silent", silence.to_string())),
        },
        _ => rows.push(of_other(ctx, &event)),
    }
    console.explanation(&rows, text.as_deref(), args.json);
    Ok(ExitCode::SUCCESS)
}

/// What is done on an event that gets no answer.
fn of_other(ctx: &Ctx, event: &Event) -> Row {
    match event {
        Event::PostToolUse(event) => row(
            "recorded",
            recorded(ctx, &event.common, |recording| touched(ctx, recording, &event.call)),
        ),
        Event::UserPromptSubmit(event) => row(
            "recorded",
            recorded(ctx, &event.common, |recording| mentioned(ctx, recording, event)),
        ),
        Event::SessionStart(event) => row(
            "done",
            match event.source {
                SessionSource::Compact | SessionSource::Clear => FORGETS,
                _ => "removes the records of old sessions",
            },
        ),
        Event::Stop(event) => row("read", transcript(ctx, event.common.transcript_path.as_deref())),
        Event::PreCompact(event) => {
            let read = transcript(ctx, event.common.transcript_path.as_deref());
            row("read", format!("{read}; then {FORGETS}"))
        }
        Event::SessionEnd(event) => {
            row("read", transcript(ctx, event.common.transcript_path.as_deref()))
        }
        Event::SubagentStop(event) => {
            row("read", transcript(ctx, event.agent_transcript_path.as_deref().map(Path::new)))
        }
        _ => row("done", "nothing: the hook does not handle this event"),
    }
}

/// The paths that are found in an event, or why there is none.
fn recorded(
    ctx: &Ctx,
    common: &Common,
    find: impl FnOnce(&Recording<'_>) -> Result<Vec<RelPath>, String>,
) -> String {
    if common.session_id.is_none() {
        return "nothing: the event has no session".to_owned();
    }
    let found = match Place::of(ctx) {
        Err(err) => Err(err.to_string()),
        Ok(None) => Err(Silence::NoProject(ctx.in_which_project()).to_string()),
        Ok(Some(place)) => find(&place.recording()),
    };
    match found {
        Ok(paths) => {
            let paths: Vec<_> =
                paths.iter().map(|path| one_line(path.as_str(), MAX_NAME)).collect();
            paths.join(", ")
        }
        Err(why) => format!("nothing: {}", one_line(&why, MAX_NAME)),
    }
}

fn touched(ctx: &Ctx, recording: &Recording<'_>, call: &ToolCall) -> Result<Vec<RelPath>, String> {
    let paths = files::paths_of_call(ctx, recording, call);
    if !paths.is_empty() {
        return Ok(paths.into_iter().map(|(path, _)| path).collect());
    }
    let not_stored = |spoken: &&str| store::recorded(recording, ctx.cwd(), spoken).err();
    let why = spoken_paths(call)
        .into_iter()
        .find_map(|spoken| Some(format!("{spoken}: {}", not_stored(&spoken)?)));
    Err(why.unwrap_or_else(|| match call.name.tool() {
        Tool::Bash => "the command touches no file of the project that may be recorded".to_owned(),
        _ => "the call names no file".to_owned(),
    }))
}

fn mentioned(
    ctx: &Ctx,
    recording: &Recording<'_>,
    event: &UserPromptSubmit,
) -> Result<Vec<RelPath>, String> {
    if !files::is_by_a_person(event) {
        return Err("no person wrote this prompt".to_owned());
    }
    let paths = files::paths_of_prompt(ctx, recording, &event.prompt);
    if paths.is_empty() {
        return Err(
            "the prompt mentions no file of the project that may be recorded (@path)".to_owned()
        );
    }
    Ok(paths)
}

/// What becomes of a transcript.
fn transcript(ctx: &Ctx, path: Option<&Path>) -> String {
    let place = match Place::of(ctx) {
        Err(err) => return format!("nothing: {}", one_line(&err.to_string(), MAX_NAME)),
        Ok(place) => place,
    };
    match (place, path) {
        (None, _) => format!("nothing: {}", Silence::NoProject(ctx.in_which_project())),
        (_, None) => "nothing: the event has no transcript".to_owned(),
        (_, Some(path)) => {
            let name = one_line(&path.to_string_lossy(), MAX_NAME);
            if path.is_file() {
                format!("what is new in {name}")
            } else {
                format!("nothing: there is no {name}")
            }
        }
    }
}

fn event_words(event: &Event) -> String {
    let words = match event.call() {
        Some(call) => format!("{} {}", event.name(), call.name),
        None => event.name().to_owned(),
    };
    one_line(&words, MAX_NAME)
}

fn row(name: &str, words: impl Into<String>) -> Row {
    vec![name.to_owned(), words.into()]
}
