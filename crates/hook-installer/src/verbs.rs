//! `install`, `uninstall`, `rollback` and `managed`, from the arguments to what is told: one code for all
//! programs that have these verbs. Nothing is printed here: what was done is done whether anybody reads it.

mod hosts;
mod servers;

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use claude_settings::ENGINE;

use crate::args::{InstallArgs, ManagedArgs, RollbackArgs, Share, UninstallArgs, names_no_hook};
use crate::error::{InstallError, WrongCall};
use crate::fold::{aligned, folded_rows};
use crate::host::HostVersion;
use crate::offer::{Choice, Confine, Needs, Offer};
use crate::place::{Folders, Place};
use crate::plan::Plan;
use crate::preset::Preset;
use crate::program::file_name;
use crate::report::{Report, Stopped};
use crate::rollout::{DEFAULT_PROGRAMS, Rollout, shell};
use crate::roster::Roster;
use crate::step::Step;
use crate::turn::Turn;
use crate::uninstall::reason_to_stay;
use crate::{duplicates, program, summary, wall};

/// Who calls: what there is to install, where the person's folders are, how programs are come by
/// and how a person is asked.
pub struct Caller<'a> {
    /// All hooks.
    pub offers: &'a [Offer],
    /// The folders of whoever installs.
    pub folders: Folders<'a>,
    /// The folder of the programs, if it is known.
    pub programs: Option<&'a Path>,
    /// The hooks that a person chooses, where none is named; `None` where nobody can be asked.
    pub ask: &'a dyn Fn(&[Offer]) -> Option<Vec<String>>,
    /// Whether a person wants what these words say; `None` where nobody can be asked.
    pub confirm: &'a dyn Fn(&str) -> Option<bool>,
    /// The version of the client that runs here, where it can be asked.
    pub host: &'a dyn Fn() -> Option<HostVersion>,
    /// Whether a hook is to fail closed in a project.
    pub is_closed: &'a dyn Fn(Option<&Path>, &str) -> bool,
    /// How wide the terminal is that shows what is told; `None` folds nothing.
    pub columns: Option<usize>,
    /// Whether a hook writes plans of what commands may write in a project.
    pub is_walled: &'a dyn Fn(Option<&Path>, &str) -> bool,
    /// A variable of the person's environment.
    pub variable: &'a dyn Fn(&str) -> Option<OsString>,
    /// The hooks whose records are in a folder.
    pub recorded: &'a dyn Fn(&Path) -> Vec<Offer>,
    /// Whether the file is there in a project without which a hook does nothing.
    pub is_configured: &'a dyn Fn(Option<&Path>, &str) -> bool,
}

impl Caller<'_> {
    /// What is told, as it fits the terminal.
    fn shown(&self, told: &str, dir: &Path) -> String {
        let path = |dir: &Path| dir.display().to_string();
        let paths: Vec<String> =
            [Some(dir), self.folders.home].into_iter().flatten().map(path).collect();
        match self.columns {
            Some(columns) => summary::shown(told, columns, &paths),
            None => told.to_owned(),
        }
    }

    /// The folder of programs that a person named, else that of the caller.
    fn programs_in(&self, named: Option<&Path>) -> Result<PathBuf, InstallError> {
        named.or(self.programs).map(Path::to_path_buf).ok_or_else(|| {
            InstallError::Refused("the path of this program is unknown; use --programs".to_owned())
        })
    }

    /// The hooks that get the confining shell: those that write plans of what commands may write, and
    /// those of a preset.
    fn walled(&self, project: Option<&Path>, preset: Option<&Preset>) -> Vec<String> {
        let of_preset = |hook: &str| preset.is_some_and(|it| it.confined.contains(&hook));
        let names = self.offers.iter().map(|offer| offer.hook.clone());
        names.filter(|hook| of_preset(hook) || (self.is_walled)(project, hook)).collect()
    }

    /// What comes next: where the shell finds the programs that are now in `programs`, if it does
    /// not yet, then a line for each hook. What comes after a preset is said for all of its hooks.
    fn next(
        &self,
        args: &InstallArgs,
        hooks: &[Offer],
        project: Option<&Path>,
        programs: &Path,
    ) -> Vec<String> {
        let engine = file_name(ENGINE);
        let path = self.folders.path;
        let is_known = summary::finds(path, |dir| dir.join(&engine).is_file());
        let by_engine = is_known || programs.join(&engine).exists();
        let is_found = is_known || summary::finds(path, |dir| dir == programs);
        let line = |hook: &Offer| {
            summary::next(hook, by_engine, (self.is_configured)(project, &hook.hook))
        };
        let lookup = (!is_found).then(|| summary::not_found(programs));
        let told = if args.preset.is_some() { &[] } else { hooks };
        lookup.into_iter().chain(told.iter().map(line)).collect()
    }
}

