//! What shows our programs that a person runs them, where no terminal does: a token in a home that is
//! thrown away, and the same in the environment.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use crate::files;

const TOKEN: &str = "a-token-of-nobody";

/// Puts it into a home.
pub(crate) fn put(home: &Path) -> anyhow::Result<()> {
    let folder = home.join(".config/tacklebox");
    fs::create_dir_all(&folder)?;
    let file = folder.join("person-token");
    files::write(&file, TOKEN)?;
    Ok(fs::set_permissions(file, Permissions::from_mode(0o600))?)
}

/// Has a program be run by whoever has that home.
pub(crate) fn show(command: &mut Command) -> &mut Command {
    command.env("TACKLEBOX_PERSON_TOKEN", TOKEN)
}
