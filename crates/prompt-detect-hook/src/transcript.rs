//! The end of a session's transcript, and what it says there.
//!
//! A transcript of Claude Code has one JSON object a line, is written with a lag,
//! and grows to many megabytes, so only its end is read. The format is not
//! documented: a line of another shape is passed over.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::value::RawValue;

/// How much of the end is read: some lines of Claude Code 2.1.330 have 64 KiB.
const TAIL: u64 = 256 << 10;

/// The end of a transcript.
#[derive(Debug, Default)]
pub(crate) struct Tail {
    text: String,
}

#[derive(Deserialize)]
struct Line<'a> {
    #[serde(rename = "type", default, borrow)]
    kind: Cow<'a, str>,
    #[serde(default, borrow)]
    slug: Option<Cow<'a, str>>,
    #[serde(default, borrow)]
    message: Option<Message<'a>>,
}

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(default, borrow)]
    content: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Block<'a> {
    #[serde(rename = "type", default, borrow)]
    kind: Cow<'a, str>,
    #[serde(default)]
    text: Option<String>,
}

impl Tail {
    /// The end of the transcript at `path`. Fails if it cannot be read.
    pub(crate) fn read(path: &Path) -> io::Result<Self> {
        // Asked first: to open a pipe would take forever.
        if !path.metadata()?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "no regular file"));
        }
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
        let mut bytes = Vec::new();
        file.take(TAIL).read_to_end(&mut bytes)?;
        // It may begin within a line, or within a character.
        Ok(Self { text: String::from_utf8_lossy(&bytes).into_owned() })
    }

    /// What the assistant said last.
    pub(crate) fn last_words(&self) -> Option<String> {
        self.lines().find_map(|line| {
            (line.kind == "assistant").then_some(())?;
            text_of(line.message?.content?)
        })
    }

    /// The name of the session's plan file, without its ending.
    pub(crate) fn slug(&self) -> Option<String> {
        self.lines().find_map(|line| line.slug).map(Cow::into_owned)
    }

    /// The lines that are whole, the last one first.
    fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        self.text.lines().rev().filter_map(|line| serde_json::from_str(line).ok())
    }
}

/// Where the transcript of a subagent is, beside that of its session.
pub(crate) fn of_subagent(session: &Path, agent: &str) -> Option<PathBuf> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let file = agent.chars().all(is_plain).then(|| format!("agent-{agent}.jsonl"))?;
    Some(session.with_extension("").join("subagents").join(file))
}

/// The text of a message: a string, or blocks of which the last text counts.
fn text_of(content: &RawValue) -> Option<String> {
    let said = |text: String| Some(text).filter(|text| !text.trim().is_empty());
    if let Ok(text) = serde_json::from_str::<String>(content.get()) {
        return said(text);
    }
    let blocks: Vec<&RawValue> = serde_json::from_str(content.get()).ok()?;
    let blocks = blocks.iter().rev().filter_map(|block| {
        let block: Block<'_> = serde_json::from_str(block.get()).ok()?;
        block.text.filter(|_| block.kind == "text")
    });
    blocks.into_iter().find_map(said)
}
