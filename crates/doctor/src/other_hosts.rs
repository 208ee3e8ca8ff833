//! Hooks in the files of other hosts: the findings and verdicts there. An entry is run with the events,
//! fields and variables of its host, and its answer is checked against what that host takes.

mod answer;
mod play;

use std::path::{Path, PathBuf};

use hook_installer::{HostEntry, HostFile, Offer};

pub(crate) use play::play;

use crate::facts::Facts;
use crate::finding::Finding;
use crate::input::Given;
use crate::play::Played;
use crate::program::{is_of_this_version, unstartable};
use crate::verdict::{Standing, keeps};

/// What to do about most of it.
pub(crate) fn again(file: &HostFile, hook: &str) -> String {
    let key = file.host.description().setup.map_or("", |setup| setup.key);
    format!("`tacklebox install {hook} --host {key}` installs it again")
}

/// A finding about an entry of a file.
pub(crate) fn about(file: &HostFile, entry: &HostEntry, finding: Finding) -> Finding {
    let hook = entry.hooks.first().map(String::as_str).unwrap_or_default();
    finding.of(hook).in_file(&file.file).on_line(entry.at)
}

/// A file that the host cannot read.
pub(super) fn unreadable(facts: &Facts<'_>) -> Vec<Finding> {
    let told = |file: &HostFile| {
        let why = file.entries.as_ref().err()?;
        let message =
            format!("{} cannot read this file and runs none of its hooks: {why}", file.host.name());
        Some(Finding::error(message).in_file(&file.file).fix("correct the file"))
    };
    facts.hosts.iter().filter_map(told).collect()
}

/// Each program that a file names, with the first entry that does.
fn programs<'f>(facts: &'f Facts<'_>) -> Vec<(&'f HostFile, &'f HostEntry, PathBuf)> {
    let mut found: Vec<(&HostFile, &HostEntry, PathBuf)> = Vec::new();
    for file in &facts.hosts {
        for entry in file.read() {
            let Some(program) = file.program(entry) else { continue };
            let is_new = |(of, _, known): &(&HostFile, _, PathBuf)| {
                of.file != file.file || *known != program
            };
            if found.iter().all(is_new) {
                found.push((file, entry, program));
            }
        }
    }
    found
}

/// A program that the host cannot start.
pub(super) fn not_startable(facts: &Facts<'_>) -> Vec<Finding> {
    let told = |(file, entry, program): (&HostFile, &HostEntry, PathBuf)| {
        let why = unstartable(&program)?;
        let hook = entry.hooks.first().map(String::as_str).unwrap_or_default();
        let finding = Finding::error(format!("{} {why}", program.display()));
        let finding = about(file, entry, finding).fix(again(file, hook));
        let is_ours = !program.exists() || protection::bears_mark(&program);
        Some(if is_ours { finding.fixable() } else { finding })
    };
    programs(facts).into_iter().filter_map(told).collect()
}

/// Another program than this version has.
pub(super) fn of_another_version(facts: &Facts<'_>) -> Vec<Finding> {
    let told = |(file, entry, program): (&HostFile, &HostEntry, PathBuf)| {
        let is_startable = unstartable(&program).is_none();
        if !is_startable || is_of_this_version(facts.given, &program) != Some(false) {
            return None;
        }
        let said = |what: &str| {
            about(file, entry, Finding::warning(format!("{} {what}", program.display())))
        };
        Some(if protection::bears_mark(&program) {
            said("is from another version").fix("`tacklebox update` replaces it").fixable()
        } else {
            let hook = entry.hooks.first().map(String::as_str).unwrap_or_default();
            let fix = format!("move it away; then {}", again(file, hook));
            said("is not a Tacklebox program, or is damaged").fix(fix)
        })
    };
    programs(facts).into_iter().filter_map(told).collect()
}

