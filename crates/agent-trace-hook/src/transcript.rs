//! What the end of a transcript says of model and host.
//!
//! Source: transcripts of Claude Code 2.1.330 and 2.1.112, JSONL files that grow
//! by megabytes and lag behind. Each answer of the model names it in
//! `message.model`, and nearly each line has the host's `version`.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use hook_protocol::Common;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::record::LONGEST_MODEL_ID;

/// How much of the end is read: a little, which mostly does, else more.
const TAILS: [u64; 2] = [16 << 10, 256 << 10];

/// How the names of models begin, and who provides those.
const PROVIDERS: [(&str, &str); 12] = [
    ("claude", "anthropic"),
    ("gpt", "openai"),
    ("o1", "openai"),
    ("o3", "openai"),
    ("o4", "openai"),
    ("gemini", "google"),
    ("grok", "xai"),
    ("qwen", "alibaba"),
    ("deepseek", "deepseek"),
    ("kimi", "moonshotai"),
    ("glm", "zhipuai"),
    ("mistral", "mistral"),
];

/// What a transcript says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Said {
    /// The model as `provider/model`.
    pub(crate) model_id: Option<String>,
    /// The host's version.
    pub(crate) version: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry<'a> {
    version: Option<String>,
    agent_id: Option<String>,
    #[serde(default)]
    is_sidechain: bool,
    #[serde(borrow)]
    message: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Message {
    model: Option<String>,
}

/// What the transcript of the event's agent says at its end; nothing where it
/// cannot be read. A subagent's model is not that of its session.
pub(crate) fn said(common: &Common) -> Said {
    let Some(session) = common.transcript_path.as_deref() else {
        return Said::default();
    };
    let Some(agent) = common.agent_id.as_deref() else {
        return read(session, None);
    };
    let of_session = read(session, Some(agent));
    let own = own_transcript(session, agent).map(|own| read(&own, Some(agent)));
    let model_id = own.and_then(|own| own.model_id).or(of_session.model_id);
    Said { model_id, ..of_session }
}

/// Where Claude Code writes what a subagent says.
fn own_transcript(session: &Path, agent: &str) -> Option<PathBuf> {
    let is_plain = agent.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    let name = format!("agent-{agent}.jsonl");
    is_plain.then(|| session.with_extension("").join("subagents").join(name))
}

fn read(path: &Path, agent: Option<&str>) -> Said {
    let mut said = Said::default();
    for size in TAILS {
        said = end(path, size).map(|bytes| of_end(&bytes, agent)).unwrap_or_default();
        if said.model_id.is_some() && said.version.is_some() {
            break;
        }
    }
    said
}

/// The last bytes of a file.
fn end(path: &Path, size: u64) -> io::Result<Vec<u8>> {
    // To open a pipe would take forever.
    if !fs::metadata(path)?.is_file() {
        return Ok(Vec::new());
    }
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(size)))?;
    let mut bytes = Vec::new();
    file.take(size).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// What the last lines say of an agent, or of the main one.
fn of_end(bytes: &[u8], agent: Option<&str>) -> Said {
    let mut said = Said::default();
    for line in bytes.rsplit(|byte| *byte == b'\n') {
        let Ok(entry) = serde_json::from_slice::<Entry<'_>>(line) else {
            continue;
        };
        said.version = said.version.or(entry.version);
        let is_own = match agent {
            Some(_) => entry.agent_id.as_deref() == agent,
            None => !entry.is_sidechain,
        };
        if is_own && said.model_id.is_none() {
            let message = entry.message.and_then(|raw| serde_json::from_str(raw.get()).ok());
            said.model_id = message.and_then(|message: Message| model_id(&message.model?));
        }
        if said.version.is_some() && said.model_id.is_some() {
            break;
        }
    }
    said
}

/// The model as `provider/model`, where its name tells who provides it.
fn model_id(model: &str) -> Option<String> {
    let id = if model.contains('/') {
        model.to_owned()
    } else {
        let starts = |known: &&(&str, &str)| model.starts_with(known.0);
        let (_, provider) = PROVIDERS.iter().find(starts)?;
        format!("{provider}/{model}")
    };
    (id.chars().count() <= LONGEST_MODEL_ID).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(lines: &[&str], agent: Option<&str>, model: Option<&str>, version: Option<&str>) {
        let said = of_end(lines.join("\n").as_bytes(), agent);
        assert_eq!((said.model_id.as_deref(), said.version.as_deref()), (model, version));
    }

    #[test]
    fn the_last_answer_names_the_model() {
        let answer = |model: &str| {
            format!(r#"{{"type":"assistant","version":"2.1.330","message":{{"model":"{model}"}}}}"#)
        };
        let (old, new) = (answer("claude-opus-5-5"), answer("claude-sonnet-4-6"));
        let user = r#"{"type":"user","version":"2.1.331","message":{"content":"hi"}}"#;
        let latch = r#"{"type":"last-prompt"}"#;
        let sonnet = Some("anthropic/claude-sonnet-4-6");
        check(&[&old, &new, user, latch, ""], None, sonnet, Some("2.1.331"));
        check(&["half a line", &new, "{\"type\":"], None, sonnet, Some("2.1.330"));
        check(&[&new, &answer("<synthetic>")], None, sonnet, Some("2.1.330"));
        check(&[&answer("some-model")], None, None, Some("2.1.330"));
        check(&[&answer("z/some-model")], None, Some("z/some-model"), Some("2.1.330"));
        check(&[&answer(&format!("claude-{}", "x".repeat(300)))], None, None, Some("2.1.330"));
        check(&[], None, None, None);
    }

    #[test]
    fn a_subagent_has_a_model_of_its_own() {
        let main = r#"{"version":"2","message":{"model":"claude-a"}}"#;
        let sub =
            r#"{"version":"2","isSidechain":true,"agentId":"x","message":{"model":"claude-b"}}"#;
        check(&[main, sub], None, Some("anthropic/claude-a"), Some("2"));
        check(&[main, sub], Some("x"), Some("anthropic/claude-b"), Some("2"));
        check(&[main, sub], Some("y"), None, Some("2"));
    }
}
