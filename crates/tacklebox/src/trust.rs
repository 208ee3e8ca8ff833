//! `trust`: what hooks that are installed for a person may do by a repository's word.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use hook_runtime::{Console, Ctx};
use person::trust;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The project, or one of its files [default: this project]
    #[arg(value_name = "DIR|FILE")]
    path: Option<PathBuf>,
    /// Show what is trusted
    #[arg(long, conflicts_with_all = ["path", "remove"])]
    list: bool,
    /// Withdraw trust
    #[arg(long)]
    remove: bool,
}

/// The status where there is nothing to trust, or no person who does.
const REFUSED: u8 = 1;

/// Trusts the files of a project's configuration, or no longer.
///
/// # Errors
/// If one cannot be read, or what is trusted cannot be written.
pub(crate) fn trust(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    if args.list {
        return list(ctx, console);
    }
    if let Err(missing) = person::identify(ctx) {
        console.error_line(person::refusal("`trust`", &missing));
        return Ok(ExitCode::from(REFUSED));
    }
    let path = match (&args.path, ctx.cwd()) {
        (Some(path), Some(cwd)) => cwd.join(path),
        (Some(path), None) => path.clone(),
        (None, _) => ctx.need_project()?.path().to_owned(),
    };
    let done = if args.remove { remove(ctx, &path, console)? } else { add(ctx, &path, console)? };
    if done == 0 {
        let what = if args.remove { "nothing is trusted in" } else { "no configuration in" };
        console.error_line(format!("{what} {}", path.display()));
        return Ok(ExitCode::from(REFUSED));
    }
    Ok(ExitCode::SUCCESS)
}

fn add(ctx: &Ctx, path: &Path, console: &mut Console) -> Result<usize> {
    let files = if path.is_dir() { configurations(path) } else { vec![path.to_owned()] };
    for file in &files {
        let trusted = trust::trust(ctx, file);
        let trusted = trusted.with_context(|| format!("could not trust {}", file.display()))?;
        console.line(format!("trusted as it is now: {}", trusted.file.display()));
    }
    Ok(files.len())
}

fn remove(ctx: &Ctx, path: &Path, console: &mut Console) -> Result<usize> {
    let gone = trust::distrust(ctx, path).context("could not write what is trusted")?;
    for trusted in &gone {
        console.line(format!("no longer trusted: {}", trusted.file.display()));
    }
    Ok(gone.len())
}

fn list(ctx: &Ctx, console: &mut Console) -> Result<ExitCode> {
    let known = trust::list(ctx).context("could not read what is trusted")?;
    if known.is_empty() {
        console.line("No trusted configurations yet.");
    }
    let state = |it: &trust::Trusted| if it.is_as_seen() { "unchanged" } else { "changed since" };
    let rows = known
        .iter()
        .map(|it| vec![it.since.clone(), state(it).to_owned(), it.file.display().to_string()]);
    console.table(&rows.collect::<Vec<_>>());
    Ok(ExitCode::SUCCESS)
}

/// The files of a project's configuration, in alphabetical order.
fn configurations(project: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(project.join(".tacklebox")).into_iter().flatten().flatten();
    let files = entries.map(|entry| entry.path());
    let is_configuration =
        |file: &PathBuf| file.extension().is_some_and(|it| it == "yaml") && file.is_file();
    let mut files: Vec<PathBuf> = files.filter(is_configuration).collect();
    files.sort();
    files
}