/// An event on which a hook is not asked, although the host has it.
pub(super) fn events_taken_out(facts: &Facts<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (file, offer) in facts.of_hosts() {
        for event in file.lacks(offer).unwrap_or_default() {
            let hook = &offer.hook;
            let message = format!("{hook} does not run on {event}: its entry is missing");
            let is_deciding = offer.needs.contains(&format!("{} deny", ours(file, &event)));
            let finding =
                if is_deciding { Finding::error(message) } else { Finding::warning(message) };
            found.push(finding.of(hook).in_file(&file.file).fix(again(file, hook)));
        }
    }
    found
}

/// Our name of an event.
fn ours<'a>(file: &HostFile, event: &'a str) -> &'a str {
    file.host.description().our_event(event).unwrap_or(event)
}

/// A host that gives up before the hook does.
pub(super) fn timeout_below_the_deadline(facts: &Facts<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for file in &facts.hosts {
        let short = file.host.description().setup.map_or(&[][..], |setup| setup.short);
        for entry in file.read() {
            let event = ours(file, &entry.event);
            let Some(timeout) = entry.timeout else { continue };
            let late = |hook: &&String| {
                let wanted = facts.wanted(hook, event).and_then(|it| it.timeout);
                let deadline = (facts.given.about)(hook).deadline.as_secs_f64();
                timeout < deadline.min(wanted.unwrap_or(deadline))
            };
            // No entry gets more there.
            let is_bound = short.iter().any(|(name, _)| *name == event);
            let Some(hook) = entry.hooks.iter().find(late).filter(|_| !is_bound) else { continue };
            let deadline = (facts.given.about)(hook).deadline.as_secs();
            let message = format!(
                "{} stops waiting after {timeout} s, but {hook} may take {deadline} s: a later answer \
                 is dropped",
                file.host.name()
            );
            let finding = Finding { check: "timeout", ..Finding::error(message) };
            found.push(about(file, entry, finding).of(hook).fix(again(file, hook)));
        }
    }
    found
}

/// The verdict on each hook on each host.
pub(crate) fn standings(facts: &Facts<'_>, findings: &[Finding], played: &Played) -> Vec<Standing> {
    let stand = |(file, offer): (&HostFile, &Offer)| {
        let row = file.host.description();
        let against = against(facts, findings, file, &offer.hook);
        let first = row.setup.map_or("", |setup| setup.first);
        Standing {
            scopes: vec![file.scope.name().to_owned()],
            ..Standing::new(facts, (Some(row.name), &offer.hook), against, played, first)
        }
    };
    facts.of_hosts().map(stand).collect()
}

/// What keeps a hook from protecting on a host: a finding about it there, or about its configuration.
pub(crate) fn against<'f>(
    facts: &Facts<'_>,
    findings: &'f [Finding],
    file: &HostFile,
    hook: &str,
) -> Option<&'f Finding> {
    let is_of_another = |path: &Path| {
        facts.sources.iter().any(|source| source.file == path)
            || facts.hosts.iter().any(|other| other.file == path && other.file != file.file)
    };
    // An entry has several hooks, and what is wrong with its program is wrong for them all.
    let is_shared = |finding: &Finding| {
        ["program", "played", "host-file"].contains(&finding.check)
            && finding.file.as_deref() == Some(&*file.file)
    };
    findings.iter().find(|finding| {
        keeps(finding)
            && (finding.hook.as_deref() == Some(hook) || is_shared(finding))
            && finding.file.as_deref().is_none_or(|path| !is_of_another(path))
            && !CLAUDES.contains(&finding.check)
    })
}

/// Findings that are about Claude Code's sessions alone.
const CLAUDES: [&str; 3] = ["trust", "unheard", "twice"];

/// What is not of this version among the programs that hosts start, and bears our mark; and others.
pub(crate) fn outdated(given: &Given<'_>, facts: &Facts<'_>) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let programs = programs(facts).into_iter().map(|(_, _, program)| program);
    let mut old: Vec<PathBuf> =
        programs.filter(|it| is_of_this_version(given, it) == Some(false)).collect();
    old.sort();
    old.dedup();
    old.into_iter().partition(|program| protection::bears_mark(program))
}
