//! What the text of a command line tells, and whether its `cd`s succeed.

use std::cell::Cell;
use std::collections::HashMap;
use std::iter;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use command_effects::{Change, Effects, Programs, RiskRule, effects_where};
use hook_runtime::Ctx;
use project_paths::ProjectRoot;
use shell_syntax::{SimpleCommand, Word, WorkingDir};

use crate::target::{Target, anchored, base};

/// So many words of programs of which nothing is known are looked at.
const MAX_NAMED: usize = 64;

/// What a line does. A `cd` is sure to succeed where there is such a folder; behind one that is not, both folders
/// count.
pub fn effects(
    ctx: &Ctx,
    project: &ProjectRoot,
    programs: &Programs,
    rules: &[RiskRule],
    text: &str,
) -> Effects {
    effects_if_entered(ctx, project, programs, rules, text).0
}

/// The same, and whether all `cd`s of the line are sure to succeed: then [`command_effects::effects`]
/// says the same. What one guard of a call has found out, another one does not find out again.
pub fn effects_if_entered(
    ctx: &Ctx,
    project: &ProjectRoot,
    programs: &Programs,
    rules: &[RiskRule],
    text: &str,
) -> (Effects, bool) {
    if ctx.sandbox().is_some() {
        let known = ctx.lasting(Lines::default).known(ctx, project, programs, rules, text);
        return (known.effects.clone(), known.is_sure);
    }
    let mut found = None;
    let known = ctx.shared(|| {
        let (effects, is_sure) = found.insert(read(ctx, project, programs, rules, text));
        Known::new(project, programs, rules, text, (effects.clone(), *is_sure))
    });
    if let Some(found) = found {
        return found;
    }
    if known.is_for(project, programs, rules, text) {
        return (known.effects.clone(), known.is_sure);
    }
    read(ctx, project, programs, rules, text)
}

/// So many lines are kept in a sandbox.
const MAX_LINES: usize = 4096;

/// A line, and the folder in which it is run.
type Place = (String, PathBuf);

/// What the lines of many events do, where no file changes meanwhile.
#[derive(Default)]
struct Lines(Mutex<HashMap<Place, Vec<Arc<Known>>>>);

impl Lines {
    fn known(
        &self,
        ctx: &Ctx,
        project: &ProjectRoot,
        programs: &Programs,
        rules: &[RiskRule],
        text: &str,
    ) -> Arc<Known> {
        let key = (text.to_owned(), base(ctx, project));
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() >= MAX_LINES {
            lines.clear();
        }
        let of_line = lines.entry(key).or_default();
        let is_it = |known: &&Arc<Known>| known.is_for(project, programs, rules, text);
        if let Some(known) = of_line.iter().find(is_it) {
            return Arc::clone(known);
        }
        let found = read(ctx, project, programs, rules, text);
        let known = Known::new(project, programs, rules, text, found);
        let known = Arc::new(Known { rules: Some(rules.to_vec()), ..known });
        of_line.push(Arc::clone(&known));
        known
    }
}

/// What the first guard of a call has found out of its line.
struct Known {
    project: PathBuf,
    programs: Programs,
    text: String,
    /// The rules of that guard, where it is worth while to keep them.
    rules: Option<Vec<RiskRule>>,
    /// Whether one of them was about one of the commands.
    is_ruled: bool,
    effects: Effects,
    is_sure: bool,
}

impl Known {
    fn new(
        project: &ProjectRoot,
        programs: &Programs,
        rules: &[RiskRule],
        text: &str,
        (effects, is_sure): (Effects, bool),
    ) -> Self {
        Self {
            project: project.path().to_owned(),
            programs: programs.clone(),
            text: text.to_owned(),
            is_ruled: rules.iter().any(|rule| rule.is_about_any(&effects)),
            rules: None,
            effects,
            is_sure,
        }
    }

