//! Explains the outcome that an event would have.

use hook_protocol::{Answer, Decision};
use hook_runtime::Verdict;
use serde::Serialize;

use crate::account::Line;
use crate::budget::BETWEEN;
use crate::call::Call;
use crate::conclusion::Concluded;

/// The outcome of an event, and the answers of the hooks.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Explanation {
    /// The outcome of the call: `allowed`, `answered`, `asked` or `denied`.
    pub fate: &'static str,
    /// The exact text that the agent would get.
    pub told: Option<String>,
    /// The text that the person would see.
    pub shown: Option<String>,
    /// The log entry, with every hook that is called.
    pub call: Line,
}

impl Explanation {
    pub(crate) fn of(call: &Call, concluded: &Concluded) -> Self {
        let answer = &concluded.outcome.answer;
        Self {
            fate: fate(concluded.verdict),
            told: told(answer),
            shown: shown(answer),
            call: Line::of(call, concluded, true, None),
        }
    }
}

fn fate(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::None | Verdict::Context | Verdict::Warn => "allowed",
        Verdict::Answer => "answered",
        Verdict::Ask => "asked",
        Verdict::Deny => "denied",
    }
}

fn told(answer: &Answer) -> Option<String> {
    let denial = match &answer.decision {
        Decision::Deny(_) => answer.denial(),
        _ => answer.block.as_deref(),
    };
    joined([denial, answer.context.as_deref(), answer.instructions.as_deref()])
}

fn shown(answer: &Answer) -> Option<String> {
    let question = match &answer.decision {
        Decision::Ask(reason) => Some(reason.as_str()),
        _ => None,
    };
    joined([answer.halt.as_deref(), question, answer.system_message.as_deref()])
}

fn joined<const N: usize>(texts: [Option<&str>; N]) -> Option<String> {
    let texts: Vec<&str> = texts.into_iter().flatten().filter(|text| !text.is_empty()).collect();
    (!texts.is_empty()).then(|| texts.join(BETWEEN))
}
