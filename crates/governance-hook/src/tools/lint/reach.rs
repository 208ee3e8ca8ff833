//! Rules that nothing can reach, and paths that are less protected than they
//! look.

use hook_protocol::Access as Touch;
use hook_runtime::nearest;

use super::Finding;
use crate::decide::lookup::{Lifted, Situation};
use crate::decide::primitive::{self, BUILT_IN, SHELL_EXECUTE};
use crate::gather::read_only_paths::are_whole;
use crate::policy::{ALL_STATES, Access, Action, OTHER_STATES, PathRule, Policy, Rules};
use crate::words::lint as words;

pub(super) fn findings(policy: &Policy) -> Vec<Finding> {
    let mut findings = in_rules(policy, "rules", &policy.rules);
    for (at, agents) in policy.agents.iter().enumerate() {
        findings.extend(in_rules(policy, &format!("agents[{at}].rules"), &agents.rules));
    }
    findings.extend(shadowed_tools(policy));
    findings.extend(nameless_programs(policy));
    findings.extend(matched_by_none(policy));
    findings.extend(free_nothing(policy));
    findings
}

fn in_rules(policy: &Policy, place: &str, rules: &Rules) -> Vec<Finding> {
    let reachable = primitive::reachable(policy);
    let mut findings = Vec::new();
    for (primitive, by_state) in rules {
        let place = format!("{place}.{primitive}");
        if !reachable.contains(primitive.as_str()) {
            let words = if BUILT_IN.contains(&primitive.as_str()) {
                words::NO_TOOL.to_owned()
            } else {
                let nearest = nearest(primitive, reachable.iter().copied());
                words::no_primitive(primitive, primitive::of_tool(primitive), nearest)
            };
            findings.push(Finding::new(place.as_str(), words));
        }
        for (state, _) in by_state.iter() {
            let place = format!("{place}.{state}");
            if by_state.has(ALL_STATES) && state != ALL_STATES {
                findings.push(Finding::new(place, words::BEHIND_ALL_STATES));
            } else if state == OTHER_STATES && policy.states.iter().all(|state| by_state.has(state))
            {
                findings.push(Finding::new(place, words::BEHIND_EVERY_STATE));
            }
        }
    }
    findings
}

/// Entries behind one that takes everything they could.
fn shadowed_tools(policy: &Policy) -> Vec<Finding> {
    let numbered = policy.tools.iter().enumerate();
    numbered
        .filter_map(|(at, mapping)| {
            let earlier = policy.tools.iter().take(at).position(|earlier| {
                earlier.input.is_empty() && (earlier.tool == mapping.tool || earlier.tool == "*")
            })?;
            let words = words::shadowed_tool(earlier);
            Some(Finding::new(format!("tools[{at}]"), words))
        })
        .collect()
}

/// Programs that cannot be the base name of one.
fn nameless_programs(policy: &Policy) -> Vec<Finding> {
    let numbered = policy.commands.iter().enumerate();
    numbered
        .filter(|(_, command)| command.program.contains(['/', ' ', '\t']))
        .map(|(at, command)| {
            let words = words::no_program(&command.program);
            Finding::new(format!("commands[{at}]"), words)
        })
        .collect()
}

/// Globs that no path can match.
fn matched_by_none(policy: &Policy) -> Vec<Finding> {
    let numbered = policy.paths.iter().enumerate();
    let of_rule = |(at, path): (usize, &PathRule)| {
        let place = move || format!("paths[{at}]");
        let never = |glob| Some(Finding::new(place(), words::never_matched(glob, why_none(glob)?)));
        let alone = path.globs.included.is_empty();
        let found: Vec<Finding> = path.globs.all().filter_map(never).collect();
        found.into_iter().chain(alone.then(|| Finding::new(place(), words::EXCLUDES)))
    };
    numbered.flat_map(of_rule).collect()
}

/// Rules of paths that allow what only a later rule forbids: they free what an earlier one does.
fn free_nothing(policy: &Policy) -> Vec<Finding> {
    let (allowing, forbidding): (Vec<_>, Vec<_>) =
        policy.paths.iter().enumerate().partition(|(_, rule)| rule.rule.action == Action::Allow);
    let is_late = |(at, rule): &(usize, &PathRule)| {
        let mut met = forbidding.iter().filter(|(_, other)| meet(rule, other)).peekable();
        met.peek().is_some() && !met.any(|(other, _)| policy.is_later_path(*at, *other))
    };
    let late = allowing.into_iter().filter(is_late);
    late.map(|(at, _)| Finding::new(format!("paths[{at}]"), words::FREES_NOTHING)).collect()
}

/// Whether two rules may be about one access in one state.
fn meet(one: &PathRule, other: &PathRule) -> bool {
    let is_same = |touch| one.is_about(touch) && other.is_about(touch);
    let states = one.states.as_ref().zip(other.states.as_ref());
    [Touch::Read, Touch::Write].into_iter().any(is_same)
        && states.is_none_or(|(one, other)| one.iter().any(|state| other.contains(state)))
}

/// Why no path matches a glob, if none does: paths are compared without `.`, `..` and empty parts.
fn why_none(glob: &str) -> Option<&'static str> {
    let below = glob.trim_start_matches("./").trim_start_matches('/');
    let parts: Vec<&str> = below.trim_end_matches('/').split('/').collect();
    let is_home_of_other = glob.starts_with('~') && !glob.starts_with("~/");
    if glob.is_empty() {
        Some(words::EMPTY)
    } else if parts.contains(&"..") {
        Some(words::LEADS_UP)
    } else if is_home_of_other {
        Some(words::OTHER_HOME)
    } else if parts.len() > 1 && (parts.contains(&".") || parts.contains(&"")) {
        Some(words::EMPTY_PART)
    } else {
        None
    }
}

/// A shell can still write what the table of programs and the text do not tell.
pub(super) fn open_paths(policy: &Policy) -> Vec<Finding> {
    let nothing = Lifted::new();
    let numbered = policy.paths.iter().enumerate();
    numbered
        .filter(|(_, path)| path.rule.action >= Action::Redirect && path.access != Access::Read)
        .filter_map(|(at, path)| {
            let states = path.states.as_ref().unwrap_or(&policy.states);
            let open: Vec<&str> = states
                .iter()
                .map(String::as_str)
                .filter(|state| {
                    let lifted = &nothing;
                    let situation = Situation { policy, state, agent_type: None, lifted };
                    !situation.denies(SHELL_EXECUTE)
                })
                .collect();
            let is_whole = are_whole(path) && policy.freeing(at).next().is_none();
            let words = words::open_path(&path.globs.to_string(), &open, is_whole);
            (!open.is_empty()).then(|| Finding::new(format!("paths[{at}]"), words))
        })
        .collect()
}
