//! `lint`: mistakes in the configuration, programs that are not there, and linters whose findings
//! cannot be read.

use std::process::ExitCode;

use hook_chain::people::{self, LintArgs, Mistake};
use hook_runtime::{Console, Ctx};

use super::linters;
use super::list::place_of;
use crate::policy::{self, Format, Kind, Step, When, word};

pub(super) fn run(ctx: &Ctx, args: LintArgs, console: &mut Console) -> ExitCode {
    let policy = match policy::load(ctx) {
        Ok(policy) => policy.unwrap_or_default(),
        Err(err) => {
            let found = [Mistake::from(err)];
            return people::mistakes(args, &found, &[], console).unwrap_or(ExitCode::SUCCESS);
        }
    };
    let missing = policy.steps.iter().filter(|step| place_of(ctx, step).is_none());
    let missing: Vec<Mistake> = missing
        .map(|step| {
            let program = step.run.first().map_or("", String::as_str);
            let (kind, files) = (word(step.kind), &step.files);
            format!("program not found: `{program}` ({kind} of {files})").into()
        })
        .collect();
    let unread: Vec<Mistake> = policy.steps.iter().filter_map(unread).map(Mistake::from).collect();
    people::mistakes(args, &missing, &unread, console).unwrap_or_else(|| {
        console.line("No problems found.");
        ExitCode::SUCCESS
    })
}

/// What would let the hook read the findings of a check that it takes for plain text.
fn unread(step: &Step) -> Option<String> {
    if step.kind != Kind::Check || step.format() != Format::Text {
        return None;
    }
    let files = &step.files;
    if let Some(linter) = linters::of(step) {
        let (name, run, keys) = (linter.words.join(" "), linter.run(), linter.keys());
        return Some(format!(
            "`{name}` on {files}: the agent gets its output as plain text; use run: [{run}], {keys}"
        ));
    }
    let program = step.run.first()?;
    (step.when == When::ChangedLinesOnly).then(|| {
        format!(
            "`{program}` on {files}: `when: changed-lines-only` has no effect without `format` or `pattern`"
        )
    })
}
