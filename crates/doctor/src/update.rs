//! Replaces installed programs by those of this version, in every scope that names them. A new program
//! has to start first: one that cannot say its version does not replace an old one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use hook_installer::{
    HostFile, InstallError, Kind, LEASE_PROGRAM, Offer, Report, Stopped, file_name, renew,
};

use crate::facts::{Entered, Facts};
use crate::input::Given;
use crate::other_hosts;
use crate::program;
use crate::repair;
use crate::shell;

/// A program to replace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Update {
    /// Where it is.
    pub program: PathBuf,
    /// The installed version, if it says one.
    pub from: Option<String>,
    /// The new version.
    pub to: Option<String>,
}

/// The programs that are not those of this version.
///
/// # Errors
/// When a new program does not start, or is older than what is installed.
pub fn updates(given: &Given<'_>) -> Result<Vec<Update>, InstallError> {
    let facts = Facts::gather(given);
    let mut programs: BTreeSet<PathBuf> = outdated(&facts).ours.into_keys().collect();
    programs.extend(other_hosts::outdated(given, &facts).0);
    let shells = shell::outdated(&facts).into_iter().filter(|it| protection::bears_mark(it));
    let of_shell = |program| Ok(Update { program, from: None, to: Some(program::OURS.to_owned()) });
    let programs = programs.into_iter().map(|program| update(given, program));
    programs.chain(shells.map(of_shell)).collect()
}

/// The programs that have the name of a hook and do not bear our mark: they are somebody else's, or
/// damaged, and stay as they are.
pub fn left_alone(given: &Given<'_>) -> Vec<PathBuf> {
    let facts = Facts::gather(given);
    let mut others: BTreeSet<PathBuf> = outdated(&facts).others.into_keys().collect();
    others.extend(other_hosts::outdated(given, &facts).1);
    others.into_iter().collect()
}

/// The programs that settings name and that do not exist. Only an installation brings them back.
pub fn missing(given: &Given<'_>) -> Vec<PathBuf> {
    let facts = Facts::gather(given);
    let programs = of_settings(&facts).filter_map(|entry| entry.program.clone());
    programs.filter(|program| !program.exists()).collect::<BTreeSet<_>>().into_iter().collect()
}

/// Replaces them, and reports on each scope.
///
/// # Errors
/// When a new program does not start or is older, nothing is changed. When one cannot be written, those
/// before it are replaced. When one in our folder is not ours, all others are replaced.
pub fn carry_out(given: &Given<'_>) -> Result<Vec<Report>, Stopped> {
    let Some(programs) = given.programs else { return Ok(Vec::new()) };
    let facts = Facts::gather(given);
    sweep_all(&facts);
    let outdated = outdated(&facts);
    let (of_hosts, foreign) = other_hosts::outdated(given, &facts);
    for program in outdated.ours.keys().chain(&of_hosts) {
        update(given, program.clone())?;
    }
    let mut reports = Vec::new();
    for program in &of_hosts {
        reports.extend(renewed(given, programs, program)?);
    }
    for (at, source) in facts.sources.iter().enumerate() {
        let Kind::Settings(scope) = source.kind else { continue };
        for entries in repair::by_folder(&facts, at) {
            let is_kept = |entry: &&Entered| names_one_of(entry, &outdated.others);
            let entries: Vec<&Entered> =
                entries.into_iter().filter(|entry| !is_kept(entry)).collect();
            let is_old = entries.iter().any(|entry| names_one_of(entry, &outdated.ours));
            if let Some(place) = repair::place(given, scope, &entries).filter(|_| is_old) {
                reports.push(repair::again(given, &place, &entries, programs)?);
            }
        }
    }
    // What was installed again has brought its shell.
    for program in shell::outdated(&facts).iter().filter(|it| protection::bears_mark(it)) {
        let [name, _] = confine::SHELLS;
        reports.push(renew(programs, &file_name(name), program)?);
    }
    let among = outdated.others.iter().find(|(_, entries)| is_among_ours(&facts, entries));
    let among = among.map(|(program, entries)| {
        let hook = entries.iter().find_map(|entry| entry.hooks.first());
        (program.clone(), hook.cloned().unwrap_or_default())
    });
    let of_host = foreign.into_iter().next().map(|program| (program, "HOOK --host HOST".into()));
    among.or(of_host).map_or(Ok(reports.clone()), |(program, hook)| {
        let reports = Report {
            done: reports.iter().flat_map(|report| report.done.clone()).collect(),
            notes: reports.iter().flat_map(|report| report.notes.clone()).collect(),
        };
        let why = Box::new(InstallError::Refused(format!(
            "{} is not a Tacklebox program, or is damaged; it was left unchanged. Move it away, then run \
             `tacklebox install {hook}`",
            program.display()
        )));
        Err(Stopped { done: reports, why })
    })
}

