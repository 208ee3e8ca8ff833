//! `explain`: what each hook would say to an event, and what would come of it.

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result, anyhow, ensure};
use hook_chain::{Chain, Line, Spoken};
use hook_runtime::{Console, Ctx};
use serde_json::{Value, json};

use crate::settings::installed;
use crate::{chosen, hooks};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The hooks; otherwise those that the settings name, else all
    #[arg(value_name = "HOOK")]
    hooks: Vec<String>,
    /// In place of an event: a call of Bash with this command line
    #[arg(long, value_name = "LINE", group = "call")]
    command: Option<String>,
    /// In place of an event: a Write of this file
    #[arg(long, value_name = "PATH", group = "call")]
    file: Option<PathBuf>,
    /// In place of an event: a call of this tool
    #[arg(long, value_name = "NAME", group = "call")]
    tool: Option<String>,
    /// What the tool is given
    #[arg(long, value_name = "JSON", requires = "tool")]
    input: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Prints what would happen on a call, or on the event on stdin. Nothing is kept.
///
/// # Errors
/// If stdin is no event, the input no JSON, or a hook is unknown.
pub(crate) fn explain(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let chain = chain(ctx, &args.hooks)?;
    let bytes = match call(ctx, args)? {
        Some(call) => call.to_string().into_bytes(),
        None => on_stdin(console)?,
    };
    let line = hook_chain::explain(&chain, ctx, &bytes).map_err(|err| anyhow!(err))?;
    let Some(line) = line else {
        console.line("no hook is asked about this event");
        return Ok(ExitCode::SUCCESS);
    };
    if args.json {
        console.line(serde_json::to_string(&line)?);
    } else {
        print(&line, console);
    }
    Ok(ExitCode::SUCCESS)
}

/// The event of a call that a person describes.
fn call(ctx: &Ctx, args: &Args) -> Result<Option<Value>> {
    let (tool, input) = match args {
        Args { command: Some(line), .. } => ("Bash", json!({ "command": line })),
        Args { file: Some(path), .. } => {
            let path = ctx.cwd().map_or_else(|| path.clone(), |cwd| cwd.join(path));
            ("Write", json!({ "file_path": path.to_string_lossy(), "content": "" }))
        }
        Args { tool: Some(tool), input, .. } => {
            let input = input.as_deref().unwrap_or("{}");
            (tool.as_str(), serde_json::from_str(input).context("--input is no JSON")?)
        }
        _ => return Ok(None),
    };
    Ok(Some(json!({
        "hook_event_name": "PreToolUse",
        "session_id": ctx.env("CLAUDE_CODE_SESSION_ID").unwrap_or_default(),
        "cwd": ctx.cwd().map(Path::to_string_lossy),
        "tool_name": tool,
        "tool_input": input,
    })))
}

/// What is on stdin. Who sits at a terminal is told what is waited for.
fn on_stdin(console: &mut Console) -> Result<Vec<u8>> {
    if io::stdin().is_terminal() {
        console.error_line("an event is expected on stdin, as JSON; or describe a call: --help");
        console.flush()?;
    }
    Ok(console.stdin()?)
}

/// The hooks that are named; else those that the settings name, else all.
fn chain(ctx: &Ctx, names: &[String]) -> Result<Chain> {
    let mut unknown = Vec::new();
    let chain = chosen(names, |name| unknown.push(name.to_owned()));
    ensure!(unknown.is_empty(), "there is no hook {}", unknown.join(", "));
    if !names.is_empty() {
        return Ok(chain);
    }
    let installed =
        Chain::new(installed(ctx).into_iter().filter_map(hooks::hook).map(|hook| hook()));
    let is_empty = installed.hooks().next().is_none();
    Ok(if is_empty { crate::all() } else { installed })
}

fn print(line: &Line, console: &mut Console) {
    let tool = line.tool_name.as_deref().map(|tool| format!(" {tool}")).unwrap_or_default();
    let tried = line.tried.as_deref().map(|tried| format!(": {tried}")).unwrap_or_default();
    console.line(format!("{}{tool}{tried}", line.event));
    console.line(format!("verdict: {}", line.verdict));
    let mut rows = vec![["hook", "phase", "says", "fate", "us"].map(str::to_owned).to_vec()];
    rows.extend(line.hooks.iter().map(row));
    console.table(&rows);
    for spoken in &line.hooks {
        if let Some(reason) = &spoken.reason {
            let rule = spoken.rule.as_deref().map(|rule| format!(" ({rule})")).unwrap_or_default();
            console.line(format!("{}{rule}: {reason}", spoken.hook));
        }
    }
}

fn row(spoken: &Spoken) -> Vec<String> {
    vec![
        spoken.hook.to_owned(),
        spoken.phase.clone(),
        spoken.outcome.to_owned(),
        spoken.fate.clone().unwrap_or_default(),
        spoken.us.to_string(),
    ]
}
