//! Where: the project, whose settings, which folder for the programs.

use std::fs;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;

use crate::error::{InstallError, WrongCall};
use crate::place::{Folders, Place, Scope};

/// The place that a person names.
#[derive(Debug, clap::Args)]
pub struct PlaceArgs {
    /// The project
    #[arg(long, value_name = "DIR")]
    project: Option<PathBuf>,
    /// Whose settings: the project's, your own in the project, or your own everywhere
    #[arg(long, value_enum, default_value_t = Scope::Project)]
    scope: Scope,
    /// The folder for the programs, in place of `.claude/hooks/bin`
    #[arg(long, value_name = "DIR")]
    bin_dir: Option<PathBuf>,
}

impl PlaceArgs {
    /// The project that a session works in, whosever settings are edited: the one that a person named, or that is
    /// meant.
    pub fn project(&self, folders: &Folders<'_>) -> Option<PathBuf> {
        let project = self.project.as_deref().or(folders.project)?;
        absolute(project).ok().filter(|dir| dir.is_dir())
    }

    /// The settings file and the folder of programs that a person means.
    ///
    /// # Errors
    /// When no project is named where one has to be, and when it is not there.
    pub fn resolve(&self, folders: &Folders<'_>) -> Result<Place, InstallError> {
        let project = self.project.as_deref().or(folders.project);
        let place = match (self.scope, project) {
            (Scope::User, _) => Place::of_person(&host_folder(folders)?),
            (_, Some(project)) => Place::of(self.scope, &existing_dir(project)?),
            (_, None) => {
                let message = "name the project with --project, or take --scope user".to_owned();
                let kind = ErrorKind::MissingRequiredArgument;
                return Err(InstallError::WrongCall(WrongCall { kind, message }));
            }
        };
        Ok(match &self.bin_dir {
            Some(bin) => place.with_programs_in(absolute(bin)?),
            None => place,
        })
    }

    /// Whose settings are meant.
    pub(crate) fn scope(&self) -> Scope {
        self.scope
    }

    /// Whether a folder for the programs is named.
    pub(crate) fn names_programs(&self) -> bool {
        self.bin_dir.is_some()
    }

    /// The project that is named, or meant, if any is.
    ///
    /// # Errors
    /// When it is not there.
    pub(crate) fn existing_project(
        &self,
        folders: &Folders<'_>,
    ) -> Result<Option<PathBuf>, InstallError> {
        self.project.as_deref().or(folders.project).map(existing_dir).transpose()
    }
}

fn host_folder(folders: &Folders<'_>) -> Result<PathBuf, InstallError> {
    let reason = "there is no home directory: HOME is not set to one";
    folders.of_host().ok_or_else(|| InstallError::Refused(reason.to_owned()))
}

/// `dir`, absolute; fails when it is not a folder.
fn existing_dir(dir: &Path) -> Result<PathBuf, InstallError> {
    let shown = dir.display();
    let attempt = format!("there is no folder {shown}");
    let metadata = fs::metadata(dir).map_err(|source| InstallError::Failed { attempt, source })?;
    if !metadata.is_dir() {
        return Err(InstallError::Refused(format!("{shown} is not a folder")));
    }
    absolute(dir)
}

fn absolute(path: &Path) -> Result<PathBuf, InstallError> {
    std::path::absolute(path).map_err(InstallError::failed("find", path))
}
