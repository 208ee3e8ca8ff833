//! What earlier calls left: a `store.json` such as `{ "mentions": 5000, "turns": 5 }`,
//! of so many files that the session of `stdin.json` has touched, one a second,
//! each once, and of so many sessions before it in which something was said about
//! the file of the call.
//!
//! A database is no file for a repository, so it is made anew for each run.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, SystemTime};

use anyhow::Context;
use file_mentions::{FILE_NAME, Mention, Reading, Recording, Secrets, Store, Transcript};
use host_stand_in::Places;
use project_paths::{ProjectRoot, RelPath};
use serde_json::{Value, json};

use crate::files;

/// When the first file was touched.
const BEGINNING: Duration = Duration::from_secs(1_750_000_000);

const PATIENCE: Duration = Duration::from_secs(5);

/// What was said, some 400 characters.
const WORDS: &str = "The order matters here: the header is read before the length is checked. ";

/// How many mentions a description asks for; none where there is no such file.
pub(super) fn mentions(past: &Path) -> u64 {
    let past = files::json(past).ok();
    past.and_then(|past| past.get("mentions")?.as_u64()).unwrap_or_default()
}

/// Fills the store of the project.
pub(super) fn fill(places: &Places, past: &Value, event: &Value) -> anyhow::Result<()> {
    let mentions = past.get("mentions").and_then(Value::as_u64).context("no `mentions`")?;
    let turns = past.get("turns").and_then(Value::as_u64).unwrap_or_default();
    let session = event.get("session_id").and_then(Value::as_str).context("no session")?;
    let root = ProjectRoot::at(&places.project());
    let store = places.state().join("projects").join(root.key()).join(FILE_NAME);
    let mut store = Store::open(&store, PATIENCE)?;

    let file = event.pointer("/tool_input/file_path").and_then(Value::as_str);
    for turn in 0..turns {
        let transcript = places.aside().join("transcript.jsonl");
        let words = transcript_of(turn, file.context("turns are about no file")?);
        let words = words.replace("[PROJECT]", &root.path().to_string_lossy());
        File::create(&transcript)?.write_all(words.as_bytes())?;
        ingest(&mut store, &transcript, &format!("before-{turn}"), &root)?;
    }

    let paths = (0..mentions).map(|number| RelPath::new(&format!("src/module-{number}/mod.rs")));
    let paths: Vec<RelPath> = paths.collect::<Option<_>>().context("no path")?;
    let mentions: Vec<Mention<'_>> = (0..)
        .zip(&paths)
        .map(|(second, path)| {
            let at = SystemTime::UNIX_EPOCH + BEGINNING + Duration::from_secs(second);
            Mention { session, agent: None, path, tool: "Read", call: None, at }
        })
        .collect();
    Ok(store.record(&mentions)?)
}

/// A session in which the file was changed, and what was said of that.
fn transcript_of(turn: u64, file: &str) -> String {
    let at = SystemTime::UNIX_EPOCH + BEGINNING - Duration::from_secs(3600 * (turn + 1));
    let at = humantime::format_rfc3339_millis(at).to_string();
    let call = json!({ "type": "tool_use", "id": format!("toolu_{turn}"), "name": "Edit",
        "input": { "file_path": file } });
    let words = format!("{turn}: {}", WORDS.repeat(5));
    [call, json!({ "type": "text", "text": words })]
        .map(|content| {
            let message = json!({ "role": "assistant", "content": [content] });
            json!({ "type": "assistant", "timestamp": at, "message": message }).to_string() + "\n"
        })
        .concat()
}

fn ingest(
    store: &mut Store,
    transcript: &Path,
    session: &str,
    root: &ProjectRoot,
) -> anyhow::Result<()> {
    let recording = Recording {
        root,
        paths: &project_paths::RealPaths::default(),
        ignore: &[],
        secrets: Secrets::Redact,
    };
    let reading = Reading { recording, command_files: &|_| Vec::new() };
    let transcript = Transcript { path: transcript, session, agent: None };
    while store.ingest(&transcript, &reading, None)?.more {}
    Ok(())
}

#[cfg(test)]
mod tests {
    use file_mentions::Reader;
    use serde_json::json;

    use super::*;

    #[test]
    fn the_store_is_where_a_hook_looks() {
        let places = Places::new().unwrap();
        fill(&places, &json!({ "mentions": 30 }), &json!({ "session_id": "s" })).unwrap();
        let root = ProjectRoot::at(&places.project());
        let store = places.state().join("projects").join(root.key()).join(FILE_NAME);
        let files = Reader::open(&store, Duration::ZERO).unwrap().recent_files("s", 100).unwrap();
        assert_eq!(files.len(), 30);
        assert_eq!(files[0].path.as_str(), "src/module-29/mod.rs");
    }

    #[test]
    fn earlier_sessions_have_said_something_about_the_file() {
        let places = Places::new().unwrap();
        let call = json!({ "session_id": "s", "tool_input": { "file_path": "[PROJECT]/a.rs" } });
        fill(&places, &json!({ "mentions": 3, "turns": 2 }), &call).unwrap();
        let root = ProjectRoot::at(&places.project());
        let store = places.state().join("projects").join(root.key()).join(FILE_NAME);
        let reader = Reader::open(&store, Duration::ZERO).unwrap();
        let history = reader.history(&RelPath::new("a.rs").unwrap(), "s", 9).unwrap();
        assert_eq!(history.turns.len(), 2);
    }
}
