//! The programs of this version, and those that are installed.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use hook_installer::file_name;

use crate::input::Given;

/// So much of a program says for which machine, or for which interpreter it is.
const HEAD: usize = 128;

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

/// Why a program cannot be started.
pub(crate) fn unstartable(program: &Path) -> Option<String> {
    let Ok(found) = fs::metadata(program) else { return Some("does not exist".to_owned()) };
    if !found.is_file() {
        return Some("is not a file".to_owned());
    }
    if !may_run(program, &found) {
        return Some("is not executable".to_owned());
    }
    let mut head = [0; HEAD];
    let read = File::open(program).and_then(|mut file| file.read(&mut head)).unwrap_or_default();
    unfit(head.get(..read).unwrap_or_default())
}

/// Why the beginning of a program says that it cannot be started here.
fn unfit(head: &[u8]) -> Option<String> {
    if let Some(line) = head.strip_prefix(b"#!") {
        let line = String::from_utf8_lossy(line.split(|byte| *byte == b'\n').next()?).into_owned();
        let interpreter = line.split_whitespace().next()?;
        return (!Path::new(interpreter).is_file())
            .then(|| format!("needs {interpreter}, which does not exist"));
    }
    if !cfg!(target_os = "linux") {
        return None;
    }
    match (head.starts_with(b"\x7fELF"), head.get(18..20)) {
        (true, Some(machine)) if machine != MACHINE => {
            Some("is built for another processor".to_owned())
        }
        (true, Some(_)) => None,
        _ => Some("is not a program".to_owned()),
    }
}

#[cfg(target_arch = "x86_64")]
const MACHINE: [u8; 2] = [62, 0];
#[cfg(target_arch = "aarch64")]
const MACHINE: [u8; 2] = [183, 0];

/// Whether it has a run bit, and is not on a file system that is mounted `noexec`.
#[cfg(unix)]
fn may_run(program: &Path, found: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    let has_run_bit = found.permissions().mode() & 0o111 != 0;
    has_run_bit && rustix::fs::access(program, rustix::fs::Access::EXEC_OK).is_ok()
}

#[cfg(not(unix))]
fn may_run(_: &Path, _: &fs::Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        assert!(numbers("0.10.0") > numbers("0.9.1-rc.1"));
        assert_eq!(numbers("1.2"), None);
        assert_eq!(numbers("none"), None);
    }

    #[test]
    fn the_beginning_of_a_program_says_whether_it_can_be_started() {
        let of = |head: &[u8]| unfit(head).unwrap_or_default();
        assert_eq!(of(b"#!/bin/sh\nexit 0\n"), "");
        assert_eq!(of(b"#! /no/such/sh -e\n"), "needs /no/such/sh, which does not exist");
        assert_eq!(of(b"words"), "is not a program");
        let mut elf = [0; HEAD];
        elf.get_mut(..4).unwrap().copy_from_slice(b"\x7fELF");
        assert_eq!(of(&elf), "is built for another processor");
        elf.get_mut(18..20).unwrap().copy_from_slice(&MACHINE);
        assert_eq!(of(&elf), "");
    }
}
