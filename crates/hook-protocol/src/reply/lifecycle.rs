//! Replies to the events of a session's life.

use super::tool_use::{or_default, some_words};
use super::{Output, Reply, Specific, for_terminal};
use crate::host::Host;
use crate::text::capped;

/// A reply to [`UserPromptSubmit`](crate::UserPromptSubmit).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UserPromptSubmitReply {
    block: Option<String>,
    context: Option<String>,
    terminal_sequence: Option<String>,
}

impl UserPromptSubmitReply {
    /// Rejects the prompt. The person is given `reason`.
    pub fn block(reason: impl Into<String>) -> Self {
        let block = Some(or_default(&capped(reason.into())).to_owned());
        Self { block, ..Self::default() }
    }

    /// Adds context to the prompt.
    pub fn context(context: impl Into<String>) -> Self {
        Self { context: some_words(context), ..Self::default() }
    }
}

impl Reply for UserPromptSubmitReply {
    fn render(&self, event: &'static str, host: Host) -> Option<String> {
        let specific = Specific::context(event, self.context.as_deref());
        let terminal_sequence = for_terminal(self.terminal_sequence.as_deref(), host);
        Output { terminal_sequence, specific, ..Output::blocking(self.block.as_deref()) }.document()
    }

    fn with_terminal_sequence(mut self, sequence: impl Into<String>) -> Self {
        self.terminal_sequence = Some(sequence.into());
        self
    }
}

/// A reply to [`SessionStart`](crate::SessionStart).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SessionStartReply {
    context: Option<String>,
}

impl SessionStartReply {
    /// Adds context before the first prompt.
    pub fn context(context: impl Into<String>) -> Self {
        Self { context: some_words(context) }
    }
}

impl Reply for SessionStartReply {
    fn render(&self, event: &'static str, _host: Host) -> Option<String> {
        let specific = Specific::context(event, self.context.as_deref());
        Output { specific, ..Output::default() }.document()
    }
}

/// A reply to [`SubagentStart`](crate::SubagentStart). Reaches the subagent, in its first request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SubagentStartReply {
    context: Option<String>,
}

impl SubagentStartReply {
    /// Adds context for the subagent.
    pub fn context(context: impl Into<String>) -> Self {
        Self { context: some_words(context) }
    }
}

impl Reply for SubagentStartReply {
    fn render(&self, event: &'static str, _host: Host) -> Option<String> {
        let specific = Specific::context(event, self.context.as_deref());
        Output { specific, ..Output::default() }.document()
    }
}

/// A reply to [`Stop`](crate::Stop) or to [`SubagentStop`](crate::SubagentStop).
///
/// It keeps the agent going; one that always does is let go after eight times
/// by Claude Code 2.1.330 and never by 2.1.112, so look at `stop_hook_active`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StopReply {
    block: Option<String>,
    terminal_sequence: Option<String>,
}

impl StopReply {
    /// Keeps the agent from stopping and tells it what is left to do.
    pub fn block(reason: impl Into<String>) -> Self {
        let block = Some(or_default(&capped(reason.into())).to_owned());
        Self { block, ..Self::default() }
    }
}

impl Reply for StopReply {
    fn render(&self, _event: &'static str, host: Host) -> Option<String> {
        let terminal_sequence = for_terminal(self.terminal_sequence.as_deref(), host);
        Output { terminal_sequence, ..Output::blocking(self.block.as_deref()) }.document()
    }

    fn with_terminal_sequence(mut self, sequence: impl Into<String>) -> Self {
        self.terminal_sequence = Some(sequence.into());
        self
    }
}

/// A reply to [`PreCompact`](crate::PreCompact), which takes no context: hosts
/// read plain text there, and append it to the instructions of the compaction.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PreCompactReply {
    block: Option<String>,
    instructions: Option<String>,
}

impl PreCompactReply {
    /// Keeps the host from compacting.
    pub fn block(reason: impl Into<String>) -> Self {
        Self { block: Some(or_default(&capped(reason.into())).to_owned()), instructions: None }
    }

    /// Says what has to survive the compaction: the only reply that is text and no
    /// JSON (seen in Claude Code). Text that begins like JSON would be read as
    /// that, and is silence.
    pub fn instructions(text: impl Into<String>) -> Self {
        let text = some_words(text).filter(|text| !text.trim_start().starts_with('{'));
        Self { block: None, instructions: text }
    }
}

impl Reply for PreCompactReply {
    fn render(&self, _event: &'static str, host: Host) -> Option<String> {
        // Codex cannot be kept from compacting, and drops what is no JSON.
        if host == Host::Codex {
            return None;
        }
        self.instructions.clone().or_else(|| Output::blocking(self.block.as_deref()).document())
    }
}

/// A reply to [`Notification`](crate::Notification), or to any other event
/// whose hooks may only reach the person's terminal.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NotificationReply {
    terminal_sequence: Option<String>,
}

impl Reply for NotificationReply {
    fn render(&self, _event: &'static str, host: Host) -> Option<String> {
        let terminal_sequence = for_terminal(self.terminal_sequence.as_deref(), host);
        Output { terminal_sequence, ..Output::default() }.document()
    }

    fn with_terminal_sequence(mut self, sequence: impl Into<String>) -> Self {
        self.terminal_sequence = Some(sequence.into());
        self
    }
}

/// The reply to [`SessionEnd`](crate::SessionEnd): a host hears nothing there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SessionEndReply;

impl Reply for SessionEndReply {
    fn render(&self, _event: &'static str, _host: Host) -> Option<String> {
        None
    }
}
