//! Records that files were touched, or mentioned by the person.

pub(crate) mod ingest;
pub(crate) mod served;

use std::time::Duration;

use anyhow::{Context as _, Result};
use file_mentions::{Mention, PERSON, Recording, at_mentions, spoken_paths};
use hook_protocol::{BashInput, PostToolUse, Tool, ToolCall, UserPromptSubmit};
use hook_runtime::Ctx;
use project_paths::RelPath;
use transcripts::is_from_person;

use crate::gather::command;
use crate::gather::place::{self, Place};

/// How long a writer waits for others. Nobody waits for it: see the template.
const PATIENCE: Duration = Duration::from_secs(2);

/// The longest command that is looked through without a watchdog.
const LONG: usize = 4096;

/// Records the files that a call has touched.
///
/// # Errors
/// If the configuration cannot be read or the store not be written.
pub(crate) fn touched(ctx: &Ctx, event: &PostToolUse) -> Result<()> {
    let Some(session) = event.common.session_id.as_deref() else {
        return Ok(());
    };
    if !is_shell(&event.call) && spoken_paths(&event.call).is_empty() {
        return Ok(());
    }
    let Some(place) = Place::of(ctx)? else {
        return Ok(());
    };
    let paths = paths_of_call(ctx, &place.recording(), &event.call);
    let made = Made {
        session,
        agent: event.common.agent_id.as_deref(),
        call: event.tool_use_id.as_deref(),
    };
    write(ctx, &paths, &made)
}

/// Records the files that a person's prompt mentions.
///
/// # Errors
/// As [`touched`].
pub(crate) fn mentioned(ctx: &Ctx, event: &UserPromptSubmit) -> Result<()> {
    let Some(session) = event.common.session_id.as_deref() else {
        return Ok(());
    };
    if !is_by_a_person(event) || at_mentions(&event.prompt).is_empty() {
        return Ok(());
    }
    let Some(place) = Place::of(ctx)? else {
        return Ok(());
    };
    let paths = paths_of_prompt(ctx, &place.recording(), &event.prompt).into_iter();
    let made = Made { session, agent: None, call: event.common.prompt_id.as_deref() };
    write(ctx, &paths.map(|path| (path, PERSON)).collect::<Vec<_>>(), &made)
}

/// The paths under which a call's files are recorded, each once, with what touched
/// it; of a shell command, those of the files that exist.
pub(crate) fn paths_of_call<'c>(
    ctx: &Ctx,
    recording: &Recording<'_>,
    call: &'c ToolCall,
) -> Vec<(RelPath, &'c str)> {
    let command = call.view::<BashInput<'_>>().filter(|_| is_shell(call));
    let Some(command) = command.map(|input| input.command) else {
        let (spoken, tool) = (spoken_paths(call).into_iter(), call.name.canonical());
        return unique(spoken.filter_map(|path| Some((recording.path(ctx.cwd(), path)?, tool))));
    };
    if command.len() > LONG {
        ctx.expect_delay();
    }
    let files = command::files(&command, ctx.home().as_deref());
    unique(
        files.iter().filter_map(|file| {
            Some((recording.existing(ctx.cwd(), &file.path)?, file.access.tool()))
        }),
    )
}

/// The paths of the files that a prompt mentions and that exist, each once.
pub(crate) fn paths_of_prompt(ctx: &Ctx, recording: &Recording<'_>, prompt: &str) -> Vec<RelPath> {
    let words = at_mentions(prompt).into_iter();
    let found = words.filter_map(|word| Some((recording.existing(ctx.cwd(), word)?, ())));
    unique(found).into_iter().map(|(path, ())| path).collect()
}

/// Whether a person has written a prompt, by its words and by its `source`.
pub(crate) fn is_by_a_person(event: &UserPromptSubmit) -> bool {
    event.is_from_person() && is_from_person(&event.prompt, event.source.as_deref())
}

fn is_shell(call: &ToolCall) -> bool {
    *call.name.tool() == Tool::Bash
}

/// Who mentions, and in which call.
struct Made<'a> {
    session: &'a str,
    agent: Option<&'a str>,
    call: Option<&'a str>,
}

fn write(ctx: &Ctx, paths: &[(RelPath, &str)], made: &Made<'_>) -> Result<()> {
    if paths.is_empty() {
        return Ok(());
    }
    let Made { session, agent, call } = *made;
    let mentions: Vec<_> = paths
        .iter()
        .map(|(path, tool)| Mention { session, agent, path, tool, call, at: ctx.now() })
        .collect();
    place::store(ctx, PATIENCE)
        .and_then(|mut store| store.record(&mentions))
        .context("could not record which files were touched")
}

/// Each once: a call that names a file twice touches it once.
fn unique<T>(found: impl Iterator<Item = (RelPath, T)>) -> Vec<(RelPath, T)> {
    let mut paths: Vec<(RelPath, T)> = Vec::new();
    for (path, tool) in found {
        if paths.iter().all(|(known, _)| *known != path) {
            paths.push((path, tool));
        }
    }
    paths
}
