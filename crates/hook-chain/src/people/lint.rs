//! `lint`: whether a configuration can be read.

use std::path::PathBuf;
use std::process::ExitCode;

use hook_runtime::{Console, Ctx};

/// The status where something was found.
const FOUND: u8 = 1;

/// Says what is wrong with the configuration `name`: `read` is what reading it gave, with
/// file, line and key where it failed, and `more` what else was found. Status 1 where
/// something is.
pub fn lint<E: std::fmt::Display>(
    ctx: &Ctx,
    name: &str,
    read: Result<(), E>,
    more: Vec<String>,
    console: &mut Console,
) -> ExitCode {
    let mut findings: Vec<String> = read.err().map(|err| err.to_string()).into_iter().collect();
    findings
        .extend(misnamed(ctx, name).map(|file| {
            format!("{}: is not read: the file is called {name}.yaml", file.display())
        }));
    findings.extend(more);
    for finding in &findings {
        console.line(finding);
    }
    if !findings.is_empty() {
        return ExitCode::from(FOUND);
    }
    if let Some(file) = ctx.configuration(name) {
        console.line(format!("{}: nothing wrong", file.display()));
    } else {
        let place = ctx.in_which_project();
        console.error_line(format!("no {name}.yaml {place}: the defaults hold"));
    }
    ExitCode::SUCCESS
}

/// A file that looks like the configuration and is not read.
fn misnamed(ctx: &Ctx, name: &str) -> Option<PathBuf> {
    let file = ctx.project()?.path().join(format!(".tacklebox/{name}.yml"));
    file.exists().then_some(file)
}
