//! Makes a policy of the configuration files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hook_config::{ConfigError, UniqueMap};

use crate::config::{
    AgentEntry, Config, DefaultAction, Glob, OnFailureEntry, Reaction, SecretsEntry, SkillEntry,
    ToolEntry, rules_of,
};
use crate::policy::{
    ALL_STATES, Action, AgentRules, Announce, ByState, OTHER_STATES, Policy, Risks,
    SkillRestriction, Source, ToolMapping,
};

/// The state that an agent is in where nothing says otherwise.
const DEFAULT_STATE: &str = "EXPLORE";

/// A policy, and the files that it was made of beside the configuration itself.
pub(crate) struct Compiled {
    pub(crate) policy: Policy,
    pub(crate) further_files: Vec<PathBuf>,
}

/// Compiles the configuration at `file`. A relative `matrix` is relative to
/// `project`.
///
/// # Errors
/// A [`ConfigError`] that names the file, the line and the key at fault.
pub(crate) fn compile(file: &Path, project: Option<&Path>) -> Result<Compiled, ConfigError> {
    let source = hook_config::read(file)?;
    let mut config: Config = source.parse()?;
    let mut further_files = Vec::new();
    let mut sources_file = file.to_owned();
    if let Some(matrix) = config.matrix.take() {
        let matrix = project.map_or(matrix.clone(), |project| project.join(&matrix));
        let below = hook_config::read(&matrix)?.parse::<Config>()?;
        for (key, is_there) in [
            ("matrix", below.matrix.is_some()),
            ("on_failure", below.on_failure == OnFailureEntry::Closed),
        ] {
            if is_there {
                return Err(ConfigError {
                    file: matrix,
                    line: None,
                    column: None,
                    key: Some(key.to_owned()),
                    message: format!(
                        "a matrix cannot have `{key}`: it belongs to the file that names it"
                    ),
                });
            }
        }
        if config.state.is_none() && below.state.is_some() {
            sources_file.clone_from(&matrix);
        }
        config = over(config, below);
        further_files.push(matrix);
    }
    Ok(Compiled { policy: policy(config, sources_file), further_files })
}

/// A configuration over its matrix: what the configuration says wins, key by
/// key.
fn over(mut config: Config, matrix: Config) -> Config {
    config.default_action = config.default_action.or(matrix.default_action);
    config.default_state = config.default_state.or(matrix.default_state);
    config.states = config.states.or(matrix.states);
    config.state = config.state.or(matrix.state);
    config.on_state_error = config.on_state_error.or(matrix.on_state_error);
    config.announce = config.announce.or(matrix.announce);
    config.grant_on_allow = config.grant_on_allow.or(matrix.grant_on_allow);
    config.risk.critical = config.risk.critical.or(matrix.risk.critical);
    config.risk.destructive = config.risk.destructive.or(matrix.risk.destructive);
    config.secrets = config.secrets.or(matrix.secrets);
    let mut rules = matrix.rules.into_inner();
    for (primitive, by_state) in config.rules.into_inner() {
        let below = rules.remove(&primitive).unwrap_or_default();
        rules.insert(primitive, merged(by_state, below));
    }
    config.rules = rules.into();
    config.skill_restrictions = merged(config.skill_restrictions, matrix.skill_restrictions);
    config.phase_to_state = merged(config.phase_to_state, matrix.phase_to_state);
    config.transitions.forbidden.extend(matrix.transitions.forbidden);
    config.tools.extend(matrix.tools);
    config.commands.extend(matrix.commands);
    config.matrix_paths = matrix.paths;
    config.agents.extend(matrix.agents);
    config.programs.extend(matrix.programs);
    config
}

fn merged<V>(over: UniqueMap<V>, below: UniqueMap<V>) -> UniqueMap<V> {
    let mut all = below.into_inner();
    all.extend(over.into_inner());
    all.into()
}

/// What holds where nobody has written a configuration.
pub(crate) fn built_in() -> Policy {
    Policy { is_configured: false, ..policy(Config::default(), PathBuf::new()) }
}

fn policy(config: Config, sources_file: PathBuf) -> Policy {
    let default_action = match config.default_action.unwrap_or(DefaultAction::Allow) {
        DefaultAction::Allow => Action::Allow,
        DefaultAction::Warn => Action::Warn,
        DefaultAction::Block => Action::Block,
    };
    let speaks_of_states = config.states.is_some()
        || config.default_state.is_some()
        || config.state.is_some()
        || default_action != Action::Allow
        || !config.rules.is_empty()
        || !config.skill_restrictions.is_empty()
        || !config.agents.is_empty();
    let default_state = config.default_state.unwrap_or_else(|| DEFAULT_STATE.to_owned());
    let sources = config.state.map_or_else(
        || vec![Source::Env { name: "GOVERNANCE_STATE".to_owned() }, Source::Session],
        |entries| entries.into_iter().map(|entry| entry.0).collect(),
    );
    let forbidden = config.transitions.forbidden.into_iter();
    let own_paths = config.paths.len();
    let paths = config.paths.into_iter().chain(config.matrix_paths);
    let mut policy = Policy {
        default_action,
        default_state,
        states: config.states.unwrap_or_default(),
        sources,
        sources_file,
        on_state_error: config.on_state_error.unwrap_or_default(),
        announce: config.announce.unwrap_or(if speaks_of_states {
            Announce::Always
        } else {
            Announce::Never
        }),
        grant_on_allow: config.grant_on_allow.unwrap_or_default(),
        risk: Risks {
            critical: action(config.risk.critical.unwrap_or(Reaction::Ask)),
            destructive: action(config.risk.destructive.unwrap_or(Reaction::Warn)),
        },
        secrets: match config.secrets.unwrap_or(SecretsEntry::Deny) {
            SecretsEntry::Allow => Action::Allow,
            SecretsEntry::Warn => Action::Warn,
            SecretsEntry::Ask => Action::Ask,
            SecretsEntry::Deny | SecretsEntry::Hide => Action::Block,
        },
        hides_secrets: config.secrets == Some(SecretsEntry::Hide),
        is_configured: true,
        rules: rules_of(config.rules),
        skills: skills_of(config.skill_restrictions),
        phases: config.phase_to_state.into_inner(),
        forbidden_transitions: forbidden.map(|(from, to)| (from.0, to.0)).collect(),
        tools: config.tools.into_iter().map(tool).collect(),
        commands: config.commands.into_iter().map(|entry| entry.0).collect(),
        paths: paths.map(|entry| entry.0).collect(),
        own_paths,
        agents: config.agents.into_iter().map(agent).collect(),
        programs: config.programs,
    };
    if policy.states.is_empty() {
        policy.states = states_spoken_of(&policy);
    }
    policy
}

