//! Which program started the hook.

use crate::fields::Fields;

/// The agent host behind a payload, as far as the payload tells.
///
/// Hosts that feed hooks of Claude's shape differ in what they accept back;
/// the differences that matter are handled where replies are rendered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Host {
    /// Claude Code, and whatever cannot be told from it.
    #[default]
    ClaudeCode,
    /// Codex CLI: rejects unknown fields, `ask`, and `allow` without a rewrite.
    Codex,
    /// Copilot CLI and VS Code: deny on any exit status but zero.
    Copilot,
    /// Cursor running the hooks of `.claude/settings.json`.
    Cursor,
    /// Qwen Code.
    Qwen,
}

impl Host {
    /// Whether a rewritten input can carry the answers of `AskUserQuestion`, so
    /// that the tool returns them without a dialog (seen in Claude Code 2.1.112
    /// and 2.1.330). Of no other host is that known.
    pub fn takes_answers(self) -> bool {
        self == Self::ClaudeCode
    }

    /// Tells the host by fields that only it sends (seen in captured payloads
    /// of Codex 0.169, Copilot 1.0.102 and Qwen 0.24.4; Cursor as reported).
    pub(crate) fn detect(fields: &Fields) -> Self {
        // Claude Code names the model at most, and no turn outside a prompt.
        let codex_only =
            || fields.has("turn_id") || fields.has("model") && fields.has("permission_mode");
        if fields.has("cursor_version") {
            Self::Cursor
        } else if fields.has("timestamp") {
            // Both stamp their payloads; only Qwen has a transcript.
            if fields.has("transcript_path") { Self::Qwen } else { Self::Copilot }
        } else if !fields.has("prompt_id") && codex_only() {
            Self::Codex
        } else {
            Self::ClaudeCode
        }
    }
}
