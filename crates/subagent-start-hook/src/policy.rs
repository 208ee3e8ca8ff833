//! Which subagents are told how many files: the section `subagents` of
//! `.tacklebox/file-context.yaml`.
//!
//! The other sections are those of `file-context-hook`, which reads them and is
//! strict about them. Here they may say anything.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hook_config::{ConfigError, UniqueMap};
use hook_runtime::Ctx;
use serde::de::{Error, IgnoredAny};
use serde::{Deserialize, Deserializer, Serialize};

/// The configuration's name: `.tacklebox/file-context.yaml`.
const NAME: &str = "file-context";

/// The name of what is kept of it, which `file-context-hook` does not share.
const KEPT: &str = "subagents";

/// How many files a subagent is told where nobody says otherwise.
const DEFAULT_LIMIT: u16 = 10;

/// More than a subagent would look at.
const MAX_LIMIT: u16 = 100;

/// How many files subagents are told. None is to be told nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Policy {
    limit: u16,
    types: BTreeMap<String, u16>,
}

impl Policy {
    /// How many files a subagent of this type is told.
    pub(crate) fn limit(&self, agent_type: Option<&str>) -> usize {
        let own = agent_type.and_then(|agent_type| self.types.get(agent_type));
        usize::from(*own.unwrap_or(&self.limit))
    }
}

impl Default for Policy {
    fn default() -> Self {
        Self { limit: DEFAULT_LIMIT, types: BTreeMap::new() }
    }
}

/// The project's policy, the person's where it has none, else the default.
///
/// # Errors
/// A [`ConfigError`] that names the file, the line and the key at fault.
pub(crate) fn load(ctx: &Ctx) -> Result<Policy, ConfigError> {
    let read = |file: &Path| {
        let config: Config = hook_config::read(file)?.parse()?;
        Ok((config.subagents.unwrap_or_default().policy(), Vec::new()))
    };
    Ok(ctx.configured(NAME, KEPT, read)?.unwrap_or_default())
}

/// The configuration file, whatever is in it.
pub(crate) fn file(ctx: &Ctx) -> Option<PathBuf> {
    ctx.configuration(NAME)
}

/// The whole file.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a mapping")]
struct Config {
    subagents: Option<Subagents>,
    #[serde(rename = "version")]
    _version: IgnoredAny,
    #[serde(rename = "inject")]
    _inject: IgnoredAny,
    #[serde(rename = "record")]
    _record: IgnoredAny,
    #[serde(rename = "retention")]
    _retention: IgnoredAny,
}

/// Our section. A key without a value, as one whose value is commented out, is
/// no key.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a mapping")]
struct Subagents {
    #[serde(deserialize_with = "limit")]
    limit: Option<u16>,
    types: Option<UniqueMap<Option<OfType>>>,
}

/// What is said of one type.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a mapping")]
struct OfType {
    enabled: Option<bool>,
    #[serde(deserialize_with = "limit")]
    limit: Option<u16>,
}

impl Subagents {
    fn policy(self) -> Policy {
        let limit = self.limit.unwrap_or(DEFAULT_LIMIT);
        let types = self.types.unwrap_or_default().into_inner();
        let own = |of_type: OfType| match of_type.enabled {
            Some(false) => 0,
            _ => of_type.limit.unwrap_or(limit),
        };
        let types = types.into_iter();
        let types = types.map(|(name, of_type)| (name, own(of_type.unwrap_or_default())));
        Policy { limit, types: types.collect() }
    }
}

fn limit<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u16>, D::Error> {
    match Option::deserialize(deserializer)? {
        Some(limit) if limit > MAX_LIMIT => {
            Err(D::Error::custom(format_args!("{limit} is more than {MAX_LIMIT}")))
        }
        limit => Ok(limit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(yaml: &str) -> Result<Policy, String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file-context.yaml");
        hook_state::replace(&file, yaml.as_bytes()).unwrap();
        let parsed = hook_config::read(&file).unwrap().parse::<Config>();
        let policy = parsed.map(|config| config.subagents.unwrap_or_default().policy());
        policy.map_err(|err| err.to_string())
    }

    /// The limits for the types `Explore` and `Plan`, and for no known type.
    #[track_caller]
    fn check(yaml: &str, limits: [usize; 3]) {
        let policy = parse(yaml).unwrap();
        let found = [Some("Explore"), Some("Plan"), None].map(|name| policy.limit(name));
        assert_eq!(found, limits, "{yaml}");
    }

    #[test]
    fn nothing_is_the_default() {
        for yaml in
            ["", "version: 1", "subagents:", "subagents: {}", "subagents:\n  limit:\n  types:\n"]
        {
            assert_eq!(parse(yaml).unwrap(), Policy::default(), "{yaml}");
        }
        check("subagents: { types: { Explore: } }", [10, 10, 10]);
        check("subagents: { types: { Explore: {} } }", [10, 10, 10]);
    }

    #[test]
    fn the_type_goes_before_the_rest() {
        check("subagents: { limit: 3 }", [3, 3, 3]);
        check("subagents: { limit: 3, types: { Explore: { limit: 5 } } }", [5, 3, 3]);
        check("subagents: { limit: 100, types: { Plan: { enabled: true } } }", [100, 100, 100]);
        check("subagents: { types: { Explore: { enabled: false } } }", [0, 10, 10]);
        check("subagents: { types: { Explore: { enabled: false, limit: 5 } } }", [0, 10, 10]);
        check("subagents: { limit: 0, types: { Plan: { enabled: true, limit: 2 } } }", [0, 2, 0]);
        check("subagents: { types: { explore: { limit: 1 } } }", [10, 10, 10]);
    }

    #[test]
    fn the_sections_of_the_other_hook_may_say_anything() {
        check("inject: { bugdet: 1 }\nrecord: [x]\nretention: 3\nversion: soon\n", [10, 10, 10]);
    }
}
