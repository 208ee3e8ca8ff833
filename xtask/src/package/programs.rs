//! What is asked of a program before it is released: it runs where there is nothing but itself, and
//! holds no path of the machine that built it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context as _, Result, ensure};
use confine::LAYER_OPTION;

use super::{Build, SHELL};
use crate::output;
use crate::workspace::Workspace;

/// Looks at each program, runs it once, and says what was seen.
///
/// # Errors
/// If one is not as it has to be.
pub(super) fn examine(workspace: &Workspace, build: &Build) -> Result<()> {
    let places: Vec<PathBuf> = workspace.places()?.into_iter().map(|(place, _)| place).collect();
    for (name, bytes) in &build.programs {
        let found = places.iter().find(|place| holds(bytes, place));
        ensure!(found.is_none(), "{name} holds {}, a path of this machine", shown(found));
        ensure!(build.platform.os != "linux" || is_static(bytes), "{name} is not static");
    }
    let count = build.programs.len();
    output::line(format_args!("{count} programs hold no path of this machine"))?;
    if !build.platform.is_here() {
        return Ok(output::line(format_args!("not run: they are for {}", build.target))?);
    }
    run_each(build)
}

fn shown(place: Option<&PathBuf>) -> String {
    place.map(|place| place.display().to_string()).unwrap_or_default()
}

fn holds(bytes: &[u8], place: &Path) -> bool {
    memchr::memmem::find(bytes, place.as_os_str().as_encoded_bytes()).is_some()
}

/// Whether an ELF file asks for no other program to load it.
fn is_static(elf: &[u8]) -> bool {
    /// The type of the header that names one (`PT_INTERP`).
    const INTERPRETER: u64 = 3;
    let number = |at: usize, length: usize| {
        let bytes = elf.get(at..at.checked_add(length)?)?;
        Some(bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
    };
    let at = |at: usize, length| number(at, length).and_then(|it| usize::try_from(it).ok());
    // Where the headers of a 64-bit file are, how long each is, and how many there are.
    let (Some(start), Some(length), Some(count)) = (at(32, 8), at(54, 2), at(56, 2)) else {
        return false;
    };
    elf.starts_with(b"\x7fELF\x02\x01")
        && (0..count)
            .all(|index| number(start + index * length, 4).is_some_and(|kind| kind != INTERPRETER))
}

/// Runs each program in a root with nothing but itself; where the system has no namespaces, beside
/// all that is there.
fn run_each(build: &Build) -> Result<()> {
    let root = tempfile::tempdir().context("could not make a folder")?;
    build.all().write(root.path())?;
    let is_alone = build.platform.os == "linux" && can_be_alone();
    for (name, _) in &build.programs {
        let option = if name == SHELL { LAYER_OPTION } else { "--version" };
        let run = if is_alone { alone } else { here };
        let output = run(root.path(), name, option);
        let output = output.with_context(|| format!("could not start {name}"))?;
        let words = [output.stdout, output.stderr].concat();
        let words = String::from_utf8_lossy(&words);
        ensure!(output.status.success(), "{name} ended with {}: {words}", output.status);
        // The shell hands on what it is asked, that included.
        let is_answer = name == SHELL || words.contains(env!("CARGO_PKG_VERSION"));
        ensure!(is_answer, "{name} is another version: {words}");
    }
    let place = if is_alone {
        "in a root with nothing else in it"
    } else {
        "here: there is no root with nothing else in it, since `unshare` fails"
    };
    Ok(output::line(format_args!("each ran once, {place}"))?)
}

fn can_be_alone() -> bool {
    let mut unshare = Command::new("unshare");
    let status = unshare.args(["--map-root-user", "true"]).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

fn alone(root: &Path, name: &str, option: &str) -> std::io::Result<Output> {
    let mut unshare = Command::new("unshare");
    unshare.args(["--map-root-user", "chroot"]).arg(root).arg(format!("/{name}"));
    unshare.arg(option).stdin(Stdio::null()).output()
}

fn here(root: &Path, name: &str, option: &str) -> std::io::Result<Output> {
    Command::new(fs::canonicalize(root)?.join(name)).arg(option).stdin(Stdio::null()).output()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file with these types of headers.
    fn elf(kinds: &[u32]) -> Vec<u8> {
        let mut bytes = b"\x7fELF\x02\x01".to_vec();
        bytes.resize(64, 0);
        bytes[32] = 64;
        bytes[54] = 56;
        bytes[56] = u8::try_from(kinds.len()).unwrap();
        for kind in kinds {
            let mut header = kind.to_le_bytes().to_vec();
            header.resize(56, 0);
            bytes.extend(header);
        }
        bytes
    }

    #[test]
    fn a_program_that_is_loaded_by_another_is_not_static() {
        assert!(is_static(&elf(&[1, 1, 6])));
        assert!(!is_static(&elf(&[6, 3, 1])));
        assert!(!is_static(b"#!/bin/sh\n"));
        let cut = elf(&[1, 1]);
        assert!(!is_static(cut.get(..70).unwrap()));
    }

    #[test]
    fn a_path_is_found_wherever_it_is() {
        assert!(holds(b"\0at /a/b/src/lib.rs", Path::new("/a/b")));
        assert!(!holds(b"\0at /a/src/lib.rs", Path::new("/a/b")));
    }
}
