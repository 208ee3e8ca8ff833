//! The fields that all events have.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::value::RawValue;

use crate::fields::Fields;
use crate::host::Host;

/// Our name for the field of [`Common::call_dir`]; hosts send it in the tool's input.
pub(crate) const CALL_DIR: &str = "call_dir";

/// The fields that events have in common. All of them may be missing.
#[derive(Debug, Clone, Default)]
pub struct Common {
    /// The host that sent the event.
    pub host: Host,
    /// The session, stable from its start to its end, a UUID in Claude Code.
    pub session_id: Option<String>,
    /// The session's transcript, a JSONL file that the host writes with a lag.
    pub transcript_path: Option<PathBuf>,
    /// The session's current directory; it moves while the project root does not.
    pub cwd: Option<PathBuf>,
    /// The folder in which a shell call runs its command, if the call names one: absolute, or
    /// relative to `cwd`. Other calls have none.
    pub call_dir: Option<PathBuf>,
    /// The person's prompt that the event belongs to; missing before the first.
    pub prompt_id: Option<String>,
    /// How the host asks for permission. Sent with tool events, prompts and stops.
    pub permission_mode: Option<PermissionMode>,
    /// The subagent in which the event happened; missing in the main agent.
    pub agent_id: Option<String>,
    /// The type of that subagent, or of the main agent under `--agent`.
    pub agent_type: Option<String>,
    /// All other fields, as they were sent.
    pub extra: BTreeMap<String, Box<RawValue>>,
}

impl Common {
    /// Takes the common fields. `extra` is filled in last, by the event.
    pub(crate) fn read(fields: &mut Fields) -> Self {
        Self {
            host: fields.host(),
            session_id: fields.words("session_id"),
            transcript_path: fields.words("transcript_path").map(PathBuf::from),
            cwd: fields.words("cwd").map(PathBuf::from),
            call_dir: fields.words(CALL_DIR).map(PathBuf::from),
            prompt_id: fields.words("prompt_id"),
            permission_mode: fields.words("permission_mode").map(PermissionMode::from),
            agent_id: fields.words("agent_id"),
            agent_type: fields.words("agent_type"),
            extra: BTreeMap::new(),
        }
    }
}

/// How the host asks for permission. The list grows with each release.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PermissionMode {
    /// Ask as the rules say. The mode `manual` is also sent as this.
    Default,
    /// Edits need no permission.
    AcceptEdits,
    /// Nothing may be changed.
    Plan,
    /// A classifier decides.
    Auto,
    /// What would need a question is denied.
    DontAsk,
    /// Nothing needs permission.
    BypassPermissions,
    /// A mode of another host or a later version, as it was sent.
    Other(String),
}

impl From<String> for PermissionMode {
    fn from(name: String) -> Self {
        match name.as_str() {
            "default" => Self::Default,
            "acceptEdits" => Self::AcceptEdits,
            "plan" => Self::Plan,
            "auto" => Self::Auto,
            "dontAsk" => Self::DontAsk,
            "bypassPermissions" => Self::BypassPermissions,
            _ => Self::Other(name),
        }
    }
}
