//! The transcripts of a project.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context as _, Result};
use hook_runtime::Ctx;

/// How deep below a folder a subagent's transcript lies: `<session>/subagents/agent-<id>.jsonl`.
const MAX_DEPTH: usize = 3;

/// The transcripts that the host keeps for the project, changed after `since`.
///
/// # Errors
/// If their folder cannot be read.
pub fn of_project(ctx: &Ctx, since: Option<SystemTime>) -> Result<Vec<PathBuf>> {
    match ctx.transcripts() {
        Some(folder) if folder.is_dir() => in_folder(&folder, since),
        _ => Ok(Vec::new()),
    }
}

/// The transcripts in a folder and those of their subagents, changed after `since`.
///
/// # Errors
/// If the folder cannot be read.
pub fn in_folder(folder: &Path, since: Option<SystemTime>) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    look(folder, MAX_DEPTH, since, &mut found)
        .with_context(|| format!("could not read {}", folder.display()))?;
    found.sort_unstable();
    Ok(found)
}

fn look(
    folder: &Path,
    depth: usize,
    since: Option<SystemTime>,
    found: &mut Vec<PathBuf>,
) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, kind) = (entry.path(), entry.file_type()?);
        if kind.is_dir() && depth > 1 {
            look(&path, depth - 1, since, found)?;
        }
        let is_transcript = path.extension().is_some_and(|ending| ending == "jsonl");
        if kind.is_file() && is_transcript && is_younger(&entry, since) {
            found.push(path);
        }
    }
    Ok(())
}

/// Whether a file was written since then; one that does not tell may have been.
fn is_younger(entry: &fs::DirEntry, since: Option<SystemTime>) -> bool {
    let written = entry.metadata().and_then(|metadata| metadata.modified());
    since.zip(written.ok()).is_none_or(|(since, written)| written >= since)
}
