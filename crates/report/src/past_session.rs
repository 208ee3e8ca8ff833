//! Sessions from the host's transcripts: every call, including those that no hook answered.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use hook_protocol::one_line;
use hook_runtime::Ctx;
use transcripts::{Block, Entry, Kind, Place, read_on, subagents};

use crate::account::Wanted;

/// How many characters are kept of a prompt.
const MAX_PROMPT: usize = 200;

/// A session.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Past {
    /// Its id.
    pub session: String,
    /// When the first and the last entry were written.
    pub first: Option<SystemTime>,
    /// The last one.
    pub last: Option<SystemTime>,
    /// What a person asked for, on one line and without secrets.
    pub prompts: Vec<(SystemTime, String)>,
    /// When the context was compacted.
    pub compactions: Vec<SystemTime>,
    /// The calls of tools of all its agents.
    pub calls: Vec<Ran>,
}

/// A call of a tool.
#[derive(Debug, Clone, PartialEq)]
pub struct Ran {
    /// Its id.
    pub id: String,
    /// The subagent; empty for the main agent.
    pub agent: String,
    /// The tool.
    pub tool: String,
    /// What it was about, on one line and without secrets.
    pub tried: String,
    /// When the agent asked for it.
    pub at: SystemTime,
    /// When its result came.
    pub ended: Option<SystemTime>,
    /// Whether it failed, was refused or was interrupted.
    pub is_error: bool,
}

impl Past {
    /// How long it was, in seconds.
    pub fn seconds(&self) -> Option<u64> {
        Some(self.last?.duration_since(self.first?).ok()?.as_secs())
    }

    /// Reads on in the transcript of the session, or of one of its agents.
    fn read(&mut self, file: &Path, agent: &str, wanted: &Wanted) -> std::io::Result<()> {
        let mut place = Place::default();
        loop {
            let batch = read_on(file, place)?;
            for entry in batch.entries() {
                self.take(&entry, agent, wanted);
            }
            place = batch.end;
            if !batch.more {
                return Ok(());
            }
        }
    }

    fn take(&mut self, entry: &Entry<'_>, agent: &str, wanted: &Wanted) {
        let Some(at) = entry.at() else { return };
        if wanted.since.is_some_and(|since| at < since) {
            return;
        }
        self.first = Some(self.first.map_or(at, |first| first.min(at)));
        self.last = Some(self.last.map_or(at, |last| last.max(at)));
        if let Kind::Compaction(_) = entry.kind() {
            self.compactions.push(at);
        }
        if let Some(prompt) = entry.prompt().filter(|prompt| prompt.is_from_person) {
            self.prompts.push((at, one_line(&secrets::redact(&prompt.text), MAX_PROMPT)));
        }
        for block in entry.blocks() {
            match block {
                Block::ToolUse(call) => self.calls.push(Ran {
                    id: call.id.to_string(),
                    agent: agent.to_owned(),
                    tool: call.name.to_string(),
                    tried: hook_chain::tried(&call.input()).unwrap_or_default(),
                    at,
                    ended: None,
                    is_error: false,
                }),
                Block::ToolResult(result) => {
                    // A result stands soon after its call.
                    let mut calls = self.calls.iter_mut().rev();
                    if let Some(call) = calls.find(|call| call.id == result.tool_use_id) {
                        call.ended = Some(at);
                        call.is_error = result.is_error;
                    }
                }
                Block::Text(_) | Block::Other(_) => {}
            }
        }
    }
}

/// The sessions of the project that have a transcript, the oldest first. One that cannot be
/// read is reported and left out.
pub fn pasts(ctx: &Ctx, wanted: &Wanted) -> Vec<Past> {
    let folder = ctx.transcripts().and_then(|folder| fs::read_dir(folder).ok());
    let files = folder.into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found: Vec<Past> = files.filter_map(|file| past(ctx, &file, wanted)).collect();
    found.sort_by_key(|past| past.first);
    found
}

fn past(ctx: &Ctx, file: &Path, wanted: &Wanted) -> Option<Past> {
    let session = file.file_name()?.to_str()?.strip_suffix(".jsonl")?.to_owned();
    if !wanted.is_of(&session) || is_older(file, wanted.since) {
        return None;
    }
    let mut past = Past { session, ..Past::default() };
    let agents = subagents(file).unwrap_or_default();
    let agents = agents.iter().map(|it| (it.path.as_path(), it.agent.as_str()));
    for (file, agent) in std::iter::once((file, "")).chain(agents) {
        if let Err(err) = past.read(file, agent, wanted) {
            ctx.report(format_args!("could not read {}: {err}", file.display()));
        }
    }
    past.calls.sort_by_key(|call| call.at);
    past.first.is_some().then_some(past)
}

/// Whether nothing was written to a file since then.
fn is_older(file: &Path, since: Option<SystemTime>) -> bool {
    let modified = || file.metadata().and_then(|metadata| metadata.modified()).ok();
    since.is_some_and(|since| modified().is_some_and(|modified| modified < since))
}
