//! The configuration `.tacklebox/file-context.yaml`.
//!
//! Strict: an unknown key or a value that cannot be meant is an error that names
//! file, line and key. The same types are what is kept of it, compiled, so they
//! read themselves without help.

use std::path::{Path, PathBuf};

use file_mentions::{Recording, Retention, Secrets};
use hook_config::{Age, ConfigError, Version, at_most};
use hook_protocol::CONTEXT_LIMIT;
use hook_runtime::Ctx;
use project_paths::{Pattern, ProjectRoot, RealPaths};
use serde::de::{Error, IgnoredAny};
use serde::{Deserialize, Deserializer, Serialize};

/// The configuration's name: `.tacklebox/file-context.yaml`.
const NAME: &str = "file-context";

/// More turns than that are no choice of the most useful.
const MAX_TURNS: usize = 100;

/// What a project, or a person, wants of the hook.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a mapping")]
pub(crate) struct Config {
    /// Of the format.
    version: Version,
    pub(crate) inject: Inject,
    pub(crate) record: Record,
    pub(crate) retention: Kept,
    /// Read by `subagent-start-hook`.
    subagents: OfAnotherHook,
}

/// What the agent is told.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a mapping")]
pub(crate) struct Inject {
    /// Characters on one call.
    #[serde(deserialize_with = "budget")]
    pub(crate) budget: usize,
    /// Characters in one session, until it is compacted.
    pub(crate) session_budget: usize,
    #[serde(deserialize_with = "max_turns")]
    pub(crate) max_turns: usize,
    /// A memory is stale when it is so much older than the file's last change.
    pub(crate) stale_after: Age,
    pub(crate) stale: Stale,
}

/// What becomes of stale memories.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Stale {
    /// It is said once that their words are left out.
    #[default]
    Tell,
    /// Nothing.
    Skip,
}

/// What is recorded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a mapping")]
pub(crate) struct Record {
    /// Files that are not.
    ignore: Vec<Glob>,
    /// Secrets are taken out of what was said.
    redact: bool,
}

/// How much the store may keep.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a mapping")]
pub(crate) struct Kept {
    days: u32,
    megabytes: u32,
}

/// A pattern of paths.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct Glob(String);

/// A section that another hook reads, and is strict about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
struct OfAnotherHook;

impl Default for Inject {
    fn default() -> Self {
        Self {
            budget: 2_000,
            session_budget: 20_000,
            max_turns: 5,
            stale_after: Age::of_seconds(30 * 24 * 60 * 60),
            stale: Stale::default(),
        }
    }
}

impl Default for Record {
    fn default() -> Self {
        Self { ignore: Vec::new(), redact: true }
    }
}

impl Default for Kept {
    fn default() -> Self {
        Self { days: 180, megabytes: 200 }
    }
}

impl Config {
    /// The configuration of the project, the person's where it has none, else
    /// the default.
    ///
    /// # Errors
    /// A [`ConfigError`] that names the file, the line and the key at fault.
    pub(crate) fn load(ctx: &Ctx) -> Result<Self, ConfigError> {
        let read = |file: &Path| Ok((hook_config::read(file)?.parse()?, Vec::new()));
        Ok(ctx.configured(NAME, NAME, read)?.unwrap_or_default())
    }

    /// The configuration file, whatever is in it.
    pub(crate) fn file(ctx: &Ctx) -> Option<PathBuf> {
        ctx.configuration(NAME)
    }

    /// What `prune` leaves.
    pub(crate) fn retention(&self) -> Retention {
        Retention { days: self.retention.days, megabytes: self.retention.megabytes }
    }
}

impl Record {
    /// The files that are not recorded.
    pub(crate) fn ignored(&self) -> Vec<Pattern> {
        self.ignore.iter().map(|glob| Pattern::trusted(glob.0.clone())).collect()
    }

    /// What is recorded of the project at `root`; `ignore` is [`Self::ignored`].
    pub(crate) fn recording<'a>(
        &self,
        root: &'a ProjectRoot,
        paths: &'a RealPaths,
        ignore: &'a [Pattern],
    ) -> Recording<'a> {
        let secrets = if self.redact { Secrets::Redact } else { Secrets::Keep };
        Recording { root, paths, ignore, secrets }
    }
}

fn budget<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    at_most(deserializer, CONTEXT_LIMIT, "hosts truncate longer context")
}

fn max_turns<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    at_most(deserializer, MAX_TURNS, "too many to be useful")
}

impl<'de> Deserialize<'de> for Glob {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let is_kept = !deserializer.is_human_readable();
        let text = String::deserialize(deserializer)?;
        // What is kept was looked through before.
        if !is_kept {
            Pattern::new(&text).map_err(D::Error::custom)?;
        }
        Ok(Self(text))
    }
}

impl<'de> Deserialize<'de> for OfAnotherHook {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            IgnoredAny::deserialize(deserializer)?;
        }
        Ok(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(yaml: &str) -> Result<Config, String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file-context.yaml");
        hook_state::replace(&file, yaml.as_bytes()).unwrap();
        let parsed = hook_config::read(&file).unwrap().parse();
        parsed.map_err(|err| err.to_string())
    }

    #[test]
    fn nothing_is_the_default() {
        for yaml in ["", "version: 1", "inject:\nrecord:\nretention:\nsubagents:\n", "inject: {}"] {
            assert_eq!(parse(yaml).unwrap(), Config::default(), "{yaml}");
        }
        let config = Config::default();
        assert_eq!(config.inject.budget, 2_000);
        assert_eq!(config.inject.session_budget, 20_000);
        assert_eq!(config.retention(), Retention { days: 180, megabytes: 200 });
    }

    #[test]
    fn all_that_can_be_said() {
        let config = parse(
            "version: 1\n\
             inject: {budget: 500, session_budget: 900, max_turns: 2, stale_after: 12h, \
                      stale: skip}\n\
             record: {ignore: ['vendor/**'], redact: false}\n\
             retention: {days: 30, megabytes: 5}\n\
             subagents: {limit: 10, types: {Explore: {enabled: true, limit: 5}}}\n",
        )
        .unwrap();
        let inject = Inject {
            budget: 500,
            session_budget: 900,
            max_turns: 2,
            stale_after: Age::of_seconds(12 * 60 * 60),
            stale: Stale::Skip,
        };
        assert_eq!(config.inject, inject);
        assert_eq!(config.record, Record { ignore: vec![Glob("vendor/**".into())], redact: false });
        assert_eq!(config.retention(), Retention { days: 30, megabytes: 5 });
    }
}