/// Puts hooks in, and says what was done.
///
/// # Errors
/// When nothing was changed, or, with what was done until then, when it had to stop.
pub fn install(caller: &Caller<'_>, args: &InstallArgs) -> Result<String, Stopped> {
    hosts::install(caller, args)
}

/// The same in Claude Code's settings.
fn install_here(caller: &Caller<'_>, args: &InstallArgs) -> Result<String, Stopped> {
    let folders = caller.folders;
    let project = args.place.project(&folders);
    let folders = Folders { project: project.as_deref(), ..folders };
    let hooks = chosen(caller, args.chosen(caller.offers), caller.offers)?;
    let place = args.place.resolve_for(&hooks, Share::All, &folders)?;
    let dir = caller.programs_in(args.programs.as_deref())?;
    let (hooks, left_out) = servers::that_can_come(hooks, &dir);
    let shell = (caller.variable)("SHELL");
    let wish = args.confine(shell.as_deref());
    let (confine, without) = wall::that_can_come(wish, caller.offers, &dir);
    let walled = caller.walled(project.as_deref(), args.preset);
    let is_needed = hooks.iter().any(|hook| walled.contains(&hook.hook));
    let left_out: Vec<String> = left_out.into_iter().chain(without.filter(|_| is_needed)).collect();
    let names = caller.offers.iter().map(|offer| offer.hook.clone());
    let closed: Vec<String> =
        names.filter(|hook| (caller.is_closed)(project.as_deref(), hook)).collect();
    let exported = (caller.variable)("CLAUDE_CODE_SHELL");
    let choice = Choice {
        hooks: &hooks,
        known: caller.offers,
        engine: args.engine,
        by_hand: args.by_hand(),
        twice: args.twice(),
        form: args.form,
        closed: &closed,
        host: args.host_version.or_else(caller.host),
        confine,
        walled: &walled,
        exported: exported.as_deref().and_then(OsStr::to_str),
    };
    let plan = Plan::install(&place, &choice, &dir, &folders)?.noting(&left_out);
    if args.dry_run {
        return Ok(plan.to_string());
    }
    make_sure_of(&plan, &dir)?;
    let turn = Turn::take(&place)?;
    let plan = Plan::install(&place, &choice, &dir, &folders)?.noting(&left_out);
    let report = plan.carry_out_in(Some(&turn))?;
    let next = caller.next(args, &hooks, project.as_deref(), place.programs());
    let told = summary::installed(&report, &hooks, &next, &(&place).into());
    Ok(caller.shown(&told, place.folder()))
}

/// Takes hooks out, and says what was done.
///
/// # Errors
/// When nothing was changed, or, with what was done until then, when it had to stop.
pub fn uninstall(caller: &Caller<'_>, args: &UninstallArgs) -> Result<String, Stopped> {
    hosts::uninstall(caller, args)
}

