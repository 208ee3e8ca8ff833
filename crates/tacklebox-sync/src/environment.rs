//! What the program takes from its surroundings.

use std::io;
use std::path::PathBuf;
use std::time::SystemTime;

use hook_state::StateDir;

/// A variable of the environment, unless it is empty.
#[expect(clippy::disallowed_methods, reason = "this program has no Ctx")]
pub(crate) fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// The wall clock.
#[expect(clippy::disallowed_methods, reason = "this program has no Ctx")]
pub(crate) fn now() -> SystemTime {
    SystemTime::now()
}

/// The folder of a person's state.
pub(crate) fn person_state() -> Option<StateDir> {
    hook_state::person_state(&variable).map(StateDir::new)
}

/// The login name.
pub(crate) fn login_name() -> String {
    variable("USER").or_else(|| variable("LOGNAME")).unwrap_or_default()
}

/// The current folder.
#[expect(clippy::disallowed_methods, reason = "this program has no Ctx")]
pub(crate) fn current_dir() -> io::Result<PathBuf> {
    std::env::current_dir()
}
