//! The configuration.

use std::time::Duration;

use hook_config::ConfigError;
use hook_runtime::Ctx;

/// What a project, or a person, wants of the hook.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Config {}

impl Config {
    /// The configuration of the project.
    #[expect(clippy::unnecessary_wraps, reason = "a file follows")]
    pub(crate) fn load(_ctx: &Ctx) -> Result<Self, ConfigError> {
        Ok(Self {})
    }

    /// How long after a prompt a tool call may begin without closing it.
    #[expect(clippy::unused_self, reason = "a file follows")]
    pub(crate) fn parallel_window(self) -> Duration {
        Duration::from_millis(1_500)
    }

    /// After how long a prompt is taken for one whose host has died.
    #[expect(clippy::unused_self, reason = "a file follows")]
    pub(crate) fn stale_after(self) -> Duration {
        Duration::from_secs(60 * 60)
    }
}
