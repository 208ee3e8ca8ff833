//! The steps of a plan, in an order in which every cut is harmless.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::edit::{Changed, Edit};
use crate::error::InstallError;
use crate::git_exclude::Exclusion;
use crate::offer::Offer;
use crate::place::Place;
use crate::turn::Turn;
use crate::worktrees::{CheckoutHook, Outcome};
use crate::{backups, files, link, program};

/// One step. Each is done whole or not at all, and a second time does nothing.
#[derive(Debug, Clone)]
pub enum Step {
    /// Git is told to ignore a folder of ours.
    Ignore {
        /// The `.gitignore` in it. One that is there stays.
        file: PathBuf,
    },
    /// Git is told what a person's own installation leaves out, or that it is gone. Where that cannot be
    /// done it is said, and the rest is done.
    Exclude(Exclusion),
    /// Git lays the programs into worktrees that it makes, or no longer does.
    Worktrees(CheckoutHook),
    /// A program is put where settings can name it.
    Put {
        /// Its name.
        name: String,
        /// Where it lies; it need not be there before the plan is carried out.
        from: PathBuf,
        /// What is put in its place where the engine lies there alone: by that name it is that
        /// program.
        stand_in: Option<PathBuf>,
        /// Where it comes to.
        to: PathBuf,
    },
    /// The name of a hook leads to the engine, which then is that hook.
    Link {
        /// The engine, in the same folder.
        engine: PathBuf,
        /// Where the hook's own program would be.
        link: PathBuf,
    },
    /// A file of settings or of servers is edited.
    Edit(Edit),
    /// A program that nothing names any more is removed.
    Remove {
        /// Where it is.
        program: PathBuf,
    },
    /// The record of a hook outside this repository is written beside the programs.
    Record {
        /// The file.
        file: PathBuf,
        /// Its text.
        text: String,
    },
    /// Such a record is moved to the versions of settings, where `rollback` finds it.
    RetireRecord {
        /// The file.
        file: PathBuf,
        /// The folder `tacklebox-backups`.
        backups: PathBuf,
    },
    /// The folder of the versions of settings goes, where it only says that there were none.
    RemoveCopies {
        /// The folder `tacklebox-backups`.
        dir: PathBuf,
        /// The files that were edited.
        files: Vec<PathBuf>,
    },
    /// Whether a person has left the shell of the wall out is remembered beside the versions of settings.
    RememberShell {
        /// The folder `tacklebox-backups`.
        backups: PathBuf,
        /// Whether it was left out.
        is_left_out: bool,
    },
    /// The folder of programs that a person named is remembered beside the versions of settings.
    RememberBin {
        /// The folder `tacklebox-backups`.
        backups: PathBuf,
        /// The settings file.
        settings: PathBuf,
        /// The folder of the programs.
        bin: PathBuf,
    },
    /// The folder of the programs goes, and those above it that are then empty.
    RemoveFolder {
        /// The folder `.claude/hooks/bin`, or what else we have made.
        bin: PathBuf,
        /// How many folders that is, from this one upwards.
        up: usize,
    },
}

/// What a step has done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Done {
    /// A program is new there, or another than before.
    Put(PathBuf),
    /// The name of a hook now leads to the engine.
    Linked(PathBuf),
    /// A file was edited, or had nothing to change.
    Edited(Changed),
    /// A program was removed.
    Removed(PathBuf),
    /// Git leaves these out from now on, or no longer does.
    Excluded(Exclusion),
    /// Git could not be told, for this reason.
    NotExcluded(Exclusion, String),
    /// Git lays the programs into worktrees from now on, or no longer does.
    Worktrees(CheckoutHook),
}

impl Done {
    /// What git was told, in a line.
    pub(crate) fn of_git(&self) -> Option<String> {
        Some(match self {
            Self::Excluded(told) => {
                let what = if told.enters() { "ignores" } else { "no longer ignores" };
                format!("git       {what} {} ({})\n", told.lines.join(", "), told.file.display())
            }
            Self::NotExcluded(told, why) if told.enters() => {
                let lines = told.lines.join(", ");
                format!("note: {lines} could not be added to Git's exclude file: {why}\n")
            }
            Self::NotExcluded(_, why) => {
                format!("note: Git's exclude file was not changed back: {why}\n")
            }
            Self::Worktrees(hook) => hook.told(),
            _ => return None,
        })
    }
}

