//! The environment that Claude Code 2.1.330 gives to a hook, rebuilt from nothing.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::sandbox::Sandbox;

/// The instant that every run takes for now.
pub(crate) const NOW: &str = "2026-11-20T14:03:00Z";

/// The session of a run whose payload names none.
const SESSION: &str = "00000001-0000-4000-8000-000000000001";

/// The variable that holds a way into the session.
const SECRET_NAME: &str = "CLAUDE_CODE_MESSAGING_TOKEN";

/// Stands for the secret that the host puts into every hook's environment.
const SECRET: &str = "secret-that-a-hook-must-not-write-anywhere";

/// Builds the environment for a run that answers `payload`, or for a person's
/// call when there is none.
pub(crate) fn build(sandbox: &Sandbox, payload: Option<&Value>) -> BTreeMap<String, String> {
    let text = |pointer: &str| {
        let value = payload.and_then(|payload| payload.pointer(pointer));
        value.and_then(Value::as_str).filter(|text| !text.contains('\0'))
    };
    let mut env = vec![
        ("PATH", "/usr/bin:/bin".to_owned()),
        // What a hook writes about its machine is the same on every machine.
        ("HOSTNAME", "machine".to_owned()),
        ("HOME", sandbox.dir("home")),
        ("CLAUDE_PROJECT_DIR", sandbox.dir("project")),
        ("TACKLEBOX_STATE_DIR", sandbox.dir("state")),
        ("TACKLEBOX_CONFIG_DIR", sandbox.dir("config")),
        ("TACKLEBOX_NOW", NOW.to_owned()),
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
        env.push(("CLAUDE_EFFORT", level.to_owned()));
    }
    if let Some("SessionStart" | "Setup" | "CwdChanged" | "FileChanged") = text("/hook_event_name")
    {
        env.push(("CLAUDE_ENV_FILE", sandbox.dir("home") + "/session-env.sh"));
    }
    env.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Whether this process has an environment that [`build`] made.
#[expect(clippy::disallowed_methods, reason = "the test's own environment, of a host or not")]
pub(crate) fn is_ours() -> bool {
    std::env::var(SECRET_NAME).is_ok_and(|secret| secret == SECRET)
}

/// Whether bytes that a program wrote hold the host's secret. None may: outputs
/// end up in transcripts, and files of the project in repositories.
pub(crate) fn holds_secret(bytes: &[u8]) -> bool {
    bytes.windows(SECRET.len()).any(|window| window == SECRET.as_bytes())
}
