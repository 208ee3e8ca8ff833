//! How a hook starts a program of a project behind the same wall as the client's commands.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{RUN_OPTION, SHELLS, WRITE_OPTION};

/// The shell of ours that a value of [`VARIABLE`](crate::VARIABLE) names, if it is one that a client would start.
pub fn shell_named(value: &str) -> Option<PathBuf> {
    let path = PathBuf::from(value);
    let is_ours = path.file_name().is_some_and(|name| SHELLS.iter().any(|it| name == *it));
    (is_ours && path.is_absolute()).then_some(path)
}

/// The words by which the program `words` runs under the plan of its session, where the client's `shell` holds plans;
/// the words themselves where it does not, or is not there. The program may write `writable`, which are there, besides.
pub fn wrap(shell: Option<&str>, writable: &[&Path], words: Vec<String>) -> Vec<String> {
    let shell = shell.and_then(shell_named).filter(|shell| is_program(shell));
    let Some(shell) = shell.as_deref().and_then(Path::to_str) else { return words };
    let options =
        writable.iter().filter_map(|path| Some(format!("{WRITE_OPTION}={}", path.to_str()?)));
    let first = [shell.to_owned(), RUN_OPTION.to_owned()].into_iter().chain(options);
    first.chain(["--".to_owned()]).chain(words).collect()
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(file).is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(_: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_runs_behind_a_shell_that_is_there() {
        let words = || vec!["fmt".to_owned(), "a b".to_owned()];
        for shell in [None, Some("/bin/bash"), Some("confine-bash"), Some("/none/confine-bash")] {
            assert_eq!(wrap(shell, &[], words()), words(), "{shell:?}");
        }
    }
}
