//! `order`: which hook is asked when.

use std::process::ExitCode;

use anyhow::{Result, ensure};
use hook_chain::{Mode, Settings, Step};
use hook_protocol::EventName;
use hook_runtime::{Console, Ctx, Hook, SideEffects};

use crate::settings::installed;

/// Prints a table for each event, or for one.
///
/// # Errors
/// If there is no event of that name.
pub(crate) fn order(ctx: &Ctx, event: Option<&str>, console: &mut Console) -> Result<ExitCode> {
    let chain = crate::all();
    let handled = |name: &&&str| !chain.steps(name).is_empty();
    let events: Vec<&str> = match event {
        Some(event) => {
            let is_known = EventName::KNOWN.contains(&event);
            ensure!(is_known, "there is no event {event:?}");
            vec![event]
        }
        None => EventName::KNOWN.iter().filter(handled).copied().collect(),
    };
    let settings = Settings::load(ctx).unwrap_or_else(|err| {
        ctx.report(err);
        Settings::default()
    });
    let installed = installed(ctx);
    let mut rows = vec![header()];
    for event in events {
        let steps = chain.steps(event);
        if steps.is_empty() {
            console.line(format!("{event}: no hook runs"));
        }
        rows.extend(steps.iter().map(|step| {
            let leaves = chain.hook(step.hook).map(Hook::side_effects).unwrap_or_default();
            row(event, step, settings.mode(step.hook), installed.contains(step.hook), leaves)
        }));
    }
    if rows.len() > 1 {
        console.table(&rows);
    }
    for (hook, mode) in settings.named().filter(|(_, mode)| *mode != Mode::Enforce) {
        console.line(format!("{hook} is in mode {mode}: {}", meaning(mode)));
    }
    Ok(ExitCode::SUCCESS)
}

fn header() -> Vec<String> {
    ["event", "phase", "class", "hook", "mode", "installed", "leaves", "matcher"]
        .map(str::to_owned)
        .to_vec()
}

fn row(
    event: &str,
    step: &Step,
    mode: Mode,
    is_installed: bool,
    leaves: SideEffects,
) -> Vec<String> {
    vec![
        event.to_owned(),
        step.phase.to_string(),
        step.class.to_string(),
        step.hook.to_owned(),
        mode.to_string(),
        if is_installed { "yes" } else { "no" }.to_owned(),
        leaves.to_string(),
        step.matcher.unwrap_or("*").to_owned(),
    ]
}

fn meaning(mode: Mode) -> &'static str {
    match mode {
        Mode::Enforce => "its answers count",
        Mode::Warn => "calls it would deny run, with a warning",
        Mode::Shadow => "its answers are only logged",
        Mode::Off => "it does not run",
    }
}
