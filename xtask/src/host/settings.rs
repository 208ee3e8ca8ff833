//! What a settings file says to start for an event.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};
use serde_json::Value;

use super::matcher;

/// What the host takes where an entry names no timeout.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(600);

/// One command in exec form, its placeholders filled in.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) program: String,
    pub(crate) args: Vec<String>,
    pub(crate) timeout: Duration,
    /// Whether the host goes on without waiting for it.
    pub(crate) is_async: bool,
}

impl Entry {
    /// The hook's name: the file name of its program.
    pub(crate) fn hook(&self) -> &str {
        Path::new(&self.program).file_name().and_then(|name| name.to_str()).unwrap_or("?")
    }
}

/// The entries of all groups that the event reaches, each once: the host runs
/// identical entries one time, whatever their groups and timeouts.
///
/// Fails on an entry that is not a command in exec form, since no fragment of
/// ours has another form and nothing else is played here.
pub(crate) fn entries(
    settings: &Value,
    event: &Value,
    project: &Path,
) -> anyhow::Result<Vec<Entry>> {
    let name = event.get("hook_event_name").and_then(Value::as_str).unwrap_or_default();
    let subject = matcher::subject(event);
    let groups = list(settings.get("hooks").and_then(|hooks| hooks.get(name)));
    let mut found: Vec<Entry> = Vec::new();
    for group in groups {
        if !matcher::matches(group.get("matcher").and_then(Value::as_str), subject) {
            continue;
        }
        for handler in list(group.get("hooks")) {
            let entry = entry(handler, project)
                .with_context(|| format!("could not play {handler} under {name}"))?;
            if !found.iter().any(|seen| seen.program == entry.program && seen.args == entry.args) {
                found.push(entry);
            }
        }
    }
    Ok(found)
}

fn list(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn entry(handler: &Value, project: &Path) -> anyhow::Result<Entry> {
    if handler.get("type").and_then(Value::as_str) != Some("command") {
        bail!("it is not a command");
    }
    let fill = |text: &str| text.replace("${CLAUDE_PROJECT_DIR}", &project.to_string_lossy());
    let program = handler.get("command").and_then(Value::as_str).context("it has no command")?;
    let args = handler.get("args").and_then(Value::as_array).context("it is not in exec form")?;
    let args = args
        .iter()
        .map(|arg| arg.as_str().map(fill).context("an argument is not a string"))
        .collect::<anyhow::Result<_>>()?;
    let timeout = match handler.get("timeout") {
        None => DEFAULT_TIMEOUT,
        Some(seconds) => seconds
            .as_f64()
            .filter(|seconds| *seconds > 0.0)
            .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
            .context("its timeout is not a positive number")?,
    };
    let is_async = handler.get("async").and_then(Value::as_bool).unwrap_or(false);
    Ok(Entry { program: fill(program), args, timeout, is_async })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(event: &str, subject: (&str, &str), expected: &[&str]) {
        let settings = json!({"hooks": {
            "PreToolUse": [
                {"hooks": [command("all")]},
                {"matcher": "Read", "hooks": [command("read"), command("all")]},
            ],
            "SubagentStart": [{"matcher": "Explore", "hooks": [command("explore")]}],
        }});
        let event = json!({"hook_event_name": event, subject.0: subject.1});
        let entries = entries(&settings, &event, Path::new("/p q")).unwrap();
        assert_eq!(entries.iter().map(Entry::hook).collect::<Vec<_>>(), expected);
    }

    fn command(name: &str) -> Value {
        let command = format!("${{CLAUDE_PROJECT_DIR}}/bin/{name}");
        json!({"type": "command", "command": command, "args": [], "timeout": 5})
    }

    #[test]
    fn an_event_reaches_the_groups_that_match_and_each_entry_once() {
        check("PreToolUse", ("tool_name", "Read"), &["all", "read"]);
        check("PreToolUse", ("tool_name", "Edit"), &["all"]);
        check("SubagentStart", ("agent_type", "Plan"), &[]);
        check("SubagentStart", ("agent_type", "Explore"), &["explore"]);
        check("Stop", ("x", ""), &[]);
    }

    #[test]
    fn placeholders_are_filled_in_command_and_arguments() {
        let handler = json!({
            "type": "command",
            "command": "${CLAUDE_PROJECT_DIR}/h",
            "args": ["--in", "${CLAUDE_PROJECT_DIR}"],
            "timeout": 0.5,
            "async": true,
        });
        let expected = Entry {
            program: "/p q/h".into(),
            args: vec!["--in".into(), "/p q".into()],
            timeout: Duration::from_millis(500),
            is_async: true,
        };
        assert_eq!(entry(&handler, Path::new("/p q")).unwrap(), expected);
    }

    #[test]
    fn what_is_not_played_is_refused() {
        let cases = [
            (json!({"type": "http", "url": "http://x"}), "it is not a command"),
            (json!({"type": "command", "command": "x"}), "it is not in exec form"),
            (json!({"type": "command", "args": []}), "it has no command"),
            (
                json!({"type": "command", "command": "x", "args": [], "timeout": 0}),
                "its timeout is not a positive number",
            ),
        ];
        for (handler, expected) in cases {
            let err = entry(&handler, Path::new("/p")).unwrap_err();
            assert_eq!(err.to_string(), expected, "{handler}");
        }
    }
}
