//! What a project wants of the gate: `.tacklebox/intent-gate.yaml`.
//!
//! Strict: an unknown key, a glob that is none or a time of nothing is an error
//! that names file, line and key.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use command_effects::{RiskRule, Tier};
use hook_config::{Age, ConfigError, Version};
use hook_protocol::{Tool, ToolName};
use project_paths::{Pattern, RelPath, Scope};
use serde::de::{self, Deserializer, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};

/// For how long a lock holds that its holder does not renew.
const LOCK_TTL: Duration = Duration::from_secs(3600);

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
    commands: Vec<CommandRisk>,
    tools: Vec<ToolRisk>,
    /// For how long a lock holds that its holder does not renew.
    pub(crate) lock_ttl: Duration,
    /// A file that changed since the agent read it is to be read again.
    pub(crate) stale_check: bool,
}

/// What a failure means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OnFailure {
    /// Nothing is denied.
    Open,
    /// Changes are denied.
    Closed,
}

/// What an intent without a scope may touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum EmptyScope {
    /// Nothing.
    Deny,
    /// The whole project.
    Allow,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct CommandRisk {
    program: String,
    args: String,
    tier: TierName,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct ToolRisk {
    tool: String,
    tier: TierName,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum TierName {
    Safe,
    Write,
    Destructive,
    Critical,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            on_failure: OnFailure::Closed,
            require_intent: true,
            empty_scope: EmptyScope::Deny,
            read_only_tools: Vec::new(),
            exempt: Vec::new(),
            commands: Vec::new(),
            tools: Vec::new(),
            lock_ttl: LOCK_TTL,
            stale_check: false,
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
        Ok(config.policy())
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

impl From<TierName> for Tier {
    fn from(name: TierName) -> Self {
        match name {
            TierName::Safe => Self::Safe,
            TierName::Write => Self::Write,
            TierName::Destructive => Self::Destructive,
            TierName::Critical => Self::Critical,
        }
    }
}

/// The whole file. A key without a value is no key.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a mapping")]
struct Config {
    #[serde(rename = "version")]
    _version: Version,
    on_failure: Option<OnFailure>,
    require_intent: Option<bool>,
    empty_scope: Option<EmptyScope>,
    read_only_tools: Option<Vec<Glob>>,
    exempt: Option<Vec<PathGlob>>,
    risk: Option<Vec<RiskEntry>>,
    lock_ttl: Option<LockTtl>,
    stale_check: Option<bool>,
}

/// `{program, args, tier}` or `{tool, tier}`, checked.
#[derive(Debug)]
enum RiskEntry {
    Command(CommandRisk),
    Tool(ToolRisk),
}

/// Words, as one text or as a list.
#[derive(Debug)]
struct Words(String);

/// A glob over text, checked.
#[derive(Debug)]
struct Glob(String);

/// A glob over paths, perhaps behind a `!`, checked.
#[derive(Debug)]
struct PathGlob(String);

/// For how long a lock holds.
#[derive(Debug, Deserialize)]
struct LockTtl(#[serde(deserialize_with = "Age::of_a_second_at_least")] Age);

impl Config {
    fn policy(self) -> Policy {
        let default = Policy::default();
        let mut policy = Policy {
            on_failure: self.on_failure.unwrap_or(default.on_failure),
            require_intent: self.require_intent.unwrap_or(default.require_intent),
            empty_scope: self.empty_scope.unwrap_or(default.empty_scope),
            lock_ttl: self.lock_ttl.map_or(default.lock_ttl, |ttl| ttl.0.get()),
            stale_check: self.stale_check.unwrap_or(default.stale_check),
            ..default
        };
        let globs = self.read_only_tools.into_iter().flatten();
        policy.read_only_tools = globs.map(|glob| glob.0).collect();
        policy.exempt = self.exempt.into_iter().flatten().map(|glob| glob.0).collect();
        for entry in self.risk.into_iter().flatten() {
            match entry {
                RiskEntry::Command(risk) => policy.commands.push(risk),
                RiskEntry::Tool(risk) => policy.tools.push(risk),
            }
        }
        policy
    }
}

impl<'de> Deserialize<'de> for RiskEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields, expecting = "a mapping")]
        struct Entry {
            program: Option<String>,
            args: Option<Words>,
            tool: Option<Glob>,
            tier: TierName,
        }
        let Entry { program, args, tool, tier } = Entry::deserialize(deserializer)?;
        match (program.filter(|program| !program.is_empty()), tool) {
            (Some(program), None) => {
                let args = args.map_or_else(String::new, |words| words.0);
                Ok(Self::Command(CommandRisk { program, args, tier }))
            }
            (None, Some(Glob(tool))) if args.is_none() => Ok(Self::Tool(ToolRisk { tool, tier })),
            _ => Err(de::Error::custom("a risk has a `program`, perhaps with `args`, or a `tool`")),
        }
    }
}

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextOrList;
        impl<'de> Visitor<'de> for TextOrList {
            type Value = Words;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("words")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Words, E> {
                Ok(Words(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Words, A::Error> {
                let mut words = Vec::new();
                while let Some(word) = items.next_element::<String>()? {
                    words.push(word);
                }
                Ok(Words(words.join(" ")))
            }
        }
        deserializer.deserialize_any(TextOrList)
    }
}

impl<'de> Deserialize<'de> for Glob {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Pattern::new(&text).map_err(de::Error::custom)?;
        Ok(Self(text))
    }
}

