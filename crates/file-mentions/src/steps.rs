//! The steps in a part of a transcript, without failed calls, text redacted, paths normalised.

use std::collections::HashSet;
use std::path::Path;

use hook_protocol::{Tool, ToolCall};
use project_paths::RelPath;
use transcripts::Batch;

use crate::PERSON;
use crate::entry::{self, Moment, Says, Speaker};
use crate::exchange::{Step, Touch};
use crate::prompt::at_mentions;
use crate::recording::{Recording, spoken_paths};

/// How a transcript is read.
#[derive(Clone, Copy)]
pub struct Reading<'a> {
    /// What is recorded.
    pub recording: Recording<'a>,
    /// The files that a shell command may read or change, changed ones first. They need not exist:
    /// only those that do are recorded.
    pub command_files: &'a dyn Fn(&str) -> Vec<CommandFile>,
}

/// A file that a shell command may read or change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandFile {
    /// The file, relative to the folder where the shell starts.
    pub path: String,
    /// What the command does to it.
    pub access: Access,
}

/// What a shell command does to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Its content is read.
    Read,
    /// Its content or its mode is changed.
    Change,
}

impl Access {
    /// The [`Mention::tool`](crate::Mention::tool) of such a command.
    pub fn tool(self) -> &'static str {
        match self {
            Self::Read => "Bash (read)",
            Self::Change => "Bash (change)",
        }
    }
}

impl std::fmt::Debug for Reading<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reading").field("recording", &self.recording).finish_non_exhaustive()
    }
}

/// The steps in a part of a transcript.
pub(crate) fn of_batch(batch: &Batch, speaker: Speaker, reading: &Reading<'_>) -> Vec<Step> {
    let moments = batch.entries().flat_map(|entry| entry::moments(&entry, speaker));
    let moments: Vec<Moment> = moments.collect();
    let failed: HashSet<&str> = moments
        .iter()
        .filter_map(|moment| match &moment.says {
            Says::Failed(call) => Some(call.as_str()),
            _ => None,
        })
        .collect();
    let mut steps = Vec::new();
    for Moment { at, cwd, says } in &moments {
        let (at, cwd) = (*at, cwd.as_deref());
        let words = |text: &str| reading.recording.words(text).into_owned();
        match says {
            Says::Prompt(text, id) => {
                steps.push(Step::Prompt { at, text: words(text) });
                let call = id.as_deref().unwrap_or_default();
                let mentions = at_mentions(text);
                let paths = mentions.iter().filter_map(|it| reading.recording.existing(cwd, it));
                steps.extend(paths.map(|path| touched(at, path, PERSON, call)));
            }
            Says::Call(id, call) if !failed.contains(id.as_str()) => {
                let paths = of_call(reading, cwd, call).into_iter();
                steps.extend(paths.map(|(path, tool)| touched(at, path, tool, id)));
            }
            Says::OtherPrompt => steps.push(Step::OtherPrompt),
            Says::Words(text) => steps.push(Step::Words { at, text: words(text) }),
            Says::Compacted => steps.push(Step::Compacted { at }),
            Says::Call(..) | Says::Failed(_) => {}
        }
    }
    steps
}

fn touched(at: i64, path: RelPath, tool: &str, call: &str) -> Step {
    Step::Touched(Touch { at, path, tool: tool.to_owned(), call: call.to_owned() })
}

/// The files of a call, each with what touched it.
fn of_call<'c>(
    reading: &Reading<'_>,
    cwd: Option<&Path>,
    call: &'c ToolCall,
) -> Vec<(RelPath, &'c str)> {
    let recording = &reading.recording;
    if *call.name.tool() == Tool::Bash {
        let command = call.input.get("command").and_then(serde_json::Value::as_str);
        let files = command.map(reading.command_files).unwrap_or_default();
        let found =
            |file: &CommandFile| Some((recording.existing(cwd, &file.path)?, file.access.tool()));
        return files.iter().filter_map(found).collect();
    }
    let tool = call.name.canonical();
    let spoken = spoken_paths(call).into_iter();
    spoken.filter_map(|path| Some((recording.path(cwd, path)?, tool))).collect()
}
