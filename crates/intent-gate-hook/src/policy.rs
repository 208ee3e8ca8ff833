//! What a project wants of the gate: the configuration, as it is asked.

use std::path::Path;
use std::time::Duration;

use command_effects::{Programs, RiskRule, Tier};
use hook_config::ConfigError;
use hook_protocol::{Tool, ToolName};
use project_paths::{Pattern, RelPath, Scope};
use serde::{Deserialize, Serialize};

use crate::config::authority::{Authority, Offline};
use crate::config::{
    CommandRisk, Config, Confine, EmptyScope, OnFailure, Outputs, RiskEntry, ToolRisk,
};

/// For how long a lock holds that its holder does not renew.
const DEFAULT_LOCK_TTL: Duration = Duration::from_secs(3600);

/// What holds for a project. A project without the file has the default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Policy {
    /// What a file that cannot be read means for the changes of the agent.
    pub(crate) on_failure: OnFailure,
    /// A change needs a chosen intent.
    pub(crate) require_intent: bool,
    /// What an intent without a scope may touch.
    pub(crate) empty_scope: EmptyScope,
    read_only_tools: Vec<String>,
    exempt: Vec<String>,
    /// Whether what builds make, and git ignores, lies in every scope.
    pub(crate) outputs: Outputs,
    /// How the kernel holds what shell commands may write, where the client starts them so.
    pub(crate) confine: Confine,
    commands: Vec<CommandRisk>,
    tools: Vec<ToolRisk>,
    /// What is known of programs: the table, and what the project adds to it.
    pub(crate) programs: Programs,
    /// For how long a lock holds that its holder does not renew.
    pub(crate) lock_ttl: Duration,
    /// Who grants intents beyond this machine.
    pub(crate) authority: Option<Authority>,
    /// What may be chosen while the authority gives no answer.
    pub(crate) offline: Offline,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            on_failure: OnFailure::Closed,
            require_intent: true,
            empty_scope: EmptyScope::Deny,
            read_only_tools: Vec::new(),
            exempt: Vec::new(),
            outputs: Outputs::Allow,
            confine: Confine::Auto,
            commands: Vec::new(),
            tools: Vec::new(),
            programs: Programs::default(),
            lock_ttl: DEFAULT_LOCK_TTL,
            authority: None,
            offline: Offline::Deny,
        }
    }
}

impl Policy {
    /// Reads the file.
    ///
    /// # Errors
    /// A [`ConfigError`] that names the file, the line and the key at fault.
    pub(crate) fn read(file: &Path) -> Result<Self, ConfigError> {
        let config: Config = hook_config::read(file)?.parse()?;
        Ok(config.into())
    }

    /// Whether the project says that the tool only reads.
    pub(crate) fn reads_only(&self, tool: &ToolName) -> bool {
        self.read_only_tools.iter().any(|glob| names(glob, tool))
    }

    /// Whether a path needs no intent and lies in every scope.
    pub(crate) fn exempts(&self, path: &RelPath) -> bool {
        let globs = self.exempt.iter().map(String::as_str);
        !self.exempt.is_empty() && Scope::trusted(globs).includes(path)
    }

    /// The globs of what needs no intent outside of the project.
    pub(crate) fn exempt_outside(&self) -> impl Iterator<Item = &str> {
        let globs = self.exempt.iter().map(String::as_str);
        globs.filter(|glob| glob.starts_with(['/', '~']))
    }

    /// All globs of what needs no intent.
    pub(crate) fn exempt(&self) -> impl Iterator<Item = &str> {
        self.exempt.iter().map(String::as_str)
    }

    /// The tier that the project gives a tool; the first rule that names it decides.
    pub(crate) fn tier_of(&self, tool: &ToolName) -> Option<Tier> {
        self.tools.iter().find(|rule| names(&rule.tool, tool)).map(|rule| rule.tier.into())
    }

    /// What the project says of commands, before what is known of them.
    pub(crate) fn command_rules(&self) -> Vec<RiskRule> {
        let rule = |risk: &CommandRisk| RiskRule {
            program: risk.program.clone(),
            args: risk.args.clone(),
            tier: risk.tier.into(),
        };
        self.commands.iter().map(rule).collect()
    }
}

/// Whether a glob is about a tool: as the host calls it, by its current name, or
/// by the name that its server gave it.
fn names(glob: &str, tool: &ToolName) -> bool {
    let pattern = Pattern::trusted(glob.to_owned());
    let of_server = match tool.tool() {
        Tool::Mcp(mcp) => Some(mcp.tool.as_str()),
        _ => None,
    };
    [Some(tool.as_sent()), Some(tool.canonical()), of_server]
        .into_iter()
        .flatten()
        .any(|name| pattern.matches_text(name))
}

