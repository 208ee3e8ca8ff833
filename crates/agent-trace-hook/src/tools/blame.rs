//! `blame`: who wrote each line of a file as it stands now.

use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use hook_runtime::{Console, Ctx, NotThere};
use serde::Serialize;
use serde_json::json;

use super::{cell, of_gone_files, owners, records};
use crate::gather::place;
use crate::record::trace::Record;

/// Whom a line is from that no record claims.
pub(super) const NOBODY: &str = "human or unknown";

/// Who wrote a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct Said<'a> {
    line: usize,
    contributor: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    session_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    model_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    intent_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prompt_id: Option<&'a str>,
}

pub(super) fn run(ctx: &Ctx, spoken: &str, json: bool, console: &mut Console) -> Result<ExitCode> {
    let root = ctx.need_project()?;
    let records = records(ctx)?;
    let gone = of_gone_files(root.resolved(), &records);
    let file = |spoken: &str| {
        let path = place(root, ctx.cwd(), spoken).ok()?;
        let owners = owners(root.resolved(), path.as_str(), &records, &gone).transpose()?;
        Some(owners.map(|owners| (path, owners)))
    };
    // A file may have a colon in its name.
    let (found, line) = match (file(spoken), spoken.rsplit_once(':')) {
        (None, Some((name, line))) => {
            let line: usize = line.parse().with_context(|| format!("`{line}` is no line"))?;
            (file(name), Some(line))
        }
        (found, _) => (found, None),
    };
    let missing = || format!("there is no file {spoken} {}", ctx.in_which_project());
    let (path, owners) = found.ok_or_else(|| NotThere::new(missing()))??;
    if let Some(line) = line.filter(|line| !(1..=owners.len()).contains(line)) {
        bail!("{path} has no line {line}, but {}", owners.len());
    }
    let said: Vec<Said<'_>> = owners
        .iter()
        .enumerate()
        .map(|(at, owner)| Said::of(at + 1, *owner))
        .filter(|said| line.is_none_or(|line| said.line == line))
        .collect();
    if json {
        console.json(&json!({"version": 1, "lines": said}));
    } else {
        console.table(&rows(&said));
    }
    Ok(ExitCode::SUCCESS)
}

impl<'a> Said<'a> {
    fn of(line: usize, record: Option<&'a Record>) -> Self {
        let Some((record, conversation)) =
            record.and_then(|record| Some((record, record.conversation()?)))
        else {
            let nobody = (None, None, None, None);
            let (session_id, model_id, intent_id, prompt_id) = nobody;
            return Self { line, contributor: NOBODY, session_id, model_id, intent_id, prompt_id };
        };
        Self {
            line,
            contributor: &conversation.contributor.kind,
            session_id: record.ours().session_id.as_deref(),
            model_id: conversation.contributor.model_id.as_deref(),
            intent_id: record.ours().intent_id.as_deref(),
            prompt_id: record.ours().prompt_id.as_deref(),
        }
    }
}

/// A row for lines of one origin that stand together.
fn rows(said: &[Said<'_>]) -> Vec<Vec<String>> {
    let head = ["lines", "contributor", "session", "model", "intent", "prompt"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    let is_same = |left: &Said<'_>, right: &Said<'_>| {
        Said { line: 0, ..left.clone() } == Said { line: 0, ..right.clone() }
    };
    for run in said.chunk_by(is_same) {
        let (Some(first), Some(last)) = (run.first(), run.last()) else {
            continue;
        };
        let lines = if first.line == last.line {
            first.line.to_string()
        } else {
            format!("{}-{}", first.line, last.line)
        };
        let others = [first.session_id, first.model_id, first.intent_id, first.prompt_id];
        let mut row = vec![lines, first.contributor.to_owned()];
        row.extend(others.map(cell));
        rows.push(row);
    }
    rows
}
