//! `cargo xtask drift`: what a client of another version does otherwise. Plays the sessions of
//! `tests/drift` in it, with a hook on every event that writes down what it is told, tries each kind
//! of reply, and prints what is not as it was recorded.

mod outcome;
mod play;
mod recording;
mod shape;

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use scripted_client::be_alone;

use crate::client::claude;
use crate::files::{listing, stem, write};
use crate::output;
use crate::workspace::Workspace;
use recording::Recording;

/// What a person may ask of `drift`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The client: `claude=PATH`
    #[arg(long, value_name = "NAME=PATH", value_parser = claude)]
    client: PathBuf,
    /// Compare it with this recording; with that of the newest version otherwise
    #[arg(long, value_name = "FILE")]
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
        write(file, &new.text())?;
    }
    let old = match &args.against {
        Some(file) => Recording::of_file(file)?,
        None => newest(&folder)?,
    };
    let lines = new.difference(&old, args.only.is_empty());
    output::line(format_args!("{}, compared with {}", new.client, old.client))?;
    Ok(output::line(if lines.is_empty() { "no difference".to_owned() } else { lines.join("\n") })?)
}

/// The recording of the newest version.
fn newest(folder: &Path) -> anyhow::Result<Recording> {
    let files = listing(&folder.join("recorded"))?;
    let newest = files.iter().max_by_key(|file| numbers(file)).context("nothing is recorded")?;
    Recording::of_file(newest)
}

/// The numbers in a name, in which versions are ordered.
fn numbers(file: &Path) -> Vec<u64> {
    let name = stem(file);
    name.split(|c: char| !c.is_ascii_digit()).filter_map(|it| it.parse().ok()).collect()
}
