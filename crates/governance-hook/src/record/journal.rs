//! The log of denials and warnings, `governance.jsonl`.

use std::time::Duration;

use anyhow::Context as _;
use hook_protocol::{PreToolUse, shortened};
use hook_runtime::Ctx;
use hook_state::Journal;
use serde::Serialize;

use crate::decide::{Finding, Judgement, Verdict};
use crate::words;

const FILE: &str = "governance.jsonl";
/// In characters.
const MAX_FIELD: usize = 500;
const PATIENCE: Duration = Duration::from_millis(500);

/// One line, without contents and commands.
#[derive(Default, Serialize)]
struct Line<'a> {
    ts: String,
    session_id: Option<&'a str>,
    agent_id: Option<&'a str>,
    agent_type: Option<&'a str>,
    tool_name: Option<String>,
    primitive: Option<&'a str>,
    state: Option<&'a str>,
    action: &'a str,
    rule: String,
    message: String,
}

/// The log, if there is a state folder.
pub(crate) fn journal(ctx: &Ctx) -> Option<Journal> {
    Some(Journal::new(ctx.state()?.file(FILE)))
}

/// Logs each rule that decides.
pub(crate) fn record(
    ctx: &Ctx,
    event: &PreToolUse,
    state: Option<&str>,
    judgement: &Judgement<'_>,
) {
    let findings = match judgement.verdict() {
        Verdict::Allowed => return,
        Verdict::Warned(findings) | Verdict::Asked(findings) | Verdict::Denied(findings) => {
            findings
        }
    };
    let Some(journal) = journal(ctx) else { return };
    for finding in findings {
        let line = line(ctx, event, state, judgement, finding);
        if let Err(err) = journal.append(&line, ctx.patience(PATIENCE)) {
            ctx.report(format_args!("could not log a decision: {err}"));
        }
    }
}

/// Logs that a person lifted the rules of a primitive.
///
/// # Errors
/// If the log cannot be written: then nothing is lifted.
pub(crate) fn record_exception(
    ctx: &Ctx,
    primitive: &str,
    until: &str,
    reason: &str,
) -> anyhow::Result<()> {
    let journal = journal(ctx).context("there is no state folder: HOME is not set")?;
    let line = Line {
        ts: ctx.timestamp(),
        primitive: Some(primitive),
        action: "exception",
        rule: format!("exception.{primitive}"),
        message: short(&words::exception(until, reason)),
        ..Line::default()
    };
    journal.append(&line, PATIENCE).context("could not log the exception")
}

/// A field of a log line: one line, redacted.
fn short(text: &str) -> String {
    shortened(&secrets::redact(text), MAX_FIELD).into_owned()
}

fn line<'a>(
    ctx: &Ctx,
    event: &'a PreToolUse,
    state: Option<&'a str>,
    judgement: &Judgement<'a>,
    finding: &'a Finding,
) -> Line<'a> {
    Line {
        ts: ctx.timestamp(),
        session_id: event.common.session_id.as_deref(),
        agent_id: event.common.agent_id.as_deref(),
        agent_type: event.common.agent_type.as_deref(),
        tool_name: Some(short(event.call.name.as_sent())),
        primitive: judgement.primitive,
        state,
        action: words::action(finding.action),
        rule: short(&finding.rule_id),
        message: short(&finding.message),
    }
}
