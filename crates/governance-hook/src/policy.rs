//! What a configuration comes down to: the values that decisions are made of.
//!
//! A policy is plain data that is cached between calls, so reading YAML and
//! checking globs is paid for once after each change of the file.

pub(crate) mod compile;
mod rated_command;
#[cfg(test)]
pub(crate) mod testing;

use std::collections::BTreeMap;
use std::path::PathBuf;

use command_effects::Programs;
use hook_protocol::Access as Touch;
use serde::{Deserialize, Serialize};

pub(crate) use rated_command::RatedCommand;

/// The state for which a rule holds in every state.
pub(crate) const ALL_STATES: &str = "_all_states";
/// The state for which a rule holds in every state without a rule of its own.
pub(crate) const OTHER_STATES: &str = "_other_states";

/// Rules by primitive, then by state.
pub(crate) type Rules = BTreeMap<String, ByState>;

/// The rules of one primitive. A handful at the most, so a list: a map would
/// reserve a page's quarter for each.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct ByState(pub(crate) Vec<(String, Rule)>);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Policy {
    pub(crate) default_action: Action,
    pub(crate) default_state: String,
    /// The known states, in the order in which the file has them.
    pub(crate) states: Vec<String>,
    pub(crate) sources: Vec<Source>,
    /// The file that names them: the configuration, or its matrix.
    pub(crate) sources_file: PathBuf,
    pub(crate) on_state_error: OnStateError,
    pub(crate) announce: Announce,
    pub(crate) grant_on_allow: bool,
    pub(crate) risk: Risks,
    /// What is done with a call that reads what holds secrets.
    pub(crate) secrets: Action,
    /// Whether commands behind a wall do not see it at all.
    pub(crate) hides_secrets: bool,
    /// Whether somebody has written a configuration.
    pub(crate) is_configured: bool,
    pub(crate) rules: Rules,
    pub(crate) skills: BTreeMap<String, SkillRestriction>,
    pub(crate) phases: BTreeMap<String, String>,
    pub(crate) forbidden_transitions: Vec<(String, String)>,
    pub(crate) tools: Vec<ToolMapping>,
    pub(crate) commands: Vec<CommandRule>,
    pub(crate) paths: Vec<PathRule>,
    /// How many of `paths` stand in the configuration itself and not in its matrix.
    pub(crate) own_paths: usize,
    pub(crate) agents: Vec<AgentRules>,
    /// What the project adds to the table of programs.
    pub(crate) programs: Programs,
}

/// What a rule does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Action {
    Allow,
    Warn,
    /// The person is asked.
    Ask,
    Redirect,
    Block,
}

/// What is done with a command by how much it can spoil.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Risks {
    /// It cannot be taken back, or reaches beyond this machine.
    pub(crate) critical: Action,
    /// It removes or overwrites what may exist nowhere else.
    pub(crate) destructive: Action,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Rule {
    pub(crate) action: Action,
    pub(crate) message: Option<String>,
    pub(crate) redirect_to: Option<String>,
}

/// Where the activity state is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Source {
    Env { name: String },
    Session,
    File { path: PathBuf, pointer: Option<String> },
    Command { words: Vec<String>, timeout_ms: u64, cache_ms: u64 },
}

/// What happens where no source answered and one failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum OnStateError {
    #[default]
    Silent,
    DefaultState,
}

/// How often the agent is told its state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Announce {
    #[default]
    Always,
    OnChange,
    Never,
}

/// Which accesses to a file a path rule is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Access {
    Read,
    #[default]
    Write,
    Any,
}

/// A value that a field of a tool's input must have; text is a glob.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) enum Literal {
    Boolean(bool),
    Integer(i64),
    Text(String),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct SkillRestriction {
    pub(crate) allowed: Vec<String>,
    pub(crate) blocked: Vec<String>,
    pub(crate) block_message: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct ToolMapping {
    pub(crate) tool: String,
    pub(crate) input: BTreeMap<String, Literal>,
    pub(crate) primitive: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct CommandRule {
    pub(crate) program: String,
    pub(crate) args: Option<String>,
    pub(crate) states: Option<Vec<String>>,
    pub(crate) rule: Rule,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct PathRule {
    pub(crate) globs: Globs,
    pub(crate) access: Access,
    pub(crate) states: Option<Vec<String>>,
    pub(crate) rule: Rule,
}

/// Which files are meant: those of `included` without those of `excluded`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Globs {
    pub(crate) included: Vec<String>,
    /// Without their `!`.
    pub(crate) excluded: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct AgentRules {
    pub(crate) agent_type: String,
    pub(crate) rules: Rules,
}

impl Policy {
    /// Whether `name` is one of the known states.
    pub(crate) fn knows_state(&self, name: &str) -> bool {
        self.states.iter().any(|state| state == name)
    }

    /// Whether one rule of paths comes after another one. What stands in the configuration itself
    /// comes after its matrix.
    pub(crate) fn is_later_path(&self, at: usize, than: usize) -> bool {
        let rank = |at: usize| (at < self.own_paths, at);
        rank(at) > rank(than)
    }

    /// The rules of paths that free what the one at this place forbids: later ones that allow.
    pub(crate) fn freeing(&self, than: usize) -> impl Iterator<Item = &PathRule> {
        let numbered = self.paths.iter().enumerate();
        let later = numbered.filter(move |(at, _)| self.is_later_path(*at, than));
        later.map(|(_, rule)| rule).filter(|rule| rule.rule.action == Action::Allow)
    }
}

impl Globs {
    /// Those of texts as people write them, where `!` excludes.
    pub(crate) fn of(texts: impl IntoIterator<Item = String>) -> Self {
        let mut globs = Self::default();
        for text in texts {
            match text.strip_prefix('!') {
                Some(excluded) => globs.excluded.push(excluded.to_owned()),
                None => globs.included.push(text),
            }
        }
        globs
    }

    /// All of them, without `!`.
    pub(crate) fn all(&self) -> impl Iterator<Item = &str> {
        self.included.iter().chain(&self.excluded).map(String::as_str)
    }
}

impl ByState {
    /// The rule for a state: `_all_states`, then the state, then
    /// `_other_states`. With the key under which it stands.
    pub(crate) fn rule_in<'a>(&'a self, state: &'a str) -> Option<(&'a str, &'a Rule)> {
        [ALL_STATES, state, OTHER_STATES]
            .into_iter()
            .find_map(|key| self.iter().find(|(name, _)| *name == key))
    }

    /// Each key with its rule, in the order of the keys.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Rule)> {
        self.0.iter().map(|(key, rule)| (key.as_str(), rule))
    }

    /// Whether a rule stands under this very key.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.iter().any(|(name, _)| name == key)
    }
}

impl CommandRule {
    /// Whether the rule holds in a state.
    pub(crate) fn holds_in(&self, state: &str) -> bool {
        is_among(self.states.as_deref(), state)
    }
}

impl PathRule {
    /// Whether the rule holds in a state.
    pub(crate) fn holds_in(&self, state: &str) -> bool {
        is_among(self.states.as_deref(), state)
    }

    /// Whether the rule is about what a call does with a file.
    pub(crate) fn is_about(&self, touch: Touch) -> bool {
        match self.access {
            Access::Any => true,
            Access::Read => touch == Touch::Read,
            Access::Write => touch == Touch::Write,
        }
    }
}

/// No list means every state.
fn is_among(states: Option<&[String]>, state: &str) -> bool {
    states.is_none_or(|states| states.iter().any(|name| name == state))
}
