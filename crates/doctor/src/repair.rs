//! `--fix`: installs again what is broken.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use hook_installer::{
    ByHand, Choice, Confine, Engine, FormWish, Kind, Offer, Place, Plan, Report, Scope, Stopped,
    Turn, Twice, renew,
};

use crate::examination::Examination;
use crate::facts::{Entered, Facts};
use crate::finding::Finding;
use crate::input::Given;

/// Fixes what is fixable, file by file, with the programs of this version.
///
/// # Errors
/// When one could not be fixed; those before it are.
pub fn repair(given: &Given<'_>, examined: &Examination) -> Result<Vec<Report>, Stopped> {
    let Some(programs) = given.programs else { return Ok(Vec::new()) };
    let facts = Facts::gather(given);
    let fixable = examined.findings.iter().filter(|finding| finding.fixable);
    let files: BTreeSet<&Path> =
        fixable.filter_map(|finding: &Finding| finding.file.as_deref()).collect();
    let mut reports = Vec::new();
    for (index, source) in facts.sources.iter().enumerate() {
        let Kind::Settings(scope) = source.kind else { continue };
        if files.contains(source.file.as_path()) {
            for entries in by_folder(&facts, index) {
                if let Some(place) = place(given, scope, &entries) {
                    reports.push(again(given, &place, &entries, programs)?);
                }
            }
        }
    }
    for file in facts.hosts.iter().filter(|file| files.contains(file.file.as_path())) {
        for program in file.programs() {
            let is_ours = !program.exists() || protection::bears_mark(&program);
            if let Some(name) = program.file_name().filter(|_| is_ours) {
                reports.push(renew(programs, &name.to_string_lossy(), &program)?);
            }
        }
    }
    Ok(reports)
}

/// The entries of one file that start programs of ours, those of one folder together: what was
/// installed elsewhere stays there.
pub(crate) fn by_folder<'f>(facts: &'f Facts<'_>, source: usize) -> Vec<Vec<&'f Entered>> {
    let mut folders: BTreeMap<&Path, Vec<&Entered>> = BTreeMap::new();
    let is_mended = |entry: &&Entered| {
        entry.source == source && !facts.is_foreign(entry) && !entry.is_renamed()
    };
    let here = facts.ours().filter(is_mended);
    for entry in here {
        if let Some(folder) = entry.program.as_deref().and_then(Path::parent) {
            folders.entry(folder).or_default().push(entry);
        }
    }
    folders.into_values().collect()
}

pub(crate) fn again(
    given: &Given<'_>,
    place: &Place,
    entries: &[&Entered],
    programs: &Path,
) -> Result<Report, Stopped> {
    let is_here = |offer: &&Offer| entries.iter().any(|entry| entry.hooks.contains(&offer.hook));
    let hooks: Vec<Offer> = given.offers.iter().filter(is_here).cloned().collect();
    let is_engine = |entry: &&Entered| {
        entry.program.as_deref().and_then(Path::file_stem).is_some_and(|name| name == "tacklebox")
    };
    let engine = if entries.iter().any(is_engine) { Engine::On } else { Engine::Off };
    let is_shell = entries.iter().any(|entry| entry.handler.args.is_none());
    let names = given.offers.iter().map(|offer| offer.hook.clone());
    let closed: Vec<String> = names.filter(|hook| (given.about)(hook).is_closed).collect();
    let choice = Choice {
        hooks: &hooks,
        known: given.offers,
        engine,
        by_hand: ByHand::Stays,
        twice: Twice::Allowed,
        form: if is_shell { FormWish::Shell } else { FormWish::Exec },
        closed: &closed,
        host: given.host,
        confine: Confine::AsBefore,
        walled: &[],
        exported: None,
    };
    let turn = Turn::take(place)?;
    Plan::install(place, &choice, programs, &given.folders)?.carry_out_in(Some(&turn))
}

/// The place of a settings file, with the folder that its programs are in.
pub(crate) fn place(given: &Given<'_>, scope: Scope, entries: &[&Entered]) -> Option<Place> {
    let place = match scope {
        Scope::User => Place::of_person(&given.folders.of_host()?),
        Scope::Project | Scope::Local => Place::of(scope, given.project),
    };
    let folder = entries.iter().find_map(|entry| entry.program.as_deref()?.parent())?;
    Some(if folder == place.programs() { place } else { place.with_programs_in(folder.to_owned()) })
}
