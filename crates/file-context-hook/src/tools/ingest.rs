//! `ingest`: old transcripts become part of the store.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use file_mentions::{Reading, Store, Transcript};
use hook_runtime::{Console, Ctx};
use transcripts::Owner;

use super::store;
use crate::gather::command;
use crate::words::listing::number;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Transcripts, or folders of them
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// The status if something could not be taken in.
const INCOMPLETE: u8 = 2;

/// What a transcript's name ends in.
const EXTENSION: &str = "jsonl";

/// Takes in what is new in each transcript. What cannot be read is said and left
/// out.
pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let place = store::place(ctx)?;
    let home = ctx.home();
    let command_files = |text: &str| command::files(text, home.as_deref());
    let reading = Reading { recording: place.recording(), command_files: &command_files };
    let mut store = store::create(ctx)?;
    let before = counts(ctx)?;
    let (mut read, mut failed) = (0, 0);
    let progress = console.progress("ingest");
    for file in &args.files {
        let transcripts = transcripts(file)?;
        progress.add(transcripts.len());
        for transcript in transcripts {
            let taken = ingest(&mut store, &transcript, &reading).and_then(|is_one| {
                // In a folder there may be other files of this kind.
                ensure!(is_one || transcript != *file, "{} is no transcript", file.display());
                Ok(is_one)
            });
            match taken {
                Ok(is_one) => read += usize::from(is_one),
                Err(err) => {
                    failed += 1;
                    console.error_line(format!("left out: {err:#}"));
                }
            }
            progress.step();
        }
    }
    drop(progress);
    let after = counts(ctx)?;
    let turns = number(after.0.saturating_sub(before.0), "new turn");
    let mentions = number(after.1.saturating_sub(before.1), "new mention");
    console.line(format!("{}: {turns}, {mentions}", number(read, "transcript")));
    Ok(if failed > 0 { ExitCode::from(INCOMPLETE) } else { ExitCode::SUCCESS })
}

/// How many turns and mentions are stored.
fn counts(ctx: &Ctx) -> Result<(usize, usize)> {
    let Some(reader) = store::read(ctx)? else { return Ok((0, 0)) };
    let status = reader.status()?;
    Ok((status.turns, status.mentions))
}

/// Takes in what is new; `false` if it is no transcript.
fn ingest(store: &mut Store, path: &Path, reading: &Reading<'_>) -> Result<bool> {
    let attempt = || format!("could not take in {}", path.display());
    let Some(owner) = Owner::of(path).with_context(attempt)? else {
        return Ok(false);
    };
    let agent = owner.agent.as_deref();
    let transcript = Transcript { path, session: &owner.session, agent };
    while store.ingest(&transcript, reading, None).with_context(attempt)?.more {}
    Ok(true)
}

/// `path`, or all transcripts in that folder and below it, by name: those of
/// subagents lie in folders beside the session's.
fn transcripts(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    collect(path, &mut found).with_context(|| format!("could not list {}", path.display()))?;
    Ok(found)
}

/// Links are not followed.
fn collect(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    let entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    let mut paths = Vec::with_capacity(entries.len());
    for entry in entries {
        paths.push((entry.path(), entry.file_type()?));
    }
    paths.sort_by(|(left, _), (right, _)| left.cmp(right));
    for (path, kind) in paths {
        if kind.is_dir() {
            collect(&path, found)?;
        } else if kind.is_file() && path.extension().is_some_and(|ending| ending == EXTENSION) {
            found.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_stands_for_its_transcripts() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        for file in ["b.jsonl", "a.jsonl", "a/subagents/agent-1.jsonl", "notes.txt", "jsonl"] {
            let file = root.join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            hook_state::replace(&file, b"").unwrap();
        }
        std::os::unix::fs::symlink(root, root.join("z")).unwrap();
        let found = transcripts(root).unwrap();
        let names = found.iter().map(|path| path.strip_prefix(root).unwrap().to_str().unwrap());
        let expected = ["a/subagents/agent-1.jsonl", "a.jsonl", "b.jsonl"];
        assert_eq!(names.collect::<Vec<_>>(), expected);
        let one = root.join("notes.txt");
        assert_eq!(transcripts(&one).unwrap(), [one]);
        let missing = root.join("missing.jsonl");
        assert_eq!(transcripts(&missing).unwrap(), [missing]);
    }
}
