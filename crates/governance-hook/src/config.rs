//! The configuration file `.tacklebox/governance.yaml`, as people write it.
//!
//! Strict: an unknown key, an invalid glob or a rule that makes no sense is an error that names file,
//! line and key. An activity matrix of the HAIOS kind is a valid configuration.

mod path;

use std::fmt;
use std::path::PathBuf;

use command_effects::Programs;
use hook_config::{UniqueMap, Version};
use project_paths::Pattern;
use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};

use crate::policy::{
    Action, Announce, ByState, CommandRule, Literal, OnStateError, PathRule, Rule, Rules, Source,
};

/// How long a program may take that is asked for the state, in milliseconds.
const DEFAULT_TIMEOUT_MS: u64 = 1000;

/// The whole file. What is not there gets its default in [`crate::policy::compile`].
#[derive(Debug, Default, serde::Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a mapping")]
pub(crate) struct Config {
    #[serde(rename = "version")]
    _version: Version,
    pub(crate) matrix: Option<PathBuf>,
    pub(crate) default_action: Option<DefaultAction>,
    pub(crate) default_state: Option<String>,
    pub(crate) states: Option<Vec<String>>,
    pub(crate) state: Option<Vec<SourceEntry>>,
    pub(crate) on_state_error: Option<OnStateError>,
    /// Read from the text, see [`crate::gather::load::on_failure`]: the rest may be broken.
    pub(crate) on_failure: OnFailureEntry,
    pub(crate) announce: Option<Announce>,
    pub(crate) grant_on_allow: Option<bool>,
    pub(crate) risk: RiskEntry,
    pub(crate) secrets: Option<SecretsEntry>,
    pub(crate) rules: UniqueMap<UniqueMap<RuleEntry>>,
    pub(crate) skill_restrictions: UniqueMap<SkillEntry>,
    pub(crate) phase_to_state: UniqueMap<String>,
    pub(crate) transitions: Transitions,
    pub(crate) tools: Vec<ToolEntry>,
    pub(crate) commands: Vec<CommandEntry>,
    pub(crate) paths: Vec<PathEntry>,
    /// Those of the matrix, which are laid below.
    #[serde(skip)]
    pub(crate) matrix_paths: Vec<PathEntry>,
    pub(crate) agents: Vec<AgentEntry>,
    pub(crate) programs: Programs,
}

/// What happens to a primitive without a rule.
#[derive(Debug, Clone, Copy, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum DefaultAction {
    Allow,
    Warn,
    Block,
}

/// What is done with what a command can spoil.
#[derive(Debug, Clone, Copy, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Reaction {
    Allow,
    Warn,
    Ask,
    Deny,
}

/// What is done with secrets that are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SecretsEntry {
    Allow,
    Warn,
    Ask,
    Deny,
    /// Denied, and hidden from commands where the kernel can.
    Hide,
}

#[derive(Debug, Clone, Copy, Default, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct RiskEntry {
    pub(crate) critical: Option<Reaction>,
    pub(crate) destructive: Option<Reaction>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OnFailureEntry {
    #[default]
    Open,
    Closed,
}

/// One entry of `state`.
#[derive(Debug)]
pub(crate) struct SourceEntry(pub(crate) Source);

/// One rule, checked: a redirect says where to.
#[derive(Debug, Clone)]
pub(crate) struct RuleEntry(pub(crate) Rule);

/// A value to compare with: text (a glob), an integer or a truth value.
#[derive(Debug)]
pub(crate) struct LiteralEntry(pub(crate) Literal);

/// A glob, checked.
#[derive(Debug, Clone)]
pub(crate) struct Glob(pub(crate) String);

#[derive(Debug, Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SkillEntry {
    #[serde(default)]
    pub(crate) allowed: Vec<Glob>,
    #[serde(default)]
    pub(crate) blocked: Vec<Glob>,
    pub(crate) block_message: Option<String>,
}

#[derive(Debug, Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Transitions {
    #[serde(default)]
    pub(crate) forbidden: Vec<(Glob, Glob)>,
}

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ToolEntry {
    pub(crate) tool: Glob,
    #[serde(default)]
    pub(crate) input: UniqueMap<LiteralEntry>,
    pub(crate) primitive: String,
}

/// One entry of `commands`.
#[derive(Debug)]
pub(crate) struct CommandEntry(pub(crate) CommandRule);

/// One entry of `paths`.
#[derive(Debug)]
pub(crate) struct PathEntry(pub(crate) PathRule);

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AgentEntry {
    pub(crate) agent_type: Glob,
    pub(crate) rules: UniqueMap<UniqueMap<RuleEntry>>,
}

