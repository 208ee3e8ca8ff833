//! `lint`: mistakes in the configuration, and programs that are not there.

use std::process::ExitCode;

use hook_chain::people::{self, LintArgs, Mistake};
use hook_runtime::{Console, Ctx};

use super::list::place_of;
use crate::policy;
use crate::words::not_configured;

pub(super) fn run(ctx: &Ctx, args: LintArgs, console: &mut Console) -> ExitCode {
    let policy = match policy::load(ctx) {
        Ok(Some(policy)) => policy,
        Ok(None) if args.is_json() => {
            return people::mistakes(args, &[], &[], console).unwrap_or(ExitCode::SUCCESS);
        }
        Ok(None) => {
            console.line(not_configured(ctx));
            return ExitCode::SUCCESS;
        }
        Err(err) => {
            let found = [Mistake::from(err)];
            return people::mistakes(args, &found, &[], console).unwrap_or(ExitCode::SUCCESS);
        }
    };
    let missing = policy.steps.iter().filter(|step| place_of(ctx, step).is_none());
    let missing: Vec<Mistake> = missing
        .map(|step| {
            let program = step.run.first().map_or("", String::as_str);
            let (kind, files) = (step.kind.word(), &step.files);
            format!("`{program}`, which is to {kind} {files}, is not found").into()
        })
        .collect();
    people::mistakes(args, &missing, &[], console).unwrap_or_else(|| {
        console.line(match policy.steps.len() {
            1 => "1 step, nothing wrong".to_owned(),
            steps => format!("{steps} steps, nothing wrong"),
        });
        ExitCode::SUCCESS
    })
}
