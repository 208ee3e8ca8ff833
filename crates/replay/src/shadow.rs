//! What hooks in mode `shadow` or `warn` would have denied, asked or answered, from the account of
//! calls.

use std::collections::{BTreeMap, BTreeSet};
use std::time::SystemTime;

use anyhow::Result;
use hook_chain::Mode;
use hook_chain::people::{calls_of, is_since, spoken, text};
use hook_runtime::Ctx;
use serde::Serialize;
use serde_json::Value;

use crate::tally::{Example, Outcome};

/// How many examples are kept of one kind.
const MAX_EXAMPLES: usize = 2;

/// The hooks that are not enforced, and what they would have stopped.
#[derive(Debug, Default, Serialize)]
pub struct Shadowed {
    /// The hooks that are not enforced now, or were not when they last decided something.
    pub hooks: Vec<Standing>,
    /// What they would have stopped, the most frequent first.
    pub findings: Vec<Softened>,
}

/// A hook that is not enforced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// The hook.
    pub hook: String,
    /// Its mode now.
    pub mode: Mode,
    /// When it first decided something that was not enforced, as RFC 3339 in UTC; `None` if it has
    /// not decided anything since.
    pub since: Option<String>,
}

/// Calls that a hook would have stopped by one rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Softened {
    /// Its decision.
    pub outcome: Outcome,
    /// The hook.
    pub hook: String,
    /// The rule; empty if the hook names none.
    pub rule: String,
    /// The tool, or the event if it has none.
    pub tool: String,
    /// The number of calls.
    pub count: usize,
    /// How many of them are known to have run.
    pub ran: usize,
    /// After how many of them the session continued.
    pub went_on: usize,
    /// Some of the calls.
    pub examples: Vec<Example>,
}

/// What tells findings apart.
type Key = (String, Outcome, String, String);

/// What is known of a hook so far.
#[derive(Debug, Default)]
struct Known {
    since: Option<String>,
    calls: Vec<(Key, Call)>,
}

/// A call that would have been stopped.
#[derive(Debug)]
struct Call {
    line: usize,
    id: Option<String>,
    example: Example,
}

/// What the hooks that are not enforced would have stopped; only `hook`, if it is named. `modes` has
/// the mode of each now.
///
/// # Errors
/// If the account cannot be read.
pub fn shadow(
    ctx: &Ctx,
    since: Option<SystemTime>,
    hook: Option<&str>,
    modes: &[(&str, Mode)],
) -> Result<Shadowed> {
    let mut hooks = BTreeMap::<String, Known>::new();
    let mut ran = BTreeSet::new();
    let mut last = BTreeMap::<String, usize>::new();
    for (at, line) in calls_of(ctx)?.enumerate() {
        last.insert(text(&line, "session_id").to_owned(), at);
        if text(&line, "event") == "PostToolUse" {
            ran.insert(text(&line, "tool_use_id").to_owned());
        }
        for one in spoken(&line).filter(|one| hook.is_none_or(|hook| text(one, "hook") == hook)) {
            let Some(outcome) = outcome(one) else { continue };
            let known = hooks.entry(text(one, "hook").to_owned()).or_default();
            if !is_soft(one) {
                // It counted then.
                *known = Known::default();
                continue;
            }
            known.since.get_or_insert_with(|| text(&line, "ts").to_owned());
            if is_since(&line, since) {
                known.calls.push(call(at, &line, one, outcome));
            }
        }
    }
    let went_on = |call: &Call| {
        let session = call.example.session_id.as_ref().and_then(|session| last.get(session));
        session.is_some_and(|last| *last > call.line)
    };
    let has_run = |call: &Call| call.id.as_ref().is_some_and(|id| ran.contains(id));
    let standing = modes.iter().filter_map(|(name, mode)| {
        let since = hooks.get(*name).and_then(|known| known.since.clone());
        let is_soft = matches!(mode, Mode::Shadow | Mode::Warn) || since.is_some();
        let is_meant = hook.is_none_or(|hook| hook == *name);
        let hook = (*name).to_owned();
        (is_soft && is_meant).then_some(Standing { hook, mode: *mode, since })
    });
    let standing = standing.collect();
    let mut findings = BTreeMap::<Key, Softened>::new();
    for (key, call) in hooks.into_values().flat_map(|known| known.calls) {
        let finding = findings.entry(key.clone()).or_insert_with(|| Softened::new(key));
        finding.count += 1;
        finding.ran += usize::from(has_run(&call));
        finding.went_on += usize::from(went_on(&call));
        if finding.examples.len() < MAX_EXAMPLES {
            finding.examples.push(call.example);
        }
    }
    let mut findings: Vec<Softened> = findings.into_values().collect();
    findings.sort_by_key(|it| (it.outcome, std::cmp::Reverse(it.count)));
    Ok(Shadowed { hooks: standing, findings })
}

impl Softened {
    fn new((hook, outcome, rule, tool): Key) -> Self {
        Self { outcome, hook, rule, tool, count: 0, ran: 0, went_on: 0, examples: Vec::new() }
    }
}

fn call(at: usize, line: &Value, one: &Value, outcome: Outcome) -> (Key, Call) {
    let field = |value: &Value, key: &str| Some(text(value, key).to_owned());
    let some = |value: &Value, key: &str| field(value, key).filter(|text| !text.is_empty());
    let tool = some(line, "tool_name").unwrap_or_else(|| text(line, "event").to_owned());
    let key = (text(one, "hook").to_owned(), outcome, text(one, "rule").to_owned(), tool);
    let example = Example {
        ts: text(line, "ts").to_owned(),
        session_id: some(line, "session_id"),
        tried: some(line, "tried"),
        reason: some(one, "reason"),
    };
    (key, Call { line: at, id: some(line, "tool_use_id"), example })
}

/// Whether what a hook said was not to count, or only warned.
fn is_soft(one: &Value) -> bool {
    one.get("shadow").and_then(Value::as_bool) == Some(true) || text(one, "outcome") == "warn"
}

/// What a hook would have stopped by what it said.
fn outcome(one: &Value) -> Option<Outcome> {
    match text(one, "outcome") {
        "halt" | "deny" | "block" | "warn" => Some(Outcome::Deny),
        "ask" => Some(Outcome::Ask),
        "answer" => Some(Outcome::Answer),
        _ => None,
    }
}
