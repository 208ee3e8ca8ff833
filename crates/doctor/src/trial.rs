//! A program that would take the place of an older one, tried before it does.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::Result;
use hook_installer::InstallError;

use crate::finding::{Finding, Severity};
use crate::input::Given;
use crate::program;
use crate::stage::Stage;

/// The program of this version, ready to be played under the name of the older one: by its name it is
/// the hook that is meant.
pub(crate) struct Trial {
    pub(crate) stage: Stage,
    /// Where it is started.
    pub(crate) link: PathBuf,
    name: OsString,
}

impl Trial {
    /// Makes the one ready that would take the place of `program`.
    ///
    /// # Errors
    /// When there is none, or no folder to play in.
    pub(crate) fn of(given: &Given<'_>, program: &Path) -> Result<Self, InstallError> {
        let name = program.file_name().unwrap_or_default().to_owned();
        let failed = |err: anyhow::Error| refused(&name, &format!("{err:#}"));
        let new = program::of_this_version(given, &name.to_string_lossy());
        let new = new.ok_or_else(|| refused(&name, "there is none"))?;
        let stage = Stage::set(given).map_err(failed)?;
        let link = stage.link_to(&new, &name).map_err(failed)?;
        Ok(Self { stage, link, name })
    }

    /// Refuses the program for what was found when it was played, on the event that `on` names.
    ///
    /// # Errors
    /// When it could not be played, or something is wrong with its answer. What is wrong with a
    /// configuration is wrong for the old one too.
    pub(crate) fn hold(&self, found: Result<Vec<Finding>>, on: &str) -> Result<(), InstallError> {
        let found = found.map_err(|err| refused(&self.name, &format!("{err:#}")))?;
        let against = found.into_iter().find(|finding| {
            finding.severity == Severity::Error && finding.check != "configuration"
        });
        against.map_or(Ok(()), |finding| {
            Err(refused(&self.name, &format!("on {on}, {}", finding.message)))
        })
    }
}

fn refused(name: &OsString, why: &str) -> InstallError {
    let name = Path::new(name).display();
    InstallError::Refused(format!("the new {name} is not put there, the old one stays: {why}"))
}
