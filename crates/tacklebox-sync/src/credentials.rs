//! How a person logs in to a database, as the variables and files of `PostgreSQL` clients say. Git finds its own credentials.

use std::path::PathBuf;

use hook_state::{Links, read_regular};

use crate::environment::{login_name, variable};

/// No password file is longer.
const MAX_PASSFILE: u64 = 1 << 20;

/// The login role, if the connection string names none.
pub(crate) fn user() -> String {
    variable("PGUSER").unwrap_or_else(login_name)
}

/// A password, with the only host that gets it: the address of the server comes from a file of the repository, which
/// must not choose who is sent a person's password.
pub(crate) fn password() -> Option<(String, String)> {
    Some((variable("PGHOST")?, variable("PGPASSWORD")?))
}

/// The content of the password file; empty where there is none, or where others may read it, as for other clients.
pub(crate) fn passfile() -> String {
    let home = || hook_state::person_home(&variable).map(|home| home.join(".pgpass"));
    let Some(path) = variable("PGPASSFILE").map(PathBuf::from).or_else(home) else {
        return String::new();
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        if std::fs::metadata(&path).is_ok_and(|found| found.mode() & 0o077 != 0) {
            return String::new();
        }
    }
    let bytes = read_regular(&path, Links::Followed, MAX_PASSFILE).unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}
