//! The configuration `.tacklebox/intent-gate.yaml`, as it is written.
//!
//! Strict: an unknown key, an invalid glob or a time of zero is an error that names file, line and key.

pub(crate) mod authority;

use std::fmt;

use command_effects::{Programs, Tier};
use hook_config::{Age, Version};
use project_paths::{Pattern, Scope};
use serde::de::{self, Deserializer, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};

/// The whole file. A key without a value is no key.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a mapping")]
pub(crate) struct Config {
    #[serde(rename = "version")]
    _version: Version,
    pub(crate) on_failure: Option<OnFailure>,
    pub(crate) require_intent: Option<bool>,
    pub(crate) empty_scope: Option<EmptyScope>,
    pub(crate) read_only_tools: Option<Vec<Glob>>,
    pub(crate) exempt: Option<Vec<PathGlob>>,
    pub(crate) outputs: Option<WordOrNames>,
    pub(crate) confine: Option<Confine>,
    pub(crate) risk: Option<Vec<RiskEntry>>,
    pub(crate) programs: Option<Programs>,
    pub(crate) lock_ttl: Option<LockTtl>,
    pub(crate) authority: Option<authority::Written>,
    pub(crate) offline: Option<authority::Offline>,
}

/// `{program, args, tier}` or `{tool, tier}`, checked.
#[derive(Debug)]
pub(crate) enum RiskEntry {
    Command(CommandRisk),
    Tool(ToolRisk),
}

/// A glob over text, checked.
#[derive(Debug)]
pub(crate) struct Glob(pub(crate) String);

/// A glob over paths, perhaps behind a `!`, checked.
#[derive(Debug)]
pub(crate) struct PathGlob(pub(crate) String);

/// For how long a lock is valid.
#[derive(Debug, Deserialize)]
pub(crate) struct LockTtl(#[serde(deserialize_with = "Age::of_a_second_at_least")] pub(crate) Age);

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

/// Whether what builds make lies in every scope.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Outputs {
    /// It does, where git ignores it.
    Allow,
    /// The scope has to say so.
    Deny,
    /// Files and folders of these names in the root do.
    Named(Vec<String>),
}

/// `allow`, `deny` or a list of names, as it is written.
#[derive(Debug)]
pub(crate) struct WordOrNames(pub(crate) Outputs);

/// How the kernel holds what shell commands may write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Confine {
    /// By the best that the machine has.
    Auto,
    /// By read-only mounts, and Landlock behind them.
    Mounts,
    /// By Landlock alone.
    Landlock,
    /// Not at all: commands are judged by their text.
    Off,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CommandRisk {
    pub(crate) program: String,
    pub(crate) args: String,
    pub(crate) tier: TierName,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ToolRisk {
    pub(crate) tool: String,
    pub(crate) tier: TierName,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum TierName {
    Safe,
    Write,
    Destructive,
    Critical,
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

impl<'de> Deserialize<'de> for RiskEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields, expecting = "a mapping")]
        struct Entry {
            program: Option<String>,
            args: Option<String>,
            tool: Option<Glob>,
            tier: TierName,
        }
        let Entry { program, args, tool, tier } = Entry::deserialize(deserializer)?;
        match (program.filter(|program| !program.is_empty()), tool) {
            (Some(program), None) => {
                Ok(Self::Command(CommandRisk { program, args: args.unwrap_or_default(), tier }))
            }
            (None, Some(Glob(tool))) if args.is_none() => Ok(Self::Tool(ToolRisk { tool, tier })),
            _ => Err(de::Error::custom("a risk has a `program`, perhaps with `args`, or a `tool`")),
        }
    }
}

impl<'de> Deserialize<'de> for WordOrNames {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Outputs;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("`allow`, `deny` or a list of names")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Outputs, E> {
                match text {
                    "allow" => Ok(Outputs::Allow),
                    "deny" => Ok(Outputs::Deny),
                    _ => Err(E::unknown_variant(text, &["allow", "deny"])),
                }
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Outputs, A::Error> {
                let mut names = Vec::new();
                while let Some(name) = items.next_element::<String>()? {
                    if name.contains(['/', '*', '?', '[', '{'])
                        || ["", ".", "..", ".git"].contains(&&*name)
                    {
                        let message =
                            format!("`{name}` is not the name of a file or folder in the root");
                        return Err(de::Error::custom(message));
                    }
                    names.push(name);
                }
                Ok(Outputs::Named(names))
            }
        }
        deserializer.deserialize_any(Either).map(Self)
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
