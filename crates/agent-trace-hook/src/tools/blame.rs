//! `blame`: who wrote the lines of a file as it is now.

use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use hook_runtime::{Console, Ctx, NotThere};
use serde::Serialize;
use serde_json::json;

use super::{cell, contributor, id_cell, of_gone_files, owners, records_by_chain, text_of};
use crate::gather::place;
use crate::record::lines::lines;
use crate::record::trace::Record;
use crate::words::count;

/// Whom a line is from that no record claims.
pub(super) const NOBODY: &str = "human or unknown";

/// So many blanks are shown for a tab.
const TAB: &str = "    ";

/// How the lines are printed.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(super) struct Form {
    /// Show the lines that no agent wrote, too
    #[arg(long)]
    all: bool,
    /// Show whole ids
    #[arg(long)]
    long: bool,
    /// Print one JSON document with every line
    #[arg(long)]
    json: bool,
}

/// Who wrote a line.
#[derive(Debug, Serialize)]
struct Said<'a> {
    line: usize,
    contributor: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    session_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    model_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    intent_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prompt_id: Option<&'a str>,
    source: String,
    /// As a table has it.
    #[serde(skip)]
    author: String,
}

pub(super) fn run(ctx: &Ctx, spoken: &str, form: Form, console: &mut Console) -> Result<ExitCode> {
    let project = ctx.need_project()?;
    let file = |spoken: &str| {
        let (root, path) = place(ctx, project, spoken).ok()?;
        let text = text_of(root.resolved(), path.as_str()).transpose()?;
        Some(text.map(|text| (root, path, text)))
    };
    // A file may have a colon in its name.
    let (found, line) = match (file(spoken), spoken.rsplit_once(':')) {
        (None, Some((name, line))) => {
            let line: usize =
                line.parse().with_context(|| format!("`{line}` is not a line number"))?;
            (file(name), Some(line))
        }
        (found, _) => (found, None),
    };
    let missing = || format!("there is no file {spoken} {}", ctx.in_which_project());
    let (root, path, text) = found.ok_or_else(|| NotThere::new(missing()))??;
    let chains = records_by_chain(ctx, root.path())?;
    let gone = of_gone_files(root.resolved(), &chains);
    let owners = owners(path.as_str(), &text, &chains, &gone);
    if let Some(line) = line.filter(|line| !(1..=owners.len()).contains(line)) {
        let lines = count(owners.len() as u64, "line");
        bail!("{path} has {lines}, so there is no line {line}");
    }
    let numbered = (1..).zip(lines(&text).into_iter().zip(owners));
    let wanted = numbered.filter(|(number, _)| line.is_none_or(|line| *number == line));
    let said: Vec<Said<'_>> =
        wanted.map(|(number, (source, owner))| Said::of(number, source, owner)).collect();
    if form.json {
        console.json(&json!({"version": 1, "lines": said}));
        return Ok(ExitCode::SUCCESS);
    }
    let is_shown = |said: &&Said<'_>| form.all || line.is_some() || said.record.is_some();
    let shown: Vec<&Said<'_>> = said.iter().filter(is_shown).collect();
    if !shown.is_empty() {
        console.headed_table(&rows(&shown, form.long));
    }
    if shown.len() < said.len() {
        let what = if shown.is_empty() { "line" } else { "more line" };
        let rest = count((said.len() - shown.len()) as u64, what);
        console.line(format!("{rest}: {NOBODY} (`--all` shows them)"));
    }
    Ok(ExitCode::SUCCESS)
}

impl<'a> Said<'a> {
    fn of(line: usize, source: &[u8], record: Option<&'a Record>) -> Self {
        let conversation = record.and_then(Record::conversation);
        let record = record.filter(|_| conversation.is_some());
        let ours = record.map(Record::ours);
        let by = conversation.map(|conversation| &conversation.contributor);
        Self {
            line,
            contributor: by.map_or(NOBODY, |by| &by.kind),
            record: record.map(|record| record.id.as_str()),
            session_id: ours.and_then(|ours| ours.session_id.as_deref()),
            model_id: by.and_then(|by| by.model_id.as_deref()),
            intent_id: ours.and_then(|ours| ours.intent_id.as_deref()),
            prompt_id: ours.and_then(|ours| ours.prompt_id.as_deref()),
            source: String::from_utf8_lossy(source).into_owned(),
            author: contributor(record),
        }
    }
}

fn rows(said: &[&Said<'_>], is_long: bool) -> Vec<Vec<String>> {
    let head = ["line", "contributor", "session", "intent", "source"];
    let row = |said: &&Said<'_>| {
        vec![
            said.line.to_string(),
            cell(Some(&said.author)),
            id_cell(said.session_id, is_long),
            cell(said.intent_id),
            said.source.replace('\t', TAB),
        ]
    };
    std::iter::once(head.map(str::to_owned).to_vec()).chain(said.iter().map(row)).collect()
}
