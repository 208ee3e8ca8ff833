//! What the end of a transcript says of model and host.
//!
//! Source: transcripts of Claude Code 2.1.330 and 2.1.112, JSONL files that grow
//! by megabytes and lag behind. Each answer of the model names it in
//! `message.model`, and nearly each line has the host's `version`.

use std::path::Path;

use hook_protocol::Common;
use transcripts::Entry;

use crate::record::trace::MAX_MODEL_ID;

/// How much of the end is read at most.
const MAX_TAIL: u64 = 256 << 10;

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

/// What the transcript of the event's agent says at its end; nothing where it
/// cannot be read. A subagent's model is not that of its session.
pub(crate) fn said(common: &Common) -> Said {
    let mut said = Said::default();
    if let Some(session) = common.transcript_path.as_deref() {
        let agent = common.agent_id.as_deref();
        if let Some(own) = agent.and_then(|agent| transcripts::subagent_file(session, agent)) {
            said.complete(&own, agent);
        }
        said.complete(session, agent);
    }
    said
}

impl Said {
    /// Takes what is missing from the end of a transcript, of an agent, or of the main
    /// one.
    fn complete(&mut self, path: &Path, agent: Option<&str>) {
        if self.is_complete() {
            return;
        }
        // One that cannot be read says nothing.
        let _unread = transcripts::find_from_end(path, MAX_TAIL, |entry| {
            self.take(entry, agent);
            self.is_complete().then_some(())
        });
    }

    fn take(&mut self, entry: &Entry<'_>, agent: Option<&str>) {
        if self.version.is_none() {
            self.version = entry.version.as_deref().map(str::to_owned);
        }
        let is_own = match agent {
            Some(_) => entry.agent_id.as_deref() == agent,
            None => !entry.is_sidechain,
        };
        if is_own && self.model_id.is_none() {
            self.model_id = entry.model().and_then(|model| model_id(&model));
        }
    }

    fn is_complete(&self) -> bool {
        self.model_id.is_some() && self.version.is_some()
    }
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
    (id.chars().count() <= MAX_MODEL_ID).then_some(id)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[track_caller]
    fn check(lines: &[&str], agent: Option<&str>, model: Option<&str>, version: Option<&str>) {
        let mut said = Said::default();
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(lines.join("\n").as_bytes()).unwrap();
        said.complete(file.path(), agent);
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
