//! `tacklebox` without arguments at a terminal: what this is, and whether anything is wrong.

use std::process::ExitCode;

use hook_runtime::{Console, Ctx};

use crate::status::{Row, rows};

/// What to type, and what it is for.
pub(crate) const COMMANDS: [(&str, &str); 5] = [
    ("tacklebox status", "the state of each hook in this project"),
    ("tacklebox log", "what the hooks did"),
    ("tacklebox errors", "what went wrong, and how to fix it"),
    ("tacklebox explain --command 'rm x'", "how the hooks would answer a call"),
    ("tacklebox HOOK --help", "the commands of one hook, such as `governance matrix`"),
];

/// The same where no hook is installed.
pub(crate) const FIRST: [(&str, &str); 4] = [
    ("tacklebox list", "the available hooks"),
    ("tacklebox install HOOK", "add a hook to the settings of this project"),
    ("tacklebox explain --command 'rm x'", "how the hooks would answer a call"),
    ("tacklebox HOOK --help", "the commands of one hook, such as `governance matrix`"),
];

/// Prints one screen.
pub(crate) fn front(ctx: &Ctx, console: &mut Console) -> ExitCode {
    let rows = rows(ctx);
    console.heading("Tacklebox: hooks that keep an agent to what you agreed on.");
    console.line("");
    console.line(format!("{}: {}", capital(&ctx.in_which_project()), installed(&rows)));
    console.line(wrong(&rows));
    console.line("");
    let is_used = rows.iter().any(|row| row.installed);
    let commands: &[(&str, &str)] = if is_used { &COMMANDS } else { &FIRST };
    let lines = commands.iter().map(|words| vec![words.0.to_owned(), words.1.to_owned()]);
    console.table(&lines.collect::<Vec<_>>());
    ExitCode::SUCCESS
}

fn installed(rows: &[Row]) -> String {
    let installed: Vec<&str> =
        rows.iter().filter(|row| row.installed).map(|row| row.hook).collect();
    match installed.len() {
        0 => "no hook is installed".to_owned(),
        n if n == rows.len() => format!("all {n} hooks are installed"),
        n => format!("{n} of {} hooks installed: {}", rows.len(), installed.join(", ")),
    }
}

fn wrong(rows: &[Row]) -> String {
    match rows.iter().map(|row| row.errors).sum::<usize>() {
        0 => "Nothing went wrong in the last 24 hours.".to_owned(),
        1 => "One error in the last 24 hours: see `tacklebox errors`.".to_owned(),
        errors => format!("{errors} errors in the last 24 hours: see `tacklebox errors`."),
    }
}

fn capital(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
