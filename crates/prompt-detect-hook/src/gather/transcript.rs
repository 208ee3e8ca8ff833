//! What the end of a session's transcript says. It is written with a lag, and may not
//! be there at all.

use std::borrow::Cow;
use std::path::Path;

use hook_protocol::Common;

/// How much of the end is read: some lines of Claude Code 2.1.330 have 64 KiB.
const MAX_TAIL: u64 = 256 << 10;

/// What the event's agent said last.
pub(crate) fn last_words(common: &Common) -> Option<String> {
    let session = common.transcript_path.as_deref()?;
    let own = match common.agent_id.as_deref() {
        Some(agent) => Cow::Owned(transcripts::subagent_file(session, agent)?),
        None => Cow::Borrowed(session),
    };
    let words = |entry: &transcripts::Entry<'_>| entry.last_words().map(Cow::into_owned);
    transcripts::find_from_end(&own, MAX_TAIL, words).ok()?
}

/// The name of the session's plan file, without its ending, given its transcript.
pub(crate) fn slug(session: &Path) -> Option<String> {
    let slug = |entry: &transcripts::Entry<'_>| entry.slug.as_deref().map(str::to_owned);
    transcripts::find_from_end(session, MAX_TAIL, slug).ok()?
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::io::Write as _;

    use super::*;

    const SAID: &str = r#"{"type":"assistant","message":{"content":"WORDS"}}"#;

    #[test]
    fn the_last_words_are_those_of_the_events_agent() {
        let folder = tempfile::tempdir().unwrap();
        let session = folder.path().join("s.jsonl");
        fs::create_dir_all(folder.path().join("s/subagents")).unwrap();
        let files = [("s.jsonl", "main"), ("s/subagents/agent-a1.jsonl", "sub")];
        for (name, words) in files {
            let mut file = File::create(folder.path().join(name)).unwrap();
            file.write_all(SAID.replace("WORDS", words).as_bytes()).unwrap();
        }
        let check = |agent: Option<&str>, expected: Option<&str>| {
            let transcript_path = Some(session.clone());
            let agent_id = agent.map(str::to_owned);
            let common = Common { transcript_path, agent_id, ..Common::default() };
            assert_eq!(last_words(&common).as_deref(), expected, "{agent:?}");
        };
        check(None, Some("main"));
        check(Some("a1"), Some("sub"));
        check(Some("a2"), None);
        check(Some("../a1"), None);
        assert_eq!(last_words(&Common::default()), None);
    }

    #[test]
    fn the_slug_is_the_newest() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        let lines = [
            r#"{"type":"system","slug":"other-otter"}"#,
            r#"{"type":"user","slug":"quiet-otter"}"#,
            r#"{"type":"last-prompt"}"#,
        ];
        assert_eq!(slug(file.path()), None);
        file.write_all(lines.join("\n").as_bytes()).unwrap();
        assert_eq!(slug(file.path()).as_deref(), Some("quiet-otter"));
    }
}
