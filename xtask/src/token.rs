//! What shows our programs that a person runs them, where no terminal does: a token in a home that is
//! thrown away, and the same in the environment.
//!
//! A debug program takes the token from `HOME`, a release program from the home of the account alone. So
//! that programs of both kinds can be played, this program is started again where the table of accounts
//! names another home: in a mount namespace of its own.

use std::env;
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;
use std::process::{Command, ExitStatus};

use anyhow::Context as _;

use crate::{files, output};

/// Where a system has its local accounts.
const ACCOUNTS: &str = "/etc/passwd";

/// Puts a table of accounts in the place of that one, for what follows.
const WITH_ACCOUNTS: &str = r#"mount --bind "$1" /etc/passwd && shift && exec "$@""#;

/// Says that this has been done.
const IS_IN_HOME: &str = "TACKLEBOX_XTASK_HOME";

const TOKEN: &str = "a-token-of-nobody";

/// Puts it into a home.
pub(crate) fn put(home: &Path) -> anyhow::Result<()> {
    let folder = home.join(".config/tacklebox");
    fs::create_dir_all(&folder)?;
    let file = folder.join("person-token");
    files::write(&file, TOKEN)?;
    Ok(fs::set_permissions(file, Permissions::from_mode(0o600))?)
}

/// Starts this program again, with the same arguments, where the home of the account is a folder that is
/// thrown away and has the token. `None` where this is that program, and where there can be no such
/// place, which is said: release programs take nobody for a person then.
#[expect(clippy::disallowed_methods, reason = "a tool of the workspace has no Ctx")]
pub(crate) fn in_home_of_its_own() -> anyhow::Result<Option<ExitStatus>> {
    if env::var_os(IS_IN_HOME).is_some() {
        return Ok(None);
    }
    let folder = tempfile::tempdir()?;
    let (home, table) = (folder.path().join("home"), folder.path().join("passwd"));
    put(&home)?;
    files::write(&table, &with_home(&fs::read_to_string(ACCOUNTS).unwrap_or_default(), &home))?;
    let is_root = fs::metadata("/proc/self").is_ok_and(|found| found.uid() == 0);
    let unshare = || {
        let mut unshare = Command::new("unshare");
        // Whoever is not root is root in a user namespace.
        let own = if is_root { "-m" } else { "-rm" };
        unshare.args([own, "sh", "-c", WITH_ACCOUNTS, "sh"]).arg(&table);
        unshare
    };
    let tried = unshare().arg("true").output().context("could not start unshare (util-linux)")?;
    if !tried.status.success() {
        let why = String::from_utf8_lossy(&tried.stderr);
        output::line(format_args!(
            "note: release programs fail where a person acts: they take a token from the home of the \
             account alone, and here is no mount namespace for one ({})",
            why.trim()
        ))?;
        return Ok(None);
    }
    let mut again = unshare();
    again.arg(env::current_exe()?).args(env::args_os().skip(1)).env(IS_IN_HOME, &home);
    Ok(Some(again.status().context("could not start this program again")?))
}

/// A table of accounts in which root has this home.
fn with_home(accounts: &str, home: &Path) -> String {
    let others = accounts.lines().filter(|line| line.split(':').nth(2) != Some("0"));
    let root = format!("root:x:0:0:root:{}:/bin/sh", home.display());
    let lines: Vec<&str> = [root.as_str()].into_iter().chain(others).collect();
    lines.join("\n") + "\n"
}

/// Has a program be run by whoever has that home.
pub(crate) fn show(command: &mut Command) -> &mut Command {
    command.env("TACKLEBOX_PERSON_TOKEN", TOKEN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn root_has_another_home_and_everybody_else_their_own() {
        let accounts = "root:x:0:0:root:/root:/bin/bash\nu:x:1000:1000::/home/u:/bin/sh\n";
        let expected = "root:x:0:0:root:/t/home:/bin/sh\nu:x:1000:1000::/home/u:/bin/sh\n";
        assert_eq!(with_home(accounts, Path::new("/t/home")), expected);
    }
}
