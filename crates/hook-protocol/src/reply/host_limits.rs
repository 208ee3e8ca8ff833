//! Limits an answer to what its host accepts. What it does not accept becomes the next stricter
//! thing, or is left out; nothing becomes more permissive.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::answer::{Answer, Decision, or_default};
use crate::event_name::{PRE_SKILL_SHELL_COMMAND, PRE_TOOL_USE};
use crate::host::{Description, Part};

/// Tells the agent that the host cannot change the call's input.
const CANNOT_REWRITE: &str = "a hook of this project changes the input of this call, which this host does not support, so the call is denied";

/// An answer that a host accepts.
#[derive(Debug)]
pub(super) struct Fitted<'a> {
    pub(super) decision: Ruling<'a>,
    pub(super) halt: Option<&'a str>,
    pub(super) block: Option<&'a str>,
    pub(super) context: Option<Cow<'a, str>>,
    pub(super) updated_input: Option<&'a Map<String, Value>>,
    pub(super) updated_output: Option<&'a Value>,
    pub(super) text: Option<&'a str>,
    pub(super) system_message: Option<&'a str>,
    pub(super) terminal_sequence: Option<&'a str>,
}

/// A decision with a reason that is not empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ruling<'a> {
    None,
    Grant(&'a str),
    Ask(&'a str),
    Deny(&'a str),
}

impl Ruling<'_> {
    /// The word for it and the reason, as in Claude's form.
    pub(super) fn in_words(&self) -> (Option<&'static str>, Option<&str>) {
        match self {
            Self::None => (None, None),
            Self::Grant(reason) => (Some("allow"), Some(reason)),
            Self::Ask(reason) => (Some("ask"), Some(reason)),
            Self::Deny(reason) => (Some("deny"), Some(reason)),
        }
    }
}

impl<'a> Fitted<'a> {
    /// What `host` accepts of `answer` for our `event`.
    pub(super) fn new(answer: &'a Answer, event: &str, host: &Description) -> Self {
        let parts = host.parts(event);
        let takes = |part| parts.contains(&part);
        let decision = ruling(answer, event, parts);
        let is_carried = takes(Part::Rewrite)
            || matches!(decision, Ruling::Grant(_)) && takes(Part::GrantOfRewrite);
        let cannot_block = answer.block.as_deref().filter(|_| !takes(Part::Block));
        let context = joined(answer.context.as_deref(), cannot_block);
        let cannot_halt = answer.halt.as_deref().filter(|_| !takes(Part::Halt));
        Self {
            decision,
            halt: answer.halt.as_deref().filter(|_| takes(Part::Halt)),
            block: answer.block.as_deref().or(cannot_halt).filter(|_| takes(Part::Block)),
            context: context.filter(|_| takes(Part::Context)),
            updated_input: answer.updated_input.as_ref().filter(|_| is_carried),
            updated_output: answer.updated_output.as_ref().filter(|_| takes(Part::Output)),
            text: answer.instructions.as_deref().filter(|_| takes(Part::Text)),
            system_message: answer.system_message.as_deref().filter(|_| takes(Part::Message)),
            terminal_sequence: answer
                .terminal_sequence
                .as_deref()
                .filter(|_| takes(Part::Terminal)),
        }
    }
}

fn ruling<'a>(answer: &'a Answer, event: &str, parts: &[Part]) -> Ruling<'a> {
    let takes = |part| parts.contains(&part);
    let rewrites = answer.updated_input.is_some();
    let said = match &answer.decision {
        Decision::Deny(reason) => Ruling::Deny(or_default(reason)),
        Decision::Ask(reason) if takes(Part::Ask) => Ruling::Ask(or_default(reason)),
        // A permission request is a question already.
        Decision::Ask(reason) if [PRE_TOOL_USE, PRE_SKILL_SHELL_COMMAND].contains(&event) => {
            Ruling::Deny(or_default(reason))
        }
        Decision::Grant(reason)
            if takes(Part::Grant) || takes(Part::GrantOfRewrite) && rewrites =>
        {
            Ruling::Grant(or_default(reason))
        }
        _ => Ruling::None,
    };
    let carries =
        takes(Part::Rewrite) || takes(Part::GrantOfRewrite) && matches!(said, Ruling::Grant(_));
    let stricter = match (&said, answer.halt.as_deref()) {
        (Ruling::Deny(_), None) => said,
        (_, Some(reason)) if !takes(Part::Halt) => Ruling::Deny(or_default(reason)),
        _ if rewrites && !carries => Ruling::Deny(CANNOT_REWRITE),
        _ => said,
    };
    match stricter {
        Ruling::Deny(_) if !takes(Part::Deny) => Ruling::None,
        stricter => stricter,
    }
}

fn joined<'a>(first: Option<&'a str>, second: Option<&'a str>) -> Option<Cow<'a, str>> {
    match (first, second) {
        (Some(first), Some(second)) => Some(Cow::Owned(format!("{second}\n\n{first}"))),
        (first, second) => first.or(second).map(Cow::Borrowed),
    }
}
