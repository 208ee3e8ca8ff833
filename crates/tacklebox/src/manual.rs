//! `completions` and `man`: what a shell and a manual know of all commands, from the same
//! definitions as the commands themselves.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use hook_runtime::{Console, Ctx};

use crate::NAME;

/// Prints what completes the commands in a shell.
///
/// # Errors
/// If it is no text.
pub(crate) fn completions(shell: Shell, console: &mut Console) -> Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut crate::command(), NAME, &mut script);
    console.verbatim(&String::from_utf8(script)?);
    Ok(ExitCode::SUCCESS)
}

/// Prints the manual of the program, or writes a page for it and for each of its commands.
///
/// # Errors
/// If a page cannot be written.
pub(crate) fn man(ctx: &Ctx, dir: Option<&Path>, console: &mut Console) -> Result<ExitCode> {
    let mut command = crate::command().disable_help_subcommand(true);
    command.build();
    let Some(dir) = dir else {
        console.verbatim(&page(ctx, &command)?);
        return Ok(ExitCode::SUCCESS);
    };
    let dir = ctx.cwd().map_or_else(|| dir.to_owned(), |cwd| cwd.join(dir));
    fs::create_dir_all(&dir).with_context(|| format!("could not make {}", dir.display()))?;
    let mut pages = Vec::new();
    collect(&command, &mut pages);
    for command in &pages {
        let file = dir.join(format!("{}.1", name(command)));
        hook_state::replace(&file, page(ctx, command)?.as_bytes())
            .with_context(|| format!("could not write {}", file.display()))?;
    }
    console.line(format!("wrote {} pages into {}", pages.len(), dir.display()));
    Ok(ExitCode::SUCCESS)
}

/// A command and all that is below it, without what is hidden.
fn collect<'a>(command: &'a Command, pages: &mut Vec<&'a Command>) {
    pages.push(command);
    let below = command.get_subcommands().filter(|below| !below.is_hide_set());
    below.for_each(|below| collect(below, pages));
}

/// `tacklebox-governance-matrix`.
fn name(command: &Command) -> String {
    command.get_bin_name().unwrap_or(command.get_name()).replace(' ', "-")
}

fn page(ctx: &Ctx, command: &Command) -> Result<String> {
    let mut page = Vec::new();
    let today = ctx.local(ctx.now());
    let (day, _time) = today.split_once(' ').unwrap_or((&today, ""));
    let source = format!("{NAME} {}", env!("CARGO_PKG_VERSION"));
    let man = Man::new(command.clone()).title(name(command)).date(day).source(source);
    man.render(&mut page)?;
    Ok(without_breaks_beside_spaces(&String::from_utf8(page)?))
}

/// A break beside an empty line does nothing, and readers of manuals complain about it.
fn without_breaks_beside_spaces(page: &str) -> String {
    let lines: Vec<&str> = page.lines().collect();
    let is_space = |at: Option<usize>| {
        at.and_then(|at| lines.get(at))
            .is_some_and(|line| line.is_empty() || line.starts_with(".sp"))
    };
    let stays = |(at, line): &(usize, &&str)| {
        **line != ".br" || !is_space(at.checked_sub(1)) && !is_space(at.checked_add(1))
    };
    let kept = lines.iter().enumerate().filter(stays);
    kept.flat_map(|(_, line)| [*line, "\n"]).collect()
}
