//! Fields of an entry that change what comes of it.

use std::collections::BTreeSet;

use hook_installer::HostVersion;

use super::files::is_ours_to_edit;
use crate::facts::{Entered, Facts};
use crate::finding::Finding;

/// The events on which a guard denies.
const GUARDED: [&str; 2] = ["PreToolUse", "PreSkillShellCommand"];

/// `async` on what decides: the host goes on before the hook has said anything.
pub(super) fn not_waited_for(facts: &Facts<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for entry in facts.ours().filter(|entry| entry.handler.is_async) {
        for hook in &entry.hooks {
            let wanted = facts.wanted(hook, &entry.handler.event);
            if wanted.is_some_and(|wanted| !wanted.is_async) {
                let event = &entry.handler.event;
                let message =
                    format!("{hook} is async on {event}: the host does not wait for its decision");
                let finding = placed(facts, entry, Finding::error(message)).of(hook);
                found.push(finding.fix("remove `async` from the entry"));
            }
        }
    }
    found
}

/// `if` on a guard, which then does not see every call.
pub(super) fn condition(facts: &Facts<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for entry in facts.ours() {
        let event = &entry.handler.event;
        let Some(rule) = entry.handler.rule.as_deref().filter(|rule| !rule.is_empty()) else {
            continue;
        };
        found.extend(entry.hooks.iter().filter(|hook| facts.decides(hook, event)).map(|hook| {
            let message = format!("because of `if`, {hook} sees only `{rule}` on {event}");
            let finding = placed(facts, entry, Finding::warning(message)).of(hook);
            finding.fix("remove `if` from the entry")
        }));
    }
    found
}

/// A host that gives up before the hook does.
pub(super) fn timeout_below_the_deadline(facts: &Facts<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for entry in facts.ours() {
        let Some(timeout) = entry.handler.timeout else { continue };
        let late = |hook: &&String| {
            let wanted = facts.wanted(hook, &entry.handler.event).and_then(|it| it.timeout);
            let deadline = (facts.given.about)(hook).deadline.as_secs_f64();
            timeout < deadline.min(wanted.unwrap_or(deadline))
        };
        for hook in entry.hooks.iter().filter(late) {
            let deadline = (facts.given.about)(hook).deadline.as_secs();
            let message = format!(
                "the host stops waiting after {timeout} s, but {hook} may take {deadline} s: a later \
                 answer is dropped"
            );
            let finding = placed(facts, entry, Finding::error(message)).of(hook);
            found.push(
                finding.fix(format!(
                    "run `tacklebox install {hook} --reset`, or set a longer `timeout`"
                )),
            );
        }
    }
    once_a_file(found)
}

/// A hook that is to fail closed, and a client that is not told so.
pub(super) fn failure_that_passes(facts: &Facts<'_>) -> Vec<Finding> {
    let host = facts.given.host;
    if host.is_none_or(|host| host < HostVersion::FIRST_WITH_ON_FAILURE) {
        return Vec::new();
    }
    let passes = |entry: &&Entered| {
        let handler = &entry.handler;
        GUARDED.contains(&handler.event.as_str()) && handler.on_failure.as_deref() != Some("block")
    };
    let mut found = Vec::new();
    for entry in facts.ours().filter(passes) {
        for hook in entry.hooks.iter().filter(|hook| (facts.given.about)(hook).is_closed) {
            let message = format!(
                "{hook} is set to fail closed, but its entry has no `onFailure`: calls pass if the \
                 program cannot start"
            );
            let finding = placed(facts, entry, Finding::warning(message)).of(hook);
            let finding = finding.fix(format!("`tacklebox install {hook}` adds it"));
            let is_ours = facts.kind(entry).is_some_and(is_ours_to_edit);
            found.push(if is_ours { finding.fixable() } else { finding });
        }
    }
    once_a_file(found)
}

/// The first finding about each hook in each file: a hook has an entry for each event that it guards.
fn once_a_file(mut found: Vec<Finding>) -> Vec<Finding> {
    let mut seen = BTreeSet::new();
    found.retain(|finding| seen.insert((finding.hook.clone(), finding.file.clone())));
    found
}

/// `onFailure` on a client that does not know it.
pub(super) fn on_failure(facts: &Facts<'_>) -> Vec<Finding> {
    let Some(host) = facts.given.host.filter(|host| *host < HostVersion::FIRST_WITH_ON_FAILURE)
    else {
        return Vec::new();
    };
    let blocks = |entry: &&Entered| entry.handler.on_failure.as_deref() == Some("block");
    let found = |entry: &Entered| {
        let message =
            format!("{host} does not support `onFailure`: if the program fails, the call passes");
        let finding = placed(facts, entry, Finding::warning(message));
        finding.fix("use a client from 2.1.295 on").of_each(&entry.hooks)
    };
    once_a_file(facts.ours().filter(blocks).flat_map(found).collect())
}

fn placed(facts: &Facts<'_>, entry: &Entered, finding: Finding) -> Finding {
    finding.in_file(facts.file(entry)).on_line(entry.handler.position.line)
}
