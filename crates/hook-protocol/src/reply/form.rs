//! Renders a reply in the form of its host.

use super::answer::Answer;
use super::host_limits::{Fitted, Ruling};
use super::wire::{Output, Own, PermissionDecision, Specific};
use crate::event_name::{PERMISSION_REQUEST, PRE_TOOL_USE};
use crate::host::{Description, Form, Host};

impl Answer {
    /// The JSON document for stdout, on one line without its end, in the form that `host` accepts
    /// for our `event`; `None` for silence. Only for `PreCompact` it may be plain text.
    ///
    /// What the host does not accept becomes the next stricter thing, or is left out.
    pub fn render(&self, event: &str, host: Host) -> Option<String> {
        let host = host.description();
        document(&Fitted::new(self, event, host), event, host)
    }
}

/// The document for our `event`; `None` for silence.
fn document(fitted: &Fitted<'_>, event: &str, host: &Description) -> Option<String> {
    match host.form {
        Form::Claude => claude(fitted, event),
        Form::Gemini => gemini(fitted, host.event_of(event)).document(),
        Form::Copilot => copilot(fitted, event).document(),
        Form::CopilotOwn => copilot_own(fitted, event).document(),
        Form::Kimi => kimi(fitted, event).document(),
    }
}

fn claude(fitted: &Fitted<'_>, event: &str) -> Option<String> {
    let text = fitted.text.filter(|_| fitted.halt.is_none());
    text.map(str::to_owned).or_else(|| output(fitted, event).document())
}

fn output<'a>(fitted: &'a Fitted<'_>, event: &'a str) -> Output<'a> {
    let specific = match event {
        PERMISSION_REQUEST => permission(fitted, event),
        _ => specific(fitted, event),
    };
    Output {
        system_message: fitted.system_message,
        terminal_sequence: fitted.terminal_sequence,
        specific: specific.says_something().then_some(specific),
        ..Output::stopping(fitted.halt, fitted.block)
    }
}

fn specific<'a>(fitted: &'a Fitted<'_>, event: &'a str) -> Specific<'a> {
    let (decision, reason) = fitted.decision.in_words();
    Specific {
        hook_event_name: event,
        permission_decision: decision,
        permission_decision_reason: reason,
        updated_input: fitted.updated_input,
        additional_context: fitted.context.as_deref(),
        updated_tool_output: fitted.updated_output,
        decision: None,
    }
}

/// The answer to a permission request.
fn permission<'a>(fitted: &'a Fitted<'_>, event: &'a str) -> Specific<'a> {
    let decision = match fitted.decision {
        Ruling::None | Ruling::Ask(_) => None,
        Ruling::Grant(_) => Some(PermissionDecision { behavior: "allow", message: None }),
        Ruling::Deny(message) => {
            Some(PermissionDecision { behavior: "deny", message: Some(message) })
        }
    };
    Specific { hook_event_name: event, decision, ..Specific::default() }
}

fn gemini<'a>(fitted: &'a Fitted<'_>, event: &'a str) -> Output<'a> {
    let (decision, reason) = fitted.decision.in_words();
    let context = fitted.context.as_deref();
    let specific =
        Specific { hook_event_name: event, additional_context: context, ..Specific::default() };
    let stopping = Output::stopping(fitted.halt, fitted.block);
    // A question shows the person this line instead of the reason.
    let question = reason.filter(|_| matches!(fitted.decision, Ruling::Ask(_)));
    Output {
        decision: decision.or(stopping.decision),
        reason: reason.or(stopping.reason),
        system_message: fitted.system_message.or(question),
        specific: context.map(|_| specific),
        ..stopping
    }
}

/// Claude's form, with context at the top level except before a tool call.
fn copilot<'a>(fitted: &'a Fitted<'_>, event: &'a str) -> Own<'a> {
    let context = fitted.context.as_deref().filter(|_| event != PRE_TOOL_USE);
    Own { context_at_top: context, rest: output(fitted, event), ..Own::default() }
}

fn copilot_own<'a>(fitted: &'a Fitted<'_>, event: &str) -> Own<'a> {
    let (decision, reason) = fitted.decision.in_words();
    match event {
        PERMISSION_REQUEST => Own { behavior: decision, message: reason, ..Own::default() },
        _ => Own {
            permission_decision: decision,
            permission_decision_reason: reason,
            rest: Output::stopping(None, fitted.block),
            ..Own::default()
        },
    }
}

/// Kimi reads denials in the same form for every event.
fn kimi<'a>(fitted: &'a Fitted<'_>, event: &'a str) -> Own<'a> {
    let (decision, reason) = match fitted.block {
        Some(reason) => (Some("deny"), Some(reason)),
        None => fitted.decision.in_words(),
    };
    let specific = Specific {
        hook_event_name: event,
        permission_decision: decision,
        permission_decision_reason: reason,
        ..Specific::default()
    };
    // Next to a denial it would be shown instead of the reason.
    let message = fitted.context.as_deref().filter(|_| decision.is_none());
    let specific = specific.says_something().then_some(specific);
    Own { message, rest: Output { specific, ..Output::default() }, ..Own::default() }
}