impl<'de> Deserialize<'de> for LiteralEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Scalar;
        impl Visitor<'_> for Scalar {
            type Value = LiteralEntry;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string, an integer or a boolean")
            }

            fn visit_bool<E: de::Error>(self, value: bool) -> Result<LiteralEntry, E> {
                Ok(LiteralEntry(Literal::Boolean(value)))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<LiteralEntry, E> {
                Ok(LiteralEntry(Literal::Integer(number)))
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<LiteralEntry, E> {
                match i64::try_from(number) {
                    Ok(number) => self.visit_i64(number),
                    Err(_) => Err(E::invalid_value(de::Unexpected::Unsigned(number), &self)),
                }
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<LiteralEntry, E> {
                Pattern::new(text).map_err(E::custom)?;
                Ok(LiteralEntry(Literal::Text(text.to_owned())))
            }
        }
        deserializer.deserialize_any(Scalar)
    }
}

impl<'de> Deserialize<'de> for Glob {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Pattern::new(&text).map_err(de::Error::custom)?;
        Ok(Self(text))
    }
}

impl<'de> Deserialize<'de> for RuleEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields, expecting = "a rule such as { action: block }")]
        struct Fields {
            action: Action,
            message: Option<String>,
            redirect_to: Option<String>,
        }
        let fields = Fields::deserialize(deserializer)?;
        let rule = rule(fields.action, fields.message, fields.redirect_to);
        rule.map(Self).map_err(de::Error::custom)
    }
}

impl<'de> Deserialize<'de> for CommandEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields, expecting = "a rule for a program")]
        struct Fields {
            program: Glob,
            args: Option<Glob>,
            states: Option<Vec<String>>,
            action: Action,
            message: Option<String>,
            redirect_to: Option<String>,
        }
        let fields = Fields::deserialize(deserializer)?;
        let rule = rule(fields.action, fields.message, fields.redirect_to);
        Ok(Self(CommandRule {
            program: fields.program.0,
            args: fields.args.map(|glob| glob.0),
            states: fields.states,
            rule: rule.map_err(de::Error::custom)?,
        }))
    }
}

/// A rule that can be carried out: a redirect needs a place to send to.
fn rule(
    action: Action,
    message: Option<String>,
    redirect_to: Option<String>,
) -> Result<Rule, &'static str> {
    match (action, &redirect_to) {
        (Action::Redirect, None) if message.is_none() => {
            return Err("a redirect needs `redirect_to` or `message`");
        }
        (Action::Allow | Action::Warn | Action::Ask | Action::Block, Some(_)) => {
            return Err("`redirect_to` is for `action: redirect`");
        }
        _ => {}
    }
    Ok(Rule { action, message, redirect_to })
}

impl<'de> Deserialize<'de> for SourceEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NameOrFields;
        impl<'de> Visitor<'de> for NameOrFields {
            type Value = SourceEntry;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("`session`, or a mapping with `env`, `file` or `command`")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<SourceEntry, E> {
                match text {
                    "session" => Ok(SourceEntry(Source::Session)),
                    _ => Err(E::invalid_value(de::Unexpected::Str(text), &self)),
                }
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<SourceEntry, A::Error> {
                let fields = SourceFields::deserialize(de::value::MapAccessDeserializer::new(map))?;
                fields.source().map(SourceEntry).map_err(de::Error::custom)
            }
        }
        deserializer.deserialize_any(NameOrFields)
    }
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct SourceFields {
    env: Option<String>,
    file: Option<PathBuf>,
    pointer: Option<String>,
    command: Option<Vec<String>>,
    timeout_ms: Option<u64>,
    cache_ms: Option<u64>,
}

impl SourceFields {
    fn source(self) -> Result<Source, &'static str> {
        let of_command = self.timeout_ms.is_some() || self.cache_ms.is_some();
        match (self.env, self.file, self.command) {
            (Some(name), None, None) if self.pointer.is_none() && !of_command => {
                Ok(Source::Env { name })
            }
            (None, Some(path), None) if !of_command => match self.pointer {
                Some(pointer) if !pointer.is_empty() && !pointer.starts_with('/') => {
                    Err("a pointer begins with `/` (RFC 6901)")
                }
                pointer => Ok(Source::File { path, pointer }),
            },
            (None, None, Some(words)) if self.pointer.is_none() => {
                if words.first().is_none_or(String::is_empty) {
                    return Err("a command needs a program");
                }
                Ok(Source::Command {
                    words,
                    timeout_ms: self.timeout_ms.unwrap_or(DEFAULT_TIMEOUT_MS),
                    cache_ms: self.cache_ms.unwrap_or(0),
                })
            }
            _ => Err("a state source has one of `env`, `file` (with `pointer`) and `command` \
                     (with `timeout_ms` and `cache_ms`)"),
        }
    }
}

/// A checked map without its wrappers.
pub(crate) fn rules_of(entries: UniqueMap<UniqueMap<RuleEntry>>) -> Rules {
    entries
        .into_inner()
        .into_iter()
        .map(|(primitive, by_state)| {
            let by_state = by_state.into_inner().into_iter().map(|(state, rule)| (state, rule.0));
            (primitive, ByState(by_state.collect()))
        })
        .collect()
}
