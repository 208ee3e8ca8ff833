//! Whether the programs that entries name can be started, stay, and are those of this version.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use hook_installer::passing;

use super::files::is_ours_to_edit;
use crate::facts::{Entered, Facts};
use crate::finding::Finding;
use crate::program::{is_of_this_version, unstartable};

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
