//! The environment that Claude Code 2.1.330 gives to a hook, rebuilt from nothing.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::places::Places;

/// The session of a call whose payload names none.
const SESSION: &str = "00000001-0000-4000-8000-000000000001";

/// The variable that holds a way into the session.
const SECRET_NAME: &str = "CLAUDE_CODE_MESSAGING_TOKEN";

/// What is in it here.
const SECRET: &str = "secret-that-a-hook-must-not-write-anywhere";

/// The variables of a call that answers `payload`, or of a person's own when there is
/// none. `PATH` and the machine's name are fixed, so that a call does not depend on
/// whose shell it was started from.
pub fn variables(places: &Places, payload: Option<&Value>) -> BTreeMap<String, String> {
    let text = |pointer: &str| {
        let value = payload.and_then(|payload| payload.pointer(pointer));
        value.and_then(Value::as_str).filter(|text| !text.contains('\0'))
    };
    let dir = |name: &str| places.dir(name).to_string_lossy().into_owned();
    let mut variables = vec![
        ("PATH", "/usr/local/bin:/usr/bin:/bin".to_owned()),
        ("HOSTNAME", "machine".to_owned()),
        ("TZ", "UTC".to_owned()),
        ("HOME", dir("home")),
        ("CLAUDE_PROJECT_DIR", dir("project")),
        ("TACKLEBOX_STATE_DIR", dir("state")),
        ("TACKLEBOX_CONFIG_DIR", dir("config")),
        ("CLAUDECODE", "1".to_owned()),
        ("CLAUDE_CODE_SESSION_ID", text("/session_id").unwrap_or(SESSION).to_owned()),
        ("CLAUDE_CODE_CHILD_SESSION", "1".to_owned()),
        ("CLAUDE_CODE_ENTRYPOINT", "cli".to_owned()),
        ("CLAUDE_CODE_SESSION_ATTENDED", "1".to_owned()),
        (SECRET_NAME, SECRET.to_owned()),
        ("CLAUDE_PID", "4242".to_owned()),
        ("AI_AGENT", "claude-code_2-1-330_harness".to_owned()),
    ];
    if let Some(level) = text("/effort/level") {
        variables.push(("CLAUDE_EFFORT", level.to_owned()));
    }
    if let Some("SessionStart" | "Setup" | "CwdChanged" | "FileChanged") = text("/hook_event_name")
    {
        variables.push(("CLAUDE_ENV_FILE", dir("home") + "/session-env.sh"));
    }
    variables.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

impl Places {
    /// A command with the environment that a host gives to a hook for this event, in
    /// the project, and with nothing inherited.
    pub fn command(&self, program: &Path, event: &Value) -> Command {
        let mut command = Command::new(program);
        command.env_clear().envs(variables(self, Some(event))).current_dir(self.project());
        command
    }
}

/// Whether bytes that a program wrote hold the host's secret. None may: outputs
/// end up in transcripts, and files of the project in repositories.
pub fn holds_secret(bytes: &[u8]) -> bool {
    bytes.windows(SECRET.len()).any(|window| window == SECRET.as_bytes())
}

/// Whether this process itself was started with [`variables`].
#[expect(clippy::disallowed_methods, reason = "asks for the caller's own environment")]
pub fn is_in_a_hook() -> bool {
    std::env::var(SECRET_NAME).is_ok_and(|secret| secret == SECRET)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn some_variables_come_from_the_event() {
        let places = Places::new().unwrap();
        let of = |payload: Value, name: &str| variables(&places, Some(&payload)).remove(name);
        let check = |payload: Value, name: &str, expected: Option<&str>| {
            assert_eq!(of(payload, name).as_deref(), expected, "{name}");
        };
        check(json!({}), "CLAUDE_CODE_SESSION_ID", Some(SESSION));
        check(json!({ "session_id": "s" }), "CLAUDE_CODE_SESSION_ID", Some("s"));
        check(json!({ "session_id": "a\0b" }), "CLAUDE_CODE_SESSION_ID", Some(SESSION));
        check(json!({}), "CLAUDE_EFFORT", None);
        check(json!({ "effort": { "level": "high" } }), "CLAUDE_EFFORT", Some("high"));
        check(json!({ "hook_event_name": "Stop" }), "CLAUDE_ENV_FILE", None);
        let file = places.home().join("session-env.sh");
        check(json!({ "hook_event_name": "SessionStart" }), "CLAUDE_ENV_FILE", file.to_str());
        assert!(!is_in_a_hook());
    }

    #[test]
    fn the_secret_is_found_wherever_it_stands() {
        for (text, holds) in [(SECRET.to_owned(), true), (format!("x{SECRET}\0"), true)]
            .into_iter()
            .chain([(SECRET.replace('-', "_"), false), (String::new(), false)])
        {
            assert_eq!(holds_secret(text.as_bytes()), holds, "{text}");
        }
    }
}