/// The same in Claude Code's settings.
fn uninstall_here(caller: &Caller<'_>, args: &UninstallArgs) -> Result<String, Stopped> {
    let wanted = args.hooks.chosen(caller.offers);
    let meant = wanted.as_ref().ok().and_then(Option::as_deref).unwrap_or(caller.offers);
    let place = args.place.resolve_for(meant, Share::Any, &caller.folders)?;
    let there = installed(&place, caller.offers)?;
    let hooks = chosen(caller, wanted, &only(caller.offers, &there))?;
    let project = args.place.project(&caller.folders);
    let folders = Folders { project: project.as_deref(), ..caller.folders };
    let elsewhere = duplicates::elsewhere(&place, &hooks, &folders);
    let is_here = |hook: &Offer| there.contains(&hook.hook);
    // Who says all names none.
    let is_named = !args.hooks.all;
    if is_named && !elsewhere.is_empty() && !hooks.iter().any(is_here) {
        return Err(InstallError::Refused(elsewhere.join("; ")).into());
    }
    let walled = caller.walled(project.as_deref(), None);
    let plan = || Plan::uninstall(&place, &hooks, caller.offers, &walled);
    if args.dry_run {
        return Ok(plan()?.noting(&elsewhere).to_string());
    }
    let turn = Turn::take(&place)?;
    let there = installed(&place, caller.offers)?;
    let plan = plan()?.noting(&elsewhere);
    let report = plan.carry_out_in(Some(&turn))?;
    let names = hooks.iter().map(|hook| hook.hook.as_str());
    let (taken, absent): (Vec<&str>, Vec<&str>) =
        names.partition(|name| there.iter().any(|hook| hook == name));
    let absent = if is_named { absent } else { Vec::new() };
    let told = summary::uninstalled(&report, &taken, &absent, &(&place).into());
    Ok(caller.shown(&told, place.folder()))
}

/// Puts an earlier version of settings back, after it has said what that undoes, and says what was
/// done.
///
/// # Errors
/// When nothing was changed, or, with what was done until then, when it had to stop.
pub fn rollback(caller: &Caller<'_>, args: &RollbackArgs) -> Result<String, Stopped> {
    hosts::rollback(caller, args)
}

/// The same in Claude Code's settings.
fn rollback_here(caller: &Caller<'_>, args: &RollbackArgs) -> Result<String, Stopped> {
    let place = args.place.resolve(&caller.folders)?;
    let back = args.back.into();
    let dir = caller.programs_in(args.programs.as_deref())?;
    let walled = caller.walled(args.place.project(&caller.folders).as_deref(), None);
    let shell = (caller.variable)("SHELL");
    let mut known = caller.offers.to_vec();
    let retired = (caller.recorded)(&place.backups());
    let is_new = |hook: &Offer| caller.offers.iter().all(|known| known.hook != hook.hook);
    known.extend(retired.into_iter().filter(is_new));
    let confine = Confine::with(shell.as_deref());
    let needs = Needs { known: &known, walled: &walled, confine };
    let plan = Plan::rollback(&place, back, &needs, &dir)?;
    let file = place.settings();
    let undone = summary::undone(&plan.to_string(), back, &file);
    if args.dry_run {
        return Ok(undone);
    }
    confirm_undoing(caller, args, &undone)?;
    make_sure_of(&plan, &dir)?;
    let turn = Turn::take(&place)?;
    let plan = Plan::rollback(&place, back, &needs, &dir)?;
    refuse_others(&undone, &summary::undone(&plan.to_string(), back, &file))?;
    let report = plan.carry_out_in(Some(&turn))?;
    let told = summary::rolled_back(&report, back, &(&place).into(), "");
    Ok(caller.shown(&told, place.folder()))
}

/// Fails if no person wants what is undone.
fn confirm_undoing(caller: &Caller<'_>, args: &RollbackArgs, undone: &str) -> Result<(), Stopped> {
    let is_wanted = args.yes || (caller.confirm)(undone).ok_or_else(|| unasked(undone))?;
    if !is_wanted {
        return Err(InstallError::Declined.into());
    }
    Ok(())
}

/// Fails where a plan that is made anew is not what a person was shown.
fn refuse_others(shown: &str, now: &str) -> Result<(), InstallError> {
    if shown == now {
        return Ok(());
    }
    let why = "nothing was changed: the settings changed in the meantime";
    Err(InstallError::Refused(why.to_owned()))
}

/// Writes what an administrator rolls out, and says where it is.
///
/// # Errors
/// When the folder is in use, a program is missing, or a file cannot be written.
pub fn managed(caller: &Caller<'_>, args: &ManagedArgs) -> Result<String, Stopped> {
    let hooks = args.hooks(caller.offers).map_err(InstallError::from)?;
    let programs = caller.programs_in(args.programs.as_deref())?;
    let target = args.bin_dir.as_deref().unwrap_or(DEFAULT_PROGRAMS);
    let out = args.out.as_path();
    let (shell, without) = shell(args.confine(), &hooks, target, &programs);
    let written = Rollout { hooks: &hooks, target, programs: &programs, out, shell }.write()?;
    let lines = written.iter().map(|file| format!("wrote     {}\n", file.display()));
    let page = out.join("README.md");
    let next = format!("next      {} says where each goes\n", page.display());
    let note = without.map(|note| format!("{note}\n"));
    Ok(lines.chain(note).chain([next]).collect())
}

