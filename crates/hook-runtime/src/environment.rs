//! The environment variables that a hook may read.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::SystemTime;

/// Set for a program that the chain starts: the chain logs its calls.
pub const IN_CHAIN: &str = "TACKLEBOX_CHAIN";

/// The environment variables.
///
/// They cannot be listed, because a host passes a secret to its hooks there.
#[derive(Debug, Clone, Default)]
pub enum Environment {
    /// The environment of this process.
    #[default]
    Process,
    /// Only these variables.
    Fixed(BTreeMap<String, String>),
}

impl Environment {
    /// The variable `name`, if it is set to Unicode and not empty.
    pub fn get(&self, name: &str) -> Option<String> {
        let value = match self {
            #[expect(clippy::disallowed_methods, reason = "this is where it comes from")]
            Self::Process => std::env::var(name).ok(),
            Self::Fixed(variables) => variables.get(name).cloned(),
        };
        value.filter(|value| !value.is_empty())
    }

    /// Adds a variable to a fixed environment.
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        if let Self::Fixed(variables) = &mut self {
            variables.insert(name.to_owned(), value.to_owned());
        }
        self
    }

    /// The time, which `TACKLEBOX_NOW` sets for tests (RFC 3339, UTC).
    #[expect(clippy::disallowed_methods, reason = "this is where the time comes from")]
    pub fn now(&self) -> SystemTime {
        self.set_time().unwrap_or_else(SystemTime::now)
    }

    /// The time that was set.
    pub(crate) fn set_time(&self) -> Option<SystemTime> {
        self.get("TACKLEBOX_NOW").and_then(|time| humantime::parse_rfc3339(&time).ok())
    }
}

/// The folder of this process.
#[expect(clippy::disallowed_methods, reason = "this is where the folder comes from")]
pub(crate) fn process_cwd() -> Option<PathBuf> {
    std::env::current_dir().ok()
}
