//! What the answer of a state source means.

use crate::policy::Policy;

/// The state that `answer` means: a known state by its name, an entry of
/// `phase_to_state` as a whole, a phase of a cycle
/// (`cycle/PHASE`, what follows is not looked at), or a bare phase where every
/// cycle that has it agrees.
pub(crate) fn state_of<'a>(policy: &'a Policy, answer: &'a str) -> Option<&'a str> {
    if policy.knows_state(answer) {
        return Some(answer);
    }
    if let Some(state) = policy.phases.get(answer) {
        return Some(state);
    }
    let mut parts = answer.split('/').map(str::trim);
    let first = parts.next()?;
    match parts.next() {
        Some(phase) => policy.phases.get(&format!("{first}/{phase}")).map(String::as_str),
        None => the_one(states_of_phase(policy, first)),
    }
}

/// Whether cycles disagree on what a bare phase means.
pub(crate) fn is_ambiguous_phase(policy: &Policy, phase: &str) -> bool {
    !policy.knows_state(phase)
        && states_of_phase(policy, phase).next().is_some()
        && the_one(states_of_phase(policy, phase)).is_none()
}

/// What each cycle that has `phase` maps it to.
fn states_of_phase<'a>(policy: &'a Policy, phase: &str) -> impl Iterator<Item = &'a str> {
    policy.phases.iter().filter_map(move |(key, state)| {
        let (_cycle, name) = key.split_once('/')?;
        (name == phase).then_some(state.as_str())
    })
}

fn the_one<'a>(mut states: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let first = states.next()?;
    states.all(|state| state == first).then_some(first)
}
