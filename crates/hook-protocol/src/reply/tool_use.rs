//! Replies to the events around a tool call.

use serde_json::{Map, Value};

use super::Reply;
use super::answer::{Answer, Decision, some_words};
use crate::text::capped;

/// A reply to [`PreToolUse`](crate::PreToolUse): deny the call, have the person asked, change its
/// input, or have no opinion.
///
/// There is no `defer`, because it ends an unattended run.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PreToolUseReply(Answer);

impl PreToolUseReply {
    /// Denies the call. The agent sees `reason`.
    pub fn deny(reason: impl Into<String>) -> Self {
        Self(Answer::decided(Decision::Deny(capped(reason.into()))))
    }

    /// Asks the person, in every permission mode, and shows them `reason`. It is a denial in an
    /// unattended run, and for a host that cannot ask on behalf of a hook (Codex).
    pub fn ask(reason: impl Into<String>) -> Self {
        Self(Answer::decided(Decision::Ask(capped(reason.into()))))
    }

    /// Allows the call WITHOUT the permission prompt that the person would have seen. Only for calls
    /// to which the person agreed beforehand; a hook without objections has no opinion.
    pub fn bypass_permission_prompt(reason: impl Into<String>) -> Self {
        Self(Answer::decided(Decision::Grant(capped(reason.into()))))
    }

    /// Ends the turn instead of the call, and shows the person `reason`. For a host that cannot do
    /// this (Codex) it is a denial.
    pub fn halt(reason: impl Into<String>) -> Self {
        Self(Answer::halting(reason))
    }

    /// Replaces the tool's whole input. Fields that are not repeated are lost, and an input that does
    /// not match the tool's schema makes the call fail.
    #[must_use]
    pub fn with_updated_input(self, input: Map<String, Value>) -> Self {
        Self(Answer { updated_input: Some(input), ..self.0 })
    }

    /// Adds context, which the agent gets together with the tool's result. It is not a decision.
    #[must_use]
    pub fn with_context(self, context: impl Into<String>) -> Self {
        Self(Answer { context: some_words(context), ..self.0 })
    }

    /// Adds a line that the person sees and the agent does not.
    #[must_use]
    pub fn with_system_message(self, message: impl Into<String>) -> Self {
        Self(Answer { system_message: some_words(message), ..self.0 })
    }

    /// Whether it denies the call or has the person asked.
    pub fn is_stricter_than_silence(&self) -> bool {
        matches!(self.0.decision, Decision::Ask(_)) || self.0.denial().is_some()
    }

    /// Joins two replies to one call: the stricter decision, this one's if both are equally strict,
    /// and the context of both. Grants and changes of `other` are dropped.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let strictness = |answer: &Answer| match answer.decision {
            _ if answer.denial().is_some() => 2,
            Decision::Ask(_) => 1,
            _ => 0,
        };
        let contexts = [self.0.context.as_deref(), other.0.context.as_deref()];
        let contexts: Vec<&str> = contexts.into_iter().flatten().collect();
        let context = some_words(contexts.join("\n"));
        let answer = if strictness(&other.0) > strictness(&self.0) { other.0 } else { self.0 };
        Self(Answer { context, ..answer })
    }
}

impl Reply for PreToolUseReply {
    fn into_answer(self) -> Answer {
        self.0
    }

    fn with_terminal_sequence(self, sequence: impl Into<String>) -> Self {
        Self(self.0.with_terminal_sequence(sequence))
    }
}

/// A reply to [`PostToolUse`](crate::PostToolUse).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PostToolUseReply(Answer);

impl PostToolUseReply {
    /// Tells the agent, next to the result, to fix something. The tool has already run.
    pub fn block(reason: impl Into<String>) -> Self {
        Self(Answer::blocking(reason))
    }

    /// Ends the turn after the call, and shows the person `reason`.
    pub fn halt(reason: impl Into<String>) -> Self {
        Self(Answer::halting(reason))
    }

    /// Replaces the tool's result, in the same form (seen in Claude Code 2.1.112 and 2.1.330). Other
    /// hosts do not support it.
    #[must_use]
    pub fn with_updated_output(self, output: Value) -> Self {
        Self(Answer { updated_output: Some(output), ..self.0 })
    }

    /// Adds context next to the result.
    #[must_use]
    pub fn with_context(self, context: impl Into<String>) -> Self {
        Self(Answer { context: some_words(context), ..self.0 })
    }

    /// Adds a line that the person sees and the agent does not.
    #[must_use]
    pub fn with_system_message(self, message: impl Into<String>) -> Self {
        Self(Answer { system_message: some_words(message), ..self.0 })
    }
}

impl Reply for PostToolUseReply {
    fn into_answer(self) -> Answer {
        self.0
    }

    fn with_terminal_sequence(self, sequence: impl Into<String>) -> Self {
        Self(self.0.with_terminal_sequence(sequence))
    }
}

/// A reply to [`PostToolUseFailure`](crate::PostToolUseFailure).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PostToolUseFailureReply(Answer);

impl PostToolUseFailureReply {
    /// Adds context next to the error.
    pub fn context(context: impl Into<String>) -> Self {
        Self(Answer::telling(context))
    }
}

impl Reply for PostToolUseFailureReply {
    fn into_answer(self) -> Answer {
        self.0
    }

    fn with_terminal_sequence(self, sequence: impl Into<String>) -> Self {
        Self(self.0.with_terminal_sequence(sequence))
    }
}
