//! Counts of the hooks' decisions, by hook, rule and tool.

use std::collections::{BTreeMap, HashMap};

use hook_chain::{Line, Spoken};
use serde::Serialize;

use crate::moment::Ended;

/// How many examples are kept of one kind.
const MAX_EXAMPLES: usize = 2;

/// What a hook decided, the strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The call is denied, or its result is rejected.
    Deny,
    /// The person is asked.
    Ask,
    /// The call is answered or permitted on behalf of the person.
    Answer,
    /// The agent is warned.
    Warn,
    /// The hook failed.
    Error,
    /// Nothing.
    Pass,
}

/// A call as an example.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Example {
    /// When, as RFC 3339 in UTC.
    pub ts: String,
    /// The session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    /// What was tried, on one line and without secrets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tried: Option<String>,
    /// Why, without secrets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The decisions of a hook by one rule about one tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The decision.
    pub outcome: Outcome,
    /// The hook.
    pub hook: String,
    /// The rule; empty if the hook names none.
    pub rule: String,
    /// The tool, or the event if it has none.
    pub tool: String,
    /// The number of calls.
    pub count: usize,
    /// How many of the calls had run without an error.
    pub ran: usize,
    /// How many of these a person had approved.
    pub approved: usize,
    /// Some of the calls, first those that had run.
    pub examples: Vec<Example>,
}

/// What tells findings apart.
pub(crate) type Key = (Outcome, String, String, String);

/// The findings so far.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    findings: BTreeMap<Key, Finding>,
    /// What was said of calls that are not over, by session and call.
    open: HashMap<(String, String), Vec<(Key, Example)>>,
}

impl Tally {
    /// Counts what was said.
    pub(crate) fn add(&mut self, line: &Line, said: Vec<(Key, Example)>) {
        for (key, example) in &said {
            let (outcome, hook, rule, tool) = key.clone();
            let new = || Finding {
                outcome,
                hook,
                rule,
                tool,
                count: 0,
                ran: 0,
                approved: 0,
                examples: Vec::new(),
            };
            let finding = self.findings.entry(key.clone()).or_insert_with(new);
            finding.count += 1;
            if finding.examples.len() < MAX_EXAMPLES {
                finding.examples.push(example.clone());
            }
        }
        if let (Some(session), Some(call), false) =
            (&line.session_id, &line.tool_use_id, said.is_empty())
        {
            self.open.insert((session.clone(), call.clone()), said);
        }
    }

    /// A call has ended.
    pub(crate) fn end(&mut self, session: &str, call: &str, how: Ended) {
        let said = self.open.remove(&(session.to_owned(), call.to_owned())).unwrap_or_default();
        for (key, example) in said {
            let Some(finding) = self.findings.get_mut(&key) else { continue };
            if !matches!(how, Ended::Ran | Ended::Approved) {
                continue;
            }
            finding.ran += 1;
            finding.approved += usize::from(how == Ended::Approved);
            if finding.ran <= MAX_EXAMPLES && !finding.examples.contains(&example) {
                // Before those of which that is not known.
                finding.examples.insert(finding.ran - 1, example);
                finding.examples.truncate(MAX_EXAMPLES);
            }
        }
    }

    /// The findings, from the strongest outcome and the most frequent.
    pub(crate) fn into_findings(self) -> Vec<Finding> {
        let mut findings: Vec<Finding> = self.findings.into_values().collect();
        findings.sort_by_key(|it| (it.outcome, std::cmp::Reverse(it.count)));
        findings
    }
}

/// What each hook said on an event that is worth counting.
pub(crate) fn said(line: &Line) -> Vec<(Key, Example)> {
    let counted = line.hooks.iter().map(|spoken| (outcome(spoken), spoken));
    let counted = counted.filter(|(outcome, _)| *outcome != Outcome::Pass);
    counted.map(|(outcome, spoken)| (key(outcome, spoken, line), example(line, spoken))).collect()
}

/// The strongest decision in a line, and who made it.
pub(crate) fn strongest(line: &Line) -> (Outcome, Option<&Spoken>) {
    let spoken = line.hooks.iter().map(|spoken| (outcome(spoken), spoken));
    let strongest = spoken.min_by_key(|(outcome, _)| *outcome);
    strongest.map_or((Outcome::Pass, None), |(outcome, spoken)| (outcome, Some(spoken)))
}

fn key(outcome: Outcome, spoken: &Spoken, line: &Line) -> Key {
    let rule = spoken.rule.clone().unwrap_or_default();
    (outcome, spoken.hook.to_owned(), rule, tool(line))
}

pub(crate) fn tool(line: &Line) -> String {
    line.tool_name.clone().unwrap_or_else(|| line.event.clone())
}

pub(crate) fn example(line: &Line, spoken: &Spoken) -> Example {
    Example {
        ts: line.ts.clone(),
        session_id: line.session_id.clone(),
        tried: line.tried.clone(),
        reason: spoken.reason.clone(),
    }
}

fn outcome(spoken: &Spoken) -> Outcome {
    match spoken.outcome {
        "halt" | "deny" | "block" => Outcome::Deny,
        "ask" => Outcome::Ask,
        "answer" => Outcome::Answer,
        "warn" => Outcome::Warn,
        // Who names a rule and lets a call go on has warned of it.
        "context" if spoken.rule.is_some() => Outcome::Warn,
        "error" => Outcome::Error,
        _ => Outcome::Pass,
    }
}