impl From<Config> for Policy {
    fn from(config: Config) -> Self {
        let default = Self::default();
        let mut policy = Self {
            on_failure: config.on_failure.unwrap_or(default.on_failure),
            require_intent: config.require_intent.unwrap_or(default.require_intent),
            empty_scope: config.empty_scope.unwrap_or(default.empty_scope),
            outputs: config.outputs.map_or(default.outputs, |it| it.0),
            confine: config.confine.unwrap_or(default.confine),
            lock_ttl: config.lock_ttl.map_or(default.lock_ttl, |ttl| ttl.0.get()),
            programs: config.programs.unwrap_or_default(),
            authority: config.authority.and_then(|it| it.0),
            offline: config.offline.unwrap_or(default.offline),
            ..default
        };
        let globs = config.read_only_tools.into_iter().flatten();
        policy.read_only_tools = globs.map(|glob| glob.0).collect();
        policy.exempt = config.exempt.into_iter().flatten().map(|glob| glob.0).collect();
        for entry in config.risk.into_iter().flatten() {
            match entry {
                RiskEntry::Command(risk) => policy.commands.push(risk),
                RiskEntry::Tool(risk) => policy.tools.push(risk),
            }
        }
        policy
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(yaml: &str) -> Result<Policy, String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("intent-gate.yaml");
        hook_state::replace(&file, yaml.as_bytes()).unwrap();
        Policy::read(&file).map_err(|err| err.to_string())
    }

    #[test]
    fn nothing_is_the_default() {
        for yaml in ["", "version: 1\n", "version:\nrisk:\nexempt: []\n"] {
            assert_eq!(parse(yaml), Ok(Policy::default()), "{yaml}");
        }
    }

    #[test]
    fn every_key_is_read() {
        let policy = parse(
            "version: 1\non_failure: open\nrequire_intent: false\nempty_scope: allow\n\
             outputs: deny\nconfine: landlock\n\
             read_only_tools: ['mcp__*__get_*', query]\nexempt: ['tmp/**', '!tmp/keep']\n\
             risk:\n  - { program: npm, args: 'run lint', tier: SAFE }\n  \
             - { program: deploy, tier: CRITICAL }\n  - { tool: 'mcp__db__*', tier: CRITICAL }\n\
             programs: ['gen writes=-o value=-o', style nothing]\n\
             lock_ttl: 90m\n",
        );
        let policy = policy.unwrap();
        assert_eq!(policy.on_failure, OnFailure::Open);
        assert!(!policy.require_intent);
        assert_eq!(policy.empty_scope, EmptyScope::Allow);
        assert_eq!(policy.outputs, Outputs::Deny);
        assert_eq!(policy.confine, Confine::Landlock);
        assert_eq!(policy.lock_ttl, Duration::from_secs(5400));
        assert_eq!(policy.command_rules().len(), 2);
        let programs = Programs::new(["gen writes=-o value=-o", "style nothing"]);
        assert_eq!(policy.programs, programs.unwrap());
        let tool = |name: &str| ToolName::new(name, None);
        assert!(policy.reads_only(&tool("mcp__hub__get_issue")));
        assert!(policy.reads_only(&tool("mcp__db__query")));
        assert!(!policy.reads_only(&tool("mcp__db__exec")));
        assert_eq!(policy.tier_of(&tool("mcp__db__query")), Some(Tier::Critical));
        assert_eq!(policy.tier_of(&tool("mcp__hub__x")), None);
        let exempts = |path: &str| policy.exempts(&RelPath::new(path).unwrap());
        assert!(exempts("tmp/a/b") && !exempts("tmp/keep") && !exempts("src/a"));
        assert_eq!(parse("lock_ttl: 60").unwrap().lock_ttl, Duration::from_secs(60));
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        let check = |yaml: &str, words: &str| {
            let refusal = parse(yaml).unwrap_err();
            assert!(refusal.contains(words), "{refusal}");
        };
        check("version: 2", "unknown version 2; expected 1");
        check("a: 1", "unknown field `a`");
        check("lock_ttl: 0s", "a time such as 90m");
        check("lock_ttl: 0", "a time such as 90m");
        check("lock_ttl: soon", "a time such as 90m");
        check("empty_scope: maybe", "maybe");
        check("confine: maybe", "maybe");
        check("outputs: maybe", "maybe");
        check("outputs: [a/b]", "`a/b` is not the name");
        check("exempt: ['src/[a']", "invalid pattern `src/[a`");
        check("read_only_tools: ['{a']", "invalid pattern `{a`");
        check("risk: [{ tier: SAFE }]", "a risk has a `program`");
        check("risk: [{ tool: x, args: y, tier: SAFE }]", "a risk has a `program`");
        check("risk: [{ tool: x, program: y, tier: SAFE }]", "a risk has a `program`");
        check("risk: [{ tool: x, tier: safe }]", "safe");
        check("programs: [gen writes=./x, rm nothing]", "`rm` (character 1)");
        check("programs: [gen write=1]", "`write=1` (character 5)");
        check("require_intent: true\nrequire_intent: true", ":2:1: ");
    }
}
