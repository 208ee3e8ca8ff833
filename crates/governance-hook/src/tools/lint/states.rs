//! States that are spoken of and do not exist, and phases without a meaning.

use std::collections::BTreeSet;

use super::Finding;
use crate::gather::state::is_ambiguous_phase;
use crate::policy::{ALL_STATES, OTHER_STATES, Policy, Rules};
use crate::words::lint as words;

pub(super) fn findings(policy: &Policy) -> Vec<Finding> {
    let mut spoken_of = vec![("default_state".to_owned(), policy.default_state.as_str())];
    spoken_of.extend(in_rules("rules", &policy.rules));
    for (at, agents) in policy.agents.iter().enumerate() {
        spoken_of.extend(in_rules(&format!("agents[{at}].rules"), &agents.rules));
    }
    let skills = policy.skills.keys();
    spoken_of.extend(skills.map(|state| (format!("skill_restrictions.{state}"), state.as_str())));
    let phases = policy.phases.iter();
    spoken_of.extend(phases.map(|(phase, to)| (format!("phase_to_state.{phase}"), to.as_str())));
    spoken_of.extend(in_transitions(policy));
    let commands = policy.commands.iter().map(|command| command.states.as_deref());
    spoken_of.extend(in_lists("commands", commands));
    spoken_of.extend(in_lists("paths", policy.paths.iter().map(|path| path.states.as_deref())));

    let unknown = spoken_of.into_iter().filter(|(_, state)| !policy.knows_state(state));
    let unknown = unknown.map(|(place, state)| {
        let words = words::unknown_state(state, &policy.states);
        Finding::new(place, words)
    });
    unknown.chain(ambiguous_phases(policy)).collect()
}

fn in_rules<'a>(place: &str, rules: &'a Rules) -> Vec<(String, &'a str)> {
    let all = rules.iter().flat_map(|(primitive, by_state)| {
        by_state.iter().map(move |(state, _)| (format!("{place}.{primitive}.{state}"), state))
    });
    all.filter(|(_, state)| ![ALL_STATES, OTHER_STATES].contains(state)).collect()
}

/// The ends of forbidden transitions, but for globs.
fn in_transitions(policy: &Policy) -> Vec<(String, &str)> {
    let numbered = policy.forbidden_transitions.iter().enumerate();
    let ends = numbered.flat_map(|(at, (from, to))| {
        [from, to].map(|state| (format!("transitions.forbidden[{at}]"), state.as_str()))
    });
    ends.filter(|(_, state)| !state.contains(['*', '?', '[', '{'])).collect()
}

fn in_lists<'a>(
    list: &str,
    states: impl Iterator<Item = Option<&'a [String]>>,
) -> Vec<(String, &'a str)> {
    let numbered = states.enumerate();
    let all = numbered.flat_map(|(at, states)| {
        states
            .into_iter()
            .flatten()
            .map(move |state| (format!("{list}[{at}].states"), state.as_str()))
    });
    all.collect()
}

/// A source may answer with a bare phase; these then mean nothing.
fn ambiguous_phases(policy: &Policy) -> Vec<Finding> {
    let phases: BTreeSet<&str> =
        policy.phases.keys().filter_map(|key| Some(key.split_once('/')?.1)).collect();
    let ambiguous = phases.into_iter().filter(|phase| is_ambiguous_phase(policy, phase));
    let words = |phase| words::ambiguous_phase(phase, &policy.default_state);
    ambiguous.map(|phase| Finding::new("phase_to_state", words(phase))).collect()
}
