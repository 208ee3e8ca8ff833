//! `cargo xtask drift`: what a client of another version does otherwise. Plays the sessions of
//! `tests/drift` in it, with a hook on every event that writes down what it is told, tries each kind
//! of reply, and prints what is not as it was recorded.

mod difference;
mod outcome;
mod play;
mod recording;
mod shape;

use std::path::{Path, PathBuf};

use anyhow::bail;
use scripted_client::be_alone;

use crate::client::claude;
use crate::files::{listing, write};
use crate::output;
use crate::workspace::Workspace;
use recording::Recording;

/// What a person may ask of `drift`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The client: `claude=PATH`
    #[arg(long, value_name = "NAME=PATH", value_parser = claude)]
    client: PathBuf,
    /// Hold it against this: another client, a recording, or a folder of payloads; the recording of
    /// the newest version otherwise
    #[arg(long, value_name = "PATH")]
    against: Option<PathBuf>,
    /// Write down what was seen
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Play only sessions and replies whose names have this in them
    #[arg(long, value_name = "WORDS", default_value = "")]
    only: String,
}

/// Fails where a session cannot be played, never because something is different.
pub(crate) fn run(workspace: &Workspace, args: &Args) -> anyhow::Result<()> {
    be_alone()?;
    let folder = workspace.root().join("tests/drift");
    let new = Recording::of_client(&args.client, &folder, &args.only)?;
    if let Some(file) = &args.save {
        write(file, &new.text()?)?;
    }
    let old = match &args.against {
        Some(path) => against(path, &folder, &new, &args.only)?,
        None => newest(&folder)?,
    };
    Ok(output::text(report(&old, &new))?)
}

/// A recording, payloads, or a client that is played as well.
fn against(path: &Path, folder: &Path, new: &Recording, only: &str) -> anyhow::Result<Recording> {
    if path.is_dir() {
        let of_version = path.join(&new.client);
        return Recording::of_payloads(if of_version.is_dir() { &of_version } else { path });
    }
    if path.extension().is_some_and(|it| it == "json") {
        return Recording::of_file(path);
    }
    Recording::of_client(path, folder, only)
}

/// The recording of the newest version.
fn newest(folder: &Path) -> anyhow::Result<Recording> {
    let files = listing(&folder.join("recorded"))?;
    match files.iter().max_by_key(|file| numbers(file)) {
        Some(file) => Recording::of_file(file),
        None => bail!("nothing is recorded"),
    }
}

/// The numbers in a name, in which versions are ordered.
fn numbers(file: &Path) -> Vec<u64> {
    let name = crate::files::stem(file);
    name.split(|c: char| !c.is_ascii_digit()).filter_map(|it| it.parse().ok()).collect()
}

fn report(old: &Recording, new: &Recording) -> String {
    let lines = difference::lines(old, new);
    let head = format!("{}, held against {}", new.client, old.client);
    let lines = if lines.is_empty() { vec!["no difference".to_owned()] } else { lines };
    format!("{head}\n{}\n", lines.join("\n"))
}
