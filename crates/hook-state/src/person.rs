//! Where a person keeps configuration and state.
//!
//! Source: the XDG base directory specification 0.8, which says that a relative
//! path in its variables is to be ignored.

use std::path::PathBuf;

/// The folder of a person's state; `None` where not even a home folder is known. `variable` looks a variable of the
/// environment up, and leaves out what is empty.
pub fn person_state(variable: &dyn Fn(&str) -> Option<String>) -> Option<PathBuf> {
    folder(variable, "TACKLEBOX_STATE_DIR", "XDG_STATE_HOME", ".local/state")
}

/// The folder of a person's configuration, found as [`person_state`] is.
pub fn person_config(variable: &dyn Fn(&str) -> Option<String>) -> Option<PathBuf> {
    folder(variable, "TACKLEBOX_CONFIG_DIR", "XDG_CONFIG_HOME", ".config")
}

/// The person's home folder.
pub fn person_home(variable: &dyn Fn(&str) -> Option<String>) -> Option<PathBuf> {
    ["HOME", "USERPROFILE"]
        .iter()
        .find_map(|name| variable(name))
        .map(PathBuf::from)
        .filter(|path| path.is_absolute())
}

/// `own` as it stands, else `tacklebox` in the folder that `xdg` names, else in
/// `default` below the home folder.
fn folder(
    variable: &dyn Fn(&str) -> Option<String>,
    own: &str,
    xdg: &str,
    default: &str,
) -> Option<PathBuf> {
    let absolute = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    absolute(own).or_else(|| {
        let base = absolute(xdg).or_else(|| Some(person_home(variable)?.join(default)))?;
        Some(base.join("tacklebox"))
    })
}
