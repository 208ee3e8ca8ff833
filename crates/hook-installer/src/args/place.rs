//! Where: the project, whose settings, which folder for the programs.

use std::fs;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;

use crate::error::{InstallError, WrongCall};
use crate::files;
use crate::offer::Offer;
use crate::place::{Folders, Place, Scope};

/// The place that a person names.
#[derive(Debug, clap::Args)]
pub struct PlaceArgs {
    /// The project
    #[arg(long, value_name = "DIR")]
    project: Option<PathBuf>,
    /// Whose settings: your own in the project, the team's, or your own everywhere [default: the one
    /// that has the hooks already, else local; on other hosts project]
    #[arg(long, value_enum)]
    scope: Option<Scope>,
    /// The folder for the programs, instead of `.claude/hooks/bin`
    #[arg(long, value_name = "DIR")]
    bin_dir: Option<PathBuf>,
}

/// How many of some hooks a scope has to have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Share {
    /// Each of them.
    All,
    /// At least one.
    Any,
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
        self.resolve_in(self.scope.unwrap_or(Scope::Local), folders)
    }

    /// The same for these hooks. If a person named no scope and only one has them already (all of them,
    /// or any), that one is meant.
    ///
    /// # Errors
    /// As [`PlaceArgs::resolve`].
    pub fn resolve_for(
        &self,
        hooks: &[Offer],
        share: Share,
        folders: &Folders<'_>,
    ) -> Result<Place, InstallError> {
        let has = |place: &Place| {
            let text = files::read(&place.settings()).ok().flatten().unwrap_or_default();
            let is_there = |hook: &Offer| {
                place.command(&hook.hook).is_ok_and(|it| claude_settings::names(&text, &it))
            };
            match share {
                Share::All => !hooks.is_empty() && hooks.iter().all(is_there),
                Share::Any => hooks.iter().any(is_there),
            }
        };
        let scopes = [Scope::Local, Scope::Project, Scope::User].into_iter();
        let places = scopes.filter_map(|scope| self.resolve_in(scope, folders).ok());
        let mut having = places.filter(has);
        match (self.scope, having.next(), having.next()) {
            (None, Some(place), None) => Ok(place),
            _ => self.resolve(folders),
        }
    }

    fn resolve_in(&self, scope: Scope, folders: &Folders<'_>) -> Result<Place, InstallError> {
        let project = self.project.as_deref().or(folders.project);
        let place = match (scope, project) {
            (Scope::User, _) => Place::of_person(&host_folder(folders)?),
            (_, Some(project)) => Place::of(scope, &existing_dir(project)?),
            (_, None) => {
                let message = "name the project with --project, or use --scope user".to_owned();
                let kind = ErrorKind::MissingRequiredArgument;
                return Err(InstallError::WrongCall(WrongCall { kind, message }));
            }
        };
        let named = self.bin_dir.as_deref().map(absolute).transpose()?;
        match (named, place.remembered_programs()) {
            (Some(named), Some(there)) if named != there => Err(InstallError::Refused(format!(
                "the programs of these hooks are in {}; run `tacklebox uninstall --all` before you install them elsewhere",
                there.display()
            ))),
            (Some(dir), _) | (None, Some(dir)) => Ok(place.with_programs_in(dir)),
            (None, None) => Ok(place),
        }
    }

    /// Whose settings of another host are meant.
    pub(crate) fn scope_on_host(&self) -> Scope {
        self.scope.unwrap_or(Scope::Project)
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
    let reason = "the home directory is unknown: HOME is not set";
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
