//! The account of calls in a state that is thrown away: which hook heard of what.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde_json::Value;

/// A call of which hooks heard.
pub(super) struct Heard {
    pub(super) event: String,
    pub(super) tool: Option<String>,
    pub(super) hooks: Vec<String>,
    pub(super) is_denied: bool,
}

/// Has every call written down, in a copy of a project.
pub(super) fn of_all_calls(project: &Path) -> Result<()> {
    let file = project.join(".tacklebox/tacklebox.yaml");
    let written = fs::read_to_string(&file).unwrap_or_default();
    let is_other = |line: &&str| !line.starts_with("account:");
    let others: Vec<&str> = written.lines().filter(is_other).collect();
    let text = [&others[..], &["account: all", ""]].concat().join("\n");
    let attempt = "could not write in a temporary folder";
    fs::create_dir_all(project.join(".tacklebox")).context(attempt)?;
    let mut file =
        OpenOptions::new().write(true).create(true).truncate(true).open(file).context(attempt)?;
    file.write_all(text.as_bytes()).context(attempt)
}

/// All of it, of whichever project.
pub(super) fn heard(state: &Path) -> Vec<Heard> {
    let projects = fs::read_dir(state.join("projects")).into_iter().flatten().flatten();
    let folders = projects.map(|entry| entry.path()).chain([state.to_owned()]);
    folders.flat_map(|folder: PathBuf| lines(&folder.join("calls.jsonl"))).collect()
}

fn lines(file: &Path) -> Vec<Heard> {
    let text = fs::read_to_string(file).unwrap_or_default();
    text.lines().filter_map(|line| read(&serde_json::from_str(line).ok()?)).collect()
}

fn read(line: &Value) -> Option<Heard> {
    let text = |name: &str| line.get(name).and_then(Value::as_str).map(str::to_owned);
    let hooks = line.get("hooks").and_then(Value::as_array).into_iter().flatten();
    let name = |spoken: &Value| Some(spoken.get("hook")?.as_str()?.to_owned());
    Some(Heard {
        event: text("event")?,
        tool: text("tool_name"),
        hooks: hooks.filter_map(name).collect(),
        is_denied: text("verdict").as_deref() == Some("deny"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_call_is_written_down_whatever_a_file_says() {
        let project = tempfile::tempdir().unwrap();
        of_all_calls(project.path()).unwrap();
        let file = project.path().join(".tacklebox/tacklebox.yaml");
        assert_eq!(fs::read_to_string(&file).unwrap(), "account: all\n");
        let text = "account: said\nhooks: {}";
        OpenOptions::new().write(true).open(&file).unwrap().write_all(text.as_bytes()).unwrap();
        of_all_calls(project.path()).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "hooks: {}\naccount: all\n");
    }

    #[test]
    fn a_line_says_who_heard_of_what() {
        let line = r#"{"event":"PreToolUse","tool_name":"Bash","verdict":"deny",
            "hooks":[{"hook":"a-hook"},{"hook":"b-hook"}]}"#;
        let heard = read(&serde_json::from_str(line).unwrap()).unwrap();
        assert_eq!((heard.event.as_str(), heard.tool.as_deref()), ("PreToolUse", Some("Bash")));
        assert_eq!(heard.hooks, ["a-hook", "b-hook"]);
        assert!(heard.is_denied);
    }
}
