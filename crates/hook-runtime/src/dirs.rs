//! Where a person keeps configuration and state.
//!
//! Source: the XDG base directory specification 0.8, which says that a relative
//! path in its variables is to be ignored.

use std::path::PathBuf;

use crate::environment::Environment;

/// The two folders; `None` where not even a home folder is known.
#[derive(Debug, Clone, Default)]
pub(crate) struct Dirs {
    pub(crate) config: Option<PathBuf>,
    pub(crate) state: Option<PathBuf>,
}

impl Dirs {
    pub(crate) fn of(environment: &Environment) -> Self {
        Self {
            config: folder(environment, "TACKLEBOX_CONFIG_DIR", "XDG_CONFIG_HOME", ".config"),
            state: folder(environment, "TACKLEBOX_STATE_DIR", "XDG_STATE_HOME", ".local/state"),
        }
    }
}

/// `own` as it stands, else `tacklebox` in the folder that `xdg` names, else in
/// `default` below the home folder.
fn folder(environment: &Environment, own: &str, xdg: &str, default: &str) -> Option<PathBuf> {
    let absolute =
        |name: &str| environment.get(name).map(PathBuf::from).filter(|path| path.is_absolute());
    absolute(own).or_else(|| {
        let base = absolute(xdg).or_else(|| Some(home(environment)?.join(default)))?;
        Some(base.join("tacklebox"))
    })
}

/// The person's home folder.
pub(crate) fn home(environment: &Environment) -> Option<PathBuf> {
    ["HOME", "USERPROFILE"]
        .iter()
        .find_map(|name| environment.get(name))
        .map(PathBuf::from)
        .filter(|path| path.is_absolute())
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
