//! `install`, `uninstall`, `rollback` and `managed`, from the arguments to what is told: one code for all
//! programs that have these verbs. Nothing is printed here: what was done is done whether anybody reads it.

mod hosts;

use std::path::{Path, PathBuf};

use crate::args::{HookArgs, InstallArgs, ManagedArgs, RollbackArgs, UninstallArgs, names_no_hook};
use crate::error::InstallError;
use crate::fold::aligned;
use crate::host::HostVersion;
use crate::managed::{DEFAULT_PROGRAMS, Rollout};
use crate::offer::{Choice, Offer};
use crate::place::{Folders, Place};
use crate::plan::Plan;
use crate::report::{Report, Stopped};
use crate::roster::Roster;
use crate::step::Step;
use crate::turn::Turn;
use crate::{program, told};

/// Where programs come from.
pub type Programs<'a> = dyn Fn(Option<&[String]>) -> Result<PathBuf, InstallError> + 'a;

/// Who calls: what there is to install, where the person's folders are, how programs are come by
/// and how a person is asked.
pub struct Caller<'a> {
    /// All hooks.
    pub offers: &'a [Offer],
    /// The folders of whoever installs.
    pub folders: Folders<'a>,
    /// Where the programs of these names are, once this has made them where they have to be made.
    /// `None` asks for the folder alone.
    pub programs: &'a Programs<'a>,
    /// The hooks that a person chooses, where none is named; `None` where nobody can be asked.
    pub ask: &'a dyn Fn(&[Offer]) -> Option<Vec<String>>,
    /// Whether a person wants what these words say; `None` where nobody can be asked.
    pub confirm: &'a dyn Fn(&str) -> Option<bool>,
    /// The version of the client that runs here, where it can be asked.
    pub host: &'a dyn Fn() -> Option<HostVersion>,
    /// Whether a hook is to fail closed in a project.
    pub is_closed: &'a dyn Fn(Option<&Path>, &str) -> bool,
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
    let project = args.project(&folders);
    let folders = Folders { project: project.as_deref(), ..folders };
    let place = args.place(&folders)?;
    let hooks = chosen(caller, args.hooks())?;
    let names = caller.offers.iter().map(|offer| offer.hook.clone());
    let closed: Vec<String> =
        names.filter(|hook| (caller.is_closed)(project.as_deref(), hook)).collect();
    let choice = Choice {
        hooks: &hooks,
        known: caller.offers,
        engine: args.engine(),
        by_hand: args.by_hand(),
        twice: args.twice(),
        form: args.form(),
        closed: &closed,
        host: args.host_version().or_else(caller.host),
    };
    let dir = match args.programs() {
        Some(dir) => dir.to_owned(),
        None => (caller.programs)(None)?,
    };
    let plan = Plan::install(&place, &choice, &dir, &folders)?;
    if args.dry_run() {
        return Ok(plan.to_string());
    }
    if args.programs().is_none() {
        (caller.programs)(Some(&plan.programs()))?;
    }
    make_sure_of(&plan, &dir)?;
    let turn = Turn::take(&place)?;
    let plan = Plan::install(&place, &choice, &dir, &folders)?;
    let report = plan.carry_out_in(Some(&turn))?;
    let told = told::installed(&report, &hooks, &place);
    Ok(if args.diff() { format!("{}{told}", report.diffs()) } else { told })
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
    let place = args.place(&caller.folders)?;
    let hooks = chosen(caller, args.hooks())?;
    if args.dry_run() {
        return Ok(Plan::uninstall(&place, &hooks, caller.offers)?.to_string());
    }
    let turn = Turn::take(&place)?;
    let plan = Plan::uninstall(&place, &hooks, caller.offers)?;
    let there = installed(&place, caller.offers)?;
    let report = plan.carry_out_in(Some(&turn))?;
    let names = hooks.iter().map(|hook| hook.hook.as_str());
    let (taken, absent): (Vec<&str>, Vec<&str>) =
        names.partition(|name| there.iter().any(|hook| hook == name));
    // Who says all names none.
    let absent = if args.hooks().names_all() { Vec::new() } else { absent };
    let told = told::uninstalled(&report, &taken, &absent, &place);
    Ok(if args.diff() { format!("{}{told}", report.diffs()) } else { told })
}

