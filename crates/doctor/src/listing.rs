//! `list`: a line for every known hook and each scope that has it.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;

use hook_installer::{HostFile, Offer, aligned};
use serde::Serialize;

use crate::checks;
use crate::facts::{Entered, Facts};
use crate::finding::{Finding, Severity};
use crate::input::Given;
use crate::other_hosts;
use crate::program::{self, OURS, is_of_this_version, said_version};
use crate::verdict::keeps;

/// What `list --json` prints.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Listing {
    /// The version of this shape.
    pub version: u32,
    /// The hooks by name, once for each scope.
    pub hooks: Vec<Listed>,
}

/// One hook in one scope.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Listed {
    /// The hook.
    pub hook: String,
    /// The host that starts it, if that is not Claude Code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<&'static str>,
    /// The settings that contain it; `None` if it is not installed.
    pub scope: Option<String>,
    /// Whether it protects, as far as files show; `None` if it is not installed.
    pub protects: Option<bool>,
    /// The version of its program.
    pub program: Option<String>,
    /// Why it does not protect, otherwise what it is for.
    pub because: String,
}

/// Lists them without changing anything. A program from another version is run with `--version`, but only
/// if it is in the folder where ours are installed.
pub fn list(given: &Given<'_>) -> Listing {
    let facts = Facts::gather(given);
    let findings = checks::findings(&facts);
    let hooks = given.offers.iter().flat_map(|offer| of_hook(&facts, &findings, offer)).collect();
    Listing { version: 1, hooks }
}

/// The installed hooks of which no program can start.
pub fn unstartable(given: &Given<'_>) -> BTreeSet<String> {
    let facts = Facts::gather(given);
    let is_broken = |entry: &Entered| {
        entry.program.as_deref().is_some_and(|it| program::unstartable(it).is_some())
    };
    let installed = facts.installed().into_iter();
    let broken = installed.filter(|hook| {
        let mut entries = facts.of(hook).peekable();
        entries.peek().is_some() && entries.all(is_broken)
    });
    broken.map(str::to_owned).collect()
}

fn of_hook(facts: &Facts<'_>, findings: &[Finding], offer: &Offer) -> Vec<Listed> {
    let sources = facts.sources.iter().enumerate();
    let named = sources.filter(|(at, source)| {
        facts.of(&offer.hook).any(|entry| entry.source == *at)
            || facts.installed().contains(offer.hook.as_str())
                && facts.is_dropped(*at)
                && source.settings().contains(&offer.hook)
    });
    let mut here: Vec<Listed> = named
        .map(|(at, source)| {
            let entry = facts.of(&offer.hook).find(|entry| entry.source == at);
            let against = findings
                .iter()
                .find(|finding| keeps(finding) && is_about(facts, finding, &offer.hook, at));
            Listed {
                hook: offer.hook.clone(),
                host: None,
                scope: Some(source.kind.to_string()),
                protects: Some(against.is_none()),
                program: entry.and_then(|entry| program_version(facts, entry)),
                because: against
                    .map_or_else(|| offer.description.clone(), |finding| finding.message.clone()),
            }
        })
        .collect();
    let elsewhere = facts.of_hosts().filter(|(_, of)| of.hook == offer.hook);
    here.extend(elsewhere.map(|(file, _)| of_host(facts, findings, file, offer)));
    if !here.is_empty() {
        return here;
    }
    vec![Listed {
        hook: offer.hook.clone(),
        host: None,
        scope: None,
        protects: None,
        program: None,
        because: offer.description.clone(),
    }]
}

/// The same hook as another host has it.
fn of_host(facts: &Facts<'_>, findings: &[Finding], file: &HostFile, offer: &Offer) -> Listed {
    let against = other_hosts::against(facts, findings, file, &offer.hook);
    let mut its = file.read().iter().filter(|entry| entry.hooks.contains(&offer.hook));
    let program = its.find_map(|entry| file.program(entry));
    Listed {
        hook: offer.hook.clone(),
        host: Some(file.host.name()),
        scope: Some(file.scope.name().to_owned()),
        protects: Some(against.is_none()),
        program: program.and_then(|program| version_of(facts, &program, true)),
        because: against
            .map_or_else(|| offer.description.clone(), |finding| finding.message.clone()),
    }
}

/// Whether a finding is about a hook as this file has it.
fn is_about(facts: &Facts<'_>, finding: &Finding, hook: &str, source: usize) -> bool {
    let is_its_hook = finding.hook.as_deref().is_none_or(|it| it == hook);
    let of_file =
        |file: &std::path::PathBuf| facts.sources.iter().position(|source| source.file == *file);
    let place = finding.file.as_ref().and_then(of_file);
    let is_of_all = finding.hook.is_some() || finding.severity == Severity::Error;
    is_its_hook && (place.is_none() && is_of_all || place == Some(source))
}

fn program_version(facts: &Facts<'_>, entry: &Entered) -> Option<String> {
    version_of(facts, entry.program.as_deref()?, facts.is_in_its_place(entry))
}

/// The version of a program, which is asked for it where it is ours to ask.
fn version_of(facts: &Facts<'_>, program: &Path, is_in_its_place: bool) -> Option<String> {
    if is_of_this_version(facts.given, program) == Some(true) {
        return Some(OURS.to_owned());
    }
    is_in_its_place.then(|| said_version(program))?
}

/// A line each, aligned.
impl fmt::Display for Listing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |listed: &Listed| {
            let state = match listed.protects {
                None => "not installed",
                Some(true) => "installed",
                Some(false) => "NOT PROTECTING",
            };
            let or_none = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
            let program = or_none(&listed.program);
            let scope = match listed.host {
                Some(host) => format!("{host}, {}", or_none(&listed.scope)),
                None => or_none(&listed.scope),
            };
            vec![listed.hook.clone(), state.to_owned(), scope, program, listed.because.clone()]
        };
        f.write_str(&aligned(&self.hooks.iter().map(row).collect::<Vec<_>>()))
    }
}