fn names_one_of(entry: &Entered, programs: &BTreeMap<PathBuf, Vec<&Entered>>) -> bool {
    entry.program.as_ref().is_some_and(|program| programs.contains_key(program))
}

/// Whether a program lies where ours are put if nothing is said.
fn is_among_ours(facts: &Facts<'_>, entries: &[&Entered]) -> bool {
    entries.iter().any(|entry| facts.is_in_its_place(entry))
}

/// Puts a program in the place of the older one, and the servers that lie beside it.
fn renewed(given: &Given<'_>, programs: &Path, program: &Path) -> Result<Vec<Report>, Stopped> {
    let servers = given.offers.iter().filter_map(Offer::server_name);
    let beside = servers
        .chain([LEASE_PROGRAM.to_owned()])
        .map(|server| program.with_file_name(file_name(&server)));
    let is_old = |it: &PathBuf| {
        program::is_of_this_version(given, it) == Some(false) && protection::bears_mark(it)
    };
    let all = [program.to_owned()].into_iter().chain(beside.filter(is_old));
    let put = |it: PathBuf| {
        let name = it.file_name().unwrap_or_default().to_string_lossy().into_owned();
        renew(programs, &name, &it)
    };
    all.map(put).collect()
}

/// Removes what a run that was killed left beside the programs, also where none is replaced now.
fn sweep_all(facts: &Facts<'_>) {
    let programs = of_settings(facts).filter_map(|entry| entry.program.as_deref());
    let of_hosts: Vec<PathBuf> = facts.hosts.iter().flat_map(HostFile::programs).collect();
    let programs = programs.chain(of_hosts.iter().map(PathBuf::as_path));
    let folders: BTreeSet<&Path> = programs.filter_map(Path::parent).collect();
    folders.into_iter().for_each(hook_installer::sweep);
}

/// The entries of ours that a person has in settings.
fn of_settings<'f>(facts: &'f Facts<'_>) -> impl Iterator<Item = &'f Entered> {
    facts.ours().filter(|entry| matches!(facts.kind(entry), Some(Kind::Settings(_))))
}

/// Programs that are not of this version, each with the entries of settings that name it.
struct Outdated<'f> {
    /// Those that bear our mark.
    ours: BTreeMap<PathBuf, Vec<&'f Entered>>,
    /// The others.
    others: BTreeMap<PathBuf, Vec<&'f Entered>>,
}

fn outdated<'f>(facts: &'f Facts<'_>) -> Outdated<'f> {
    let mut outdated: BTreeMap<PathBuf, Vec<&Entered>> = BTreeMap::new();
    for entry in of_settings(facts) {
        if let Some(program) = &entry.program {
            outdated.entry(program.clone()).or_default().push(entry);
        }
    }
    outdated.retain(|program, _| program::is_of_this_version(facts.given, program) == Some(false));
    let (ours, others) =
        outdated.into_iter().partition(|(program, _)| protection::bears_mark(program));
    Outdated { ours, others }
}

/// What would come in the place of a program.
///
/// # Errors
/// When the new program does not start, and when the old one is newer.
fn update(given: &Given<'_>, program: PathBuf) -> Result<Update, InstallError> {
    let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let new = program::of_this_version(given, &name);
    let Some(to) = new.as_deref().and_then(program::said_version) else {
        return Err(InstallError::Refused(format!(
            "kept {}: the new {name} does not start",
            program.display()
        )));
    };
    let from = program::said_version(&program);
    if from.as_deref().and_then(program::numbers) > program::numbers(&to) {
        return Err(InstallError::Refused(format!(
            "{} has version {}, and this is {to}; use `tacklebox install` to go back",
            program.display(),
            from.unwrap_or_default()
        )));
    }
    Ok(Update { program, from, to: Some(to) })
}
