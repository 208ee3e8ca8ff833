//! The home folder of the account, by the system and not by the environment: that an agent
//! can set for the programs that it starts.

use std::path::{Path, PathBuf};

use hook_runtime::Ctx;
use hook_state::{Links, read_regular};

/// Larger than any table of local accounts.
const MAX_ACCOUNTS: u64 = 4 << 20;

/// The folder of the person's own configuration, as the account has it. Only a build for
/// tests believes the environment, whose person is made up.
pub(crate) fn config(ctx: &Ctx) -> Option<PathBuf> {
    if cfg!(debug_assertions) {
        return ctx.user_config().map(Path::to_owned);
    }
    of_account(ctx)
}

fn of_account(ctx: &Ctx) -> Option<PathBuf> {
    Some(home(ctx)?.join(".config/tacklebox"))
}

#[cfg(unix)]
fn home(ctx: &Ctx) -> Option<PathBuf> {
    use std::os::unix::fs::MetadataExt as _;
    let uid = rustix::process::getuid().as_raw();
    let accounts = read_regular(Path::new("/etc/passwd"), Links::Followed, MAX_ACCOUNTS);
    let accounts = accounts.unwrap_or_default();
    if let Some(home) = home_of(&String::from_utf8_lossy(&accounts), uid) {
        return Some(home);
    }
    // An account of a network or of macOS: only the system makes folders there.
    let home = ctx.home()?;
    let is_theirs = matches!(home.parent()?.to_str(), Some("/home" | "/Users"));
    let is_own = std::fs::symlink_metadata(&home).is_ok_and(|found| found.uid() == uid);
    (is_theirs && is_own).then_some(home)
}

#[cfg(not(unix))]
fn home(ctx: &Ctx) -> Option<PathBuf> {
    let _no_table = (home_of, read_regular, Links::Followed, MAX_ACCOUNTS);
    ctx.home()
}

/// The home folder of an account in the table of a Unix system.
fn home_of(accounts: &str, uid: u32) -> Option<PathBuf> {
    let account = accounts
        .lines()
        .map(|line| line.split(':').collect::<Vec<_>>())
        .find(|fields| fields.get(2).is_some_and(|field| field.parse() == Ok(uid)))?;
    account.get(5).map(PathBuf::from).filter(|home| home.is_absolute())
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use hook_runtime::Environment;

    use super::*;

    #[cfg(unix)]
    #[test]
    fn no_variable_moves_the_folder_of_an_account() {
        let folder = tempfile::tempdir().unwrap();
        let text = folder.path().to_str().unwrap().to_owned();
        let ctx = |names: &[&str]| {
            let variables = names.iter().map(|name| ((*name).to_owned(), text.clone())).collect();
            let environment = Environment::Fixed(variables);
            Ctx::new("example-hook", environment, SystemTime::UNIX_EPOCH, None)
        };
        let names = ["HOME", "XDG_CONFIG_HOME", "TACKLEBOX_CONFIG_DIR", "USERPROFILE"];
        let found = of_account(&ctx(&names));
        assert_eq!(found, of_account(&ctx(&[])));
        assert!(found.is_none_or(|found| !found.starts_with(folder.path())));
    }

    #[test]
    fn a_home_is_that_of_the_account() {
        let accounts = "root:x:0:0:root:/root:/bin/sh\n# x\nu:x:1000:1000:U,,,:/home/u:/bin/zsh\n\
                        n:x:65534:65534:n::/bin/false\n";
        let check = |uid: u32, expected: Option<&str>| {
            assert_eq!(home_of(accounts, uid), expected.map(PathBuf::from), "{uid}");
        };
        check(0, Some("/root"));
        check(1000, Some("/home/u"));
        check(65534, None);
        check(7, None);
    }
}
