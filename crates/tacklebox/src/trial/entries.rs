//! The commands that a settings file starts for an event.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result};
use claude_settings::{Handler, handlers};
use serde_json::Value;

/// The time limit of an entry that has none.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(600);

/// One command in exec form, its placeholders filled in.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) program: String,
    pub(super) args: Vec<String>,
    pub(super) timeout: Duration,
    /// Whether the host continues without waiting for it.
    pub(super) is_async: bool,
}

impl Entry {
    /// The hook's name: the file name of its program.
    pub(super) fn hook(&self) -> &str {
        Path::new(&self.program).file_name().and_then(|name| name.to_str()).unwrap_or("?")
    }
}

/// The entries of all groups that the event reaches. The host runs identical entries once.
///
/// # Errors
/// When an entry is not a command in exec form: `install` writes no other.
pub(super) fn entries(settings: &str, event: &Value, project: &Path) -> Result<Vec<Entry>> {
    let name = event.get("hook_event_name").and_then(Value::as_str).unwrap_or_default();
    let subject = ::doctor::subject(event);
    let is_reached = |handler: &Handler| {
        let matcher = ::doctor::matcher(handler.matcher.as_deref());
        handler.event == name && subject.is_none_or(|subject| matcher.reaches(subject))
    };
    let mut found: Vec<Entry> = Vec::new();
    for handler in handlers(settings).iter().filter(|handler| is_reached(handler)) {
        let entry = entry(handler, project).with_context(|| format!("an entry under {name}"))?;
        if !found.iter().any(|seen| seen.program == entry.program && seen.args == entry.args) {
            found.push(entry);
        }
    }
    Ok(found)
}

fn entry(handler: &Handler, project: &Path) -> Result<Entry> {
    let fill = |text: &String| text.replace("${CLAUDE_PROJECT_DIR}", &project.to_string_lossy());
    let program = handler.command.as_ref().context("it has no command")?;
    let args = handler.args.as_ref().context("it is not in exec form")?;
    let timeout = handler.timeout.map_or(Ok(DEFAULT_TIMEOUT), Duration::try_from_secs_f64);
    let timeout = timeout.context("its timeout is not a number of seconds")?;
    let args = args.iter().map(fill).collect();
    Ok(Entry { program: fill(program), args, timeout, is_async: handler.is_async })
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
        let entries = entries(&settings.to_string(), &event, Path::new("/p q")).unwrap();
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
    fn placeholders_are_filled_in_and_other_forms_are_refused() {
        let of = |handler: Value| {
            let settings = json!({"hooks": {"Stop": [{"hooks": [handler]}]}});
            entries(&settings.to_string(), &json!({"hook_event_name": "Stop"}), Path::new("/p q"))
        };
        let found = of(json!({
            "type": "command", "command": "${CLAUDE_PROJECT_DIR}/h",
            "args": ["--in", "${CLAUDE_PROJECT_DIR}"], "timeout": 0.5, "async": true,
        }));
        let expected = Entry {
            program: "/p q/h".into(),
            args: vec!["--in".into(), "/p q".into()],
            timeout: Duration::from_millis(500),
            is_async: true,
        };
        assert_eq!(found.unwrap(), [expected]);
        for (handler, expected) in [
            (json!({"type": "http", "url": "http://x"}), "it has no command"),
            (json!({"type": "command", "command": "x"}), "it is not in exec form"),
        ] {
            assert!(format!("{:#}", of(handler).unwrap_err()).contains(expected));
        }
    }
}