fn action(reaction: Reaction) -> Action {
    match reaction {
        Reaction::Allow => Action::Allow,
        Reaction::Warn => Action::Warn,
        Reaction::Ask => Action::Ask,
        Reaction::Deny => Action::Block,
    }
}

/// The states of a file that does not list them: all that it speaks of.
fn states_spoken_of(policy: &Policy) -> Vec<String> {
    let of_agents = policy.agents.iter().flat_map(|agents| agents.rules.values());
    let in_rules = policy.rules.values().chain(of_agents).flat_map(ByState::iter);
    let of_commands = policy.commands.iter().filter_map(|command| command.states.as_ref());
    let in_lists = of_commands.chain(policy.paths.iter().filter_map(|path| path.states.as_ref()));
    let all = std::iter::once(policy.default_state.as_str())
        .chain(in_rules.map(|(key, _)| key))
        .chain(policy.skills.keys().map(String::as_str))
        .chain(policy.phases.values().map(String::as_str))
        .chain(in_lists.flatten().map(String::as_str));
    let mut states: Vec<String> = Vec::new();
    for state in all {
        let is_a_name = state != ALL_STATES && state != OTHER_STATES;
        if is_a_name && !states.iter().any(|known| known == state) {
            states.push(state.to_owned());
        }
    }
    states
}

fn skills_of(entries: UniqueMap<SkillEntry>) -> BTreeMap<String, SkillRestriction> {
    let texts = |globs: Vec<Glob>| globs.into_iter().map(|glob| glob.0).collect();
    let restriction = |entry: SkillEntry| SkillRestriction {
        allowed: texts(entry.allowed),
        blocked: texts(entry.blocked),
        block_message: entry.block_message,
    };
    entries.into_inner().into_iter().map(|(state, entry)| (state, restriction(entry))).collect()
}

fn tool(entry: ToolEntry) -> ToolMapping {
    let input = entry.input.into_inner().into_iter().map(|(key, value)| (key, value.0)).collect();
    ToolMapping { tool: entry.tool.0, input, primitive: entry.primitive }
}

fn agent(entry: AgentEntry) -> AgentRules {
    AgentRules { agent_type: entry.agent_type.0, rules: rules_of(entry.rules) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::testing::{named, policy};

    /// The policy of a configuration over a matrix.
    fn over_matrix(yaml: &str, matrix: &str) -> Result<Policy, String> {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let file = folder.path().join(name);
            hook_state::replace(&file, text.as_bytes()).unwrap();
            file
        };
        write("matrix.yaml", matrix);
        let file = write("governance.yaml", &format!("matrix: matrix.yaml\n{yaml}"));
        let compiled = compile(&file, Some(folder.path()));
        compiled.map(|compiled| named(compiled.policy)).map_err(|err| {
            let folder = folder.path().to_str().unwrap();
            err.to_string().replace(folder, "[DIR]")
        })
    }

    #[test]
    fn states_that_are_not_listed_are_those_that_the_file_speaks_of() {
        let all = "default_state: A\n\
                   rules: { x: { B: { action: warn }, _all_states: { action: warn }, _other_states: { action: warn } } }\n\
                   agents: [{ agent_type: t, rules: { x: { C: { action: warn }, A: { action: warn } } } }]\n\
                   skill_restrictions: { D: { blocked: [s] } }\n\
                   phase_to_state: { c/P: E }\n\
                   commands: [{ program: p, states: [F], action: warn }]\n\
                   paths: [{ glob: g, states: [G, B], action: warn }]\n";
        assert_eq!(policy(all).states, ["A", "B", "C", "D", "E", "F", "G"]);
        assert_eq!(policy(&format!("{all}states: [Z]\n")).states, ["Z"]);
    }

    #[test]
    fn a_file_answers_for_the_programs_that_it_names() {
        let check = |yaml: &str, matrix: &str, expected: &str| {
            let policy = over_matrix(yaml, matrix).unwrap();
            assert_eq!(policy.sources_file, Path::new(expected), "{yaml} {matrix}");
        };
        let (none, state) = ("default_state: A\n", "state: [{ command: [p] }]\n");
        check(none, none, "governance.yaml");
        check(none, state, "matrix.yaml");
        check(state, none, "governance.yaml");
        check(state, state, "governance.yaml");
    }
}
