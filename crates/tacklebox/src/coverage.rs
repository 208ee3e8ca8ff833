//! `coverage`: whether the rules of this configuration can be walked around.

use std::collections::BTreeMap;
use std::process::ExitCode;

use anyhow::Result;
use claude_settings::handlers;
use coverage::{Covered, Hooks, Open, cover};
use hook_runtime::{Console, Ctx, NotThere};
use serde_json::json;

use crate::counted::counted;
use crate::settings::sources_of;
use crate::{hooks, log};

/// The status where something is open.
const OPEN: u8 = 1;

/// How many ways are shown that the same lines close.
const MAX_SHOWN: usize = 3;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The rules of this hook alone; with or without `-hook`
    #[arg(long, value_name = "HOOK")]
    hook: Option<String>,
    /// The rules alone that have this word in their place in the configuration
    #[arg(long, value_name = "WORD")]
    rule: Option<String>,
    /// Show every way that is open, with the programs that are not here
    #[arg(long)]
    all: bool,
    /// Show the events of each way, as `tacklebox explain` takes them
    #[arg(long)]
    show: bool,
    /// Print one JSON document, with the events of each way
    #[arg(long)]
    json: bool,
}

/// Tries all ways around each rule through the hook that has it. Nothing is run and nothing kept.
///
/// # Errors
/// If a hook is unknown or its configuration broken.
pub(crate) fn coverage(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let named = log::named(args.hook.as_deref())?;
    let is_named = |name: &str| named.is_none_or(|named| named == name);
    let entered = hooks::HOOKS.iter().filter(|(name, _)| is_named(name));
    let handlers: Vec<_> =
        sources_of(ctx).iter().flat_map(|source| handlers(source.settings())).collect();
    let hooks = Hooks { hooks: entered.copied().collect(), handlers: &handlers };
    let is_meant = |_: &str, rule: &str| args.rule.as_deref().is_none_or(|it| rule.contains(it));
    let covered = cover(ctx, &hooks, &is_meant)?;
    if covered.is_empty() {
        let which = if args.rule.is_some() { "such rule" } else { "rule that blocks" };
        return Err(NotThere::new(format!("there is no {which} {}", ctx.in_which_project())).into());
    }
    let is_open = covered.iter().any(|it| here(it).next().is_some());
    if args.json {
        console.json(&json!({"version": 1, "rules": covered}));
    } else {
        for covered in &covered {
            print(covered, args, console);
        }
        summary(&covered, console);
    }
    Ok(if is_open { ExitCode::from(OPEN) } else { ExitCode::SUCCESS })
}

/// The ways that are open and can be gone here.
fn here(covered: &Covered) -> impl Iterator<Item = &Open> {
    covered.open.iter().filter(|open| open.missing.is_empty())
}

fn print(covered: &Covered, args: &Args, console: &mut Console) {
    let state = covered.state.as_deref().map(|state| format!(", in {state}")).unwrap_or_default();
    let Covered { hook, rule, forbids, closed, .. } = covered;
    console.heading(format!("{hook} {rule}{state}: {forbids}"));
    let open = here(covered).count();
    let elsewhere = covered.open.len() - open;
    let more = match elsewhere {
        0 => String::new(),
        1 => ", 1 more needs programs that are not here".to_owned(),
        _ => format!(", {elsewhere} more need programs that are not here"),
    };
    console.line(format!("  {} closed, {open} open{more}", counted(*closed, "way")));
    if !covered.installed {
        console.line("  no settings name this hook: it was asked as if they did");
    }
    if !covered.untried.is_empty() {
        let untried = counted(covered.untried.len(), "more program");
        console.line(format!("  {untried} may do it, by the table alone"));
    }
    let mut by_cure: BTreeMap<(&[String], Option<&str>), Vec<&Open>> = BTreeMap::new();
    for open in covered.open.iter().filter(|open| args.all || open.missing.is_empty()) {
        by_cure.entry((&open.lines, open.why.as_deref())).or_default().push(open);
    }
    for ((lines, why), ways) in by_cure {
        let shown = if args.all { ways.len() } else { MAX_SHOWN.min(ways.len()) };
        for open in ways.iter().take(shown) {
            console.short_line(format!("  - {}", open.way.replace('\n', "⏎")));
            for event in open.events.iter().filter(|_| args.show) {
                console.line(format!("    event {event}"));
            }
        }
        if ways.len() > shown {
            console.line(format!("    and {} more", ways.len() - shown));
        }
        for line in lines {
            console.line(format!("    add {line}"));
        }
        if let Some(why) = why {
            console.line(format!("    nothing in this configuration closes it: {why}"));
        }
    }
}

fn summary(covered: &[Covered], console: &mut Console) {
    let open: usize = covered.iter().map(|it| here(it).count()).sum();
    let closed: usize = covered.iter().map(|it| it.closed).sum();
    let (rules, closed) = (counted(covered.len(), "rule"), counted(closed, "way"));
    console.line(format!("{rules}, {closed} closed, {open} open"));
}
