//! What a reply says, whatever its event, before a host is chosen.

use serde_json::{Map, Value};

use super::wire::{Output, PermissionDecision, Specific};
use crate::event_name::{PERMISSION_REQUEST, POST_TOOL_USE, PRE_COMPACT, PRE_TOOL_USE};
use crate::host::Host;
use crate::text::capped;

/// What a reply says. Hooks make it by way of a reply type, so it holds nothing that a host
/// would not accept for its event; who joins the answers of several hooks keeps to
/// one event.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Answer {
    /// On a tool that is about to run, or a permission that is asked for.
    pub decision: Decision,
    /// Why everything ends here, without another word of the agent (`continue: false`). The
    /// person is told.
    pub halt: Option<String>,
    /// Why the agent may not go on as it is; what that means depends on the event.
    pub block: Option<String>,
    /// What the agent is told besides.
    pub context: Option<String>,
    /// The whole input that a tool gets in place of the one that was sent.
    pub updated_input: Option<Map<String, Value>>,
    /// What the agent gets in place of what a tool has answered, in the same shape.
    pub updated_output: Option<Value>,
    /// What has to survive a compaction, in plain text.
    pub instructions: Option<String>,
    /// A line for the person.
    pub system_message: Option<String>,
    /// An escape sequence for the person's terminal.
    pub terminal_sequence: Option<String>,
}

/// What a hook wants done with a call, with its reason.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Decision {
    /// Nothing: it takes its course.
    #[default]
    NoOpinion,
    /// It goes through WITHOUT the prompt that the person would have seen.
    Grant(String),
    /// The person is asked.
    Ask(String),
    /// It is denied.
    Deny(String),
}

impl Answer {
    /// Whether it says nothing at all.
    pub fn is_silent(&self) -> bool {
        *self == Self::default()
    }

    /// The reason, if it denies a call or ends everything.
    pub fn denial(&self) -> Option<&str> {
        match &self.decision {
            Decision::Deny(reason) => Some(or_default(reason)),
            _ => self.halt.as_deref(),
        }
    }

    /// The one JSON document to be written to stdout, on one line and without the
    /// line's end, in the form that `host` accepts as the answer to `event`; `None`
    /// for silence. On `PreCompact` alone it may be plain text.
    pub fn render(&self, event: &str, host: Host) -> Option<String> {
        if event == PRE_COMPACT {
            return self.before_compaction(host);
        }
        let specific = match event {
            PERMISSION_REQUEST => self.permission(event),
            _ => self.specific(event, host),
        };
        Output {
            system_message: self.system_message.as_deref(),
            terminal_sequence: self.for_terminal(host),
            specific: specific.says_something().then_some(specific),
            // Codex drops a whole reply that says so before a tool; there it denies.
            ..Output::stopping(self.halt_for(event, host), self.block.as_deref())
        }
        .document()
    }

    fn halt_for(&self, event: &str, host: Host) -> Option<&str> {
        let is_denial = host == Host::Codex && event == PRE_TOOL_USE;
        self.halt.as_deref().filter(|_| !is_denial)
    }

    fn before_compaction(&self, host: Host) -> Option<String> {
        // Codex cannot be kept from compacting, and drops what is no JSON.
        if host == Host::Codex {
            return None;
        }
        let stopping = || Output::stopping(self.halt.as_deref(), self.block.as_deref()).document();
        self.instructions.clone().filter(|_| self.halt.is_none()).or_else(stopping)
    }

    fn specific<'a>(&'a self, event: &'a str, host: Host) -> Specific<'a> {
        let (decision, reason) = self.before_tool(event, host);
        // Codex takes a rewrite only together with `allow`.
        let keeps_rewrite = host != Host::Codex || decision == Some("allow");
        Specific {
            hook_event_name: event,
            permission_decision: decision,
            permission_decision_reason: reason,
            updated_input: self.updated_input.as_ref().filter(|_| keeps_rewrite),
            additional_context: self.context.as_deref(),
            // Only Claude Code has it.
            updated_tool_output: self
                .updated_output
                .as_ref()
                .filter(|_| host == Host::ClaudeCode && event == POST_TOOL_USE),
            decision: None,
        }
    }

    /// What `host` is told of a call: decision and reason.
    fn before_tool(&self, event: &str, host: Host) -> (Option<&'static str>, Option<&str>) {
        let is_codex = host == Host::Codex;
        if let (true, Some(reason)) = (is_codex && event == PRE_TOOL_USE, &self.halt) {
            return (Some("deny"), Some(or_default(reason)));
        }
        match &self.decision {
            Decision::NoOpinion => (None, None),
            // Codex drops the whole reply where a call is granted unchanged.
            Decision::Grant(_) if is_codex && self.updated_input.is_none() => (None, None),
            Decision::Grant(reason) => (Some("allow"), Some(or_default(reason))),
            // Codex cannot ask from a hook.
            Decision::Ask(reason) if is_codex => (Some("deny"), Some(or_default(reason))),
            Decision::Ask(reason) => (Some("ask"), Some(or_default(reason))),
            Decision::Deny(reason) => (Some("deny"), Some(or_default(reason))),
        }
    }

    /// The answer to a permission request, which cannot be handed back as a question.
    fn permission<'a>(&'a self, event: &'a str) -> Specific<'a> {
        let decision = match &self.decision {
            Decision::NoOpinion | Decision::Ask(_) => None,
            Decision::Grant(_) => Some(PermissionDecision { behavior: "allow", message: None }),
            Decision::Deny(message) => {
                Some(PermissionDecision { behavior: "deny", message: Some(or_default(message)) })
            }
        };
        Specific { hook_event_name: event, decision, ..Specific::default() }
    }

    /// What goes to the terminal: only Claude Code is known to pass it on, and others
    /// may drop a reply with a field that they do not know.
    fn for_terminal(&self, host: Host) -> Option<&str> {
        self.terminal_sequence.as_deref().filter(|_| host == Host::ClaudeCode)
    }

    pub(super) fn decided(decision: Decision) -> Self {
        Self { decision, ..Self::default() }
    }

    pub(super) fn blocking(reason: impl Into<String>) -> Self {
        let block = Some(or_default(&capped(reason.into())).to_owned());
        Self { block, ..Self::default() }
    }

    pub(super) fn halting(reason: impl Into<String>) -> Self {
        Self { halt: Some(or_default(&capped(reason.into())).to_owned()), ..Self::default() }
    }

    pub(super) fn telling(context: impl Into<String>) -> Self {
        Self { context: some_words(context), ..Self::default() }
    }

    pub(super) fn with_terminal_sequence(self, sequence: impl Into<String>) -> Self {
        Self { terminal_sequence: Some(sequence.into()), ..self }
    }
}

/// A host replaces an empty reason by words that name no cause.
fn or_default(reason: &str) -> &str {
    if reason.trim().is_empty() {
        "a hook of this project says so, without a reason"
    } else {
        reason
    }
}

pub(super) fn some_words(text: impl Into<String>) -> Option<String> {
    Some(capped(text.into())).filter(|text| !text.is_empty())
}
