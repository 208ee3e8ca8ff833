//! Replies to the events of a session's life.

use super::Reply;
use super::answer::{Answer, some_words};

/// A reply to [`UserPromptSubmit`](crate::UserPromptSubmit).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct UserPromptSubmitReply(Answer);

impl UserPromptSubmitReply {
    /// Rejects the prompt. The person is given `reason`.
    pub fn block(reason: impl Into<String>) -> Self {
        Self(Answer::blocking(reason))
    }

    /// Ends everything before the agent is asked. The person is told `reason`.
    pub fn halt(reason: impl Into<String>) -> Self {
        Self(Answer::halting(reason))
    }

    /// Adds context to the prompt.
    pub fn context(context: impl Into<String>) -> Self {
        Self(Answer::telling(context))
    }
}

impl Reply for UserPromptSubmitReply {
    fn into_answer(self) -> Answer {
        self.0
    }

    fn with_terminal_sequence(self, sequence: impl Into<String>) -> Self {
        Self(self.0.with_terminal_sequence(sequence))
    }
}

/// A reply to [`SessionStart`](crate::SessionStart).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SessionStartReply(Answer);

impl SessionStartReply {
    /// Adds context before the first prompt.
    pub fn context(context: impl Into<String>) -> Self {
        Self(Answer::telling(context))
    }
}

impl Reply for SessionStartReply {
    fn into_answer(self) -> Answer {
        self.0
    }
}

/// A reply to [`SubagentStart`](crate::SubagentStart). Reaches the subagent, in its first request.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SubagentStartReply(Answer);

impl SubagentStartReply {
    /// Adds context for the subagent.
    pub fn context(context: impl Into<String>) -> Self {
        Self(Answer::telling(context))
    }
}

impl Reply for SubagentStartReply {
    fn into_answer(self) -> Answer {
        self.0
    }
}

/// A reply to [`Stop`](crate::Stop) or to [`SubagentStop`](crate::SubagentStop).
///
/// It keeps the agent going; one that always does is let go after eight times
/// by Claude Code 2.1.330 and never by 2.1.112, so look at `stop_hook_active`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StopReply(Answer);

impl StopReply {
    /// Keeps the agent from stopping and tells it what is left to do.
    pub fn block(reason: impl Into<String>) -> Self {
        Self(Answer::blocking(reason))
    }
}

impl Reply for StopReply {
    fn into_answer(self) -> Answer {
        self.0
    }

    fn with_terminal_sequence(self, sequence: impl Into<String>) -> Self {
        Self(self.0.with_terminal_sequence(sequence))
    }
}

/// A reply to [`PreCompact`](crate::PreCompact), which takes no context: hosts
/// read plain text there, and append it to the instructions of the compaction.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PreCompactReply(Answer);

impl PreCompactReply {
    /// Keeps the host from compacting.
    pub fn block(reason: impl Into<String>) -> Self {
        Self(Answer::blocking(reason))
    }

    /// Says what has to survive the compaction: the only reply that is text and no
    /// JSON (seen in Claude Code). Text that begins like JSON would be read as
    /// that, and is silence.
    pub fn instructions(text: impl Into<String>) -> Self {
        let text = some_words(text).filter(|text| !text.trim_start().starts_with('{'));
        Self(Answer { instructions: text, ..Answer::default() })
    }
}

impl Reply for PreCompactReply {
    fn into_answer(self) -> Answer {
        self.0
    }
}

/// A reply to [`Notification`](crate::Notification), or to any other event
/// whose hooks may only reach the person's terminal.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct NotificationReply(Answer);

impl Reply for NotificationReply {
    fn into_answer(self) -> Answer {
        self.0
    }

    fn with_terminal_sequence(self, sequence: impl Into<String>) -> Self {
        Self(self.0.with_terminal_sequence(sequence))
    }
}

/// The reply to [`SessionEnd`](crate::SessionEnd): a host hears nothing there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SessionEndReply;

impl Reply for SessionEndReply {
    fn into_answer(self) -> Answer {
        Answer::default()
    }
}
