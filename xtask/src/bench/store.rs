//! What a session did before the measured call: a `store.json` such as
//! `{ "mentions": 5000 }`, of so many files that the session of `stdin.json` has
//! touched, one a second, each once.
//!
//! A database is no file for a repository, so it is made anew for each run.

use std::time::{Duration, SystemTime};

use anyhow::Context;
use file_mentions::{FILE_NAME, Mention, Store};
use project_paths::{ProjectRoot, RelPath};
use serde_json::Value;

use crate::host::Sandbox;

/// When the first file was touched.
const BEGINNING: Duration = Duration::from_secs(1_750_000_000);

/// Fills the store of the project of a sandbox.
pub(super) fn fill(sandbox: &Sandbox, past: &Value, event: &Value) -> anyhow::Result<()> {
    let mentions = past.get("mentions").and_then(Value::as_u64).context("no `mentions`")?;
    let session = event.get("session_id").and_then(Value::as_str).context("no session")?;
    let root = ProjectRoot::discover(Some(&sandbox.project()), None).context("no project")?;
    let store = sandbox.state().join("projects").join(root.key()).join(FILE_NAME);

    let paths = (0..mentions).map(|number| RelPath::new(&format!("src/module-{number}/mod.rs")));
    let paths: Vec<RelPath> = paths.collect::<Option<_>>().context("no path")?;
    let mentions: Vec<Mention<'_>> = (0..)
        .zip(&paths)
        .map(|(second, path)| {
            let at = SystemTime::UNIX_EPOCH + BEGINNING + Duration::from_secs(second);
            Mention { session, agent: None, path, tool: "Read", call: None, at }
        })
        .collect();
    Ok(Store::open(&store, Duration::from_secs(5))?.record(&mentions)?)
}

#[cfg(test)]
mod tests {
    use file_mentions::Reader;
    use serde_json::json;

    use super::*;

    #[test]
    fn the_store_is_where_a_hook_looks() {
        let sandbox = Sandbox::new().unwrap();
        fill(&sandbox, &json!({ "mentions": 30 }), &json!({ "session_id": "s" })).unwrap();
        let root = ProjectRoot::discover(Some(&sandbox.project()), None).unwrap();
        let store = sandbox.state().join("projects").join(root.key()).join(FILE_NAME);
        let files = Reader::open(&store, Duration::ZERO).unwrap().recent_files("s", 100).unwrap();
        assert_eq!(files.len(), 30);
        assert_eq!(files[0].path.as_str(), "src/module-29/mod.rs");
    }

    #[test]
    fn a_description_without_a_number_is_refused() {
        let sandbox = Sandbox::new().unwrap();
        assert!(fill(&sandbox, &json!({}), &json!({ "session_id": "s" })).is_err());
    }
}
