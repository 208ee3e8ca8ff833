//! `list`: the steps, and where their programs are.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use hook_runtime::{Console, Ctx, duration, one_line};
use serde_json::json;

use crate::gather::package::{bins, is_program};
use crate::policy::{self, Format, OnFailure, Step, When, word};
use crate::words::NO_STEPS;

/// In characters, of a command.
const MAX_WORDS: usize = 100;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let policy = policy::load(ctx)?;
    if args.json {
        let steps = policy.iter().flat_map(|policy| &policy.steps);
        let step = |step: &Step| {
            let root = Some(&step.root).filter(|root| !root.is_empty());
            json!({
                "files": step.files, "kind": step.kind, "run": step.run,
                "timeout_ms": step.timeout().as_millis(), "on_failure": step.on_failure,
                "when": step.when, "format": step.format().word(), "root": root, "program": place_of(ctx, step),
            })
        };
        let steps: Vec<_> = steps.map(step).collect();
        console.json(&json!({"version": 1, "steps": steps}));
        return Ok(ExitCode::SUCCESS);
    }
    let steps = policy.unwrap_or_default().steps;
    if steps.is_empty() {
        console.line(NO_STEPS);
        return Ok(ExitCode::SUCCESS);
    }
    let head = ["kind", "files", "options", "run"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(steps.iter().map(|step| {
        let options = options(step, place_of(ctx, step).is_some());
        let run = one_line(&step.run.join(" "), MAX_WORDS);
        vec![word(step.kind), one_line(&step.files, MAX_WORDS), options, run]
    }));
    console.headed_table(&rows);
    Ok(ExitCode::SUCCESS)
}

/// What is not a default, and whether the program is missing.
fn options(step: &Step, is_there: bool) -> String {
    let mut options = Vec::new();
    options.extend((!is_there).then(|| "not found".to_owned()));
    options.extend((step.format() != Format::Text).then(|| step.format().word().to_owned()));
    options.extend((step.when != When::default()).then(|| word(step.when)));
    options.extend((step.on_failure != OnFailure::default()).then(|| word(step.on_failure)));
    let is_usual = step.timeout() == Duration::from_millis(policy::DEFAULT_TIMEOUT);
    options.extend((!is_usual).then(|| duration(step.timeout())));
    options.join(", ")
}

/// Where the program of a step is, if it can be told before there is a file.
pub(super) fn place_of(ctx: &Ctx, step: &Step) -> Option<PathBuf> {
    let program = step.run.first()?;
    let root = ctx.project().map(|project| project.path());
    if program.contains('/') {
        let root = root?;
        let program = program.replace("{project}", &root.to_string_lossy());
        return Some(root.join(program)).filter(|path| is_program(path));
    }
    let path = ctx.env("PATH").unwrap_or_default();
    let mut dirs = root.into_iter().flat_map(bins).chain(std::env::split_paths(&path));
    dirs.find_map(|dir| Some(dir.join(program)).filter(|path| is_program(path)))
}
