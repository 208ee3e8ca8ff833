//! `explain`: what each hook would say to an event, and what would come of it.

use std::process::ExitCode;

use anyhow::{Result, anyhow, ensure};
use hook_chain::{Chain, Line, Spoken};
use hook_runtime::{Console, Ctx};

use crate::settings::installed;
use crate::{chosen, hooks};

/// Prints what would happen on the event on stdin. Nothing is kept.
///
/// # Errors
/// If stdin is no event, or a hook is unknown.
pub(crate) fn explain(
    ctx: &Ctx,
    names: &[String],
    as_json: bool,
    console: &mut Console,
) -> Result<ExitCode> {
    let chain = chain(ctx, names)?;
    let bytes = console.stdin()?;
    let line = hook_chain::explain(&chain, ctx, &bytes).map_err(|err| anyhow!(err))?;
    let Some(line) = line else {
        console.line("no hook is asked about this event");
        return Ok(ExitCode::SUCCESS);
    };
    if as_json {
        console.line(serde_json::to_string(&line)?);
    } else {
        print(&line, console);
    }
    Ok(ExitCode::SUCCESS)
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
