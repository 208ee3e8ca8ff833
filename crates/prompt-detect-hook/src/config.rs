//! The configuration `.tacklebox/prompt-detect.yaml`.
//!
//! Strict: an unknown key or a value that cannot be meant is an error that names
//! file, line and key. The same types are what is kept of it, compiled, so they
//! read themselves without help.

mod quiet_hours;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::time::Duration;

use hook_config::{Age, ConfigError, Version, at_most};
use hook_runtime::Ctx;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use crate::decide::prompt::PromptType;
pub(crate) use quiet_hours::QuietHours;

/// The configuration's name: `.tacklebox/prompt-detect.yaml`.
const NAME: &str = "prompt-detect";

/// The longest that a process is left behind to wait.
const MAX_DELAY: u64 = 60 * 60 * 1000;

/// A day: who is called more rarely looks at `status`.
const MAX_RATE_LIMIT: u64 = 24 * 60 * 60 * 1000;

/// What a project, or a person, wants of the hook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a mapping")]
pub(crate) struct Config {
    /// Of the format.
    version: Version,
    /// Who is told, beside the files of the state folder.
    pub(crate) sinks: Sinks,
    /// Which of them are told of which prompt.
    pub(crate) on_prompt: OnPrompt,
    /// How long a prompt is open before it disturbs anybody, in milliseconds.
    #[serde(deserialize_with = "delay")]
    delay_ms: u64,
    /// When nobody is disturbed.
    pub(crate) quiet_hours: Option<QuietHours>,
    /// One call of a program, and one notification, in so many milliseconds.
    #[serde(deserialize_with = "rate_limit")]
    rate_limit_ms: u64,
    /// A prompt that is open for longer is closed: its host has died.
    #[serde(deserialize_with = "Age::of_a_second_at_least")]
    stale_after: Age,
}

/// How a person is told of a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a mapping")]
pub(crate) struct Sinks {
    /// A program and its arguments.
    pub(crate) command: Option<Words>,
    /// The system's notifier.
    pub(crate) desktop: bool,
    /// The host's terminal.
    pub(crate) terminal: bool,
}

/// What is done about each type of prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a mapping")]
pub(crate) struct OnPrompt {
    question: Level,
    plan_approval: Level,
    permission: Level,
    idle: Level,
    other: Level,
}

/// Which sinks are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Level {
    /// None.
    Record,
    /// `desktop` and `terminal`.
    Notify,
    /// `command`, too.
    Escalate,
}

/// A program and its arguments; the program is named.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Words(Vec<String>);

impl Default for Config {
    fn default() -> Self {
        Self {
            version: Version,
            sinks: Sinks::default(),
            on_prompt: OnPrompt::default(),
            delay_ms: 0,
            quiet_hours: None,
            rate_limit_ms: 1_000,
            stale_after: Age::of_seconds(60 * 60),
        }
    }
}

impl Default for OnPrompt {
    fn default() -> Self {
        Self {
            question: Level::Escalate,
            plan_approval: Level::Escalate,
            permission: Level::Notify,
            idle: Level::Record,
            other: Level::Record,
        }
    }
}

impl Config {
    /// The configuration of the project, the person's where it has none, else
    /// the default, which has no sinks.
    ///
    /// # Errors
    /// A [`ConfigError`] that names the file, the line and the key at fault.
    pub(crate) fn load(ctx: &Ctx) -> Result<Self, ConfigError> {
        let read = |file: &Path| Ok((hook_config::read(file)?.parse()?, Vec::new()));
        Ok(ctx.configured(NAME, NAME, read)?.unwrap_or_default())
    }

    /// The configuration as far as it is trusted: one that nobody has looked at tells nobody.
    /// With it the file, if that is so.
    pub(crate) fn trusted(self, ctx: &Ctx) -> (Self, Option<PathBuf>) {
        if self.sinks == Sinks::default() {
            return (self, None);
        }
        match ctx.configuration(NAME).filter(|file| !person::trust::is_trusted(ctx, file)) {
            Some(file) => (Self { sinks: Sinks::default(), ..self }, Some(file)),
            None => (self, None),
        }
    }

    /// How long a prompt is open before it disturbs anybody.
    pub(crate) fn delay(&self) -> Duration {
        Duration::from_millis(self.delay_ms)
    }

    /// How far apart two calls of a program are at least.
    pub(crate) fn rate_limit(&self) -> Duration {
        Duration::from_millis(self.rate_limit_ms)
    }

    /// After how long a prompt is taken for one whose host has died.
    pub(crate) fn stale_after(&self) -> Duration {
        self.stale_after.get()
    }
}

impl Words {
    /// The program, and its arguments.
    pub(crate) fn split(&self) -> Option<(&String, &[String])> {
        self.0.split_first()
    }
}

impl OnPrompt {
    /// What is done about a prompt of this type.
    pub(crate) fn level(self, kind: PromptType) -> Level {
        match kind {
            PromptType::Question => self.question,
            PromptType::PlanApproval => self.plan_approval,
            PromptType::Permission => self.permission,
            PromptType::Idle => self.idle,
            PromptType::Other => self.other,
        }
    }
}

fn delay<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    at_most(deserializer, MAX_DELAY, "a process waits at most an hour")
}

fn rate_limit<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    at_most(deserializer, MAX_RATE_LIMIT, "the limit is at least once a day")
}

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let words = Vec::<String>::deserialize(deserializer)?;
        if words.first().is_none_or(String::is_empty) {
            return Err(D::Error::custom("a command needs a program"));
        }
        if words.iter().any(|word| word.contains('\0')) {
            return Err(D::Error::custom("an argument cannot contain a NUL"));
        }
        Ok(Self(words))
    }
}
