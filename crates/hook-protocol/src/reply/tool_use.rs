//! Replies to the events around a tool call.

use serde_json::{Map, Value};

use super::Reply;
use super::answer::{Answer, Decision, some_words};
use crate::text::capped;

/// A reply to [`PreToolUse`](crate::PreToolUse): let the call take its course, deny it, have the
/// person asked, or change its input.
///
/// There is no `defer`, which ends an unattended run, and no way to answer
/// `ask` or `allow` by having no opinion.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PreToolUseReply(Answer);

impl PreToolUseReply {
    /// Denies the call. The agent is given `reason`.
    pub fn deny(reason: impl Into<String>) -> Self {
        Self(Answer::decided(Decision::Deny(capped(reason.into()))))
    }

    /// Has the person asked, in every permission mode, and shows them `reason`.
    /// In an unattended run this is a denial, and with a host that cannot ask
    /// from a hook (Codex) it is rendered as one.
    pub fn ask(reason: impl Into<String>) -> Self {
        Self(Answer::decided(Decision::Ask(capped(reason.into()))))
    }

    /// Grants the call WITHOUT the permission prompt that the person would
    /// have seen. Only for a call that the person has agreed to beforehand;
    /// whoever merely has nothing against a call stays silent.
    pub fn bypass_permission_prompt(reason: impl Into<String>) -> Self {
        Self(Answer::decided(Decision::Grant(capped(reason.into()))))
    }

    /// Ends everything in place of the call: the agent is not asked again, and the person is
    /// told `reason`. A host that knows no such thing (Codex) is given a denial.
    pub fn halt(reason: impl Into<String>) -> Self {
        Self(Answer::halting(reason))
    }

    /// Replaces the tool's whole input. Fields that are not repeated are lost,
    /// and an input that the tool's schema refuses turns the call into an error.
    #[must_use]
    pub fn with_updated_input(self, input: Map<String, Value>) -> Self {
        Self(Answer { updated_input: Some(input), ..self.0 })
    }

    /// Adds context. It reaches the agent together with the tool's result, not
    /// before the call, and decides nothing. Empty context is none.
    #[must_use]
    pub fn with_context(self, context: impl Into<String>) -> Self {
        Self(Answer { context: some_words(context), ..self.0 })
    }

    /// Adds a line that the person sees and the agent does not.
    #[must_use]
    pub fn with_system_message(self, message: impl Into<String>) -> Self {
        Self(Answer { system_message: some_words(message), ..self.0 })
    }

    /// Whether the call does not simply take its course: it is denied, or the person is asked.
    pub fn is_stricter_than_silence(&self) -> bool {
        matches!(self.0.decision, Decision::Ask(_)) || self.0.denial().is_some()
    }

    /// What both say of one call: the stricter decision, this one's where both are as strict, and
    /// the context of each. What `other` would grant or change it does not.
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
    /// Tells the agent next to the result that something must be put right.
    /// The tool has already run.
    pub fn block(reason: impl Into<String>) -> Self {
        Self(Answer::blocking(reason))
    }

    /// Ends everything after the call: the agent is not asked again, and the person is told
    /// `reason`.
    pub fn halt(reason: impl Into<String>) -> Self {
        Self(Answer::halting(reason))
    }

    /// Gives the agent `output` in place of what the tool has answered. It has to have the
    /// shape of the tool's own (seen in Claude Code 2.1.112 and 2.1.330); other hosts cannot,
    /// and are not told.
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
