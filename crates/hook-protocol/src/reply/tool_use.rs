//! Replies to the events around a tool call.

use serde_json::{Map, Value};

use super::{Output, Reply, Specific, for_terminal};
use crate::host::Host;
use crate::text::capped;

/// A reply to [`PreToolUse`](crate::PreToolUse): let the call take its course, deny it, have the
/// person asked, or change its input.
///
/// There is no `defer`, which ends an unattended run, and no way to answer
/// `ask` or `allow` by having no opinion.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PreToolUseReply {
    verdict: Verdict,
    updated_input: Option<Map<String, Value>>,
    context: Option<String>,
    system_message: Option<String>,
    terminal_sequence: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq)]
enum Verdict {
    #[default]
    NoOpinion,
    Deny(String),
    Ask(String),
    BypassPermissionPrompt(String),
}

impl PreToolUseReply {
    /// Denies the call. The agent is given `reason`.
    pub fn deny(reason: impl Into<String>) -> Self {
        Self { verdict: Verdict::Deny(capped(reason.into())), ..Self::default() }
    }

    /// Has the person asked, in every permission mode, and shows them `reason`.
    /// In an unattended run this is a denial, and with a host that cannot ask
    /// from a hook (Codex) it is rendered as one.
    pub fn ask(reason: impl Into<String>) -> Self {
        Self { verdict: Verdict::Ask(capped(reason.into())), ..Self::default() }
    }

    /// Grants the call WITHOUT the permission prompt that the person would
    /// have seen. Only for a call that the person has agreed to beforehand;
    /// whoever merely has nothing against a call stays silent.
    pub fn bypass_permission_prompt(reason: impl Into<String>) -> Self {
        Self { verdict: Verdict::BypassPermissionPrompt(capped(reason.into())), ..Self::default() }
    }

    /// Replaces the tool's whole input. Fields that are not repeated are lost,
    /// and an input that the tool's schema refuses turns the call into an error.
    #[must_use]
    pub fn with_updated_input(mut self, input: Map<String, Value>) -> Self {
        self.updated_input = Some(input);
        self
    }

    /// Adds context. It reaches the agent together with the tool's result, not
    /// before the call, and decides nothing. Empty context is none.
    #[must_use]
    pub fn with_context(mut self, context: impl Into<String>) -> Self {
        self.context = some_words(context);
        self
    }

    /// Adds a line that the person sees and the agent does not.
    #[must_use]
    pub fn with_system_message(mut self, message: impl Into<String>) -> Self {
        self.system_message = some_words(message);
        self
    }

    /// What `host` is told: decision, reason and rewritten input.
    fn decision(&self, host: Host) -> (Option<&'static str>, Option<&str>) {
        match &self.verdict {
            Verdict::NoOpinion => (None, None),
            Verdict::Deny(reason) => (Some("deny"), Some(or_default(reason))),
            Verdict::Ask(reason) if host == Host::Codex => (Some("deny"), Some(or_default(reason))),
            Verdict::Ask(reason) => (Some("ask"), Some(or_default(reason))),
            // Codex drops the whole reply where a call is granted unchanged.
            Verdict::BypassPermissionPrompt(_)
                if host == Host::Codex && self.updated_input.is_none() =>
            {
                (None, None)
            }
            Verdict::BypassPermissionPrompt(reason) => (Some("allow"), Some(or_default(reason))),
        }
    }
}

impl Reply for PreToolUseReply {
    fn render(&self, event: &'static str, host: Host) -> Option<String> {
        let (decision, reason) = self.decision(host);
        // Codex takes a rewrite only together with `allow`.
        let keeps_rewrite = host != Host::Codex || decision == Some("allow");
        let specific = Specific {
            hook_event_name: event,
            permission_decision: decision,
            permission_decision_reason: reason,
            updated_input: self.updated_input.as_ref().filter(|_| keeps_rewrite),
            additional_context: self.context.as_deref(),
            ..Specific::default()
        };
        let says_something = specific.permission_decision.is_some()
            || specific.updated_input.is_some()
            || specific.additional_context.is_some();
        Output {
            system_message: self.system_message.as_deref(),
            terminal_sequence: for_terminal(self.terminal_sequence.as_deref(), host),
            specific: says_something.then_some(specific),
            ..Output::default()
        }
        .document()
    }

    fn with_terminal_sequence(mut self, sequence: impl Into<String>) -> Self {
        self.terminal_sequence = Some(sequence.into());
        self
    }

    fn denial(&self) -> Option<&str> {
        if let Verdict::Deny(reason) = &self.verdict { Some(or_default(reason)) } else { None }
    }
}

/// A reply to [`PostToolUse`](crate::PostToolUse).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PostToolUseReply {
    block: Option<String>,
    context: Option<String>,
    system_message: Option<String>,
    terminal_sequence: Option<String>,
}

impl PostToolUseReply {
    /// Tells the agent next to the result that something must be put right.
    /// The tool has already run.
    pub fn block(reason: impl Into<String>) -> Self {
        Self { block: Some(or_default(&capped(reason.into())).to_owned()), ..Self::default() }
    }

    /// Adds context next to the result.
    #[must_use]
    pub fn with_context(mut self, context: impl Into<String>) -> Self {
        self.context = some_words(context);
        self
    }

    /// Adds a line that the person sees and the agent does not.
    #[must_use]
    pub fn with_system_message(mut self, message: impl Into<String>) -> Self {
        self.system_message = some_words(message);
        self
    }
}

impl Reply for PostToolUseReply {
    fn render(&self, event: &'static str, host: Host) -> Option<String> {
        Output {
            system_message: self.system_message.as_deref(),
            terminal_sequence: for_terminal(self.terminal_sequence.as_deref(), host),
            specific: Specific::context(event, self.context.as_deref()),
            ..Output::blocking(self.block.as_deref())
        }
        .document()
    }

    fn with_terminal_sequence(mut self, sequence: impl Into<String>) -> Self {
        self.terminal_sequence = Some(sequence.into());
        self
    }
}

/// A reply to [`PostToolUseFailure`](crate::PostToolUseFailure).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PostToolUseFailureReply {
    context: Option<String>,
    terminal_sequence: Option<String>,
}

impl PostToolUseFailureReply {
    /// Adds context next to the error.
    pub fn context(context: impl Into<String>) -> Self {
        Self { context: some_words(context), ..Self::default() }
    }
}

impl Reply for PostToolUseFailureReply {
    fn render(&self, event: &'static str, host: Host) -> Option<String> {
        let specific = Specific::context(event, self.context.as_deref());
        let terminal_sequence = for_terminal(self.terminal_sequence.as_deref(), host);
        Output { terminal_sequence, specific, ..Output::default() }.document()
    }

    fn with_terminal_sequence(mut self, sequence: impl Into<String>) -> Self {
        self.terminal_sequence = Some(sequence.into());
        self
    }
}

/// A host replaces an empty reason by words that name no cause.
pub(super) fn or_default(reason: &str) -> &str {
    if reason.trim().is_empty() {
        "a hook of this project says so, without a reason"
    } else {
        reason
    }
}

pub(super) fn some_words(text: impl Into<String>) -> Option<String> {
    Some(capped(text.into())).filter(|text| !text.is_empty())
}
