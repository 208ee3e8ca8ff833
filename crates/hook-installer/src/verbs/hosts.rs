//! `install --host`, `uninstall --host` and `rollback --host`, from the arguments to what is told.

use std::env::split_paths;
use std::path::Path;

use hook_protocol::Host;

use super::{
    Caller, chosen, confirm_undoing, install_here, make_sure_of, only, refuse_others,
    rollback_here, servers, uninstall_here,
};
use crate::args::{InstallArgs, PlaceArgs, RollbackArgs, UninstallArgs};
use crate::error::InstallError;
use crate::other_hosts::plan::{self, Chosen};
use crate::other_hosts::{HostArgs, HostPlace, Wish, hooks_in, others};
use crate::place::Folders;
use crate::plan::Plan;
use crate::program::file_name;
use crate::report::Stopped;
use crate::{files, summary};

/// Puts hooks into the file of each host that is meant.
///
/// # Errors
/// At the first host where it cannot be done; what was done at those before it is said as well.
pub(crate) fn install(caller: &Caller<'_>, args: &InstallArgs) -> Result<String, Stopped> {
    let project = args.place.project(&caller.folders);
    let wishes = hosts(caller, &args.hosts, project.as_deref(), !args.dry_run)?;
    each(wishes, |wish| match wish {
        Meant::Claude => install_here(caller, args),
        Meant::Other(host) => install_on(caller, args, host, project.as_deref()),
    })
}

fn install_on(
    caller: &Caller<'_>,
    args: &InstallArgs,
    host: Host,
    project: Option<&Path>,
) -> Result<String, Stopped> {
    args.refuse_claudes().map_err(InstallError::from)?;
    let folders = Folders { project, ..caller.folders };
    let place = place(host, &args.place, &folders)?;
    let (hooks, refusals) =
        plan::sifted(&place, chosen(caller, args.chosen(caller.offers), caller.offers)?)?;
    let (foreign, hooks): (Vec<_>, Vec<_>) =
        hooks.into_iter().partition(|hook| hook.record.is_some());
    if let Some(hook) = foreign.first().filter(|_| args.names_each()) {
        let words = format!("{} has a manifest: only Claude Code can start it", hook.hook);
        return Err(InstallError::Refused(words).into());
    }
    if let Some(refusal) = refusals.first().filter(|_| args.names_each()) {
        return Err(InstallError::Refused(refusal.clone()).into());
    }
    let names = hooks.iter().map(|offer| offer.hook.clone());
    let closed: Vec<String> = names.filter(|hook| (caller.is_closed)(project, hook)).collect();
    let dir = caller.programs_in(args.programs.as_deref())?;
    let (hooks, without) = servers::that_can_come(hooks, &dir);
    let choice =
        Chosen { hooks: &hooks, known: caller.offers, twice: args.twice(), closed: &closed };
    let plan = plan::install(&place, &choice, &dir, &folders)?.noting(&without);
    if args.dry_run {
        return Ok(plan.to_string());
    }
    make_sure_of(&plan, &dir)?;
    let report = plan.carry_out()?;
    let left_out = refusals.iter().map(|refusal| format!("left out  {refusal}\n"));
    let left_out: String = left_out.collect();
    let next = caller.next(args, &hooks, project, &place.bin);
    let told = summary::installed(&report, &hooks, &next, &(&place).into()) + &left_out;
    Ok(caller.shown(&told, place.dir()))
}

/// Takes hooks out of the file of each host that is meant.
///
/// # Errors
/// As [`install`].
pub(crate) fn uninstall(caller: &Caller<'_>, args: &UninstallArgs) -> Result<String, Stopped> {
    let project = args.place.project(&caller.folders);
    let wishes = hosts(caller, &args.hosts, project.as_deref(), !args.dry_run)?;
    each(wishes, |wish| match wish {
        Meant::Claude => uninstall_here(caller, args),
        Meant::Other(host) => uninstall_on(caller, args, host, project.as_deref()),
    })
}

fn uninstall_on(
    caller: &Caller<'_>,
    args: &UninstallArgs,
    host: Host,
    project: Option<&Path>,
) -> Result<String, Stopped> {
    let folders = Folders { project, ..caller.folders };
    let place = place(host, &args.place, &folders)?;
    let text = files::read(&place.file)?.unwrap_or_default();
    let there = hooks_in(&place, &text).unwrap_or_default();
    let hooks = chosen(caller, args.hooks.chosen(caller.offers), &only(caller.offers, &there))?;
    let plan = plan::uninstall(&place, &hooks, caller.offers, &folders)?;
    if args.dry_run {
        return Ok(plan.to_string());
    }
    let report = plan.carry_out()?;
    let names = hooks.iter().map(|hook| hook.hook.as_str());
    let taken: Vec<&str> = names.filter(|name| there.iter().any(|hook| hook == name)).collect();
    let told = summary::uninstalled(&report, &taken, &[], &(&place).into());
    Ok(caller.shown(&told, place.dir()))
}

/// Puts an earlier version of the file of each host that is meant back.
///
/// # Errors
/// As [`install`].
pub(crate) fn rollback(caller: &Caller<'_>, args: &RollbackArgs) -> Result<String, Stopped> {
    let project = args.place.project(&caller.folders);
    let wishes = hosts(caller, &args.hosts, project.as_deref(), !args.dry_run && !args.yes)?;
    each(wishes, |wish| match wish {
        Meant::Claude => rollback_here(caller, args),
        Meant::Other(host) => rollback_on(caller, args, host, project.as_deref()),
    })
}