/// Nobody can be asked: what it would undo is said all the same.
fn unasked(undone: &str) -> Stopped {
    let why = "there is no terminal to ask on; use `--yes`".to_owned();
    let notes = undone.lines().map(str::to_owned).collect();
    let done = Report { done: Vec::new(), notes };
    Stopped { done, why: Box::new(InstallError::Refused(why)) }
}

/// The hooks that a place has: its settings start them, or their programs are there.
fn installed(place: &Place, known: &[Offer]) -> Result<Vec<String>, InstallError> {
    let roster = Roster::read(place, known.iter())?;
    let mut hooks: Vec<String> =
        roster.with(&[]).into_iter().map(|fragment| fragment.hook().to_owned()).collect();
    let left = known.iter().map(|offer| offer.hook.clone());
    let is_ours = |hook: &String| {
        let program = place.program(hook);
        program::is_there(&program) && program::reason_to_keep(&program).is_none()
    };
    for hook in left.filter(is_ours) {
        // What other settings name is theirs.
        if reason_to_stay(place, &place.command(&hook)?)?.is_none() {
            hooks.push(hook);
        }
    }
    Ok(hooks)
}

/// The hooks of these names.
fn only(known: &[Offer], names: &[String]) -> Vec<Offer> {
    known.iter().filter(|hook| names.contains(&hook.hook)).cloned().collect()
}

/// The hooks that are meant: those that are `named`, else those of `there` that a person chooses.
fn chosen(
    caller: &Caller<'_>,
    named: Result<Option<Vec<Offer>>, WrongCall>,
    there: &[Offer],
) -> Result<Vec<Offer>, InstallError> {
    if let Some(hooks) = named? {
        return Ok(hooks);
    }
    if there.is_empty() {
        return Err(names_no_hook(caller.offers).into());
    }
    let Some(words) = (caller.ask)(there) else {
        return Err(names_no_hook(caller.offers).into());
    };
    let by_number = |word: &String| {
        let at = word.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        at.and_then(|at| there.get(at)).map(|offer| offer.hook.clone())
    };
    match words.as_slice() {
        [] => Err(InstallError::Declined),
        [all] if all == "all" => Ok(there.to_vec()),
        words => {
            let words: Vec<String> =
                words.iter().map(|word| by_number(word).unwrap_or_else(|| word.clone())).collect();
            Ok(crate::args::named(words.iter().map(String::as_str), caller.offers)?)
        }
    }
}

/// The hooks to choose from, each with its number and a sentence, in a terminal of so many columns.
pub fn menu(offers: &[Offer], columns: usize) -> String {
    let row = |(offer, number): (&Offer, usize)| {
        vec![number.to_string(), offer.hook.clone(), offer.description.clone()]
    };
    folded_rows(&aligned(&offers.iter().zip(1..).map(row).collect::<Vec<_>>()), columns)
}

/// The words of an answer, with blanks or commas between them.
pub fn answered(answer: &str) -> Vec<String> {
    let words = answer.split([' ', ',', '\t', '\r', '\n']).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// Fails where a folder has not all programs of a plan.
///
/// # Errors
/// Names those that are missing.
pub fn make_sure_of(plan: &Plan, dir: &Path) -> Result<(), InstallError> {
    let missing = plan.steps().iter().filter_map(|step| match step {
        Step::Put { name, from, stand_in, .. } => {
            let is_there = from.is_file() || stand_in.as_ref().is_some_and(|it| it.is_file());
            (!is_there).then_some(name.as_str())
        }
        _ => None,
    });
    let missing: Vec<&str> = missing.collect();
    if missing.is_empty() {
        return Ok(());
    }
    let (dir, missing) = (dir.display(), missing.join(", "));
    Err(InstallError::Refused(format!(
        "{dir} has no {missing}; use --programs to name another folder"
    )))
}
