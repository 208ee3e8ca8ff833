//! Replies to the events of a session.

use super::Reply;
use super::answer::{Answer, some_words};

/// A reply to [`UserPromptSubmit`](crate::UserPromptSubmit).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct UserPromptSubmitReply(Answer);

impl UserPromptSubmitReply {
    /// Rejects the prompt. The person sees `reason`.
    pub fn block(reason: impl Into<String>) -> Self {
        Self(Answer::blocking(reason))
    }

    /// Ends the turn before the agent is called. The person sees `reason`.
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

    /// Adds a line that the person sees and the agent does not.
    #[must_use]
    pub fn with_system_message(self, message: impl Into<String>) -> Self {
        Self(Answer { system_message: some_words(message), ..self.0 })
    }
}

impl Reply for SessionStartReply {
    fn into_answer(self) -> Answer {
        self.0
    }
}

/// A reply to [`SubagentStart`](crate::SubagentStart). It reaches the subagent in its first request.
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
/// Check `stop_hook_active` before you block: Claude Code 2.1.330 ignores the block after eight
/// times, and 2.1.112 never does.
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

/// A reply to [`PreCompact`](crate::PreCompact). Instead of context, hosts read plain text and
/// append it to the instructions of the compaction.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PreCompactReply(Answer);

impl PreCompactReply {
    /// Keeps the host from compacting.
    pub fn block(reason: impl Into<String>) -> Self {
        Self(Answer::blocking(reason))
    }

    /// Tells what the compaction must keep. This is the only reply that is plain text (seen in Claude
    /// Code). Text that begins like JSON would be read as JSON, and becomes silence.
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

/// A reply to [`Notification`](crate::Notification), or to another event to which a hook may only
/// reply with a terminal sequence.
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

/// The empty reply to [`SessionEnd`](crate::SessionEnd): hosts accept none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SessionEndReply;

impl Reply for SessionEndReply {
    fn into_answer(self) -> Answer {
        Answer::default()
    }
}
