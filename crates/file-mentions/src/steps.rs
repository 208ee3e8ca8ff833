//! From a part of a transcript to its steps: failed calls left out, words
//! redacted, paths normalised.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use hook_protocol::{Tool, ToolCall};
use project_paths::{ProjectRoot, RelPath};
use transcripts::Batch;

use crate::PERSON;
use crate::entry::{self, Moment, Says, Speaker};
use crate::exchange::{Step, Touch};
use crate::prompt::at_mentions;
use crate::recording::{Recording, spoken_paths};

/// What tells how a transcript is read.
#[derive(Clone, Copy)]
pub struct Reading<'a> {
    /// What is recorded.
    pub recording: Recording<'a>,
    /// The words of a shell command that may be files. Those that exist are
    /// recorded; whether they do is not the function's business.
    pub command_files: &'a dyn Fn(&str) -> Vec<String>,
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
    let mut places = Places { reading, worktrees: HashMap::new() };
    let mut steps = Vec::new();
    for Moment { at, cwd, says } in &moments {
        let (at, cwd) = (*at, cwd.as_deref());
        let words = |text: &str| reading.recording.words(text).into_owned();
        match says {
            Says::Prompt(text, id) => {
                steps.push(Step::Prompt { at, text: words(text) });
                let call = id.as_deref().unwrap_or_default();
                let paths = places.existing(cwd, &at_mentions(text));
                steps.extend(paths.into_iter().map(|path| touched(at, path, PERSON, call)));
            }
            Says::Call(id, call) if !failed.contains(id.as_str()) => {
                let paths = places.of_call(cwd, call);
                let tool = call.name.canonical();
                steps.extend(paths.into_iter().map(|path| touched(at, path, tool, id)));
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

/// Finds out under which paths files are stored.
struct Places<'a> {
    reading: &'a Reading<'a>,
    /// The roots of other folders: those of linked worktrees, which share the
    /// store and may lie inside the project, are not the project's own.
    worktrees: HashMap<PathBuf, Option<ProjectRoot>>,
}

impl Places<'_> {
    fn of_call(&mut self, cwd: Option<&Path>, call: &ToolCall) -> Vec<RelPath> {
        if *call.name.tool() == Tool::Bash {
            let command = call.input.get("command").and_then(serde_json::Value::as_str);
            let words = command.map(self.reading.command_files).unwrap_or_default();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            return self.existing(cwd, &words);
        }
        let recording = self.recording(cwd);
        spoken_paths(call).into_iter().filter_map(|path| recording.path(cwd, path)).collect()
    }

    fn existing(&mut self, cwd: Option<&Path>, words: &[&str]) -> Vec<RelPath> {
        let recording = self.recording(cwd);
        words.iter().filter_map(|word| recording.existing(cwd, word)).collect()
    }

    /// What is recorded of the project, or of the worktree that `cwd` is in.
    fn recording(&mut self, cwd: Option<&Path>) -> Recording<'_> {
        let recording = self.reading.recording;
        let Some(cwd) = cwd.filter(|cwd| *cwd != recording.root.path()) else {
            return recording;
        };
        if !self.worktrees.contains_key(cwd) {
            self.worktrees.insert(cwd.to_path_buf(), recording.root.root_at(Some(cwd)));
        }
        match self.worktrees.get(cwd) {
            Some(Some(root)) => Recording { root, ..recording },
            _ => recording,
        }
    }
}
