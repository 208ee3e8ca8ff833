//! Log records of calls.

use std::io;
use std::time::SystemTime;

use hook_chain::{LoggedAnswer, LoggedCall};
use person::Seal;
use serde_json::{Value, json};

use crate::cursor::Position;
use crate::log_reader::LogReader;
use crate::metrics::Counters;
use crate::otlp::{attribute, nanos};

/// Records that are sent together, and the state of the cursor afterwards.
pub(crate) struct Batch {
    pub(crate) records: Vec<Value>,
    pub(crate) last: Position,
    pub(crate) counters: Counters,
    /// How many lines are not about a call.
    pub(crate) unreadable: usize,
}

/// Severities of OTLP.
const INFO: u8 = 9;
const WARN: u8 = 13;
const ERROR: u8 = 17;

impl Batch {
    /// The next `most` lines; `None` at the end.
    pub(crate) fn read(
        reader: &mut LogReader<'_>,
        most: usize,
        counters: &Counters,
        seal: &Seal,
        now: SystemTime,
    ) -> io::Result<Option<Self>> {
        let mut records = Vec::new();
        let mut counters = counters.clone();
        let mut unreadable = 0;
        let mut last = None;
        while records.len() + unreadable < most
            && let Some(line) = reader.next()?
        {
            match serde_json::from_str(&line.text).ok().and_then(LoggedCall::parse) {
                Some(call) => {
                    records.push(record(&call, &line.at.id, seal, now));
                    counters.add(&call);
                }
                None => unreadable += usize::from(!line.text.trim().is_empty()),
            }
            last = Some(line.at);
        }
        Ok(last.map(|last| Self { records, last, counters, unreadable }))
    }
}

/// The record of a call. What was tried, and why a hook answered as it did, stay on this machine: a keyed hash shows only
/// whether two are equal.
fn record(call: &LoggedCall, id: &str, seal: &Seal, now: SystemTime) -> Value {
    let decider = decider(call);
    let mut attributes = vec![
        attribute("event.id", &json!(id)),
        attribute("tacklebox.event", &json!(call.event)),
        attribute("tacklebox.verdict", &json!(call.verdict)),
        attribute("tacklebox.duration_us", &json!(call.us)),
    ];
    let mut text = |key: &str, text: &str| {
        if !text.is_empty() {
            attributes.push(attribute(key, &json!(text)));
        }
    };
    text("gen_ai.conversation.id", &call.session_id);
    text("gen_ai.agent.id", &call.agent_id);
    text("gen_ai.tool.name", &call.tool_name);
    text("gen_ai.tool.call.id", &call.tool_use_id);
    text("tacklebox.intent", &call.intent);
    text("tacklebox.tried.hash", &hash(&call.tried, seal));
    if let Some(answer) = decider {
        text("tacklebox.hook", &answer.hook);
        text("tacklebox.outcome", &answer.outcome);
        text("tacklebox.rule", &answer.rule);
        text("tacklebox.reason.hash", &hash(&answer.reason, seal));
    }
    if let Some(exception) = &call.exception {
        text("tacklebox.hook", &exception.hook);
        text("tacklebox.rule", exception.rule.as_deref().unwrap_or_default());
        text("tacklebox.exception.until", &exception.until);
    }
    let numbers =
        [("tacklebox.token", call.token), ("tacklebox.policy.revision", call.policy_revision)];
    let numbers = numbers.into_iter().filter_map(|(key, number)| Some((key, number?)));
    attributes.extend(numbers.map(|(key, number)| attribute(key, &json!(number))));
    if let Some(answer) = decider {
        attributes.push(attribute("tacklebox.shadow", &json!(answer.shadow)));
    }
    if call.denied_but_ran {
        attributes.push(attribute("tacklebox.denied_but_ran", &json!(true)));
    }
    let (severity, word) = severity(call);
    json!({
        "timeUnixNano": nanos(call.at().unwrap_or(now)),
        "observedTimeUnixNano": nanos(now),
        "severityNumber": severity,
        "severityText": word,
        "eventName": if call.exception.is_some() { "tacklebox.exception" } else { "tacklebox.call" },
        "body": {"stringValue": format!("{} {}", call.event, call.verdict)},
        "attributes": attributes,
    })
}

/// The answer that matters most: the first that decided the call, else the first that would have stopped it, as in
/// shadow mode, else that of the first hook.
fn decider(call: &LoggedCall) -> Option<&LoggedAnswer> {
    let stops = |answer: &&LoggedAnswer| {
        matches!(answer.outcome.as_str(), "halt" | "deny" | "ask" | "block")
    };
    let mut stopping = call.hooks.iter().filter(stops);
    let decided = stopping.clone().find(|answer| answer.fate == "won");
    decided.or_else(|| stopping.next()).or(call.hooks.first())
}

fn severity(call: &LoggedCall) -> (u8, &'static str) {
    if call.hooks.iter().any(|answer| answer.outcome == "error") {
        (ERROR, "ERROR")
    } else if call.denied_but_ran
        || call.exception.is_some()
        || matches!(call.verdict.as_str(), "deny" | "ask")
    {
        (WARN, "WARN")
    } else {
        (INFO, "INFO")
    }
}

fn hash(text: &str, seal: &Seal) -> String {
    if text.is_empty() {
        return String::new();
    }
    let mut hash = seal.on(text);
    hash.truncate(32);
    hash
}