/// Puts an earlier version of settings back, after it has said what that undoes, and says what was
/// done.
///
/// # Errors
/// When nothing was changed, or, with what was done until then, when it had to stop.
pub fn rollback(caller: &Caller<'_>, args: &RollbackArgs) -> Result<String, Stopped> {
    let place = args.place(&caller.folders)?;
    let dir = match args.programs() {
        Some(dir) => dir.to_owned(),
        None => (caller.programs)(None)?,
    };
    let plan = Plan::rollback(&place, args.back(), caller.offers, &dir)?;
    let undone = told::undone(&plan.to_string(), args.back(), &place);
    if args.dry_run() {
        return Ok(undone);
    }
    let is_wanted = args.yes() || (caller.confirm)(&undone).ok_or_else(|| unasked(&undone))?;
    if !is_wanted {
        return Err(InstallError::Refused("nothing was changed".to_owned()).into());
    }
    if args.programs().is_none() && !plan.programs().is_empty() {
        (caller.programs)(Some(&plan.programs()))?;
    }
    make_sure_of(&plan, &dir)?;
    let turn = Turn::take(&place)?;
    let plan = Plan::rollback(&place, args.back(), caller.offers, &dir)?;
    if told::undone(&plan.to_string(), args.back(), &place) != undone {
        let why = "nothing was changed: the settings have become others in the meantime";
        return Err(InstallError::Refused(why.to_owned()).into());
    }
    let report = plan.carry_out_in(Some(&turn))?;
    Ok(told::rolled_back(&report, args.back(), &place))
}

/// Writes what an administrator rolls out, and says where it is.
///
/// # Errors
/// When the folder is in use, a program is missing, or a file cannot be written.
pub fn managed(caller: &Caller<'_>, args: &ManagedArgs) -> Result<String, Stopped> {
    let hooks = args.hooks(caller.offers).map_err(InstallError::from)?;
    let programs = match args.programs() {
        Some(dir) => dir.to_owned(),
        None => (caller.programs)(None)?,
    };
    let target = args.target().unwrap_or(DEFAULT_PROGRAMS);
    let out = args.out();
    let written = Rollout { hooks: &hooks, target, programs: &programs, out }.write()?;
    let lines = written.iter().map(|file| format!("wrote     {}\n", file.display()));
    let page = out.join("README.md");
    let next = format!("next      {} says where each goes\n", page.display());
    Ok(lines.chain([next]).collect())
}

/// Nobody can be asked: what it would undo is said all the same.
fn unasked(undone: &str) -> Stopped {
    let why = "nobody can be asked here: `--yes` does it".to_owned();
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
    hooks.extend(left.filter(|hook| program::is_there(&place.program(hook))));
    Ok(hooks)
}

/// The hooks that are meant: those that are named, else those that a person chooses.
fn chosen(caller: &Caller<'_>, args: &HookArgs) -> Result<Vec<Offer>, InstallError> {
    if let Some(hooks) = args.chosen(caller.offers)? {
        return Ok(hooks);
    }
    let Some(words) = (caller.ask)(caller.offers) else {
        return Err(names_no_hook(caller.offers).into());
    };
    match words.as_slice() {
        [] => Err(InstallError::Refused("no hook was chosen".to_owned())),
        [all] if all == "all" => Ok(caller.offers.to_vec()),
        words => Ok(crate::args::named(words.iter().map(String::as_str), caller.offers)?),
    }
}

/// The hooks to choose from, with a sentence each.
pub fn menu(offers: &[Offer]) -> String {
    let row = |offer: &Offer| vec![offer.hook.clone(), offer.description.clone()];
    aligned(&offers.iter().map(row).collect::<Vec<_>>())
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
    Err(InstallError::Refused(format!("{dir} has no {missing}; --programs names their folder")))
}
