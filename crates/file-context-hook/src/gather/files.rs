//! The files that a call touches, or that a prompt mentions.

use anyhow::Result;
use file_mentions::{PERSON, Recording, at_mentions, spoken_paths};
use hook_protocol::{BashInput, PostToolUse, Tool, ToolCall, UserPromptSubmit};
use hook_runtime::Ctx;
use project_paths::RelPath;
use transcripts::is_from_person;

use crate::gather::command;
use crate::gather::place::Place;

/// A longer command is looked through with a watchdog.
const MAX_QUICK_COMMAND: usize = 4096;

/// Files that were touched at once, and by whom.
pub(crate) struct Touched<'a> {
    pub(crate) session: &'a str,
    pub(crate) agent: Option<&'a str>,
    /// The call, or the prompt.
    pub(crate) call: Option<&'a str>,
    /// Each once, with what touched it.
    pub(crate) paths: Vec<(RelPath, &'a str)>,
}

/// What a call has touched that is recorded; `None` where nothing can be.
///
/// # Errors
/// If the configuration cannot be read.
pub(crate) fn touched<'a>(ctx: &Ctx, event: &'a PostToolUse) -> Result<Option<Touched<'a>>> {
    let Some(session) = event.common.session_id.as_deref() else {
        return Ok(None);
    };
    if !is_shell(&event.call) && spoken_paths(&event.call).is_empty() {
        return Ok(None);
    }
    let Some(place) = Place::of(ctx)? else {
        return Ok(None);
    };
    let paths = paths_of_call(ctx, &place.recording(), &event.call);
    let (agent, call) = (event.common.agent_id.as_deref(), event.tool_use_id.as_deref());
    Ok(Some(Touched { session, agent, call, paths }))
}

/// What a person's prompt mentions that is recorded; `None` where nothing can be.
///
/// # Errors
/// As [`touched`].
pub(crate) fn mentioned<'a>(ctx: &Ctx, event: &'a UserPromptSubmit) -> Result<Option<Touched<'a>>> {
    let Some(session) = event.common.session_id.as_deref() else {
        return Ok(None);
    };
    if !is_by_a_person(event) || at_mentions(&event.prompt).is_empty() {
        return Ok(None);
    }
    let Some(place) = Place::of(ctx)? else {
        return Ok(None);
    };
    let paths = paths_of_prompt(ctx, &place.recording(), &event.prompt).into_iter();
    let paths = paths.map(|path| (path, PERSON)).collect();
    Ok(Some(Touched { session, agent: None, call: event.common.prompt_id.as_deref(), paths }))
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
    if command.len() > MAX_QUICK_COMMAND {
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