impl Step {
    /// Writes the record of a hook outside this repository; `None` for our own.
    pub(crate) fn record(place: &Place, hook: &Offer) -> Option<Self> {
        let text = hook.record.clone()?;
        Some(Self::Record { file: place.programs().join(hook.record_name()), text })
    }

    /// Moves that record to the versions of settings.
    pub(crate) fn retire_record(place: &Place, hook: &Offer) -> Option<Self> {
        hook.record.as_ref()?;
        let file = place.programs().join(hook.record_name());
        Some(Self::RetireRecord { file, backups: place.backups() })
    }

    /// Its place in the order: settings name a program only while it is there.
    pub(crate) fn rank(&self) -> u8 {
        match self {
            Self::Ignore { .. } => 0,
            Self::Exclude(exclusion) if exclusion.enters() => 0,
            Self::Put { .. } => 1,
            Self::Link { .. } | Self::Record { .. } => 2,
            Self::Worktrees(hook) if hook.enters() => 2,
            Self::Edit(edit) if edit.change().is_of_settings() => 3,
            Self::Edit(_) => 4,
            Self::Remove { .. }
            | Self::RememberShell { .. }
            | Self::RememberBin { .. }
            | Self::RetireRecord { .. } => 5,
            Self::Exclude(_) | Self::Worktrees(_) | Self::RemoveCopies { .. } => 6,
            Self::RemoveFolder { .. } => 7,
        }
    }

    /// Does it; `None` where there is nothing to tell of.
    pub(crate) fn carry_out(&self, turn: Option<&Turn>) -> Result<Option<Done>, InstallError> {
        Ok(match self {
            Self::Ignore { file } => {
                program::ignore(file)?;
                None
            }
            Self::Exclude(exclusion) => match exclusion.carry_out() {
                Ok(lines) if lines.is_empty() => None,
                Ok(lines) => Some(Done::Excluded(exclusion.with(lines))),
                Err(why) => Some(Done::NotExcluded(exclusion.clone(), why.to_string())),
            },
            Self::Worktrees(hook) => {
                let outcome = hook.carry_out()?;
                (outcome == Outcome::Changed).then(|| Done::Worktrees(hook.clone()))
            }
            Self::Put { from, stand_in, to, .. } => {
                let stand_in = stand_in.as_ref().filter(|it| !from.is_file() && it.is_file());
                let from = stand_in.unwrap_or(from);
                program::put(from, to)?.then(|| Done::Put(to.clone()))
            }
            Self::Link { engine, link } => {
                link::put(engine, link)?.then(|| Done::Linked(link.clone()))
            }
            Self::Record { file, text } => {
                let attempt = InstallError::failed("write", file);
                files::replace(file, text.as_bytes(), None).map_err(attempt)?;
                None
            }
            Self::RetireRecord { file, backups } => {
                retire(file, backups)?;
                None
            }
            Self::Edit(edit) => Some(Done::Edited(edit.carry_out(turn)?)),
            Self::Remove { program } => {
                program::remove(program)?.then(|| Done::Removed(program.clone()))
            }
            Self::RemoveCopies { dir, files } => {
                backups::tidy(dir, files)?;
                None
            }
            Self::RememberShell { backups, is_left_out } => {
                backups::remember_shell(backups, *is_left_out)?;
                None
            }
            Self::RememberBin { backups, settings, bin } => {
                backups::remember_bin_dir(backups, settings, bin)?;
                None
            }
            Self::RemoveFolder { bin, up } => {
                program::remove_folder(bin, *up)?;
                None
            }
        })
    }
}

/// Moves the record of a hook to the versions of settings.
fn retire(record: &Path, backups: &Path) -> Result<(), InstallError> {
    backups::check(backups)?;
    fs::create_dir_all(backups).map_err(InstallError::failed("make", backups))?;
    program::ignore(&backups.join(".gitignore"))?;
    match fs::rename(record, backups.join(record.file_name().unwrap_or_default())) {
        Err(err) if err.kind() != ErrorKind::NotFound => {
            Err(InstallError::failed("move", record)(err))
        }
        _ => Ok(()),
    }
}