fn rollback_on(
    caller: &Caller<'_>,
    args: &RollbackArgs,
    host: Host,
    project: Option<&Path>,
) -> Result<String, Stopped> {
    let folders = Folders { project, ..caller.folders };
    let place = place(host, &args.place, &folders)?;
    let dir = caller.programs_in(args.programs.as_deref())?;
    let back = args.back.into();
    let plan = || plan::rollback(&place, back, caller.offers, (&dir, &folders));
    let undone = |plan: &Plan| summary::undone(&plan.to_string(), back, &place.file);
    let first = plan()?;
    let shown = undone(&first);
    if args.dry_run {
        return Ok(shown);
    }
    confirm_undoing(caller, args, &shown)?;
    make_sure_of(&first, &dir)?;
    let now = plan()?;
    refuse_others(&shown, &undone(&now))?;
    let report = now.carry_out()?;
    let more = format!(" --host {}", place.setup.key);
    let told = summary::rolled_back(&report, back, &(&place).into(), &more);
    Ok(caller.shown(&told, place.dir()))
}

/// A host that is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meant {
    Claude,
    Other(Host),
}

/// The hosts that are meant; those that are found only where a person wants them.
fn hosts(
    caller: &Caller<'_>,
    args: &HostArgs,
    project: Option<&Path>,
    asks: bool,
) -> Result<Vec<Meant>, Stopped> {
    let mut hosts = Vec::new();
    for wish in args.wishes() {
        match wish {
            Wish::Claude => hosts.push(Meant::Claude),
            Wish::Other(host) => hosts.push(Meant::Other(host)),
            Wish::Auto => {
                let found = found(&caller.folders, project);
                let words = words(&found)?;
                let is_wanted = match asks.then(|| (caller.confirm)(&words)) {
                    None => true,
                    Some(answer) => answer.ok_or_else(|| unasked(&words, &found))?,
                };
                if !is_wanted {
                    return Err(InstallError::Declined.into());
                }
                hosts.extend(found.into_iter().map(|(host, _)| host));
            }
        }
    }
    let mut once: Vec<Meant> = Vec::new();
    for host in hosts {
        if !once.contains(&host) {
            once.push(host);
        }
    }
    Ok(once)
}

/// The hosts that this machine or this project has, and by what each was found.
fn found(folders: &Folders<'_>, project: Option<&Path>) -> Vec<(Meant, String)> {
    let claude = [project.map(|it| it.join(".claude")), folders.of_host()];
    let of_claude = by(claude.into_iter().flatten().collect(), "claude", folders);
    let mut found: Vec<_> = of_claude.map(|how| (Meant::Claude, how)).into_iter().collect();
    for (host, _) in others() {
        let Some(setup) = host.description().setup else { continue };
        let in_project = || {
            let file = project?.join(setup.in_project?);
            // A folder that other things have too says nothing: `.github`.
            let dir = file.parent()?;
            Some(dir.to_owned())
        };
        let places = in_project().into_iter().chain(folders.of_other(host)).collect();
        let how = by(places, setup.program, folders);
        found.extend(how.map(|how| (Meant::Other(host), how)));
    }
    found
}

fn by(places: Vec<std::path::PathBuf>, program: &str, folders: &Folders<'_>) -> Option<String> {
    let there = places.into_iter().find(|place| place.exists());
    let on_path = || {
        let mut dirs = folders.path.into_iter().flat_map(split_paths);
        dirs.find_map(|dir| Some(dir.join(file_name(program))).filter(|it| it.is_file()))
    };
    there.or_else(on_path).map(|place| place.display().to_string())
}

/// What was found, in words.
fn words(found: &[(Meant, String)]) -> Result<String, InstallError> {
    if found.is_empty() {
        let reason = "no agent host was found by its folder or its program; name one, such as \
                      `--host codex`";
        return Err(InstallError::Refused(reason.to_owned()));
    }
    let line = |(host, how): &(Meant, String)| format!("found     {}: {how}\n", name(*host));
    Ok(found.iter().map(line).collect())
}

fn name(host: Meant) -> &'static str {
    match host {
        Meant::Claude => Host::ClaudeCode.name(),
        Meant::Other(host) => host.name(),
    }
}

fn key(host: Meant) -> &'static str {
    match host {
        Meant::Claude => "claude",
        Meant::Other(host) => host.description().setup.map_or("", |setup| setup.key),
    }
}

/// Nobody can be asked: what was found is said all the same.
fn unasked(words: &str, found: &[(Meant, String)]) -> Stopped {
    let keys: Vec<&str> = found.iter().map(|(host, _)| key(*host)).collect();
    let why = format!("there is no terminal to ask on; use `--host {}`", keys.join(","));
    let mut stopped = Stopped::from(InstallError::Refused(why));
    stopped.done.notes = words.lines().map(str::to_owned).collect();
    stopped
}

fn place(host: Host, args: &PlaceArgs, folders: &Folders<'_>) -> Result<HostPlace, InstallError> {
    if args.names_programs() {
        let reason = "--bin-dir applies only to Claude Code; other hosts start the program in .tacklebox/bin";
        return Err(InstallError::Refused(reason.to_owned()));
    }
    let project = args.existing_project(folders)?;
    HostPlace::of(host, args.scope_on_host(), project.as_deref(), folders)
}

/// Does it for one after the other. What was said of those before goes with what stops it.
fn each(
    hosts: Vec<Meant>,
    mut act: impl FnMut(Meant) -> Result<String, Stopped>,
) -> Result<String, Stopped> {
    let mut told = String::new();
    for host in hosts {
        match act(host) {
            Ok(words) => told.push_str(&words),
            Err(mut stopped) => {
                let before = told.lines().map(str::to_owned);
                stopped.done.notes = before.chain(stopped.done.notes).collect();
                return Err(stopped);
            }
        }
    }
    Ok(told)
}
