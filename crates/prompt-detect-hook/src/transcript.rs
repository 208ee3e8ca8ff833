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

#[cfg(test)]
mod tests {
    use std::io::Write;

    use serde_json::json;
    use tempfile::NamedTempFile;

    use super::*;

    fn tail(text: &str) -> Tail {
        let mut file = NamedTempFile::new().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        Tail::read(file.path()).unwrap()
    }

    fn said(text: &str) -> String {
        let content = json!([{"type": "text", "text": text}]);
        json!({"type": "assistant", "slug": "quiet-otter", "message": {"content": content}})
            .to_string()
    }

    #[track_caller]
    fn check(lines: &[&str], words: Option<&str>) {
        assert_eq!(tail(&lines.join("\n")).last_words().as_deref(), words);
    }

    #[test]
    fn the_last_words_are_the_assistants() {
        let user = r#"{"type": "user", "message": {"content": "go"}}"#;
        let call = r#"{"type": "assistant", "message": {"content": [{"type": "tool_use"}]}}"#;
        let plain = r#"{"type": "assistant", "message": {"content": "plain"}}"#;
        let blank = said("  \n");
        check(&[&said("first"), &said("é \u{1f600}"), user, call], Some("é \u{1f600}"));
        check(&[&said("first"), plain, &blank], Some("plain"));
        check(&[user, call], None);
        check(&[], None);
    }

    #[test]
    fn what_is_no_line_of_ours_is_passed_over() {
        let half = said("half");
        let half = half.split_at(40).0;
        for other in ["", "nothing", "[]", "null", "{}", half, r#"{"type": 1, "message": 2}"#] {
            check(&[&said("before"), other], Some("before"));
        }
    }

    #[test]
    fn only_the_end_is_read_wherever_that_cuts() {
        let (last, length) = (said("last"), usize::try_from(TAIL).unwrap());
        for shift in 0..8 {
            // Characters of four bytes, cut at each of them.
            let long = said(&"\u{1f600}".repeat(length / 4));
            let text = format!("{}\n{long}\n{last}{}", said("first"), " ".repeat(shift));
            assert_eq!(tail(&text).last_words().as_deref(), Some("last"), "{shift}");
        }
        let padding = " ".repeat(length);
        assert_eq!(tail(&format!("{last}\n{padding}")).last_words(), None);
    }

    #[test]
    fn the_slug_is_the_newest() {
        let other = r#"{"type": "system", "slug": "other-otter"}"#;
        let text = format!("{other}\n{}\n{}", said("x"), r#"{"type": "last-prompt"}"#);
        assert_eq!(tail(&text).slug().as_deref(), Some("quiet-otter"));
        assert_eq!(tail("").slug(), None);
    }

    #[test]
    fn what_is_no_file_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Tail::read(folder.path()).is_err());
        assert!(Tail::read(&folder.path().join("missing")).is_err());
    }

    #[test]
    fn a_subagent_has_a_transcript_of_its_own() {
        let of = |agent| of_subagent(Path::new("/p/s.jsonl"), agent);
        assert_eq!(of("a1"), Some(PathBuf::from("/p/s/subagents/agent-a1.jsonl")));
        assert_eq!(of("../a1"), None);
    }
}
