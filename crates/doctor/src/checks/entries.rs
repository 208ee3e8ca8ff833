//! Whether the entries of a hook are there, and there once.

use std::collections::BTreeSet;

use hook_installer::{Kind, Scope};

use super::files::is_ours_to_edit;
use crate::facts::{Entered, Facts, wanted};
use crate::finding::Finding;

/// An event for which the hook is made, and for which it is not entered any more.
pub(super) fn events_taken_out(facts: &Facts<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (index, source) in facts.sources.iter().enumerate() {
        for offer in facts.given.offers {
            let here: BTreeSet<&str> = facts
                .of(&offer.hook)
                .filter(|entry| entry.source == index)
                .map(|entry| entry.handler.event.as_str())
                .collect();
            let wanted = wanted(offer);
            let is_asked = |event: &&str| facts.given.host.is_none_or(|host| host.has(event));
            let missing = wanted.iter().map(|handler| handler.event.as_str()).filter(is_asked);
            let missing: Vec<&str> = missing.filter(|event| !here.contains(event)).collect();
            if here.is_empty() || missing.is_empty() {
                continue;
            }
            let (hook, missing) = (&offer.hook, missing.join(", "));
            let finding = Finding::error(format!("{hook} has no entry for {missing}"))
                .of(hook)
                .in_file(&source.file)
                .fix(format!("`tacklebox install {hook}` adds the missing entries"));
            found.push(if is_ours_to_edit(&source.kind) { finding.fixable() } else { finding });
        }
    }
    found
}

/// A hook that a host starts twice over one event.
pub(super) fn twice(facts: &Facts<'_>) -> Vec<Finding> {
    let doubled = |hook: &str| {
        let entries: Vec<&Entered> = facts.of(hook).collect();
        let mut pairs = entries
            .iter()
            .enumerate()
            .flat_map(|(at, one)| entries.iter().skip(at + 1).map(move |other| (*one, *other)));
        let (one, other) = pairs.find(|(one, other)| runs_twice(facts, one, other))?;
        let files = [one, other].map(|entry| facts.file(entry).display().to_string());
        let [one_file, other_file] = files;
        let event = &other.handler.event;
        Some(
            Finding::error(format!("{hook} runs twice on {event}: {one_file} has it too"))
                .of(hook)
                .in_file(other_file.as_ref())
                .on_line(other.handler.position.line)
                .fix(end_of(facts, [one, other], hook)),
        )
    };
    facts.installed().into_iter().filter_map(doubled).collect()
}

/// What ends that one of two entries runs.
fn end_of(facts: &Facts<'_>, entries: [&Entered; 2], hook: &str) -> String {
    let plugin = entries.into_iter().find_map(|entry| match facts.kind(entry)? {
        Kind::Plugin(name) => Some(name),
        _ => None,
    });
    match plugin {
        Some(name) => {
            format!(
                "`tacklebox uninstall {hook}`, or `claude plugin disable {name}`, which disables all of its hooks"
            )
        }
        None => format!("`tacklebox uninstall {hook}` in one of the two scopes"),
    }
}

fn runs_twice(facts: &Facts<'_>, one: &Entered, other: &Entered) -> bool {
    if one.handler.event != other.handler.event || one.handler.is_async != other.handler.is_async {
        return false;
    }
    let in_project = |entry: &Entered| {
        matches!(facts.kind(entry), Some(Kind::Settings(Scope::Project | Scope::Local)))
    };
    let is_one = (one.source == other.source || in_project(one) && in_project(other))
        && one.handler.is_same(&other.handler);
    !is_one
}
