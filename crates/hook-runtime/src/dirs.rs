//! The folders of a person's configuration and state.

use std::path::PathBuf;

use crate::environment::Environment;

/// The folder of the configuration that an administrator gives a machine.
pub const SYSTEM_CONFIG: &str =
    if cfg!(windows) { r"C:\ProgramData\tacklebox" } else { "/etc/tacklebox" };

/// The two folders; `None` if there is no home folder.
#[derive(Debug, Clone, Default)]
pub(crate) struct Dirs {
    pub(crate) config: Option<PathBuf>,
    pub(crate) state: Option<PathBuf>,
}

impl Dirs {
    pub(crate) fn of(environment: &Environment) -> Self {
        let variable = |name: &str| environment.get(name);
        Self {
            config: hook_state::person_config(&variable),
            state: hook_state::person_state(&variable),
        }
    }
}

/// The person's home folder.
pub(crate) fn home(environment: &Environment) -> Option<PathBuf> {
    hook_state::person_home(&|name| environment.get(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_variable_wins() {
        let check = |variables: &[(&str, &str)], config: Option<&str>, state: Option<&str>| {
            let variables = variables.iter().map(|(k, v)| ((*k).into(), (*v).into())).collect();
            let dirs = Dirs::of(&Environment::Fixed(variables));
            assert_eq!(dirs.config, config.map(PathBuf::from));
            assert_eq!(dirs.state, state.map(PathBuf::from));
        };
        check(&[], None, None);
        check(&[("HOME", "/h")], Some("/h/.config/tacklebox"), Some("/h/.local/state/tacklebox"));
        check(
            &[("HOME", "/h"), ("XDG_CONFIG_HOME", "/c"), ("XDG_STATE_HOME", "relative")],
            Some("/c/tacklebox"),
            Some("/h/.local/state/tacklebox"),
        );
        check(
            &[
                ("XDG_CONFIG_HOME", "/c"),
                ("TACKLEBOX_CONFIG_DIR", "/t"),
                ("TACKLEBOX_STATE_DIR", "/s"),
            ],
            Some("/t"),
            Some("/s"),
        );
        check(&[("HOME", "relative"), ("TACKLEBOX_STATE_DIR", "")], None, None);
    }
}
