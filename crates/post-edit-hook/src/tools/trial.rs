//! Trial runs of steps that nobody has configured yet: each once, on a copy of one file.

use std::collections::VecDeque;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use hook_runtime::{Ctx, duration, one_line};
use project_paths::{ProjectRoot, RealPaths, RelPath};
use timed_command::{CommandError, Ended, Program};

use crate::gather::copy::Copy;
use crate::gather::snapshot::Snapshot;
use crate::gather::step::{Cause, cause, program};
use crate::gather::target::Target;
use crate::policy::{Kind, Step};

/// A person waits for all of them, which run at once.
const MAX_TIME: Duration = Duration::from_secs(10);

/// As many files are looked at for one that a step is for.
const MAX_FILES: usize = 20_000;

/// Folders with files of others.
const LEFT_OUT: [&str; 6] = [".git", ".venv", "node_modules", "target", "vendor", "venv"];

/// In characters.
const MAX_REASON: usize = 60;

/// A run that was prepared.
struct Run {
    copy: Copy,
    program: Program,
    target: Target,
}

/// What comes of each step: `Err` says why it does not work in the project at `root`. The project
/// stays as it is.
pub(super) fn try_steps(ctx: &Ctx, root: &Path, steps: &[&Step]) -> Vec<Result<(), String>> {
    let files = if steps.is_empty() { Vec::new() } else { files(root) };
    let project = ProjectRoot::at(root);
    let runs = steps.iter().map(|step| prepare(ctx, &project, &files, step));
    let runs: Vec<Result<Run, String>> = runs.collect();
    let programs: Vec<Program> = runs.iter().flatten().map(|run| run.program.clone()).collect();
    let mut results = timed_command::run_all(&programs).into_iter();
    let outcomes = steps.iter().zip(runs).map(|(step, run)| {
        let run = run?;
        outcome(step, &run, results.next().unwrap_or(Err(CommandError::NoProgram)))
    });
    outcomes.collect()
}

fn prepare(
    ctx: &Ctx,
    project: &ProjectRoot,
    files: &[RelPath],
    step: &Step,
) -> Result<Run, String> {
    let pattern = step.glob();
    let mut files = files.iter().filter(|file| pattern.matches_path(file));
    let target =
        files.find_map(|file| Target::find_by(&RealPaths::default(), project, None, file.as_str()));
    let target = target.ok_or_else(|| format!("no file matches {}", step.files))?;
    let content = Snapshot::of(&target.path).ok_or("its file cannot be read")?;
    let copy = Copy::of(ctx, &target, &content).map_err(|err| format!("no copy: {err}"))?;
    let (mut program, target) = program(ctx, step, &target, Some(&copy)).ok_or("no time left")?;
    program.limit = program.limit.min(MAX_TIME);
    Ok(Run { copy, program, target })
}

/// A formatter works if it ends well; a check, if its findings can be read.
fn outcome(step: &Step, run: &Run, result: Result<Ended, CommandError>) -> Result<(), String> {
    if let Err(CommandError::Start(err)) = &result
        && err.kind() == ErrorKind::NotFound
    {
        return Err("not found".to_owned());
    }
    let result = result.map(|ended| run.copy.named(ended));
    match cause(step, &run.program, &run.target, result) {
        None => Ok(()),
        Some(Cause::Status { unread: None, .. }) if step.kind == Kind::Check => Ok(()),
        Some(Cause::Status { status, findings, .. }) => {
            let first = findings.all.first().map(|it| format!(": {}", it.text));
            Err(one_line(&format!("{status}{}", first.unwrap_or_default()), MAX_REASON))
        }
        Some(Cause::TimedOut { after, .. }) => Err(format!("stopped after {}", duration(after))),
        Some(Cause::NotStarted(why)) => Err(why),
        Some(_) => Err("it did not run".to_owned()),
    }
}

/// The files of a project, those near its root first.
fn files(root: &Path) -> Vec<RelPath> {
    let mut folders = VecDeque::from([PathBuf::new()]);
    let mut found = Vec::new();
    while let Some(folder) = folders.pop_front() {
        let entries = fs::read_dir(root.join(&folder)).into_iter().flatten().flatten();
        let mut entries: Vec<_> = entries.collect();
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let (path, name) = (folder.join(entry.file_name()), entry.file_name());
            let Ok(kind) = entry.file_type() else { continue };
            if kind.is_dir() && !LEFT_OUT.iter().any(|it| name == *it) {
                folders.push_back(path);
            } else if kind.is_file() {
                found.extend(path.to_str().and_then(RelPath::new));
            }
            if found.len() >= MAX_FILES {
                return found;
            }
        }
    }
    found
}
