//! What a command line does in a project: judged once a call, whichever guards ask.

use std::collections::BTreeMap;
use std::iter;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use command_effects::{Change, Judgement, Programs};
use hook_runtime::Ctx;
use project_paths::ProjectRoot;
use shell_syntax::{SimpleCommand, Word, WorkingDir};

use crate::target::{Target, anchored, base};

/// So many words of programs of which nothing is known are looked at.
const MAX_NAMED: usize = 64;

/// So many lines are remembered where many events are judged.
const MAX_LINES: usize = 4096;

/// A line, the project, and the folder in which it is run.
type Place = (String, PathBuf, PathBuf);

/// What a line does, by the programs that a guard knows.
type Answer = (Programs, Arc<Judgement>);

/// The lines that were judged. One guard of a call hands them to the next.
#[derive(Default)]
struct Judged(Mutex<BTreeMap<Place, Vec<Answer>>>);

/// What a line does in the folder of a call.
pub fn judge(ctx: &Ctx, project: &ProjectRoot, programs: &Programs, text: &str) -> Arc<Judgement> {
    let judged = ctx.lasting(Judged::default);
    let mut judged = judged.0.lock().unwrap_or_else(PoisonError::into_inner);
    if judged.len() >= MAX_LINES {
        judged.clear();
    }
    let cwd = base(ctx, project);
    let key = (text.to_owned(), project.path().to_owned(), cwd);
    let of_line = judged.entry(key).or_default();
    if let Some((_, known)) = of_line.iter().find(|(known, _)| known == programs) {
        return Arc::clone(known);
    }
    let found = Arc::new(judge_anew(ctx, project, programs, text));
    of_line.push((programs.clone(), Arc::clone(&found)));
    found
}

/// What a line does. What it opens is a change where it is not there yet.
fn judge_anew(ctx: &Ctx, project: &ProjectRoot, programs: &Programs, text: &str) -> Judgement {
    let mut found = command_effects::judge(text, Some(&base(ctx, project)), programs);
    let is_new = |change: &Change| {
        let base = anchored(ctx, project, change.anchor);
        base.is_none_or(|base| !base.join(&change.path).exists())
    };
    let opened = std::mem::take(&mut found.opened);
    found.writes.extend(opened.into_iter().filter(is_new));
    found
}

/// The files that a line changes.
pub fn changed(ctx: &Ctx, project: &ProjectRoot, found: &Judgement) -> Vec<Target> {
    let target = |change: &Change| {
        let command = found.runs.get(change.command);
        let behind_cd = command.is_some_and(|command| !command.other_dirs.is_empty());
        Target { behind_cd, ..Target::of_command(ctx, project, change) }
    };
    found.writes.iter().map(target).collect()
}

/// The files that are named to programs of which nothing is known. To Git a name is
/// what it records, not what it changes.
pub fn named<'c>(
    ctx: &Ctx,
    project: &ProjectRoot,
    commands: &'c [SimpleCommand],
    unknown: &[String],
) -> Vec<Target> {
    let is_unknown = |command: &&SimpleCommand| {
        command.program().is_some_and(|program| {
            let of_it = |call: &String| call.split(' ').next() == Some(program);
            program != "git" && unknown.iter().any(of_it)
        })
    };
    let target = |dir: &WorkingDir, word: &Word| {
        let path = word.text.rsplit('=').next().unwrap_or_default();
        let is_path = word.literal && !path.is_empty() && !path.starts_with('-');
        let path = match dir {
            WorkingDir::Literal(dir) if !path.starts_with(['/', '~']) => format!("{dir}/{path}"),
            WorkingDir::Unchanged | WorkingDir::Literal(_) => path.to_owned(),
            WorkingDir::Unknown => return None,
        };
        is_path.then(|| Target::of_tool(ctx, project, &path))
    };
    let commands = commands.iter().filter(is_unknown);
    let dirs = |command: &'c SimpleCommand| iter::once(&command.dir).chain(&command.other_dirs);
    let words = commands.flat_map(|command| {
        dirs(command).flat_map(|dir| command.args().map(move |word| (dir, word)))
    });
    words.filter_map(|(dir, word)| target(dir, word)).take(MAX_NAMED).collect()
}

/// Whether a program of PowerShell only looks, as its verb says.
pub fn only_looks(cmdlet: &str) -> bool {
    const LOOKING: [&str; 14] = [
        "Get-",
        "Test-",
        "Select-",
        "Measure-",
        "Compare-",
        "Format-",
        "Sort-",
        "Where-",
        "Find-",
        "Resolve-",
        "ConvertTo-",
        "ConvertFrom-",
        "Group-",
        "Write-",
    ];
    LOOKING.iter().any(|verb| cmdlet.starts_with(verb))
}
