//! The programs of this version, and those that are installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use hook_installer::file_name;

use crate::given::Given;

/// How long a program may take to say its version.
const MAX_VERSION: Duration = Duration::from_secs(2);

/// The version of the programs of this build.
pub(crate) const OURS: &str = env!("CARGO_PKG_VERSION");

/// The program of this version by this name: its own file, or that of the program that has all hooks.
pub(crate) fn of_this_version(given: &Given<'_>, name: &str) -> Option<PathBuf> {
    let folder = given.programs?;
    let files = [name, &file_name("tacklebox")].map(|name| folder.join(name));
    files.into_iter().find(|file| file.is_file())
}

/// Whether what is installed has the bytes of this version. `None` where this version has no such
/// program.
pub(crate) fn is_of_this_version(given: &Given<'_>, program: &Path) -> Option<bool> {
    let folder = given.programs?;
    let name = program.file_name()?.to_str()?;
    let ours = [name, &file_name("tacklebox")].map(|name| folder.join(name));
    let known: Vec<Vec<u8>> = ours.iter().filter_map(|path| fs::read(path).ok()).collect();
    let there = fs::read(program).ok()?;
    (!known.is_empty()).then(|| known.contains(&there))
}

/// What a program says of itself.
pub(crate) fn said_version(program: &Path) -> Option<String> {
    let mut command = Command::new(program);
    command.arg("--version");
    let call = host_stand_in::call(command, b"", MAX_VERSION).ok()?;
    let text = String::from_utf8_lossy(&call.stdout).into_owned();
    let word = text.split_whitespace().next_back()?;
    numbers(word).map(|_| word.to_owned())
}

/// A version as numbers that can be compared.
pub(crate) fn numbers(version: &str) -> Option<Vec<u32>> {
    let release = version.split(['-', '+']).next()?;
    let numbers: Option<Vec<u32>> = release.split('.').map(|part| part.parse().ok()).collect();
    numbers.filter(|numbers| numbers.len() == 3)
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn versions_are_compared_as_numbers() {
        assert!(numbers("0.10.0") > numbers("0.9.1-rc.1"));
        assert_eq!(numbers("1.2"), None);
        assert_eq!(numbers("none"), None);
    }
}
