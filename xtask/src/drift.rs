//! `cargo xtask drift`: how another version of a client differs. Plays the sessions of `tests/drift` in
//! it, with a hook on every event that records its input, tries each kind of reply, and prints the
//! differences from the recording.

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
    /// Compare it with this recording [default: that of the newest version]
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// Save the new recording
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Play only sessions and replies whose names contain this
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
    Ok(output::line(if lines.is_empty() {
        "No differences.".to_owned()
    } else {
        lines.join("\n")
    })?)
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