    /// Whether another guard would find out the same.
    fn is_for(
        &self,
        project: &ProjectRoot,
        programs: &Programs,
        rules: &[RiskRule],
        text: &str,
    ) -> bool {
        let is_about = |rule: &RiskRule| rule.is_about_any(&self.effects);
        self.text == text
            && self.project == project.path()
            && self.programs == *programs
            && (self.rules.as_deref() == Some(rules)
                || !self.is_ruled && !rules.iter().any(is_about))
    }
}

fn read(
    ctx: &Ctx,
    project: &ProjectRoot,
    programs: &Programs,
    rules: &[RiskRule],
    text: &str,
) -> (Effects, bool) {
    let (base, all_there) = (base(ctx, project), Cell::new(true));
    let can_enter = |dir: &WorkingDir| {
        let is_there = match dir {
            WorkingDir::Unchanged | WorkingDir::Unknown => true,
            WorkingDir::Literal(path) => base.join(path).is_dir(),
        };
        all_there.set(all_there.get() && is_there);
        is_there
    };
    let mut effects = effects_where(text, programs, rules, &can_enter);
    let makes = !effects.opened.is_empty() && make_opened(ctx, project, &mut effects);
    (effects, all_there.get() && !makes)
}

/// Takes what a line opens for a change where it is not there yet; whether there is such a file.
fn make_opened(ctx: &Ctx, project: &ProjectRoot, effects: &mut Effects) -> bool {
    let is_new = |change: &Change| {
        let base = anchored(ctx, project, change.anchor);
        base.is_none_or(|base| !base.join(&change.path).exists())
    };
    let opened = std::mem::take(&mut effects.opened);
    let before = effects.changes.len();
    effects.changes.extend(opened.into_iter().filter(is_new));
    effects.changes.len() > before
}

/// The files that a line changes.
pub fn changed(ctx: &Ctx, project: &ProjectRoot, effects: &Effects) -> Vec<Target> {
    let target = |change: &Change| {
        let command = effects.commands.get(change.command);
        let behind_cd = command.is_some_and(|command| !command.other_dirs.is_empty());
        Target { behind_cd, ..Target::of_command(ctx, project, change) }
    };
    effects.changes.iter().map(target).collect()
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

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use command_effects::Tier;
    use hook_runtime::Environment;

    use super::*;

    /// What a guard is told of a line where others of the same call have asked before is what it
    /// would find out itself.
    #[test]
    fn what_another_guard_has_found_out_is_what_one_would_find_out() {
        let folder = tempfile::tempdir().unwrap();
        let project = ProjectRoot::at(folder.path());
        let ctx = || {
            let cwd = Some(folder.path().to_owned());
            Ctx::new("a-hook", Environment::Fixed([].into()), SystemTime::UNIX_EPOCH, cwd)
        };
        let rule = |program: &str| {
            let (program, args) = (program.to_owned(), String::new());
            RiskRule { program, args, tier: Tier::Critical }
        };
        let rules = [vec![], vec![rule("gate")], vec![rule("touch")], vec![rule("mkdir")]];
        let lines = ["cd x; touch a", "cd x && mkdir b", "touch a; gate b", "echo 'open", ""];
        let programs = [Programs::default(), Programs::new(["gen value=-o writes=-o"]).unwrap()];
        let asked: Vec<_> = rules
            .iter()
            .flat_map(|rules| lines.iter().map(move |line| (rules, *line)))
            .flat_map(|(rules, line)| programs.iter().map(move |it| (it, rules, line)))
            .collect();
        for (first, first_rules, first_line) in &asked {
            let shared = ctx();
            effects_if_entered(&shared, &project, first, first_rules, first_line);
            for (programs, rules, line) in &asked {
                let found = effects_if_entered(&shared, &project, programs, rules, line);
                let alone = effects_if_entered(&ctx(), &project, programs, rules, line);
                assert_eq!(found, alone, "{line} {rules:?} after {first_line} {first_rules:?}");
            }
        }
    }
}
