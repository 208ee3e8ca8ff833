//! Whether the programs that entries name can be started, stay, and are those of this version.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use hook_installer::passing;

use super::files::is_ours_to_edit;
use crate::facts::{Entered, Facts};
use crate::finding::Finding;
use crate::mounts::Mount;
use crate::program::is_of_this_version;

/// So much of a program says for which machine, or for which interpreter it is.
const HEAD: usize = 128;

/// There, with a run bit, for this machine, not on a file system that runs nothing.
pub(super) fn startable(facts: &Facts<'_>) -> Vec<Finding> {
    let of_program = |(program, entry): (PathBuf, &Entered)| {
        let why = unstartable(&program)?;
        let hook = entry.hooks.first().map(String::as_str).unwrap_or_default();
        let is_in_the_way = facts.is_foreign(entry) && facts.is_in_its_place(entry);
        let finding = Finding::error(format!("{} {why}", program.display()))
            .of(hook)
            .in_file(facts.file(entry))
            .on_line(entry.handler.position.line)
            .fix(if is_in_the_way {
                away(hook)
            } else {
                format!("`tacklebox install {hook}` puts the program there again")
            });
        let is_ours = facts.kind(entry).is_some_and(is_ours_to_edit) && !facts.is_foreign(entry);
        Some(if is_ours { finding.fixable() } else { finding })
    };
    programs(facts).into_iter().filter_map(of_program).collect()
}

/// The programs of our entries, each with the first entry that names it.
fn programs<'f>(facts: &'f Facts<'_>) -> BTreeMap<PathBuf, &'f Entered> {
    let mut programs = BTreeMap::new();
    for entry in facts.ours() {
        if let Some(program) = &entry.program {
            programs.entry(program.clone()).or_insert(entry);
        }
    }
    programs
}

/// Why a program cannot be started.
fn unstartable(program: &Path) -> Option<String> {
    let Ok(found) = fs::metadata(program) else { return Some("is not there".to_owned()) };
    if !found.is_file() {
        return Some("is no file".to_owned());
    }
    if !has_run_bit(&found) {
        return Some("has no run bit".to_owned());
    }
    if Mount::of(program).is_some_and(|mount| mount.runs_nothing()) {
        return Some("is on a file system that runs no program".to_owned());
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
            .then(|| format!("needs {interpreter}, which is not there"));
    }
    if !cfg!(target_os = "linux") {
        return None;
    }
    match (head.starts_with(b"\x7fELF"), head.get(18..20)) {
        (true, Some(machine)) if machine != MACHINE => Some("is for another machine".to_owned()),
        (true, Some(_)) => None,
        _ => Some("is no program".to_owned()),
    }
}

#[cfg(target_arch = "x86_64")]
const MACHINE: [u8; 2] = [62, 0];
#[cfg(target_arch = "aarch64")]
const MACHINE: [u8; 2] = [183, 0];

#[cfg(unix)]
fn has_run_bit(found: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    found.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn has_run_bit(_: &fs::Metadata) -> bool {
    true
}

/// In a worktree or a temporary folder, where settings outside of it name it.
pub(super) fn lasting(facts: &Facts<'_>) -> Vec<Finding> {
    let of_program = |(program, entry): (PathBuf, &Entered)| {
        let (folder, what) = passing(program.parent()?)?;
        let file = facts.file(entry);
        let settings = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        (!settings.starts_with(folder)).then(|| {
            let hook = entry.hooks.first().map(String::as_str).unwrap_or_default();
            Finding::error(format!("{} is in {what}, and gone one day", program.display()))
                .of(hook)
                .in_file(file)
                .on_line(entry.handler.position.line)
                .fix("`tacklebox uninstall` it, and install it into a folder that stays")
        })
    };
    programs(facts).into_iter().filter_map(of_program).collect()
}

/// Another program than this version has.
pub(super) fn of_this_version(facts: &Facts<'_>) -> Vec<Finding> {
    let of_program = |(program, entry): (PathBuf, &Entered)| {
        let is_startable = unstartable(&program).is_none();
        if !is_startable || is_of_this_version(facts.given, &program) != Some(false) {
            return None;
        }
        let hook = entry.hooks.first().map(String::as_str).unwrap_or_default();
        let about = |what: &str| {
            let finding = Finding::warning(format!("{} {what}", program.display()));
            finding.of(hook).in_file(facts.file(entry))
        };
        if !protection::bears_mark(&program) {
            let finding = about("is no program of ours, or is damaged");
            return Some(if facts.is_in_its_place(entry) {
                finding.fix(away(hook))
            } else {
                finding.fix(format!("take the entry out, and `tacklebox install {hook}`"))
            });
        }
        let finding = about("is not the program of this version")
            .fix("`tacklebox update` puts that of this version there");
        let is_ours = facts.kind(entry).is_some_and(is_ours_to_edit);
        Some(if is_ours { finding.fixable() } else { finding })
    };
    programs(facts).into_iter().filter_map(of_program).collect()
}

/// What to do about a program that is somebody else's, or damaged.
fn away(hook: &str) -> String {
    format!("move it away, and `tacklebox install {hook}` puts ours there")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_of_a_program_says_whether_it_can_be_started() {
        let of = |head: &[u8]| unfit(head).unwrap_or_default();
        assert_eq!(of(b"#!/bin/sh\nexit 0\n"), "");
        assert_eq!(of(b"#! /no/such/sh -e\n"), "needs /no/such/sh, which is not there");
        assert_eq!(of(b"words"), "is no program");
        let mut elf = [0; HEAD];
        elf.get_mut(..4).unwrap().copy_from_slice(b"\x7fELF");
        assert_eq!(of(&elf), "is for another machine");
        elf.get_mut(18..20).unwrap().copy_from_slice(&MACHINE);
        assert_eq!(of(&elf), "");
    }
}
