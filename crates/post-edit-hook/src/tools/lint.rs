//! `lint`: mistakes in the configuration, and programs that are not there.

use std::process::ExitCode;

use hook_runtime::{Console, Ctx};

use super::list::place_of;
use crate::policy;
use crate::words::not_configured;

/// The status where something has to be put right.
const WRONG: u8 = 1;

pub(super) fn run(ctx: &Ctx, console: &mut Console) -> ExitCode {
    let policy = match policy::load(ctx) {
        Ok(Some(policy)) => policy,
        Ok(None) => {
            console.line(not_configured(ctx));
            return ExitCode::SUCCESS;
        }
        Err(err) => {
            console.line(err.to_string());
            return ExitCode::from(WRONG);
        }
    };
    let missing = policy.steps.iter().filter(|step| place_of(ctx, step).is_none());
    let missing: Vec<String> = missing
        .map(|step| {
            let program = step.run.first().map_or("", String::as_str);
            format!("`{program}`, which is to {} {}, is not found", step.kind.word(), step.files)
        })
        .collect();
    for line in &missing {
        console.line(line);
    }
    if missing.is_empty() {
        console.line(match policy.steps.len() {
            1 => "1 step, nothing wrong".to_owned(),
            steps => format!("{steps} steps, nothing wrong"),
        });
        return ExitCode::SUCCESS;
    }
    ExitCode::from(WRONG)
}
