//! Makes a policy of the configuration files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hook_config::{ConfigError, UniqueMap};

use crate::config::{
    AgentEntry, CommandEntry, Config, DefaultAction, Glob, PathEntry, SkillEntry, ToolEntry,
    checked, rules_of,
};
use crate::policy::{
    ALL_STATES, Action, AgentRules, CommandRule, OTHER_STATES, PathRule, Policy, Rule,
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
    if let Some(matrix) = config.matrix.take() {
        let matrix = project.map_or(matrix.clone(), |project| project.join(&matrix));
        let below = hook_config::read(&matrix)?.parse::<Config>()?;
        if below.matrix.is_some() {
            return Err(error_in(
                &matrix,
                "matrix",
                "a matrix cannot name another matrix",
            ));
        }
        config = over(config, below);
        further_files.push(matrix);
    }
    let policy = policy(config).map_err(|(key, message)| error_in(file, &key, message))?;
    Ok(Compiled {
        policy,
        further_files,
    })
}

fn error_in(file: &Path, key: &str, message: &str) -> ConfigError {
    ConfigError {
        file: file.to_owned(),
        line: None,
        column: None,
        key: Some(key.to_owned()),
        message: message.to_owned(),
    }
}

/// A configuration over its matrix: what the configuration says wins, key by
/// key.
fn over(mut config: Config, matrix: Config) -> Config {
    config.default_action = config.default_action.or(matrix.default_action);
    config.default_state = config.default_state.or(matrix.default_state);
    config.states = config.states.or(matrix.states);
    config.state = config.state.or(matrix.state);
    let mut rules = matrix.rules.into_inner();
    for (primitive, by_state) in config.rules.into_inner() {
        let below = rules.remove(&primitive).unwrap_or_default();
        rules.insert(primitive, merged(by_state, below));
    }
    config.rules = rules.into();
    config.skill_restrictions = merged(config.skill_restrictions, matrix.skill_restrictions);
    config.phase_to_state = merged(config.phase_to_state, matrix.phase_to_state);
    config
        .transitions
        .forbidden
        .extend(matrix.transitions.forbidden);
    config.tools.extend(matrix.tools);
    config.commands.extend(matrix.commands);
    config.paths.extend(matrix.paths);
    config.agents.extend(matrix.agents);
    config
}

fn merged<V>(over: UniqueMap<V>, below: UniqueMap<V>) -> UniqueMap<V> {
    let mut all = below.into_inner();
    all.extend(over.into_inner());
    all.into()
}

/// The policy, or the key at fault and why.
fn policy(config: Config) -> Result<Policy, (String, &'static str)> {
    let default_action = match config.default_action.unwrap_or(DefaultAction::Allow) {
        DefaultAction::Allow => Action::Allow,
        DefaultAction::Warn => Action::Warn,
        DefaultAction::Block => Action::Block,
    };
    let default_state = config
        .default_state
        .unwrap_or_else(|| DEFAULT_STATE.to_owned());
    let sources = config.state.map_or_else(
        || {
            vec![
                Source::Env {
                    name: "GOVERNANCE_STATE".to_owned(),
                },
                Source::Session,
            ]
        },
        |entries| entries.into_iter().map(|entry| entry.0).collect(),
    );
    let forbidden = config.transitions.forbidden.into_iter();
    let mut policy = Policy {
        default_action,
        default_state,
        states: config.states.unwrap_or_default(),
        sources,
        on_state_error: config.on_state_error,
        announce: config.announce,
        grant_on_allow: config.grant_on_allow,
        rules: rules_of(config.rules),
        skills: skills_of(config.skill_restrictions),
        phases: config.phase_to_state.into_inner(),
        forbidden_transitions: forbidden.map(|(from, to)| (from.0, to.0)).collect(),
        tools: config.tools.into_iter().map(tool).collect(),
        commands: numbered("commands", config.commands, command)?,
        paths: numbered("paths", config.paths, path)?,
        agents: config.agents.into_iter().map(agent).collect(),
    };
    if policy.states.is_empty() {
        policy.states = states_spoken_of(&policy);
    }
    Ok(policy)
}

fn numbered<E, R>(
    list: &str,
    entries: Vec<E>,
    rule: fn(E) -> Result<R, &'static str>,
) -> Result<Vec<R>, (String, &'static str)> {
    let numbered = entries.into_iter().enumerate();
    numbered
        .map(|(at, entry)| rule(entry).map_err(|why| (format!("{list}[{at}]"), why)))
        .collect()
}

/// The states of a file that does not list them: all that it speaks of.
fn states_spoken_of(policy: &Policy) -> Vec<String> {
    let of_agents = policy
        .agents
        .iter()
        .flat_map(|agents| agents.rules.values());
    let in_rules = policy
        .rules
        .values()
        .chain(of_agents)
        .flat_map(BTreeMap::keys);
    let of_commands = policy
        .commands
        .iter()
        .filter_map(|command| command.states.as_ref());
    let in_lists = of_commands.chain(policy.paths.iter().filter_map(|path| path.states.as_ref()));
    let all = std::iter::once(&policy.default_state)
        .chain(in_rules)
        .chain(policy.skills.keys())
        .chain(policy.phases.values())
        .chain(in_lists.flatten());
    let mut states: Vec<String> = Vec::new();
    for state in all {
        if state != ALL_STATES && state != OTHER_STATES && !states.contains(state) {
            states.push(state.clone());
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
    entries
        .into_inner()
        .into_iter()
        .map(|(state, entry)| (state, restriction(entry)))
        .collect()
}

fn tool(entry: ToolEntry) -> ToolMapping {
    let input = entry
        .input
        .into_inner()
        .into_iter()
        .map(|(key, value)| (key, value.0))
        .collect();
    ToolMapping {
        tool: entry.tool.0,
        input,
        primitive: entry.primitive,
    }
}

fn command(entry: CommandEntry) -> Result<CommandRule, &'static str> {
    let CommandEntry {
        program,
        args,
        states,
        action,
        message,
        redirect_to,
    } = entry;
    let rule = checked(Rule {
        action,
        message,
        redirect_to,
    })?;
    Ok(CommandRule {
        program: program.0,
        args: args.map(|glob| glob.0),
        states,
        rule,
    })
}

fn path(entry: PathEntry) -> Result<PathRule, &'static str> {
    let PathEntry {
        glob,
        access,
        states,
        action,
        message,
        redirect_to,
    } = entry;
    let rule = checked(Rule {
        action,
        message,
        redirect_to,
    })?;
    Ok(PathRule {
        glob: glob.0,
        access,
        states,
        rule,
    })
}

fn agent(entry: AgentEntry) -> AgentRules {
    AgentRules {
        agent_type: entry.agent_type.0,
        rules: rules_of(entry.rules),
    }
}
