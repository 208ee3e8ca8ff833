//! The rules of a policy that deny, as whoever looks for ways around them is told.

use hook_runtime::{Files, Forbidden, Restriction};

use crate::decide::PROTECTION;
use crate::policy::{ALL_STATES, Access, Action, OTHER_STATES, Policy, Rules};

/// A file that is protected wherever there is a policy.
const PROTECTED: &str = ".tacklebox/governance.yaml";

/// All of them, in the order in which a call meets them.
pub(crate) fn of(policy: &Policy) -> Vec<Restriction> {
    let mut found = vec![restriction(PROTECTION, Forbidden::Write(Files::of(PROTECTED)))];
    found.extend(of_rules(policy, "", None, &policy.rules));
    for (state, skills) in &policy.skills {
        let rule = format!("skill_restrictions.{state}");
        let of_state = |glob: &String| Restriction {
            state: Some(state.clone()),
            ..restriction(&rule, Forbidden::Skill(glob.clone()))
        };
        found.extend(skills.blocked.iter().map(of_state));
    }
    for (at, command) in policy.commands.iter().enumerate().filter(|(_, it)| denies(it.rule.action))
    {
        let (program, args) = (command.program.clone(), command.args.clone());
        let state = first(command.states.as_deref());
        let forbidden = Forbidden::Command { program, args };
        found.push(Restriction { state, ..restriction(&format!("commands[{at}]"), forbidden) });
    }
    for (at, path) in policy.paths.iter().enumerate().filter(|(_, it)| denies(it.rule.action)) {
        let (rule, state) = (format!("paths[{at}]"), first(path.states.as_deref()));
        let freed = policy.freeing(at).flat_map(|rule| &rule.globs.included);
        let except: Vec<String> = path.globs.excluded.iter().chain(freed).cloned().collect();
        for glob in &path.globs.included {
            let files = || Files { glob: glob.clone(), except: except.clone() };
            let write = (path.access != Access::Read).then(|| Forbidden::Write(files()));
            let read = (path.access != Access::Write).then(|| Forbidden::Read(files()));
            let both = write.into_iter().chain(read);
            let here = |it| Restriction { state: state.clone(), ..restriction(&rule, it) };
            found.extend(both.map(here));
        }
    }
    for (at, agents) in policy.agents.iter().enumerate() {
        let agent_type = agents.agent_type.replace('*', "");
        let place = format!("agents[{at}].");
        found.extend(of_rules(policy, &place, Some(&agent_type), &agents.rules));
    }
    found
}

fn of_rules(
    policy: &Policy,
    place: &str,
    agent_type: Option<&str>,
    rules: &Rules,
) -> Vec<Restriction> {
    let mut found = Vec::new();
    for (primitive, by_state) in rules {
        for (key, _rule) in by_state.iter().filter(|(_, rule)| denies(rule.action)) {
            let has_rule = |state: &&String| !by_state.has(state);
            let state = match key {
                ALL_STATES => None,
                _ if by_state.has(ALL_STATES) => continue,
                OTHER_STATES => match policy.states.iter().find(has_rule) {
                    Some(state) => Some(state.clone()),
                    None => continue,
                },
                state => Some(state.to_owned()),
            };
            let rule = format!("{place}rules.{primitive}.{key}");
            let agent_type = agent_type.map(str::to_owned);
            let forbidden = Forbidden::Activity(primitive.clone());
            found.push(Restriction { state, agent_type, ..restriction(&rule, forbidden) });
        }
    }
    found
}

fn denies(action: Action) -> bool {
    action >= Action::Redirect
}

fn first(states: Option<&[String]>) -> Option<String> {
    states?.first().cloned()
}

fn restriction(rule: &str, forbidden: Forbidden) -> Restriction {
    Restriction { rule: rule.to_owned(), state: None, agent_type: None, forbidden, lifted_by: None }
}