impl<'de> Deserialize<'de> for PathGlob {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Scope::new([text.as_str()]).map_err(|(_, err)| de::Error::custom(err))?;
        Ok(Self(text))
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
             read_only_tools: ['mcp__*__get_*', query]\nexempt: ['tmp/**', '!tmp/keep']\n\
             risk:\n  - { program: npm, args: 'run lint', tier: SAFE }\n  \
             - { program: deploy, tier: CRITICAL }\n  - { tool: 'mcp__db__*', tier: CRITICAL }\n\
             lock_ttl: 90m\nstale_check: true\n",
        );
        let policy = policy.unwrap();
        assert_eq!(policy.on_failure, OnFailure::Open);
        assert!(!policy.require_intent && policy.stale_check);
        assert_eq!(policy.empty_scope, EmptyScope::Allow);
        assert_eq!(policy.lock_ttl, Duration::from_secs(5400));
        assert_eq!(policy.command_rules().len(), 2);
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
    fn the_words_of_a_risk_may_be_a_list() {
        let args = |yaml: &str| parse(yaml).unwrap().command_rules().remove(0).args;
        assert_eq!(args("risk: [{ program: x, args: [--to, prod], tier: CRITICAL }]"), "--to prod");
        assert_eq!(args("risk: [{ program: x, args: --to prod, tier: CRITICAL }]"), "--to prod");
        assert_eq!(args("risk: [{ program: x, args: , tier: CRITICAL }]"), "");
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        let check = |yaml: &str, words: &str| {
            let refusal = parse(yaml).unwrap_err();
            assert!(refusal.contains(words), "{refusal}");
        };
        check("version: 2", "version 2 is not known, only 1");
        check("a: 1", "unknown field `a`");
        check("lock_ttl: 0s", "a time such as 90m");
        check("lock_ttl: 0", "a time such as 90m");
        check("lock_ttl: soon", "a time such as 90m");
        check("empty_scope: maybe", "maybe");
        check("exempt: ['src/[a']", "invalid pattern `src/[a`");
        check("read_only_tools: ['{a']", "invalid pattern `{a`");
        check("risk: [{ tier: SAFE }]", "a risk has a `program`");
        check("risk: [{ tool: x, args: y, tier: SAFE }]", "a risk has a `program`");
        check("risk: [{ tool: x, program: y, tier: SAFE }]", "a risk has a `program`");
        check("risk: [{ tool: x, tier: safe }]", "safe");
        check("require_intent: true\nrequire_intent: true", ":2:1: ");
    }
}
