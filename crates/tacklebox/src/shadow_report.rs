//! `shadow-report`: what enforcing would have changed since hooks only watch.

use std::process::ExitCode;

use anyhow::{Context as _, Result};
use hook_chain::{Mode, Settings};
use hook_runtime::{Console, Ctx, Hook};
use replay::shadow::{Shadowed, Softened};
use serde_json::json;

use crate::log;
use crate::quantity::counted;
use crate::replay::{by, print_examples, told};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only what is newer: an age such as 90m or 7d, a date, or a time in RFC 3339
    #[arg(long, value_name = "AGE|TIME")]
    since: Option<String>,
    /// Only what this hook said, with or without `-hook`
    #[arg(long)]
    hook: Option<String>,
    /// Show at most this many findings
    #[arg(long, value_name = "N", default_value_t = 50)]
    limit: usize,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Prints which hooks do not count, and what they would have denied, asked and answered.
///
/// # Errors
/// If `--since` is no time, the hook is unknown, or the account cannot be read.
pub(crate) fn report(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let since = args.since.as_deref().map(|text| ctx.since(text)).transpose().context("--since")?;
    let hook = log::named(ctx, args.hook.as_deref())?;
    let settings = Settings::load(ctx).unwrap_or_else(|err| {
        ctx.report(err);
        Settings::default()
    });
    let chain = crate::all();
    let modes: Vec<(&str, Mode)> =
        chain.hooks().map(Hook::name).map(|name| (name, settings.mode(name))).collect();
    let mut shadowed = replay::shadow::shadow(ctx, since, hook, &modes)?;
    shadowed.findings.truncate(args.limit);
    if args.json {
        let Shadowed { hooks, findings } = &shadowed;
        console.json(&json!({"version": 1, "hooks": hooks, "findings": findings}));
        return Ok(ExitCode::SUCCESS);
    }
    if shadowed.hooks.is_empty() {
        console.line("No hooks in mode shadow or warn yet.");
        return Ok(ExitCode::SUCCESS);
    }
    print(ctx, &shadowed, console);
    Ok(ExitCode::SUCCESS)
}

fn print(ctx: &Ctx, shadowed: &Shadowed, console: &mut Console) {
    let mut rows =
        vec![["hook", "mode", "first call it would have denied"].map(str::to_owned).to_vec()];
    rows.extend(shadowed.hooks.iter().map(|it| {
        let since = it.since.as_deref().map_or_else(|| "never".to_owned(), |ts| ctx.local_text(ts));
        vec![it.hook.clone(), it.mode.to_string(), since]
    }));
    console.headed_table(&rows);
    console.line("");
    console.heading("What enforcing would have changed");
    if shadowed.findings.is_empty() {
        console.line("nothing");
    }
    for it in &shadowed.findings {
        let Softened { count, tool, ran, went_on, .. } = it;
        let by = by(&it.hook, &it.rule);
        console.line(format!(
            "{count} x {tool} {} by {by}: {ran} ran, {} continued",
            told(it.outcome),
            counted(*went_on, "session")
        ));
        print_examples(ctx, &it.examples, console);
    }
}
